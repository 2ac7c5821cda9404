#include "cento/option_table.hpp"
#include "methods/blog/blog.hpp"

namespace cento {

OptionTable options_of(BlogRule& options) {
  constexpr std::uint32_t kKnownLeast = 2;  // a known sentence occurs twice
  return {
      {"df_cutoff", "N", "blog: ignore words that occur in more documents than this; below 1: a share of them",
       RealSlot{&options.df_cutoff, kAboveZero}, "DF"},
      {"max_repeats", "N", "blog: ignore sentences that occur more often than this",
       WholeSlot{&options.max_repeats, at_least(kKnownLeast)}},
      {"collisions", "N", "blog: report documents with more known sentences than this",
       WholeSlot{&options.collisions, {}}, "δ"},
  };
}

}  // namespace cento
