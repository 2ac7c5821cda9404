#pragma once

#include <functional>

#include "engine/job_documents.hpp"
#include "methods/substring/substring.hpp"
#include "write/records/repeat_records.hpp"

namespace cento {

/// Reads collections and finds every repeated run of tokens (method substring).
class SubstringScan {
 public:
  /// The references must outlive it.
  SubstringScan(const RunRule& rule, Job& job, const JobCollections& collections);

  void read();

  /// Calls `use` with each repeated range, in order. Called once, after read().
  SubstringCounts find(const std::function<void(const RepeatRecord&)>& use);

  [[nodiscard]] const JobDocuments& documents() const { return documents_; }

 private:
  [[nodiscard]] NamedRun name(const RunPlace& run, std::string& place) const;

  Job& job_;
  SubstringFinder finder_;
  JobDocuments documents_;
};

}  // namespace cento
