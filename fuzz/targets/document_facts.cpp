// With any metadata, a document has a source and every policy a value for it; any text is a date or not.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "group/keep_policy.hpp"
#include "group/sources.hpp"
#include "read/metadata/date_seconds.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  constexpr std::int64_t kCenturies = 1'000'000'000'000;
  const auto seconds = cento::date_seconds(bytes).value_or(0);
  if (seconds > kCenturies || seconds < -kCenturies) std::abort();
  cento::Document document;
  document.metadata = bytes;
  document.id = bytes;
  const std::string source = cento::source_of(document);
  if (source.empty() || source.find('\n') != std::string::npos) std::abort();
  for (const std::string_view policy : {"newest", "field:date:min", "field:a.b.c", "field:id"}) {
    const cento::KeepValue value = cento::KeepPolicy(policy).value_of(document);
    const auto* text = std::get_if<std::string>(&value);
    if (text != nullptr && (text->empty() || text->size() > cento::KeepValues::kTextBytesMost)) std::abort();
  }
  return 0;
}
