#include "study/judge/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "study/share.hpp"

namespace cento {

namespace {

constexpr std::uint32_t kNone = ComparedSets::kNone;

/// A variance below this share of the squares is rounding error.
constexpr double kRounding = 1e-12;

/// For each set of kept shingles, the whole sets that reduce to it.
class Members {
 public:
  Members(std::span<const std::uint32_t> number_of, std::size_t sets) : begins_(sets + 1, 0) {
    for (const std::uint32_t number : number_of) {
      if (number != kNone) ++begins_[number + 1];
    }
    for (std::size_t set = 0; set < sets; ++set) begins_[set + 1] += begins_[set];
    members_.resize(begins_.back());
    std::vector<std::uint32_t> next(begins_.begin(), begins_.end() - 1);
    for (std::uint32_t whole = 0; whole < number_of.size(); ++whole) {
      if (number_of[whole] != kNone) members_[next[number_of[whole]]++] = whole;
    }
  }

  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t set) const {
    return std::span(members_).subspan(begins_[set], begins_[set + 1] - begins_[set]);
  }

 private:
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint32_t> members_;
};

double pairs_among(double documents) {
  return documents * (documents - 1) / 2;
}

/// What a thread needs to look up sets.
struct Tools {
  Features scratch_a;
  Features scratch_b;
};

/// Adds up what `work(item, sums, tools)` adds for each item. The order of the additions, and so the last digit, does
/// not depend on the threads.
template <typename Work>
PairSums sum_over(std::size_t items, LocalExecutor& executor, const Work& work) {
  constexpr std::size_t kBlockItems = 256;
  std::vector<PairSums> blocks((items + kBlockItems - 1) / kBlockItems);
  executor.for_each_range(blocks.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    Tools tools;
    for (std::size_t block = begin; block < end; ++block) {
      const std::size_t last = std::min(items, (block + 1) * kBlockItems);
      for (std::size_t item = block * kBlockItems; item < last; ++item) work(item, blocks[block], tools);
    }
  });
  PairSums sums;
  for (const PairSums& block : blocks) sums += block;
  return sums;
}

class Comparison {
 public:
  Comparison(const Resemblances& all, const Resemblances& some, std::span<const std::uint32_t> number_of,
             UnrelatedPairs& unrelated, LocalExecutor& executor)
      : all_(all),
        some_(some),
        number_of_(number_of),
        unrelated_(unrelated),
        members_(number_of, some.sets().size()),
        executor_(executor) {}

  /// Pairs that all shingles find and whose β is at least `beta_least`.
  [[nodiscard]] PairSums found_by_all(double beta_least) const {
    const auto& pairs = all_.pairs();
    PairSums sums = sum_over(pairs.size(), executor_, [&](std::size_t i, PairSums& block, Tools& tools) {
      const SimilarPair& pair = pairs[i];
      const double beta = beta_of(i, tools);
      if (beta >= beta_least) block.add(documents_of(pair.a) * documents_of(pair.b), all_.rr(pair), beta);
    });
    for (std::uint32_t set = 0; set < all_.sets().size(); ++set) {
      const double beta = number_of_[set] == kNone ? 0 : some_.sets().rr_within(number_of_[set]);
      if (beta >= beta_least) sums.add(pairs_among(documents_of(set)), all_.sets().rr_within(set), beta);
    }
    return sums;
  }

  /// How many pairs of whole sets the other run finds.
  [[nodiscard]] double set_pairs_found_by_some() const {
    double count = 0;
    for (std::uint32_t set = 0; set < some_.sets().size(); ++set) {
      count += pairs_among(static_cast<double>(members_.of(set).size()));
    }
    for (const SimilarPair& pair : some_.pairs()) {
      count += static_cast<double>(members_.of(pair.a).size()) * static_cast<double>(members_.of(pair.b).size());
    }
    return count;
  }

  /// Pairs that only the kept shingles find, with their α.
  [[nodiscard]] PairSums found_by_some_only() const {
    const auto& pairs = some_.pairs();
    PairSums sums = sum_over(pairs.size(), executor_, [&](std::size_t i, PairSums& block, Tools& tools) {
      for (const std::uint32_t a : members_.of(pairs[i].a)) {
        for (const std::uint32_t b : members_.of(pairs[i].b)) add_if_only(a, b, some_.rr(pairs[i]), block, tools);
      }
    });
    sums += sum_over(some_.sets().size(), executor_, [&](std::size_t set, PairSums& block, Tools& tools) {
      const auto members = members_.of(static_cast<std::uint32_t>(set));
      for (std::size_t i = 0; i < members.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) add_if_only(members[j], members[i], 1, block, tools);
      }
    });
    return sums;
  }

  /// The same with α taken as 0: all that the kept shingles find, minus what all shingles also find.
  [[nodiscard]] PairSums guess_found_by_some_only() const {
    PairSums sums;
    for (std::uint32_t set = 0; set < some_.sets().size(); ++set) {
      const double beta = some_.sets().rr_within(set);
      if (beta >= some_.least()) sums.add(pairs_among(some_.sets().documents(set)), 0, beta);
    }
    for (const SimilarPair& pair : some_.pairs()) {
      const double documents = some_.sets().documents(pair.a);
      sums.add(documents * some_.sets().documents(pair.b), 0, some_.rr(pair));
    }
    const PairSums known = found_by_all(some_.least());
    sums.pairs -= known.pairs;
    sums.beta -= known.beta;
    sums.beta_squared -= known.beta_squared;
    sums.error = sums.beta;
    return sums;
  }

 private:
  [[nodiscard]] double documents_of(std::uint32_t set) const { return all_.sets().documents(set); }

  [[nodiscard]] double beta_of(std::size_t pair, Tools& tools) const {
    if (unrelated_[pair] != 0) return 0;
    const SimilarPair& found = all_.pairs()[pair];
    const double beta = some_.rr_of(number_of_[found.a], number_of_[found.b], tools.scratch_a, tools.scratch_b);
    unrelated_[pair] = beta == 0 ? 1 : 0;
    return beta;
  }

  void add_if_only(std::uint32_t a, std::uint32_t b, double beta, PairSums& sums, Tools& tools) const {
    if (all_.has_pair(a, b)) return;
    sums.add(documents_of(a) * documents_of(b), all_.rr_of(a, b, tools.scratch_a, tools.scratch_b), beta);
  }

  const Resemblances& all_;
  const Resemblances& some_;
  std::span<const std::uint32_t> number_of_;
  UnrelatedPairs& unrelated_;
  Members members_;
  LocalExecutor& executor_;
};

/// Documents that are near-duplicates by all shingles, by the kept ones, and by both.
struct NearDuplicateDocuments {
  double all = 0;
  double some = 0;
  double both = 0;
};

NearDuplicateDocuments count_near_duplicates(const Resemblances& all, const Resemblances& some,
                                             std::span<const std::uint32_t> number_of, double from) {
  NearDuplicateDocuments counts;
  for (std::uint32_t set = 0; set < number_of.size(); ++set) {
    const double documents = all.sets().documents(set);
    const bool by_all = all.best(set) >= from;
    const bool by_some = number_of[set] != kNone && some.best(number_of[set]) >= from;
    if (by_all) counts.all += documents;
    if (by_some) counts.some += documents;
    if (by_all && by_some) counts.both += documents;
  }
  return counts;
}

std::uint64_t whole_number(double count) {
  return static_cast<std::uint64_t>(std::llround(count));
}

}  // namespace

void PairSums::add(double weight, double alpha_of_one, double beta_of_one) {
  pairs += weight;
  error += weight * std::abs(alpha_of_one - beta_of_one);
  alpha += weight * alpha_of_one;
  beta += weight * beta_of_one;
  alpha_squared += weight * alpha_of_one * alpha_of_one;
  beta_squared += weight * beta_of_one * beta_of_one;
  product += weight * alpha_of_one * beta_of_one;
}

PairSums& PairSums::operator+=(const PairSums& more) {
  pairs += more.pairs;
  error += more.error;
  alpha += more.alpha;
  beta += more.beta;
  alpha_squared += more.alpha_squared;
  beta_squared += more.beta_squared;
  product += more.product;
  return *this;
}

std::optional<double> PairSums::average_error() const {
  return share(error, pairs);
}

std::optional<double> PairSums::correlation() const {
  const double spread_alpha = pairs * alpha_squared - alpha * alpha;
  const double spread_beta = pairs * beta_squared - beta * beta;
  if (spread_alpha <= kRounding * pairs * alpha_squared || spread_beta <= kRounding * pairs * beta_squared) {
    return std::nullopt;
  }
  return (pairs * product - alpha * beta) / (std::sqrt(spread_alpha) * std::sqrt(spread_beta));
}

Agreement compare(const Resemblances& all, const Resemblances& some, std::span<const std::uint32_t> number_of,
                  UnrelatedPairs& unrelated, const AgreementOptions& options, LocalExecutor& executor) {
  unrelated.resize(all.pairs().size(), 0);
  const Comparison comparison(all, some, number_of, unrelated, executor);
  Agreement agreement;
  PairSums sums = comparison.found_by_all(0);
  if (comparison.set_pairs_found_by_some() <= static_cast<double>(options.looked_up_pairs_most + all.pairs().size())) {
    sums += comparison.found_by_some_only();
  } else {
    const PairSums guess = comparison.guess_found_by_some_only();
    const bool is_complete = all.counts().capped_features == 0;
    (is_complete ? agreement.guessed_pairs : agreement.left_out_pairs) = whole_number(guess.pairs);
    if (is_complete) sums += guess;
  }

  const NearDuplicateDocuments found = count_near_duplicates(all, some, number_of, options.near_duplicate);
  agreement.average_error = sums.average_error();
  agreement.correlation = sums.correlation();
  agreement.recall = share(found.both, found.all);
  agreement.precision = share(found.both, found.some);
  agreement.pairs = whole_number(sums.pairs);
  return agreement;
}

}  // namespace cento
