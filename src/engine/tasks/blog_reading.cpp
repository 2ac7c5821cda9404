#include "engine/tasks/blog_reading.hpp"

#include <cstddef>

#include "cento/option_table.hpp"
#include "engine/api/job_run.hpp"
#include "group/keep_policy.hpp"
#include "methods/blog/tasks/blog_part_writer.hpp"

namespace cento {

ReadForBlog read_for_blog(const Source& source, const BlogRule& rule, std::size_t groups, const RunOptions& run) {
  check_options(rule);
  JobRun own("cento blog", run, source);
  BlogPartWriter writer;
  ReadForBlog part;
  const KeepPolicy keep("first");
  const auto work = [](DocumentBatch& /*batch*/) { return nullptr; };  // a task has one thread
  const auto take = [&](DocumentBatch& batch, std::nullptr_t) {
    for (const Document& document : batch.documents) part.documents.add(document, keep);
    writer.add(batch);
  };
  own.job().read(own.inputs(), WorkAndTake{work, take});
  part.out = TaskOutput(groups);
  writer.finish(groups, part.out);
  own.summarise(part.documents.totals, part.summary);
  return part;
}

}  // namespace cento
