#include "write/view/side_by_side.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace cento {
namespace {

/// A document cut into sentences.
class Cut {
 public:
  explicit Cut(std::vector<Part> parts) : parts_(std::move(parts)) {
    for (const Part& part : parts_) TextAnalyzer().analyze(part.text, analyzed_.emplace_back());
  }
  explicit Cut(std::string_view text) : Cut(std::vector<Part>{{"text", text}}) {}

  [[nodiscard]] ShownDocument shown() const { return {parts_, analyzed_}; }
  /// Where these words occur.
  [[nodiscard]] PassageSide side(std::string_view words, std::size_t part = 0) const {
    const auto begin = static_cast<std::uint32_t>(parts_[part].text.find(words));
    return {{0, 1}, {begin, begin + static_cast<std::uint32_t>(words.size())}};
  }

 private:
  std::vector<Part> parts_;
  std::vector<AnalyzedText> analyzed_;
};

std::string columns(const Cut& a, const Cut& b, const std::vector<PartPassage>& passages, bool whole = false) {
  std::string out;
  append_side_by_side(out, a.shown(), b.shown(), passages, {45, false, whole, 1});
  return out;
}

TEST(SideBySide, PutsAPassageBesideItself) {
  const Cut a("Far away. Near by. The bells rang at noon today. Rain fell. Snow fell. It was cold.");
  const Cut b("The bells rang at noon, today. We left.");
  const std::vector<PartPassage> passages = {
      {0, 0, {a.side("The bells rang at noon today."), b.side("The bells rang at noon, today."), 1, 1}}};
  EXPECT_EQ(columns(a, b, passages),
            "   Far away. Near by. │\n"
            "                      │\n"
            "1┃ The bells rang at  │ 1┃ The bells rang at\n"
            "1┃ noon today.        │ 1┃ noon, today.\n"
            "                      │\n"
            "   Rain fell.         │    We left.\n"
            "   ⋯ 2 sentences      │\n");
}

TEST(SideBySide, MarksWordsThatDiffer) {
  const Cut a("The old bells rang.");
  const Cut b("The bells rang out.");
  const std::vector<PartPassage> passages = {
      {0, 0, {a.side("The old bells rang."), b.side("The bells rang out."), 1, 1}}};
  EXPECT_EQ(columns(a, b, passages),
            "1┃ The {old} bells    │ 1┃ The bells rang\n"
            "1┃ rang.              │ 1┃ {out}.\n");
  EXPECT_EQ(changed_words(a.shown(), b.shown(), passages[0]), 1U);
}

TEST(SideBySide, ShowsWhatMovedWhereItStands) {
  const Cut a("Small one. The larger one is here.");
  const Cut b("The larger one is here. Small one.");
  const std::vector<PartPassage> passages = {
      {0, 0, {a.side("Small one."), b.side("Small one."), 1, 1}},
      {0, 0, {a.side("The larger one is here."), b.side("The larger one is here."), 1, 1}}};
  EXPECT_EQ(columns(a, b, passages),
            "1┃ Small one.         │\n"
            "                      │\n"
            "2┃ The larger one is  │ 2┃ The larger one is\n"
            "2┃ here.              │ 2┃ here.\n"
            "                      │\n"
            "                      │ 1┃ Small one.\n");
}

TEST(SideBySide, SaysWhereSeveralPassagesStand) {
  const Cut a("Bells rang.");
  const Cut b("Bells rang. Bells rang.");
  const std::vector<PartPassage> passages = {{0, 0, {a.side("Bells rang."), {{0, 1}, {0, 11}}, 1, 1}},
                                             {0, 0, {a.side("Bells rang."), {{1, 2}, {12, 23}}, 1, 1}}};
  EXPECT_EQ(columns(a, b, passages),
            "1+┃ Bells rang.       │  1┃ Bells rang.\n"
            "                      │\n"
            "                      │  2┃ Bells rang.\n");
}

TEST(SideBySide, NamesThePartsOfADocument) {
  const Cut a(std::vector<Part>{{"title", "Bells"}, {"body", "The bells rang at noon."}});
  const Cut b("The bells rang at noon.");
  const std::vector<PartPassage> passages = {
      {1, 0, {a.side("The bells rang at noon.", 1), b.side("The bells rang at noon."), 1, 1}}};
  EXPECT_EQ(columns(a, b, passages),
            "   [title]            │\n"
            "   Bells              │\n"
            "                      │\n"
            "   [body]             │ 1┃ The bells rang at\n"
            "1┃ The bells rang at  │ 1┃ noon.\n"
            "1┃ noon.              │\n");
}

TEST(SideBySide, ShowsAllTextIfToldTo) {
  const Cut a("One. Two. Three. Four.");
  const Cut b("Five.");
  EXPECT_EQ(columns(a, b, {}), "   One.               │    Five.\n   ⋯ 3 sentences      │\n");
  EXPECT_EQ(columns(a, b, {}, true), "   One. Two. Three.   │    Five.\n   Four.              │\n");
}

TEST(SideBySide, KeepsColumnsStraightWithWideCharacters) {
  const Cut a("中午钟声响了，大家都回家。");
  const Cut b("钟声");
  EXPECT_EQ(columns(a, b, {}),
            "   中午钟声响了，大家 │    钟声\n"
            "   都回家。           │\n");
}

}  // namespace
}  // namespace cento
