#include "methods/thread_digest.hpp"

namespace cento {

std::optional<ThreadModel> thread_model_of(const IndexOptions& options) {
  if (options.threads.empty()) return std::nullopt;
  return read_thread_model(options.threads, "the index");
}

std::string thread_options(const ThreadModel& model) {
  std::string line;
  bool is_indent = false;  // strings have no line feeds, so that what follows one is layout
  for (const char byte : to_json(model)) {
    is_indent = byte == '\n' || (is_indent && byte == ' ');
    if (!is_indent) line.push_back(byte);
  }
  return line;
}

void ThreadDigester::add(std::span<const Part> parts, std::uint32_t document, DigestBatch& out) {
  const std::size_t before = out.threads.size();
  maker_.append(parts, out.threads);
  const auto record = std::span<const std::uint32_t>(out.threads).subspan(before);
  out.thread_sizes.push_back(static_cast<std::uint32_t>(record.size()));
  record_.read(record);
  PlainVector<IndexKey>& keys = out.keys_of(IndexTable::threads);
  for (std::size_t field = 0; field < maker_.fields().size(); ++field) {
    if (maker_.fields()[field].is_order()) continue;
    for (const std::uint32_t feature : record_.features(field)) keys.push_back({key_hash(feature), document});
  }
}

}  // namespace cento
