#include "sign/words/question_words.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/hash/mix64.hpp"
#include "sign/words/spots.hpp"

namespace cento {

namespace {

// Chinese lists have single characters, since each is a token. "t" is what remains of "don't" after its apostrophe.
constexpr std::array<std::string_view, 3> kStopWords = {
    "a an the is are was were be been am do does did done have has had having i you he she it we they me my mine your "
    "yours his her its our their them us this that these those there here to of in on at by for from with as and or "
    "but if so than then too very just any some please thanks hi hello can could should would will may might must s m "
    "re ve ll d about into get got",
    "么 何 的 了 吗 呢 啊 呀 吧 嘛 哦 啦 着 过 得 地 之 请 问 您 你 我 他 她 它 们 是 有 在 这 那 和 与 就 都 也 很 个 "
    "一 "
    "要 会 能 可 以 想 求 来 去 到 对 给 用 把 被 让 上 下 里 中 大 家 帮 忙 谢",
    "은 는 이 가 을 를 의 에 에서 도 로 으로 와 과 요 좀 수 것 거 게 제가 나 내 저 제 너 네 그 이런 저런 그런 하고 "
    "하는 해요 있는 있어 있나요 있을까요 합니다 인가요 일까요 건가요 해줘 주세요 알려줘 알려주세요",
};

constexpr std::array<std::string_view, 3> kNegations = {
    "not no never nor none without cannot t neither nobody nothing",
    "不 没 無 无 别 未 非 勿",
    "안 못 아니 없는 없이 없어 없나요 않는 않아 않고 말고 아닌",
};

/// Each entry lists words that ask for the same thing.
constexpr std::array<std::string_view, 8> kAsking = {
    "what 什 甚 啥 무엇 뭐 뭘 무슨", "how 怎 如 어떻게 어떡해 어떤", "why 为 왜",  "when 언제",
    "where 哪 어디 어디서 어디에",   "who whom whose 谁 누구 누가",  "which 어느", "many much 几 多 少 몇 얼마 얼마나",
};

struct WordEntry {
  QuestionWord kind;
  std::uint64_t asks;
};

using WordTable = boost::unordered_flat_map<std::uint64_t, WordEntry>;

WordTable make_table() {
  WordTable table;
  for (std::size_t i = 0; i < kAsking.size(); ++i) {
    for (const std::uint64_t token : tokens_of_words(kAsking[i])) {
      table.emplace(token, WordEntry{QuestionWord::asking, mix64(i + 1)});
    }
  }
  const auto add = [&](std::string_view words, QuestionWord kind) {
    for (const std::uint64_t token : tokens_of_words(words)) table.emplace(token, WordEntry{kind, token});
  };
  for (const std::string_view words : kNegations) add(words, QuestionWord::negation);
  for (const std::string_view words : kStopWords) add(words, QuestionWord::stop);
  return table;
}

const WordTable& table() {
  static const WordTable words = make_table();
  return words;
}

bool has_digit(std::string_view token) {
  return std::any_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

QuestionWord kind_of_word(std::uint64_t token) {
  const auto found = table().find(token);
  return found == table().end() ? QuestionWord::content : found->second.kind;
}

std::uint64_t asked_by(std::uint64_t token) {
  const auto found = table().find(token);
  return found == table().end() ? token : found->second.asks;
}

QuestionFacts facts_of_question(std::string_view text, std::span<const std::uint64_t> tokens,
                                std::span<const std::uint32_t> begins, std::span<const std::uint32_t> ends) {
  QuestionFacts facts;
  std::vector<std::uint64_t> numbers;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (has_digit(text.substr(begins[i], ends[i] - begins[i]))) numbers.push_back(tokens[i]);
    if (kind_of_word(tokens[i]) == QuestionWord::negation) facts.is_negated = !facts.is_negated;
  }
  if (numbers.empty()) return facts;
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::uint64_t hash = 0;
  for (const std::uint64_t number : numbers) hash = mix64(hash + kGoldenStep + number);
  facts.numbers = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(hash >> 32));
  return facts;
}

}  // namespace cento
