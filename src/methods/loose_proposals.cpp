#include "methods/loose_proposals.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <tuple>

#include <boost/unordered/unordered_flat_set.hpp>

#include "core/groups.hpp"
#include "sign/mix64.hpp"

namespace cento {

namespace {

constexpr std::uint32_t kUnit = std::uint32_t{1} << 20;  // what a pair of words adds that two documents have
constexpr std::size_t kPairsAtOnce = std::size_t{1} << 16;

struct WordKey {
  std::uint64_t operator()(std::uint32_t word) const { return std::uint64_t{word} << 32; }
};

/// Two words near each other, as their hash, in a document.
struct NearWords {
  std::uint64_t words = 0;
  std::uint64_t document = 0;

  friend bool operator<(const NearWords& x, const NearWords& y) {
    return std::tuple(x.words, x.document) < std::tuple(y.words, y.document);
  }
};

struct NearWordsKey {
  std::uint64_t operator()(const NearWords& record) const { return record.words; }
};

/// What one pair of words adds to a pair of documents.
struct Evidence {
  DocId a = 0;
  DocId b = 0;
  std::uint32_t weight = 0;

  friend bool operator<(const Evidence& x, const Evidence& y) {
    return std::tuple(x.a, x.b, x.weight) < std::tuple(y.a, y.b, y.weight);
  }
};

struct EvidenceKey {
  std::uint64_t operator()(const Evidence& record) const { return mix64(std::uint64_t{record.a} << 32 | record.b); }
};

struct ScoredPair {
  double score = 0;
  DocId a = 0;
  DocId b = 0;
};

bool is_better(const ScoredPair& x, const ScoredPair& y) {
  return std::tuple(-x.score, x.a, x.b) < std::tuple(-y.score, y.a, y.b);
}

/// Keeps the best of many.
class BestPairs {
 public:
  explicit BestPairs(std::size_t most) : most_(most) {}

  void add(const ScoredPair& pair) {
    pairs_.push_back(pair);
    if (pairs_.size() >= 2 * most_ + kPairsAtOnce) cut();
  }

  void cut() {
    if (pairs_.size() <= most_) return;
    std::nth_element(pairs_.begin(), pairs_.begin() + static_cast<std::ptrdiff_t>(most_), pairs_.end(), is_better);
    pairs_.resize(most_);
  }

  [[nodiscard]] const std::vector<ScoredPair>& pairs() const { return pairs_; }

 private:
  std::size_t most_;
  std::vector<ScoredPair> pairs_;
};

void sort_out(std::vector<std::uint64_t>& values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

class Proposer {
 public:
  Proposer(const ProposalInput& input, const ProposalOptions& options, LocalExecutor& executor)
      : input_(input), options_(options), executor_(executor), lengths_(input.documents) {}

  Proposals propose() {
    choose_words();
    auto evidence = executor_.regroup<Evidence, EvidenceKey>(input_.documents * kLikelyEvidence);
    find_near_words(evidence);
    score(evidence);
    out_.counts.spilled_bytes += evidence.spilled_bytes();
    return std::move(out_);
  }

 private:
  using EvidenceRegrouping = LocalExecutor::Regrouping<Evidence, EvidenceKey>;

  // How much is likely to come of a document; decides the number of partitions only.
  static constexpr std::uint64_t kLikelyWords = 512;
  static constexpr std::uint64_t kLikelyNearWords = 2048;
  static constexpr std::uint64_t kLikelyEvidence = 4096;

  /// Words that several documents have, but not too many.
  void choose_words() {
    auto words = executor_.regroup<std::uint32_t, WordKey>(input_.documents * kLikelyWords);
    executor_.for_each_range(input_.documents, [&](std::size_t begin, std::size_t end, std::size_t worker) {
      std::vector<std::uint32_t> own;
      for (std::size_t document = begin; document < end; ++document) {
        input_.words_of(static_cast<DocId>(document), own);
        lengths_[document] = static_cast<std::uint32_t>(own.size());
        std::sort(own.begin(), own.end());
        own.erase(std::unique(own.begin(), own.end()), own.end());
        for (const std::uint32_t word : own) words.writer(worker).add(word);
      }
    });
    std::vector<std::vector<std::uint32_t>> chosen(executor_.workers());
    std::vector<std::uint64_t> common(executor_.workers());
    const auto most = static_cast<std::size_t>(std::max(2.0, options_.max_word_share * input_.documents));
    words.for_each_batch([&](std::span<const std::uint32_t> records, std::size_t worker) {
      for_each_group(records, std::equal_to<>(), [&](std::span<const std::uint32_t> group) {
        if (group.size() > most) ++common[worker];
        if (group.size() >= 2 && group.size() <= most) chosen[worker].push_back(group.front());
      });
    });
    for (const auto& part : chosen) words_.insert(part.begin(), part.end());
    out_.counts.common_words = std::accumulate(common.begin(), common.end(), std::uint64_t{0});
    out_.counts.spilled_bytes += words.spilled_bytes();
  }

  void find_near_words(EvidenceRegrouping& evidence) {
    auto near_words = executor_.regroup<NearWords, NearWordsKey>(input_.documents * kLikelyNearWords);
    executor_.for_each_range(input_.documents, [&](std::size_t begin, std::size_t end, std::size_t worker) {
      for (std::size_t document = begin; document < end; ++document) {
        add_near_words(static_cast<DocId>(document), near_words.writer(worker));
      }
    });
    std::vector<std::uint64_t> common(executor_.workers());
    near_words.for_each_batch([&](std::span<const NearWords> records, std::size_t worker) {
      const auto alike = [](const NearWords& x, const NearWords& y) { return x.words == y.words; };
      std::vector<DocId> documents;
      for_each_group(records, alike, [&](std::span<const NearWords> group) {
        documents.clear();
        for (const NearWords& record : group) {
          const auto document = static_cast<DocId>(record.document);
          if (documents.empty() || documents.back() != document) documents.push_back(document);
        }
        if (documents.size() > options_.max_pair_documents) {
          ++common[worker];
        } else if (documents.size() > 1) {
          add_evidence(documents, evidence.writer(worker));
        }
      });
    });
    out_.counts.common_word_pairs = std::accumulate(common.begin(), common.end(), std::uint64_t{0});
    out_.counts.spilled_bytes += near_words.spilled_bytes();
  }

  /// Each pair of words once for a document, as far as one look at many goes: a document that repeats itself without
  /// end adds little.
  template <typename Writer>
  void add_near_words(DocId document, Writer& writer) const {
    std::vector<std::uint32_t> words;
    std::vector<std::uint64_t> found;
    const auto hand_over = [&] {
      sort_out(found);
      for (const std::uint64_t pair : found) writer.add({pair, document});
      found.clear();
    };
    input_.words_of(document, words);
    std::vector<std::pair<std::size_t, std::uint32_t>> chosen;  // place and word
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words_.contains(words[i])) chosen.emplace_back(i, words[i]);
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      for (std::size_t j = i + 1; j < chosen.size() && chosen[j].first <= chosen[i].first + options_.window; ++j) {
        const auto [low, high] = std::minmax(chosen[i].second, chosen[j].second);
        if (low != high) found.push_back(mix64(std::uint64_t{low} << 32 | high));
      }
      if (found.size() > kPairsAtOnce) hand_over();
    }
    hand_over();
  }

  template <typename Writer>
  void add_evidence(const std::vector<DocId>& documents, Writer& writer) const {
    const auto weight = static_cast<std::uint32_t>(kUnit / (documents.size() - 1));
    for (std::size_t i = 0; i < documents.size(); ++i) {
      for (std::size_t j = i + 1; j < documents.size(); ++j) {
        if (may_be_compared(documents[i], documents[j])) writer.add({documents[i], documents[j], weight});
      }
    }
  }

  [[nodiscard]] bool may_be_compared(DocId a, DocId b) const {
    return input_.references == 0 || (a < input_.references && b >= input_.references);
  }

  void score(EvidenceRegrouping& evidence) {
    const double few_all = 0.5 * options_.all_up_to * (options_.all_up_to - 1.0);
    const auto most = static_cast<std::size_t>(std::max(few_all, options_.proposals_per_document * input_.documents));
    std::vector<BestPairs> best(executor_.workers(), BestPairs(most));
    std::vector<std::uint64_t> candidates(executor_.workers());
    evidence.for_each_batch([&](std::span<const Evidence> records, std::size_t worker) {
      const auto alike = [](const Evidence& x, const Evidence& y) { return x.a == y.a && x.b == y.b; };
      for_each_group(records, alike, [&](std::span<const Evidence> group) {
        ++candidates[worker];
        best[worker].add({score_of(group), group.front().a, group.front().b});
      });
    });
    BestPairs all(most);
    for (const BestPairs& part : best) {
      for (const ScoredPair& pair : part.pairs()) all.add(pair);
    }
    all.cut();
    for (const ScoredPair& pair : all.pairs()) out_.pairs.emplace_back(pair.a, pair.b);
    std::sort(out_.pairs.begin(), out_.pairs.end());
    out_.counts.candidate_pairs = std::accumulate(candidates.begin(), candidates.end(), std::uint64_t{0});
    out_.counts.proposed_pairs = out_.pairs.size();
  }

  /// The sum of the evidence, less for long documents, which share more by chance.
  [[nodiscard]] double score_of(std::span<const Evidence> group) const {
    constexpr double kLengthPower = 0.25;
    constexpr double kShortWords = 200;  // below about so many words length does not matter
    std::uint64_t sum = 0;
    for (const Evidence& record : group) sum += record.weight;
    const double a = lengths_[group.front().a];
    const double b = lengths_[group.front().b];
    return static_cast<double>(sum) / std::pow(a * b + kShortWords * kShortWords, kLengthPower);
  }

  const ProposalInput& input_;
  ProposalOptions options_;
  LocalExecutor& executor_;
  std::vector<std::uint32_t> lengths_;  // of each document, in words
  boost::unordered_flat_set<std::uint32_t> words_;
  Proposals out_;
};

/// Every pair of documents that have words.
Proposals all_pairs(const ProposalInput& input) {
  std::vector<std::uint32_t> words;
  std::vector<DocId> documents;
  for (DocId document = 0; document < input.documents; ++document) {
    input.words_of(document, words);
    if (!words.empty()) documents.push_back(document);
  }
  Proposals out;
  for (std::size_t i = 0; i < documents.size(); ++i) {
    for (std::size_t j = i + 1; j < documents.size(); ++j) {
      const bool crosses = documents[i] < input.references && documents[j] >= input.references;
      if (input.references == 0 || crosses) out.pairs.emplace_back(documents[i], documents[j]);
    }
  }
  out.counts.candidate_pairs = out.pairs.size();
  out.counts.proposed_pairs = out.pairs.size();
  return out;
}

}  // namespace

Proposals propose_pairs(const ProposalInput& input, const ProposalOptions& options, LocalExecutor& executor) {
  if (input.documents <= options.all_up_to) return all_pairs(input);
  return Proposer(input, options, executor).propose();
}

}  // namespace cento
