#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>

#include "methods/blog/blog.hpp"
#include "methods/cuts/repeated_sentences.hpp"
#include "methods/resident_memory.hpp"
#include "methods/substring/substring.hpp"

namespace cento {
namespace {

using testing::MemoryWatch;

constexpr std::uint64_t kMemory = std::uint64_t{16} << 20;
/// Including what does not grow with the collection: a block for each partition that is being regrouped, and buffers.
constexpr std::uint64_t kMost = kMemory + (std::uint64_t{15} << 20);

/// A collection of some 90 MB of text, half of which repeats earlier text: batch after batch, none of which is kept.
class LargeCollection {
 public:
  template <typename Use>
  void for_each_batch(const Use& use) {
    for (std::size_t batch = 0; batch < 900; ++batch) {
      DocumentBatch documents;
      std::array<std::string, 10> texts;
      for (std::string& text : texts) {
        text = some_text();
        documents.add("document", text);
      }
      use(documents);
    }
  }

 private:
  /// Unique sentences, followed by the beginnings of some earlier texts: a text is made from its number.
  std::string some_text() {
    std::string text;
    append_sentences(text, texts_, 75);
    for (std::size_t i = 0; i < 10 && texts_ > 0; ++i) append_sentences(text, random_() % texts_, 7);
    ++texts_;
    return text;
  }

  static void append_sentences(std::string& text, std::uint64_t seed, std::size_t count) {
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t word = 0; word < 9; ++word) {
        text += (word == 0 ? "Th" : "w") + std::to_string(random() % 1'000'000) + " ";
      }
      text += "ended. ";
    }
  }

  std::mt19937 random_{7};
  std::uint64_t texts_ = 0;
};

class FinderMemory : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!MemoryWatch::is_meaningful()) GTEST_SKIP() << "resident memory says nothing under this sanitizer";
  }

  /// Reads the collection and finds; the most memory that this took.
  template <typename Finder, typename Options>
  static std::uint64_t memory_of() {
    MemoryWatch watch;
    Options options;
    options.memory_bytes = kMemory;
    Finder finder(options);
    LargeCollection().for_each_batch([&](const DocumentBatch& batch) {
      finder.add(*finder.sign(batch));
      watch.look();
    });
    std::uint64_t found = 0;
    finder.find([&](const auto&) {
      if (found++ % 100 == 0) watch.look();
    });
    EXPECT_GT(found, 5'000U);
    return watch.look();
  }
};

TEST_F(FinderMemory, OfRepeatedPassagesStaysWithinItsLimit) {
  EXPECT_LE((memory_of<RepeatedSentenceFinder, RepeatOptions>()), kMost);
}

TEST_F(FinderMemory, OfBlogStaysWithinItsLimit) {
  EXPECT_LE((memory_of<BlogFinder, BlogOptions>()), kMost);
}

TEST_F(FinderMemory, OfSubstringStaysWithinItsLimit) {
  EXPECT_LE((memory_of<SubstringFinder, SubstringOptions>()), kMost);
}

}  // namespace
}  // namespace cento
