#include "read/paragraph_cutter.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace cento {
namespace {

using Strings = std::vector<std::string>;

/// Each paragraph as "LINE:text", each rejection as "place: reason".
Strings paragraphs(std::string_view bytes, std::size_t block_bytes, std::uint64_t max_bytes = 1000) {
  const auto in = memory_input("FILE", bytes);
  ParagraphCutter cutter(block_bytes, max_bytes);
  Strings got;
  DocumentBatch batch;
  while (cutter.cut(*in, batch)) {
    const std::string_view block = batch.block.bytes.view();
    std::uint64_t line = batch.block.place.line;
    Paragraph paragraph = next_paragraph(block, 0);
    while (!paragraph.text.empty()) {
      line += paragraph.lines;
      got.push_back(std::to_string(line) + ":" + std::string(paragraph.text));
      line += static_cast<std::uint64_t>(std::count(paragraph.text.begin(), paragraph.text.end(), '\n')) + 1;
      paragraph = next_paragraph(block, std::min(paragraph.end + 1, block.size()));
    }
    for (const BadRecord& bad : batch.rejected) got.push_back(bad.place.to_string() + ": " + bad.reason);
    batch.clear();
  }
  return got;
}

TEST(Paragraphs, AreSeparatedByBlankLines) {
  EXPECT_EQ(paragraphs("one\nstill one\n\n \t\ntwo\n", 100), (Strings{"1:one\nstill one", "5:two"}));
  EXPECT_EQ(paragraphs("\n\n\none\r\n\r\n  two\r\nmore", 100), (Strings{"4:one", "6:  two\r\nmore"}));
  EXPECT_EQ(paragraphs("  \n \n", 100), Strings{});
  EXPECT_EQ(paragraphs("", 100), Strings{});
}

TEST(Paragraphs, OverTheLimitAreRejected) {
  EXPECT_EQ(paragraphs("ab\n\n" + std::string(20, 'x') + "\n" + std::string(9, 'y') + "\n\nend\n", 4, 10),
            (Strings{"1:ab", "FILE, line 3: the paragraph has 30 bytes, more than `max_document_bytes` allows (10)",
                     "6:end"}));
}

/// Whatever the block size: the same paragraphs at the same lines.
RC_GTEST_PROP(Paragraphs, DoNotDependOnBlocks, ()) {
  const auto text = *rc::gen::container<std::string>(rc::gen::element('a', 'b', ' ', '\n', '\n'));
  const auto block = *rc::gen::inRange<std::size_t>(1, 20);
  RC_ASSERT(paragraphs(text, block) == paragraphs(text, 100'000));
}

}  // namespace
}  // namespace cento
