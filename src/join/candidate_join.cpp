#include "join/candidate_join.hpp"

namespace cento {

template class CandidateJoin<LocalExecutor>;

}  // namespace cento
