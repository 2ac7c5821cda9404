#include "methods/pdc/matching/passage_proposals.hpp"

namespace cento {

template class PassageProposals<LocalExecutor>;

}  // namespace cento
