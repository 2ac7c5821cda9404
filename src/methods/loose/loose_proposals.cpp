#include "methods/loose/loose_proposals.hpp"

#include "methods/loose/proposal_run.hpp"

namespace cento {

template class ProposalRun<LocalExecutor>;

Proposals propose_pairs(const ProposalInput& input, const ProposalOptions& options, LocalExecutor& executor) {
  return ProposalRun<LocalExecutor>(input, options, executor).propose();
}

}  // namespace cento
