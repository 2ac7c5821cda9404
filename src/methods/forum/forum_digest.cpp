#include "methods/forum/forum_digest.hpp"

namespace cento {

std::optional<ForumModel> forum_model_of(const IndexOptions& options) {
  if (options.threads.empty()) return std::nullopt;
  return read_forum_model(options.threads, "the index");
}

std::string forum_options(const ForumModel& model) {
  std::string line;
  bool is_indent = false;  // strings have no line feeds, so what follows one is layout
  for (const char byte : to_json(model)) {
    is_indent = byte == '\n' || (is_indent && byte == ' ');
    if (!is_indent) line.push_back(byte);
  }
  return line;
}

void ForumDigester::add(const AnalyzedDocument& document, std::uint32_t number, DigestBatch& out) {
  const std::size_t before = out.threads.size();
  maker_.append(document, out.threads);
  const auto record = std::span<const std::uint32_t>(out.threads).subspan(before);
  out.thread_sizes.push_back(static_cast<std::uint32_t>(record.size()));
  record_.read(record);
  PlainVector<IndexKey>& keys = out.keys_of(IndexTable::threads);
  for (std::size_t field = 0; field < maker_.fields().size(); ++field) {
    if (maker_.fields()[field].is_order()) continue;
    for (const std::uint32_t feature : record_.features(field)) keys.push_back({key_hash(feature), number});
  }
}

}  // namespace cento
