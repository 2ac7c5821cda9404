#pragma once

#include <cstdint>
#include <span>

#include "methods/blog/blog.hpp"
#include "methods/blog/blog_records.hpp"
#include "methods/blog/blog_sources.hpp"

namespace cento {

/// The report on a document, for BlogFinder. `grouped`: those of its sentences that equal others, at least one, in
/// order; `sentences`: the number of all that have a fingerprint. Without sources if too few are known for a report.
[[nodiscard]] BlogReport blog_report_of(std::span<const GroupedBlogSentence> grouped, std::uint32_t sentences,
                                        const BlogOptions& options, BlogSourceReader& members);

}  // namespace cento
