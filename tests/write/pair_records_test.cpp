#include "write/records/pair_records.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "core/json/json_value.hpp"

namespace cento {
namespace {

template <typename Append, typename... Arguments>
std::string appended(const Append& append, const Arguments&... arguments) {
  std::string out;
  append(out, arguments...);
  return out;
}

std::string number(double value) {
  return appended(append_short_number, value);
}

TEST(PairLine, HoldsIdsAndNumbers) {
  EXPECT_EQ(appended(append_pair_line, PairRecord{{"x\"1", ""}, {"y", ""}, 10.0 / 11, 1, 0.909}),
            R"({"a":"x\"1","b":"y","similarity":0.909091,"contained_a":1,"contained_b":0.909})"
            "\n");
}

TEST(PairLine, TellsPlacesWhereIdsAreNotUnique) {
  EXPECT_EQ(appended(append_pair_line, PairRecord{{"x", "f, line 1"}, {"y", ""}, 1, 1, 1}),
            R"({"a":"x","a_place":"f, line 1","b":"y","similarity":1,"contained_a":1,"contained_b":1})"
            "\n");
  EXPECT_EQ(appended(append_pair_line, PairRecord{{"x", ""}, {"x", "f, line 2"}, 0.5, 0.5, 0.5}),
            R"({"a":"x","b":"x","b_place":"f, line 2","similarity":0.5,"contained_a":0.5,"contained_b":0.5})"
            "\n");
}

TEST(PairRow, HasAColumnEach) {
  EXPECT_EQ(appended(append_pair_header, PlaceColumns::no), "a\tb\tsimilarity\tcontained_a\tcontained_b\n");
  EXPECT_EQ(appended(append_pair_header, PlaceColumns::yes),
            "a\tb\tsimilarity\tcontained_a\tcontained_b\ta_place\tb_place\n");
  const PairRecord pair{{"x\t1", "f, line 1"}, {"C:\\y\r\n", ""}, 0.75, 1, 0.25};
  EXPECT_EQ(appended(append_pair_row, pair, PlaceColumns::no), "x\\t1\tC:\\\\y\\r\\n\t0.75\t1\t0.25\n");
  EXPECT_EQ(appended(append_pair_row, pair, PlaceColumns::yes), "x\\t1\tC:\\\\y\\r\\n\t0.75\t1\t0.25\tf, line 1\t\n");
}

TEST(ClusterLine, NamesTheOneThatStays) {
  EXPECT_EQ(appended(append_cluster_line, ClusterRecord{{"y", ""}, {"x", ""}, false, 0.93}),
            R"({"id":"y","cluster":"x","kept":false,"because":"x","similarity":0.93})"
            "\n");
  EXPECT_EQ(appended(append_cluster_line, ClusterRecord{{"x", "f"}, {"x", "f"}, true, 1}),
            R"({"id":"x","place":"f","cluster":"x","cluster_place":"f","kept":true,"because":null,"similarity":1})"
            "\n");
}

TEST(RemovalLine, HoldsTheEvidence) {
  EXPECT_EQ(appended(append_removal_line,
                     RemovalRecord{{"y", "f, line 9"}, {"x", "f, line 1"}, 0.9, 1, 0.9, "near-duplicate"}),
            R"({"id":"y","place":"f, line 9","kept":"x","kept_place":"f, line 1","similarity":0.9,"contained":1,)"
            R"("contained_by":0.9,"reason":"near-duplicate"})"
            "\n");
}

TEST(ShortNumber, HasSixDigitsAtMost) {
  EXPECT_EQ(number(1), "1");
  EXPECT_EQ(number(0), "0");
  EXPECT_EQ(number(-0.0), "0");
  EXPECT_EQ(number(2.0 / 3), "0.666667");
  EXPECT_EQ(number(0.1), "0.1");
  EXPECT_EQ(number(0.9999996), "1");
  EXPECT_EQ(number(0.9999994), "0.999999");
  EXPECT_EQ(number(0.012345678), "0.0123457");
  EXPECT_EQ(number(1e-9), "1e-09");
  EXPECT_EQ(number(-1.5), "-1.5");
  EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), "null");
  EXPECT_EQ(number(-std::numeric_limits<double>::infinity()), "null");
  EXPECT_EQ(number(-std::numeric_limits<double>::max()), "-1.79769e+308");
}

RC_GTEST_PROP(ShortNumber, IsTheSixDigitsThatPrintfGives, (std::uint32_t shared)) {
  const auto more = *rc::gen::inRange<std::uint32_t>(0, 1'000'000);
  const std::uint32_t part = shared % 1'000'000;
  const double share = part + more == 0 ? 1.0 : static_cast<double>(part) / (part + more);
  std::array<char, 40> expected{};
  std::snprintf(expected.data(), expected.size(), "%.6g", share);
  // A tie may be rounded either way.
  RC_ASSERT(std::abs(std::strtod(number(share).c_str(), nullptr) - std::atof(expected.data())) <= 1e-6);
  RC_ASSERT(std::abs(std::strtod(number(share).c_str(), nullptr) - share) <= 0.5000001e-6);
  RC_ASSERT(number(share).size() <= std::string_view("0.000000").size() || share < 0.1);
}

/// Any bit pattern.
RC_GTEST_PROP(ShortNumber, IsAlwaysJson, (std::uint64_t bits)) {
  const auto value = std::bit_cast<double>(bits * 0x9E3779B97F4A7C15U);
  RC_ASSERT(is_json_value(number(value)));
}

RC_GTEST_PROP(PairRecords, AreJsonLinesWhateverTheIds,
              (const std::string& a, const std::string& b, const std::string& place)) {
  for (const std::string& line :
       {appended(append_pair_line, PairRecord{{a, place}, {b, place}, 0.3, 0.3, 0.3}),
        appended(append_cluster_line, ClusterRecord{{a, place}, {b, place}, false, 0.3}),
        appended(append_removal_line, RemovalRecord{{a, place}, {b, place}, 0.3, 0.3, 0.3, "identical"})}) {
    RC_ASSERT(line.find('\n') == line.size() - 1);
    RC_ASSERT(is_json_value(std::string_view(line).substr(0, line.size() - 1)));
  }
}

std::string unescaped(std::string_view column) {
  std::string text;
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (column[i] != '\\') {
      text.push_back(column[i]);
      continue;
    }
    constexpr std::string_view kLetters = "tnr\\";
    constexpr std::string_view kMeanings = "\t\n\r\\";
    text.push_back(kMeanings.at(kLetters.find(column.at(++i))));
  }
  return text;
}

RC_GTEST_PROP(PairRow, CanBeReadBack, ()) {
  const auto ids = rc::gen::container<std::string>(rc::gen::element('a', 't', '\t', '\n', '\r', '\\', '\0'));
  const std::string a = *ids;
  const std::string b = *ids;
  const std::string row = appended(append_pair_row, PairRecord{{a, ""}, {b, ""}, 1, 1, 1}, PlaceColumns::no);
  const std::size_t tab = row.find('\t');
  RC_ASSERT(unescaped(row.substr(0, tab)) == a);
  RC_ASSERT(unescaped(row.substr(tab + 1, row.find('\t', tab + 1) - tab - 1)) == b);
  RC_ASSERT(row.ends_with("\t1\t1\t1\n"));
}

}  // namespace
}  // namespace cento
