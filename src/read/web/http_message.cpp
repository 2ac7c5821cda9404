#include "read/web/http_message.hpp"

#include <algorithm>

#include "read/web/header_fields.hpp"

namespace cento {

namespace {

constexpr std::size_t kSniffedBytes = 1024;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The status of "HTTP/1.1 200 OK"; 0 when it is not a status line.
int status_of(std::string_view line) {
  constexpr std::size_t kDigits = 3;
  const std::size_t space = line.find(' ');
  if (!starts_ignoring_case(line, "HTTP/") || space == std::string_view::npos) return 0;
  const std::string_view code = trimmed(line.substr(space)).substr(0, kDigits);
  if (code.size() < kDigits || !std::all_of(code.begin(), code.end(), is_digit)) return 0;
  return (code[0] - '0') * 100 + (code[1] - '0') * 10 + (code[2] - '0');
}

void take_field(const HeaderField& field, HttpResponse& response) {
  const auto take = [&](std::string_view name, std::string_view& into) {
    if (into.empty() && equal_ignoring_case(field.name, name)) into = field.value;
  };
  take("Content-Type", response.content_type);
  take("Content-Encoding", response.content_encoding);
  take("Transfer-Encoding", response.transfer_encoding);
}

bool is_binary_byte(unsigned char c) {
  constexpr unsigned char kEscape = 0x1B;  // opens the sequences of ISO-2022
  return c < ' ' && c != kEscape && (c < '\b' || c > '\r');
}

bool read_one_response(std::string_view bytes, HttpResponse& response) {
  const std::size_t line_end = bytes.find('\n');
  response = {};
  response.status = status_of(bytes.substr(0, line_end));
  if (response.status == 0) return false;
  const std::string_view rest = line_end == std::string_view::npos ? std::string_view{} : bytes.substr(line_end + 1);
  HeaderFields fields(rest);
  HeaderField field;
  while (fields.next(field)) take_field(field, response);
  response.body = rest.substr(fields.position());
  return true;
}

}  // namespace

bool read_http_response(std::string_view bytes, HttpResponse& response) {
  constexpr int kFirstFinalStatus = 200;
  if (!read_one_response(bytes, response)) return false;
  // An interim response ("100 Continue") precedes the actual one.
  while (response.status < kFirstFinalStatus) {
    HttpResponse next;
    if (!read_one_response(response.body, next)) break;
    response = next;
  }
  return true;
}

std::string_view media_type_of(std::string_view content_type) {
  return trimmed(content_type.substr(0, content_type.find_first_of(";,")));
}

std::string_view charset_of(std::string_view content_type) {
  std::size_t at = content_type.find(';');
  while (at != std::string_view::npos) {
    const std::size_t next = content_type.find(';', at + 1);
    const std::string_view parameter = trimmed(content_type.substr(at + 1, next - at - 1));
    const std::size_t equals = parameter.find('=');
    if (equals != std::string_view::npos && equal_ignoring_case(trimmed(parameter.substr(0, equals)), "charset")) {
      const std::string_view value = trimmed(parameter.substr(equals + 1));
      const std::size_t first = value.find_first_not_of("\"'");
      return first == std::string_view::npos ? "" : value.substr(first, value.find_last_not_of("\"'") - first + 1);
    }
    at = next;
  }
  return {};
}

bool looks_binary(std::string_view bytes) {
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF")) return false;
  const std::string_view head = bytes.substr(0, kSniffedBytes);
  return std::any_of(head.begin(), head.end(), [](char c) { return is_binary_byte(static_cast<unsigned char>(c)); });
}

}  // namespace cento
