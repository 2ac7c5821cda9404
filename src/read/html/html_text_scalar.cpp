#include "read/html/html_scalar_scan.hpp"
#include "read/html/html_text_kernels.hpp"

namespace cento {

char* html_text_scalar(const char* begin, const char* end, char* room) noexcept {
  return HtmlExtractor<ScalarScan>(end).run(begin, room);
}

}  // namespace cento
