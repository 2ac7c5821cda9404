#include "study/judge/judged_files.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_map.hpp>

#include "core/utf8.hpp"
#include "study/bad_line.hpp"

namespace cento {

namespace {

constexpr double kLargestOffset = 1099511627776.0;  // a tebibyte: sums stay far from overflow

std::string valid_utf8(std::string_view bytes) {
  std::string valid;
  append_valid_utf8(valid, bytes);
  return valid;
}

std::string_view required(const JudgedLine& line, std::string_view name) {
  const auto value = line[name];
  if (!value) throw BadLine{fmt::format("there is no {}", name)};
  return *value;
}

std::string optional_text(const JudgedLine& line, std::string_view name) {
  return valid_utf8(line[name].value_or(std::string_view()));
}

/// Any number but NaN.
std::optional<double> parse_number(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\v\f";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return std::nullopt;
  text = text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
  if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || std::isnan(number)) return std::nullopt;
  return number;
}

bool read_label(const JudgedLine& line) {
  const std::string_view text = required(line, "label");
  if (text == "true") return true;
  if (text == "false") return false;
  const auto label = parse_number(text);
  if (label != 0.0 && label != 1.0) throw BadLine{fmt::format("the label {} is neither 0 nor 1", in_quotes(text))};
  return label == 1.0;
}

double read_score(const JudgedLine& line) {
  // The similarity of a passage is that of its words, not of the documents.
  const auto text = line["score"] || line["a_begin"] ? line["score"] : line["similarity"];
  if (!text) return 1;
  const auto score = parse_number(*text);
  if (!score) throw BadLine{fmt::format("the score {} is not a number", in_quotes(*text))};
  return *score;
}

std::uint64_t read_offset(const JudgedLine& line, std::string_view name) {
  const std::string_view text = required(line, name);
  const auto number = parse_number(text);
  const bool is_offset = number && *number >= 0 && *number <= kLargestOffset && std::trunc(*number) == *number;
  if (!is_offset) throw BadLine{fmt::format("the {} {} is not an offset in bytes", name, in_quotes(text))};
  return static_cast<std::uint64_t>(*number);
}

PairName read_documents(const JudgedLine& line) {
  return ordered_pair(valid_utf8(required(line, "a_id")), valid_utf8(required(line, "b_id")));
}

PairName read_name(const JudgedLine& line, const JudgedLayout& layout) {
  if (layout.content == JudgedContent::questions) return {valid_utf8(required(line, "id")), {}};
  return read_documents(line);
}

std::string shown(const PairName& name) {
  return name.b.empty() ? in_quotes(name.a) : fmt::format("{}, {}", in_quotes(name.a), in_quotes(name.b));
}

/// Reads lines with `take`, which throws BadLine.
template <typename Take>
void read_lines(Input& in, const JudgedLayout& layout, Reporter& reporter, Take take) {
  read_judged_lines(in, layout, reporter, [&](const JudgedLine& line, const Place& place) -> std::string {
    try {
      take(line, place);
      return {};
    } catch (BadLine& bad) {
      return std::move(bad.problem);
    }
  });
}

/// Remembers the line in which something came first.
template <typename Name>
class FirstLines {
 public:
  struct First {
    std::size_t number;
    std::uint64_t line;
  };

  /// Empty when `name` is new: it gets the next number.
  std::optional<First> find_or_add(const Name& name, std::uint64_t line) {
    const auto [place, is_new] = firsts_.emplace(name, First{firsts_.size(), line});
    return is_new ? std::nullopt : std::optional(place->second);
  }

 private:
  boost::unordered_flat_map<Name, First, boost::hash<Name>> firsts_;
};

}  // namespace

std::vector<LabelledPair> read_gold_pairs(Input& in, const JudgedLayout& layout, Reporter& reporter) {
  std::vector<LabelledPair> pairs;
  FirstLines<PairName> firsts;
  read_lines(in, layout, reporter, [&](const JudgedLine& line, const Place& place) {
    LabelledPair pair{read_name(line, layout), read_label(line), optional_text(line, "kind"),
                      optional_text(line, "query"), place.line};
    const auto first = firsts.find_or_add(pair.name, place.line);
    if (!first) {
      pairs.push_back(std::move(pair));
      return;
    }
    const LabelledPair& known = pairs[first->number];
    if (known.is_positive == pair.is_positive && known.kind == pair.kind) return;
    throw BadLine{fmt::format("{} is in line {} with another {}, which is used", shown(pair.name), first->line,
                              known.is_positive == pair.is_positive ? "kind" : "label")};
  });
  return pairs;
}

std::vector<FoundPair> read_found_pairs(Input& in, const JudgedLayout& layout, Reporter& reporter) {
  std::vector<FoundPair> pairs;
  read_lines(in, layout, reporter, [&](const JudgedLine& line, const Place&) {
    pairs.push_back({read_name(line, layout), read_score(line)});
  });
  return pairs;
}

std::vector<ClusteredItem> read_clusters(Input& in, const JudgedLayout& layout, Reporter& reporter) {
  std::vector<ClusteredItem> items;
  FirstLines<std::string> firsts;
  read_lines(in, layout, reporter, [&](const JudgedLine& line, const Place& place) {
    ClusteredItem item{valid_utf8(required(line, "id")), valid_utf8(required(line, "cluster"))};
    const auto first = firsts.find_or_add(item.id, place.line);
    if (!first) {
      items.push_back(std::move(item));
    } else if (items[first->number].cluster != item.cluster) {
      throw BadLine{fmt::format("{} is in another cluster in line {}, which is used", in_quotes(item.id), first->line)};
    }
  });
  return items;
}

SpanFile read_spans(Input& in, const JudgedLayout& layout, Reporter& reporter) {
  SpanFile file;
  read_lines(in, layout, reporter, [&](const JudgedLine& line, const Place&) {
    ReuseSpan span{{valid_utf8(required(line, "a_id")), valid_utf8(required(line, "b_id"))},
                   {read_offset(line, "a_begin"), read_offset(line, "a_end")},
                   {read_offset(line, "b_begin"), read_offset(line, "b_end")},
                   optional_text(line, "kind")};
    if (span.a.begin >= span.a.end || span.b.begin >= span.b.end) {
      ++file.empty;
    } else {
      file.spans.push_back(ordered_span(std::move(span)));
    }
  });
  return file;
}

std::vector<ListedPair> read_listed_pairs(Input& in, const JudgedLayout& layout, Reporter& reporter) {
  std::vector<ListedPair> pairs;
  read_lines(in, layout, reporter, [&](const JudgedLine& line, const Place&) {
    pairs.push_back({read_documents(line), optional_text(line, "kind")});
  });
  return pairs;
}

}  // namespace cento
