#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/memory/plain_vector.hpp"

namespace cento {

/// What a text weighs in a way of weighing.
struct TextWeight {
  std::uint64_t total = 0;
  std::uint64_t heaviest = 0;  // the weight of its heaviest feature
};

/// A text where it is compared.
struct TextView {
  std::span<const std::uint64_t> features;  // ascending; for the order of tokens as they come
  std::span<const TextWeight> weights;      // in the ways of its field, in the order of the plan
  std::uint64_t threads = 1;                // that have it
  std::span<const std::uint64_t> members;   // the threads; empty if they do not matter here
};

/// Texts that other parts sent, by thread and field. In a block, each is of 64-bit numbers: thread in the upper half
/// and field in the lower one, how many features, weights and members follow, how many threads have it; then its
/// features, total and heaviest of each weight, and members.
class SentTexts {
 public:
  SentTexts();
  ~SentTexts();
  SentTexts(SentTexts&& other) noexcept;

  /// A text as such a record.
  static void write(std::uint32_t thread, std::uint32_t field, const TextView& text, std::string& out);

  /// Throws Error when the block is damaged.
  void add_block(std::string_view block);

  /// Throws Error when it was not sent.
  [[nodiscard]] TextView get(std::uint32_t thread, std::uint32_t field) const;

 private:
  struct Places;

  std::unique_ptr<Places> places_;
  PlainVector<std::uint64_t> numbers_;
};

}  // namespace cento
