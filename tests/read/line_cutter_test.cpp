#include "read/line_cutter.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace cento {
namespace {

/// Each block as "LINE@BYTE:bytes", each rejection as "place: reason".
std::vector<std::string> cut_all(std::string_view bytes, std::size_t block_bytes, std::uint64_t max_line_bytes) {
  const auto in = memory_input("FILE", bytes);
  LineCutter cutter(block_bytes, max_line_bytes);
  std::vector<std::string> got;
  DocumentBatch batch;
  while (cutter.cut(*in, batch)) {
    const Place& place = batch.block.place;
    if (batch.block.bytes.size() != 0) {
      got.push_back(std::to_string(place.line) + "@" + std::to_string(place.byte) + ":" +
                    std::string(batch.block.bytes.view()));
    }
    for (const BadRecord& bad : batch.rejected) got.push_back(bad.place.to_string() + ": " + bad.reason);
    batch.clear();
  }
  return got;
}

using Strings = std::vector<std::string>;

TEST(LineCutter, CutsWholeLines) {
  EXPECT_EQ(cut_all("one\ntwo\nthree\nfour\n", 10, 100), (Strings{"1@0:one\ntwo\n", "3@8:three\n", "4@14:four\n"}));
}

TEST(LineCutter, TakesALastLineWithoutAnEnd) {
  EXPECT_EQ(cut_all("one\ntwo", 100, 100), (Strings{"1@0:one\ntwo"}));
  EXPECT_EQ(cut_all("one\ntwo", 7, 100), (Strings{"1@0:one\n", "2@4:two"}));
  EXPECT_EQ(cut_all("", 10, 100), Strings{});
  EXPECT_EQ(cut_all("\n\n", 10, 100), (Strings{"1@0:\n\n"}));
}

TEST(LineCutter, LeavesTheBatchAloneAtTheEnd) {
  for (const auto blocks : {LineCutter::Blocks::full, LineCutter::Blocks::as_they_come}) {
    const auto in = memory_input("FILE", "one\ntwo");
    LineCutter cutter(100, 100, blocks);
    DocumentBatch batch;
    std::string all;
    while (cutter.cut(*in, batch)) {
      all += batch.block.bytes.view();
      batch.clear();
    }
    EXPECT_EQ(all, "one\ntwo");
    EXPECT_EQ(in->offset(), 7U);
    EXPECT_TRUE(batch.block.place.file.empty());
    EXPECT_EQ(batch.block.bytes.size(), 0U);
  }
}

TEST(LineCutter, TakesALineLongerThanABlock) {
  EXPECT_EQ(cut_all("short\na long line of text\nend\n", 6, 100),
            (Strings{"1@0:short\n", "2@6:a long line of text\n", "3@26:end\n"}));
}

TEST(LineCutter, RejectsLinesOverTheLimitAndGoesOn) {
  EXPECT_EQ(cut_all("ok\n12345678901\nok\n", 4, 10),
            (Strings{"1@0:ok\n", "FILE, line 2: the line has 11 bytes, more than `max_document_bytes` allows (10)",
                     "3@15:ok\n"}));
  EXPECT_EQ(
      cut_all("1234567890\n12345678901", 4, 10),
      (Strings{"1@0:1234567890\n", "FILE, line 2: the line has 11 bytes, more than `max_document_bytes` allows (10)"}));
}

TEST(LineCutter, RejectsLinesOverTheLimitInsideABlock) {
  EXPECT_EQ(cut_all("ok\n12345678901\nok\n", 1000, 10),
            (Strings{"1@0:ok\n", "FILE, line 2: the line has 11 bytes, more than `max_document_bytes` allows (10)",
                     "3@15:ok\n"}));
}

TEST(LineCutter, ShowsTheBeginningOfALongLine) {
  const std::string line(5'000'000, 'x');
  const auto in = memory_input("FILE", line);
  LineCutter cutter(1 << 20, 1 << 20);
  DocumentBatch batch;
  ASSERT_TRUE(cutter.cut(*in, batch));
  ASSERT_EQ(batch.rejected.size(), 1U);
  EXPECT_EQ(batch.rejected[0].bytes, line.substr(0, 1000));
  EXPECT_EQ(batch.rejected[0].full_size_bytes, line.size());
  batch.clear();
  EXPECT_FALSE(cutter.cut(*in, batch));
}

TEST(LineCutter, ShowsNothingBehindALongLine) {
  const auto in = memory_input("FILE", "12345678901\nnext\n");
  LineCutter cutter(4, 10);
  DocumentBatch batch;
  ASSERT_TRUE(cutter.cut(*in, batch));
  ASSERT_EQ(batch.rejected.size(), 1U);
  EXPECT_EQ(batch.rejected[0].bytes, "12345678901");
}

TEST(LineCutter, TakesAnyLimit) {
  EXPECT_EQ(cut_all("one\ntwo\n", 5, std::numeric_limits<std::uint64_t>::max()), (Strings{"1@0:one\n", "2@4:two\n"}));
}

/// Returns a piece at a time, or the rest of it.
class Pieces : public ByteSource {
 public:
  explicit Pieces(Strings pieces) : pieces_(std::move(pieces)) {}
  std::size_t read(char* out, std::size_t size) override {
    if (given_ == pieces_.size()) return 0;
    std::string& piece = pieces_[given_];
    const std::size_t taken = piece.copy(out, size);
    piece.erase(0, taken);
    if (piece.empty()) ++given_;
    return taken;
  }
  [[nodiscard]] std::size_t given() const { return given_; }

 private:
  Strings pieces_;
  std::size_t given_ = 0;
};

TEST(LineCutter, TakesLinesAsTheyComeIfWanted) {
  auto source = std::make_unique<Pieces>(Strings{"one\ntwo\nth", "ree", "\nfour\n", "end"});
  const Pieces& pieces = *source;
  Input in("FILE", "", std::move(source));
  LineCutter cutter(1000, 1000, LineCutter::Blocks::as_they_come);
  DocumentBatch batch;
  const auto cut = [&] {
    batch.clear();
    if (!cutter.cut(in, batch)) return std::string("nothing");
    return std::to_string(batch.block.place.line) + ":" + std::string(batch.block.bytes.view());
  };
  EXPECT_EQ(cut(), "1:one\ntwo\n");
  EXPECT_EQ(pieces.given(), 1U) << "it waits for nothing more";
  EXPECT_EQ(cut(), "3:three\nfour\n");
  EXPECT_EQ(pieces.given(), 3U);
  EXPECT_EQ(cut(), "5:end");
  EXPECT_EQ(cut(), "nothing");
}

TEST(LineCutter, RejectsLongLinesThatComePieceByPiece) {
  Input in("FILE", "", std::make_unique<Pieces>(Strings{"12345", "678901", "2\nok\n"}));
  LineCutter cutter(4, 10, LineCutter::Blocks::as_they_come);
  DocumentBatch batch;
  ASSERT_TRUE(cutter.cut(in, batch));
  ASSERT_EQ(batch.rejected.size(), 1U);
  EXPECT_EQ(batch.rejected[0].reason, "the line has 12 bytes, more than `max_document_bytes` allows (10)");
  batch.clear();
  ASSERT_TRUE(cutter.cut(in, batch));
  EXPECT_EQ(batch.block.bytes.view(), "ok\n");
}

/// Whatever the block size: the same lines, each once, at its place.
RC_GTEST_PROP(LineCutter, LosesNothing, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::element('a', 'b', '\r', '\n'));
  const auto block = *rc::gen::inRange<std::size_t>(1, 20);
  const auto in = memory_input("FILE", text);
  LineCutter cutter(block, 1000, *rc::gen::element(LineCutter::Blocks::full, LineCutter::Blocks::as_they_come));
  DocumentBatch batch;
  std::string all;
  while (cutter.cut(*in, batch)) {
    RC_ASSERT(batch.rejected.empty());
    RC_ASSERT(batch.block.place.byte == all.size());
    RC_ASSERT(batch.block.place.line == 1 + static_cast<std::uint64_t>(std::count(all.begin(), all.end(), '\n')));
    RC_ASSERT(all.empty() || all.back() == '\n');
    all += batch.block.bytes.view();
    batch.clear();
  }
  RC_ASSERT(all == text);
}

}  // namespace
}  // namespace cento
