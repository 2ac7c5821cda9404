#include "study/judge/judged_lines.hpp"

#include <cstddef>
#include <utility>

#include "read/document.hpp"
#include "read/line_cutter.hpp"
#include "read/sgml/sgml.hpp"
#include "study/judge/judged_text.hpp"

namespace cento {

namespace {

constexpr std::size_t kBlockBytes = std::size_t{1} << 20;

/// Passes on the lines of a file in turn.
class LineTaker {
 public:
  LineTaker(Reporter& reporter, const TakePlainLine& take, bool header_comes)
      : reporter_(reporter), take_(take), header_comes_(header_comes) {}

  [[nodiscard]] Reporter& reporter() const { return reporter_; }

  void take_block(const RecordBlock& block) {
    Place place{block.place.file, block.place.line, Place::kUnknown};
    std::string_view rest = block.bytes.view();
    if (block.place.byte == 0) rest = without_byte_order_mark(rest);
    for (; !rest.empty(); ++place.line) {
      const std::string_view line = take_judged_line(rest);
      if (is_blank_line(line) || std::exchange(header_comes_, false)) continue;
      pass_on(without_returns(line), place);
    }
  }

  [[nodiscard]] std::uint64_t good() const { return good_; }

 private:
  void pass_on(std::string_view line, const Place& place) {
    std::string problem = take_(line, place);
    if (problem.empty()) {
      ++good_;
    } else {
      reporter_.reject({place, std::move(problem), line, line.size()});
    }
  }

  Reporter& reporter_;
  const TakePlainLine& take_;
  bool header_comes_;
  std::uint64_t good_ = 0;
};

std::uint64_t read_lines(Input& in, LineTaker taker) {
  LineCutter cutter(kBlockBytes, kLongestJudgedLine);
  DocumentBatch batch;
  while (cutter.cut(in, batch)) {
    for (const BadRecord& bad : batch.rejected) taker.reporter().reject(bad);
    taker.take_block(batch.block);
    batch.clear();
  }
  if (!in.problem().empty()) taker.reporter().reject({in.place(), in.problem(), {}, 0, {}, BadKind::file});
  return taker.good();
}

}  // namespace

std::uint64_t read_plain_lines(Input& in, Reporter& reporter, const TakePlainLine& take) {
  return read_lines(in, LineTaker(reporter, take, false));
}

std::uint64_t read_judged_lines(Input& in, const JudgedLayout& layout, Reporter& reporter, const TakeJudgedLine& take) {
  JudgedLineParser parser(layout);
  const TakePlainLine parse_and_take = [&](std::string_view line, const Place& place) {
    std::string problem = parser.parse(line);
    return problem.empty() ? take(parser.line(), place) : problem;
  };
  return read_lines(in, LineTaker(reporter, parse_and_take, layout.has_header));
}

}  // namespace cento
