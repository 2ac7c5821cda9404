#include "write/records/pair_records.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/json/json_text.hpp"

namespace cento {

namespace {

constexpr int kSignificantDigits = 6;

/// A number from 0.1 to 1, as most are: six digits after the point are six significant ones.
void append_share(std::string& out, double share) {
  constexpr std::uint32_t kOne = 1'000'000;
  auto millionths = static_cast<std::uint32_t>(std::lround(share * kOne));
  if (millionths >= kOne) {
    out.push_back('1');
    return;
  }
  std::array<char, kSignificantDigits> digits{};
  for (std::size_t i = digits.size(); i > 0; --i) {
    digits.at(i - 1) = static_cast<char>('0' + millionths % 10);
    millionths /= 10;
  }
  std::size_t length = digits.size();
  while (digits.at(length - 1) == '0') --length;
  out += "0.";
  out.append(digits.data(), length);
}

void append_number_field(std::string& out, std::string_view key_with_comma, double number) {
  out += key_with_comma;
  append_short_number(out, number);
}

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '\t': out += "\\t"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\\': out += "\\\\"; break;
      default: out.push_back(c);
    }
  }
}

void append_number_column(std::string& out, double number) {
  out.push_back('\t');
  append_short_number(out, number);
}

}  // namespace

void append_short_number(std::string& out, double number) {
  constexpr double kSmallestShare = 0.1;
  if (number >= kSmallestShare && number <= 1) return append_share(out, number);
  if (!std::isfinite(number)) {
    out += "null";
    return;
  }
  constexpr std::size_t kLongest = 16;  // "-1.23457e-308" and some slack
  std::array<char, kLongest> digits{};
  const double unsigned_zero = number == 0 ? 0.0 : number;
  const auto [end, problem] = std::to_chars(digits.data(), digits.data() + digits.size(), unsigned_zero,
                                            std::chars_format::general, kSignificantDigits);
  out.append(digits.data(), end);
}

void append_text_column(std::string& out, std::string_view text) {
  // Escaping is hardly ever needed.
  if (text.find_first_of("\t\n\r\\") == std::string_view::npos) {
    out += text;
  } else {
    append_escaped(out, text);
  }
}

void append_pair_line(std::string& out, const PairRecord& pair) {
  append_text_field(out, "{\"a\":", pair.a.id);
  if (!pair.a.place.empty()) append_text_field(out, ",\"a_place\":", pair.a.place);
  append_text_field(out, ",\"b\":", pair.b.id);
  if (!pair.b.place.empty()) append_text_field(out, ",\"b_place\":", pair.b.place);
  append_number_field(out, ",\"similarity\":", pair.similarity);
  append_number_field(out, ",\"contained_a\":", pair.contained_a);
  append_number_field(out, ",\"contained_b\":", pair.contained_b);
  out += "}\n";
}

void append_pair_header(std::string& out, PlaceColumns places) {
  out += "a\tb\tsimilarity\tcontained_a\tcontained_b";
  if (places == PlaceColumns::yes) out += "\ta_place\tb_place";
  out.push_back('\n');
}

void append_pair_row(std::string& out, const PairRecord& pair, PlaceColumns places) {
  append_text_column(out, pair.a.id);
  out.push_back('\t');
  append_text_column(out, pair.b.id);
  append_number_column(out, pair.similarity);
  append_number_column(out, pair.contained_a);
  append_number_column(out, pair.contained_b);
  if (places == PlaceColumns::yes) {
    out.push_back('\t');
    append_text_column(out, pair.a.place);
    out.push_back('\t');
    append_text_column(out, pair.b.place);
  }
  out.push_back('\n');
}

void append_cluster_line(std::string& out, const ClusterRecord& record) {
  append_text_field(out, "{\"id\":", record.document.id);
  if (!record.document.place.empty()) append_text_field(out, ",\"place\":", record.document.place);
  append_text_field(out, ",\"cluster\":", record.kept.id);
  if (!record.kept.place.empty()) append_text_field(out, ",\"cluster_place\":", record.kept.place);
  if (record.is_kept) {
    out += ",\"kept\":true,\"because\":null";
  } else {
    append_text_field(out, ",\"kept\":false,\"because\":", record.kept.id);
  }
  append_number_field(out, ",\"similarity\":", record.similarity);
  out += "}\n";
}

void append_removal_line(std::string& out, const RemovalRecord& record) {
  append_text_field(out, "{\"id\":", record.removed.id);
  append_text_field(out, ",\"place\":", record.removed.place);
  append_text_field(out, ",\"kept\":", record.kept.id);
  append_text_field(out, ",\"kept_place\":", record.kept.place);
  append_number_field(out, ",\"similarity\":", record.similarity);
  append_number_field(out, ",\"contained\":", record.contained);
  append_number_field(out, ",\"contained_by\":", record.contained_by);
  append_text_field(out, ",\"reason\":", record.reason);
  out += "}\n";
}

}  // namespace cento
