#include "methods/pdc/sentences/sequence_run.hpp"

namespace cento {

template class SequenceRun<LocalExecutor>;

}  // namespace cento
