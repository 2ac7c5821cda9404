#pragma once

#include "cento/record_table.hpp"
#include "core/spill/task_steps.hpp"
#include "methods/blog/tasks/blog_task.hpp"

namespace cento {

/// The reported documents of a part, in order, with the columns of the library's table but for names: documents have
/// their numbers in the collection, their parts those in the document.
[[nodiscard]] RecordTable list_blog_reports(const BlogTask& task, const TaskInputs& inputs);

}  // namespace cento
