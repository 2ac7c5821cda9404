#pragma once

#include <deque>
#include <functional>
#include <string>

#include "engine/job_documents.hpp"
#include "methods/blog/blog.hpp"
#include "sign/words/document_frequencies.hpp"
#include "write/records/report_records.hpp"

namespace cento {

/// Reads collections and finds documents put together from others (method blog).
class BlogScan {
 public:
  /// `statistics_file`: tables of `cento stats`;
  /// empty: words are counted in the inputs. The references must outlive it.
  BlogScan(const BlogRule& rule, const std::string& statistics_file, Job& job, const JobCollections& collections);

  void read();

  /// Calls `use` with each reported document, in order. Called once, after read().
  BlogCounts find(const std::function<void(const BlogReport&)>& use);

  [[nodiscard]] const JobDocuments& documents() const { return documents_; }

 private:
  Job& job_;
  DocumentFrequencies tokens_;
  BlogFinder finder_;
  JobDocuments documents_;
};

/// A report that names its documents. `places` has the strings that it refers to.
[[nodiscard]] ReportRecord named_report(const BlogReport& report, const JobDocuments& documents,
                                        std::deque<std::string>& places);

}  // namespace cento
