#include "methods/pdc/sentences/near_sentences.hpp"

namespace cento {

template class NearSentences<LocalExecutor>;

}  // namespace cento
