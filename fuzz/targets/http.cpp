// Any bytes as an HTTP response: reading and decoding must end, stay in bounds and respect the limit.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "read/web/http_message.hpp"

namespace {

constexpr std::uint64_t kMostBytes = 64 * 1024;

void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  cento::HttpResponse response;
  if (!cento::read_http_response(bytes, response)) return 0;
  require(response.body.size() < bytes.size());
  require(cento::media_type_of(response.content_type).size() <= response.content_type.size());
  require(cento::charset_of(response.content_type).size() <= response.content_type.size());
  cento::BodyDecoder decoder(kMostBytes);
  for (int i = 0; i < 2; ++i) {  // the second time in used memory
    const cento::DecodedBody body = decoder.decode(response);
    require(!body.problem.empty() || body.bytes.size() <= kMostBytes);
  }
  return 0;
}
