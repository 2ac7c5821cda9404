#pragma once

#include <functional>
#include <span>

#include "core/spill/task_steps.hpp"
#include "methods/blog/blog.hpp"
#include "methods/blog/tasks/blog_task.hpp"

namespace cento {

/// The steps of method blog in their order, after all parts were read (BlogPartWriter). What the last one sends is for
/// report_part().
[[nodiscard]] std::span<const TaskStep<BlogTask>> blog_steps();

/// What report_part() reads of what was stored of its part.
[[nodiscard]] std::span<const std::string_view> stored_for_blog_reports();

/// Calls `use` with each reported document of a part, in order.
void report_part(const BlogTask& task, const TaskInputs& inputs, const std::function<void(const BlogReport&)>& use);

}  // namespace cento
