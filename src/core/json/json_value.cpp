#include "core/json/json_value.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include <fmt/format.h>

#include "core/json/json_scanner.hpp"
#include "core/json/json_strings.hpp"
#include "core/utf8.hpp"

namespace cento {

namespace {

/// Repairs JSON that a JsonScanner accepted: see TolerantObject.
class JsonRepair {
 public:
  explicit JsonRepair(std::string& out) : out_(out) {}

  /// Appends `text`, which is valid UTF-8.
  void append(std::string_view text) {
    while (!text.empty()) text.remove_prefix(in_string_ ? append_in_string(text) : append_outside(text));
  }

  [[nodiscard]] std::size_t replaced() const { return replaced_; }

 private:
  std::size_t append_outside(std::string_view text) {
    for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
      if (!text.starts_with(word)) continue;
      out_ += "null";
      return word.size();
    }
    in_string_ = text[0] == '"';
    out_.push_back(text[0]);
    return 1;
  }

  std::size_t append_in_string(std::string_view text) {
    const char c = text[0];
    if (c == '\\') return append_escape(text);
    if (static_cast<unsigned char>(c) < 0x20) {
      out_ += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
      return 1;
    }
    in_string_ = c != '"';
    out_.push_back(c);
    return 1;
  }

  std::size_t append_escape(std::string_view text) {
    std::size_t length = 2;
    if (text[1] == 'u') {
      const CodePoint point = unescape_unicode(text);
      length = point.length;
      if (point.value == kReplacementCharacter && unicode_escape_unit(text) != int{kReplacementCharacter}) {
        out_ += "\\ufffd";
        ++replaced_;
        return length;
      }
    }
    out_.append(text.substr(0, length));
    return length;
  }

  std::string& out_;
  bool in_string_ = false;
  std::size_t replaced_ = 0;
};

bool may_need_repair(std::string_view value) {
  const auto is_suspect = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x80 || c == '\\' || c == 'N' ||
           c == 'I';
  };
  return std::any_of(value.begin(), value.end(), is_suspect);
}

/// `value` itself if it is sound, otherwise a repaired copy in the arena.
std::string_view repaired(std::string_view value, Arena& arena, std::size_t& replaced) {
  if (!may_need_repair(value)) return value;
  std::string valid;
  replaced += append_valid_utf8(valid, value);
  std::string sound;
  sound.reserve(valid.size());
  JsonRepair repair(sound);
  repair.append(valid);
  replaced += repair.replaced();
  return sound == value ? value : arena.store(sound);
}

std::string_view unescaped_key(std::string_view quoted, Arena& arena) {
  if (quoted.find('\\') == std::string_view::npos) return quoted.substr(1, quoted.size() - 2);
  return arena.store(unescape_json_string(quoted));
}

/// Reads one `"key":value`.
bool scan_field(std::string_view text, JsonScanner& scanner, std::span<const std::string_view> text_keys, Arena* arena,
                std::vector<JsonField>& fields) {
  scanner.skip_space();
  const std::size_t key_begin = scanner.at();
  if (!scanner.skip_string()) return false;
  const std::string_view key = text.substr(key_begin, scanner.at() - key_begin);
  if (!scanner.expect(':')) return false;
  scanner.skip_space();
  const std::size_t value_begin = scanner.at();
  JsonField& field = fields.emplace_back();
  field.key_text = key;
  const bool is_text = !scanner.at_end() && text[value_begin] == '"' &&
                       std::find(text_keys.begin(), text_keys.end(), key.substr(1, key.size() - 2)) != text_keys.end();
  if (is_text) {
    field.text = scanner.read_string(*arena);
    if (!field.text) return false;
  } else if (!scanner.skip_value()) {
    return false;
  }
  field.value = text.substr(value_begin, scanner.at() - value_begin);
  field.raw = field.value;
  return true;
}

/// Lists the fields of an object as written, with keys still escaped; nothing may follow it. Strings of `text_keys` are
/// unescaped into the arena.
bool scan_object(std::string_view text, JsonScanner& scanner, std::span<const std::string_view> text_keys, Arena* arena,
                 std::vector<JsonField>& fields) {
  if (!scanner.take('}')) {
    do {
      if (!scan_field(text, scanner, text_keys, arena, fields)) return false;
    } while (scanner.take(','));
    if (!scanner.take('}')) return scanner.fail("expected ',' or '}'");
  }
  scanner.skip_space();
  return scanner.at_end() || scanner.fail("something follows the object");
}

}  // namespace

JsonKind kind_of_json(std::string_view value) {
  switch (value.empty() ? '\0' : value.front()) {
    case '{': return JsonKind::object;
    case '[': return JsonKind::array;
    case '"': return JsonKind::string;
    case 'n': return JsonKind::null;
    case 't':
    case 'f': return JsonKind::boolean;
    default: return JsonKind::number;
  }
}

std::string_view describe(JsonKind kind) {
  constexpr std::array<std::string_view, 6> kNames = {"null",     "true or false", "a number",
                                                      "a string", "an array",      "an object"};
  return kNames.at(static_cast<std::size_t>(kind));
}

bool is_json_value(std::string_view text) {
  JsonScanner scanner(text);
  return scanner.skip_value() && scanner.at_end() && scanner.is_sound();
}

std::size_t unescape_json_string(std::string_view quoted, char* out) {
  const char* const begin = out;
  const char* at = quoted.data() + 1;
  const char* const end = quoted.data() + quoted.size() - 1;
  const JsonStringKernel& kernel = json_string_kernel();
  bool has_control = false;
  for (;;) {
    at = kernel.unescape(at, end, out, has_control);
    if (at == end) return static_cast<std::size_t>(out - begin);
    at += write_unicode_escape({at, static_cast<std::size_t>(end - at)}, out);
  }
}

std::string unescape_json_string(std::string_view quoted) {
  std::string text(quoted.size() + kUnescapeOverrunBytes, '\0');
  text.resize(unescape_json_string(quoted, text.data()));
  return text;
}

bool list_sound_fields(std::string_view text, std::span<const std::string_view> text_keys, Arena& arena,
                       std::vector<JsonField>& fields) {
  JsonScanner scanner(text);
  if (!is_valid_utf8(text) || !scanner.take('{')) return false;
  if (!scan_object(text, scanner, text_keys, &arena, fields) || !scanner.is_sound()) return false;
  for (JsonField& field : fields) field.key = unescaped_key(field.key_text, arena);
  return true;
}

TolerantObject read_json_object(std::string_view text, Arena& arena) {
  TolerantObject object;
  JsonScanner scanner(text);
  object.is_object = scanner.expect('{');
  if (object.is_object) scan_object(text, scanner, {}, nullptr, object.fields);
  if (!scanner.problem().empty()) object.fields.clear();
  for (JsonField& field : object.fields) {
    field.key_text = repaired(field.key_text, arena, object.replaced);
    field.key = unescaped_key(field.key_text, arena);
    field.value = repaired(field.value, arena, object.replaced);
  }
  object.problem = scanner.problem();
  return object;
}

std::vector<std::string_view> json_elements(std::string_view array) {
  std::vector<std::string_view> elements;
  JsonScanner scanner(array);
  if (!scanner.expect('[') || scanner.take(']')) return elements;
  do {
    scanner.skip_space();
    const std::size_t begin = scanner.at();
    if (!scanner.skip_value()) return elements;
    elements.push_back(array.substr(begin, scanner.at() - begin));
  } while (scanner.take(','));
  return elements;
}

}  // namespace cento
