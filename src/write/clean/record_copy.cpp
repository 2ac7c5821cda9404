#include "write/clean/record_copy.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "read/charset/raw_offsets.hpp"

namespace cento {

namespace {

constexpr std::size_t kTailBytes = 4;
constexpr std::size_t kMarkBytesMost = 4;

/// Moves through an input, copying or skipping bytes.
class Copier {
 public:
  Copier(Input& in, CopyTarget& target, RawCuts::Cursor cuts)
      : in_(in), target_(target), cuts_(std::move(cuts)), cut_(cuts_.next()) {}

  void copy_to(std::uint64_t end) {
    for (; cut_.begin < end; cut_ = cuts_.next()) {
      copy_all_to(cut_.begin);
      pass_to(cut_.end, [](std::string_view) {});
    }
    copy_all_to(end);
  }

  void skip_to(std::uint64_t end) {
    while (cut_.begin < end) cut_ = cuts_.next();
    pass_to(end, [](std::string_view) {});
  }

 private:
  void copy_all_to(std::uint64_t end) {
    pass_to(end, [&](std::string_view bytes) { target_.write(bytes); });
  }

  template <typename Use>
  void pass_to(std::uint64_t end, const Use& use) {
    while (in_.offset() < end) {
      const std::string_view window = in_.peek(1);
      if (window.empty() && end == ByteRange::kToEnd) return;
      if (window.empty()) throw Error(fmt::format("{} changed while it was read", in_.file()));
      const std::string_view bytes = window.substr(0, std::min<std::uint64_t>(window.size(), end - in_.offset()));
      use(bytes);
      in_.consume(bytes.size());
    }
  }

  Input& in_;
  CopyTarget& target_;
  RawCuts::Cursor cuts_;
  ByteRange cut_;  // the next one
};

}  // namespace

void CopyTarget::write(std::string_view bytes) {
  if (bytes.empty()) return;
  file_.write(bytes);
  is_in_member_ = true;
  tail_.append(bytes.substr(bytes.size() - std::min(bytes.size(), kTailBytes)));
  tail_.erase(0, tail_.size() - std::min(tail_.size(), kTailBytes));
}

void CopyTarget::end_member() {
  if (is_in_member_) file_.end_member();
  is_in_member_ = false;
}

void copy_records(Input& in, RecordCursor records, const RecordChoice& choice, const CopyRules& rules,
                  CopyTarget& target, RawCuts::Cursor cuts) {
  Copier copier(in, target, std::move(cuts));
  // A byte order mark belongs to the file, even if its first record is left out.
  const std::size_t mark_bytes = byte_order_mark_bytes(in.peek(kMarkBytesMost));
  rules.continues ? copier.skip_to(mark_bytes) : copier.copy_to(mark_bytes);
  LoggedRecord record;
  while (records.next(record)) {
    const bool is_repeated_header = rules.continues && record.kind == LoggedRecord::Kind::header;
    if (is_repeated_header || choice.leaves_out(record, records.document())) {
      copier.copy_to(record.bytes.begin);
      copier.skip_to(record.bytes.end);
    } else if (rules.member_a_record) {
      copier.copy_to(record.bytes.begin);
      target.end_member();
      copier.copy_to(record.bytes.end);
    }
  }
  copier.copy_to(ByteRange::kToEnd);
}

}  // namespace cento
