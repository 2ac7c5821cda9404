#include "cento/read.hpp"

#include <string>
#include <vector>

#include "engine/api/job_run.hpp"

namespace cento {

namespace {

/// Hands the documents of batches on, and counts them.
class DocumentHanding {
 public:
  explicit DocumentHanding(const std::function<void(const DocumentRecord&)>& use) : use_(use) {}

  void take(const DocumentBatch& batch) {
    for (const Document& document : batch.documents) hand_on(document);
  }

  [[nodiscard]] const CollectionTotals& totals() const { return totals_; }

 private:
  void hand_on(const Document& document) {
    parts_.clear();
    for (const Part& part : document.parts) {
      parts_.push_back({part.name, part.text});
      totals_.text_bytes += part.text.size();
    }
    totals_.parts += parts_.size();
    ++totals_.documents;
    const std::string place = document.place.to_string();
    use_({{document.id, place, line_of(document.place)}, parts_, document.metadata});
  }

  static std::uint64_t line_of(const Place& place) {
    if (place.line != Place::kUnknown) return place.line;
    return place.row == Place::kUnknown ? 0 : place.row;
  }

  const std::function<void(const DocumentRecord&)>& use_;
  std::vector<PartRecord> parts_;
  CollectionTotals totals_;
};

}  // namespace

JobSummary read(const Source& source, const std::function<void(const DocumentRecord&)>& use, const RunOptions& run) {
  JobRun own("cento show", run, source);
  DocumentHanding handing(use);
  own.job().read(own.inputs(), TakeOnly([&](DocumentBatch& batch) { handing.take(batch); }));
  JobSummary summary;
  own.summarise(handing.totals(), summary);
  return summary;
}

}  // namespace cento
