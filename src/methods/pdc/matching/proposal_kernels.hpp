#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/hash/mix64.hpp"
#include "methods/pdc/pdc_options.hpp"
#include "methods/pdc/sentences/near_classes.hpp"
#include "methods/pdc/sentences/sentence_sequence.hpp"

namespace cento {

/// Two contents to be matched. The one with more sentences is `rows`. Eight bytes, two numbers of 32 bits. Regrouped by
/// KeyOfRows and sorted.
struct ProposedContents {
  ContentId rows = 0;
  ContentId columns = 0;

  friend bool operator==(const ProposedContents&, const ProposedContents&) = default;
  friend bool operator<(const ProposedContents& x, const ProposedContents& y) {
    return x.rows != y.rows ? x.rows < y.rows : x.columns < y.columns;
  }
};
static_assert(sizeof(ProposedContents) == 8 && std::is_trivially_copyable_v<ProposedContents>);

/// Long texts come first, so that no thread starts one when the others are done.
struct KeyOfRows {
  const SentenceSequence* sequence;

  std::uint64_t operator()(const ProposedContents& pair) const {
    constexpr std::uint32_t kLong = 1U << 14U;  // sentences
    constexpr unsigned kShareBits = 4;          // a 16th of the keys is for long texts
    const std::uint64_t key = mix64(pair.rows + std::uint64_t{1});
    if (sequence->sentences_of(pair.rows) >= kLong) return key >> kShareBits;
    return key - (key >> kShareBits) + (std::uint64_t{1} << (64 - kShareBits));
  }
};

/// Which contents are matched with themselves.
enum class SelfMatching : std::uint8_t {
  none,
  copies,  // those of several documents: identical documents have diagonals besides the main one
  all,
};

[[nodiscard]] SelfMatching self_matching(const PdcOptions& options);

/// The places of each class that has near neighbours.
struct NearPlaces {
  NearPlaces(std::span<const std::uint32_t> classes, const NearClasses& near);

  [[nodiscard]] std::span<const Position> of(std::size_t number) const {
    return std::span(positions).subspan(begins[number], begins[number + 1] - begins[number]);
  }
  [[nodiscard]] std::size_t number_of(std::uint32_t name) const;

  std::span<const std::uint32_t> names;
  std::vector<Position> positions;
  std::vector<std::size_t> begins;  // by class, as `names` has them
};

/// Decides which contents to match. Any number of threads.
class ProposalRules {
 public:
  /// `sequence` and `near` must outlive this.
  ProposalRules(const SentenceSequence& sequence, const NearClasses& near, SelfMatching selves)
      : sequence_(sequence), near_(near), selves_(selves) {}

  /// The pair, with its rows first.
  [[nodiscard]] ProposedContents pair_of(ContentId a, ContentId b) const {
    const std::pair<std::uint32_t, ContentId> order_a{sequence_.sentences_of(a), a};
    const std::pair<std::uint32_t, ContentId> order_b{sequence_.sentences_of(b), b};
    return order_a >= order_b ? ProposedContents{a, b} : ProposedContents{b, a};
  }
  [[nodiscard]] bool is_matched(ContentId a, ContentId b) const;
  /// The number of documents that the sentences at these places are in, together.
  [[nodiscard]] std::uint64_t documents_of(std::span<const Position> a, std::span<const Position> b) const;

  /// Calls `use(a, b)` for each pair of contents that have a family at these places; for a content that has it twice,
  /// with itself.
  template <typename Use>
  void for_each_of_family(std::span<const Position> places, const Use& use) const {
    std::vector<ContentId> contents;
    for (const Position place : places) {
      const ContentId content = sequence_.content_of(place);
      const bool is_again = !contents.empty() && contents.back() == content;
      if (is_again && is_matched(content, content)) use(content, content);
      if (!is_again) contents.push_back(content);
    }
    for (std::size_t i = 0; i < contents.size(); ++i) {
      for (std::size_t j = i + 1; j < contents.size(); ++j) use(contents[i], contents[j]);
    }
  }

  /// Whether the cells of these places, of one content each, include one of a diagonal of at least `least` sentences.
  [[nodiscard]] bool share_diagonal(std::span<const Position> a, std::span<const Position> b,
                                    std::uint32_t least) const;

  /// Calls `use(a, b)` for each pair of contents in which near sentences, which are at these places, are part of a
  /// diagonal of at least `least` sentences.
  template <typename Use>
  void for_each_of_near(std::span<const Position> a, std::span<const Position> b, std::uint32_t least,
                        const Use& use) const {
    while (!a.empty()) {
      const ContentId content_a = sequence_.content_of(a.front());
      const std::size_t size_a = size_in_content(a);
      for (std::span<const Position> rest = b; !rest.empty();) {
        const ContentId content_b = sequence_.content_of(rest.front());
        const std::size_t size_b = size_in_content(rest);
        const bool may_share = is_matched(content_a, content_b);
        if (may_share && share_diagonal(a.first(size_a), rest.first(size_b), least)) use(content_a, content_b);
        rest = rest.subspan(size_b);
      }
      a = a.subspan(size_a);
    }
  }

 private:
  [[nodiscard]] bool is_cell(Position a, Position b) const;
  [[nodiscard]] std::uint32_t diagonal_length(Position a, Position b, std::uint32_t enough) const;
  [[nodiscard]] std::size_t size_in_content(std::span<const Position> places) const;
  void add_documents_of(std::span<const Position> places, std::vector<DocId>& documents) const;

  const SentenceSequence& sequence_;
  const NearClasses& near_;
  SelfMatching selves_;
};

}  // namespace cento
