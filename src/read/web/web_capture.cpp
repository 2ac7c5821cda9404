#include "read/web/web_capture.hpp"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/json/json_text.hpp"
#include "core/utf8.hpp"
#include "read/charset/charset.hpp"
#include "read/html/html_text.hpp"
#include "read/web/header_fields.hpp"

namespace cento {

namespace {

enum class TextKind { none, unknown, plain, html };

constexpr std::size_t kShownCaptureBytes = 1000;  // of a rejected capture, for the rejects file

constexpr std::array<std::string_view, 10> kSkippedNames{
    "",
    "warcinfo records",
    "request records",
    "metadata records",
    "revisit records",
    "continuation records",
    "records of unknown type",
    "ARC version blocks",
    "records of other media types",
    "responses with status other than 2xx",
};

bool is_among(std::string_view text, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(), [&](std::string_view n) { return equal_ignoring_case(text, n); });
}

TextKind text_kind(std::string_view content_type) {
  const std::string_view type = media_type_of(content_type);
  // Written by crawlers ("no-type") and some servers when the type is unknown.
  if (is_among(type, {"", "no-type", "unk", "unknown", "unknown/unknown", "application/unknown"})) {
    return TextKind::unknown;
  }
  if (is_among(type, {"text/html", "application/xhtml+xml"})) return TextKind::html;
  constexpr std::string_view kText = "text/";
  if (!starts_ignoring_case(type, kText)) return TextKind::none;
  const bool is_for_programs = is_among(type.substr(kText.size()), {"css", "javascript", "x-javascript", "ecmascript",
                                                                    "jscript", "xml", "xsl", "dns", "x-dns"});
  return is_for_programs ? TextKind::none : TextKind::plain;
}

bool looks_like_html(std::string_view bytes) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (bytes.starts_with(kByteOrderMark)) bytes.remove_prefix(kByteOrderMark.size());
  bytes = bytes.substr(std::min(bytes.find_first_not_of(" \t\r\n\f"), bytes.size()));
  static constexpr std::string_view kStarts[] = {
      "<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<script", "<style", "<div",
      "<table",         "<!--",  "<h1",   "<p>",   "<br",    "<a ",   "<font",   "<center"};
  return std::any_of(std::begin(kStarts), std::end(kStarts),
                     [&](std::string_view start) { return starts_ignoring_case(bytes, start); });
}

TextKind sniffed_kind(std::string_view bytes) {
  if (looks_like_html(bytes)) return TextKind::html;
  return looks_binary(bytes) ? TextKind::none : TextKind::plain;
}

bool is_success(int status) {
  constexpr int kHundred = 100;
  return status / kHundred == 2;
}

bool lies_in(std::string_view inner, std::string_view outer) {
  const std::less_equal<const char*> not_behind;
  return not_behind(outer.data(), inner.data()) && not_behind(inner.data() + inner.size(), outer.data() + outer.size());
}

std::string_view valid_id(std::string_view id, Arena& arena) {
  if (is_valid_utf8(id)) return id;
  std::string valid;
  append_valid_utf8(valid, id);
  return arena.store(valid);
}

/// Without the last line if it may continue beyond the available bytes.
std::string_view whole_lines(std::string_view payload, std::uint64_t payload_bytes) {
  if (payload.size() >= payload_bytes) return payload.substr(0, static_cast<std::size_t>(payload_bytes));
  return payload.substr(0, payload.rfind('\n') + 1);
}

std::string_view content_type_of(const HttpResponse& response, const Capture& capture) {
  return response.content_type.empty() ? capture.content_type : response.content_type;
}

void reject(DocumentBatch& batch, const Place& place, std::string reason, std::string_view bytes) {
  batch.reject(place, std::move(reason), bytes.substr(0, kShownCaptureBytes));
  batch.rejected.back().full_size_bytes = bytes.size();
}

}  // namespace

void SkippedCounts::add_to(std::map<std::string, std::uint64_t>& counts) const {
  for (std::size_t kind = 1; kind < kKinds; ++kind) {
    if (counts_[kind] != 0) counts[std::string(kSkippedNames[kind])] += counts_[kind];
  }
}

CaptureOutlook look_ahead(const Capture& capture, std::uint64_t payload_bytes) {
  CaptureOutlook outlook;
  std::string_view content_type = capture.content_type;
  HttpResponse response;
  if (capture.is_http) {
    if (!read_http_response(whole_lines(capture.payload, payload_bytes), response)) return outlook;
    if (!is_success(response.status)) return {Skipped::status, false};
    content_type = response.content_type;
    outlook.is_compressed = !response.content_encoding.empty();
  }
  if (text_kind(content_type) == TextKind::none) outlook.skipped = Skipped::media_type;
  return outlook;
}

std::string_view address_and_date(std::string_view url, std::string_view date, Arena& arena) {
  if (url.empty()) return {};
  const std::size_t size = url.size() + 1 + date.size();
  char* room = arena.allocate(size);
  char* end = std::copy(url.begin(), url.end(), room);
  *end++ = '@';
  std::copy(date.begin(), date.end(), end);
  return {room, size};
}

/// A payload as text of a known kind.
struct CaptureReader::Body {
  std::string_view bytes;
  std::string_view content_type;
  TextKind kind = TextKind::none;
  int status = 0;  // 0 when there is none
};

void CaptureReader::add(const Capture& capture, const Place& place, DocumentBatch& batch) {
  if (capture.id.empty()) {
    reject(batch, place, "the record has neither an id nor a URL", capture.payload);
    return;
  }
  Body body;
  if (!read_body(capture, place, batch, body)) return;
  body.kind = text_kind(body.content_type);
  const bool is_unsure = body.kind == TextKind::unknown || (body.kind == TextKind::plain && looks_binary(body.bytes));
  if (is_unsure) body.kind = sniffed_kind(body.bytes);
  if (body.kind == TextKind::none) {
    skipped_.add(Skipped::media_type);
    return;
  }
  add_text(capture, body, place, batch);
}

bool CaptureReader::read_body(const Capture& capture, const Place& place, DocumentBatch& batch, Body& body) {
  body = {capture.payload, capture.content_type, TextKind::none, 0};
  if (!capture.is_http) return true;
  HttpResponse response;
  if (!read_http_response(capture.payload, response)) {
    reject(batch, place, "the record does not start with the status line of an HTTP response", capture.payload);
    return false;
  }
  if (!is_success(response.status)) {
    skipped_.add(Skipped::status);
    return false;
  }
  DecodedBody decoded = decoder_.decode(response);
  if (!decoded.problem.empty()) {
    reject(batch, place, std::move(decoded.problem), capture.payload);
    return false;
  }
  body = {decoded.bytes, content_type_of(response, capture), TextKind::none, response.status};
  return true;
}

void CaptureReader::add_text(const Capture& capture, const Body& body, const Place& place, DocumentBatch& batch) {
  const bool is_html = body.kind == TextKind::html;
  const Utf8Text utf8 = to_utf8(body.bytes, {options_.charset, charset_of(body.content_type), is_html}, batch.arena);
  std::string_view text = is_html ? html_to_text(utf8.text, batch.arena) : utf8.text;
  if (text.size() > options_.max_document_bytes) {
    reject(batch, place,
           fmt::format("the text has {} bytes, more than `max_document_bytes` allows ({})", text.size(),
                       options_.max_document_bytes),
           capture.payload);
    return;
  }
  // The decoder's output is overwritten by the next body.
  const bool is_in_decoder = lies_in(text, body.bytes) && !lies_in(text, capture.payload);
  if (is_in_decoder) text = batch.arena.store(text);
  Document& document = batch.add(valid_id(capture.id, batch.arena), text);
  document.metadata = metadata(capture, body, is_html ? html_title(utf8.text) : std::string(), batch.arena);
  document.charset = utf8.charset;
  document.charset_source = utf8.source;
  document.place = place;
}

std::string_view CaptureReader::metadata(const Capture& capture, const Body& body, std::string_view title,
                                         Arena& arena) {
  json_.clear();
  json_ += '{';
  const auto put = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) append_json_field(json_, key, value);
  };
  put("url", capture.url);
  put("date", capture.date);
  put("title", title);
  put("content_type", body.content_type);
  put("truncated", capture.truncated);
  if (body.status != 0) {
    append_json_key(json_, "status");
    json_ += std::to_string(body.status);
  }
  json_ += '}';
  return arena.store(json_);
}

}  // namespace cento
