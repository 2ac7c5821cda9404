#pragma once

#include <cstdint>
#include <tuple>
#include <type_traits>

#include "core/span.hpp"
#include "core/spill/task_blocks.hpp"
#include "sign/signer.hpp"

// The records of paper threads cut into tasks (core/spill/task_blocks.hpp). A *text* is a set of features of a field;
// it is named by the field and by the first thread that has it.

namespace cento {

/// A thread and the features that it has in a field; or, after all fields, a thread and everything it is compared by.
struct TextOfThread {
  Fingerprint text;
  Fingerprint print;  // of everything: threads with the same one compare alike
  std::uint32_t thread = 0;
  std::uint32_t field = 0;

  friend bool operator<(const TextOfThread& x, const TextOfThread& y) {
    return std::tie(x.field, x.text, x.thread) < std::tie(y.field, y.text, y.thread);
  }
};
static_assert(sizeof(TextOfThread) == 40 && std::is_trivially_copyable_v<TextOfThread>);

/// A text that several different threads have, for one of them.
struct SharedText {
  std::uint32_t thread = 0;
  std::uint32_t field = 0;
  std::uint32_t first = 0;    // of these threads
  std::uint32_t threads = 0;  // how many they are

  friend bool operator<(const SharedText& x, const SharedText& y) {
    return std::tie(x.thread, x.field) < std::tie(y.thread, y.field);
  }
};
static_assert(sizeof(SharedText) == 16);

/// A thread that has a text of an earlier one, for the part of that one.
struct ThreadOfText {
  std::uint32_t first = 0;
  std::uint32_t field = 0;
  std::uint32_t thread = 0;

  friend bool operator<(const ThreadOfText& x, const ThreadOfText& y) {
    return std::tie(x.first, x.field, x.thread) < std::tie(y.first, y.field, y.thread);
  }
};
static_assert(sizeof(ThreadOfText) == 12);

/// How many texts of a field have a feature: of a part, or of all. 0: the part only wants to know.
struct CountedFeature {
  std::uint64_t feature = 0;
  std::uint32_t field = 0;
  std::uint32_t texts = 0;
};
static_assert(sizeof(CountedFeature) == 16);

/// The same for features whose weight does not depend on it: cut to half of their bits, so that features that agree in
/// these, and of other fields, are counted together. That only decides which of them are shown.
struct ShortCount {
  std::uint32_t feature = 0;
  std::uint32_t texts = 0;
};
static_assert(sizeof(ShortCount) == 8);

/// A text that shows a feature in a search.
struct ShownText {
  std::uint64_t feature = 0;
  std::uint64_t total = 0;  // the weight of the text
  std::uint32_t text = 0;
  std::uint32_t search = 0;
  std::uint32_t bound = 0;   // by document: ShownWeight::reach; by term: what it does not show weighs this much
  std::uint32_t weight = 0;  // of the feature

  friend bool operator<(const ShownText& x, const ShownText& y) {
    return std::tie(x.search, x.feature, x.total, x.text) < std::tie(y.search, y.feature, y.total, y.text);
  }
};
static_assert(sizeof(ShownText) == 32 && std::is_trivially_copyable_v<ShownText>);

/// Two texts that show features in common. They are similar only if the weights of all records of the pair add up to
/// `needed`; by document both are 0.
struct MetTexts {
  std::uint32_t a = 0;  // the smaller number
  std::uint32_t b = 0;
  std::uint32_t search = 0;
  std::uint32_t weight = 0;
  std::uint32_t needed = 0;

  friend bool operator<(const MetTexts& x, const MetTexts& y) {
    return std::tie(x.b, x.search, x.a) < std::tie(y.b, y.search, y.a);
  }
};
static_assert(sizeof(MetTexts) == 20);

/// Two texts that are to be compared.
struct TextPair {
  std::uint32_t a = 0;  // the smaller number
  std::uint32_t b = 0;
  std::uint32_t search = 0;

  friend bool operator<(const TextPair& x, const TextPair& y) {
    return std::tie(x.a, x.search, x.b) < std::tie(y.a, y.search, y.b);
  }
};
static_assert(sizeof(TextPair) == 12);

/// Two threads that are to be compared.
struct ThreadPair {
  std::uint32_t a = 0;  // the smaller number
  std::uint32_t b = 0;

  friend auto operator<=>(const ThreadPair&, const ThreadPair&) = default;
};
static_assert(sizeof(ThreadPair) == 8);

}  // namespace cento
