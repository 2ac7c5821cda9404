#include "methods/forum/forum.hpp"

#include "methods/forum/forum_run.hpp"

namespace cento {

template class ForumRun<LocalExecutor>;

DuplicateQuestions find_duplicate_questions(const ForumComparer& threads, std::span<const OutsideScore> outside,
                                            const ForumSearchOptions& options) {
  return ForumRun<LocalExecutor>(threads.model(), threads.fields(), threads.executor(), outside, options).find();
}

}  // namespace cento
