#include "methods/near_sentences.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <optional>
#include <tuple>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/groups.hpp"
#include "join/bounds.hpp"
#include "join/part_keys.hpp"
#include "methods/hashed_position.hpp"
#include "methods/in_order.hpp"
#include "methods/sentence_sets.hpp"
#include "sign/feature_store.hpp"
#include "sign/mix64.hpp"
#include "sign/signers.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kLikelySentences = std::uint64_t{1} << 23U;  // how many come is not known while reading

// Limits to how many are all compared with each other, beyond which this is counted. Sentences that are all alike have
// pairs without end.
constexpr std::size_t kGroupMost = 2048;  // of one key: of more, those that share a feature, too
constexpr std::size_t kSharingMost = 1024;
constexpr std::size_t kNextOnly = 16;  // when there are too many candidates, each with so many of the next ones
constexpr unsigned kCappedBits = 8;    // candidates are counted for the keys that begin with the same bits
constexpr std::size_t kCandidatesLeast = std::size_t{1} << 16U;  // of these that are never too many,
constexpr std::size_t kCandidatesPerKey = 2;                     // and so many more

/// A key, of which 32 bits tell enough apart, where the sentence stands, and what rules most others out: how many
/// features it has, up to kSizeMost, and bits of them. Twelve bytes.
struct KeyedSentence {
  static constexpr std::uint32_t kSizeMost = 255;
  static constexpr unsigned kSizeBits = 8;

  KeyedSentence() = default;
  KeyedSentence(std::uint64_t key, Position stands_at, std::uint32_t features, std::uint64_t bits)
      : key_high(static_cast<std::uint32_t>(key >> 32U)),
        position(stands_at),
        sketch_and_size(shortened(bits) << kSizeBits | std::min(features, kSizeMost)) {}

  std::uint32_t key_high;
  Position position;
  std::uint32_t sketch_and_size;

  [[nodiscard]] std::uint64_t key() const { return std::uint64_t{key_high} << 32U; }
  [[nodiscard]] std::uint32_t sketch() const { return sketch_and_size >> kSizeBits; }
  [[nodiscard]] std::uint32_t size() const { return sketch_and_size & kSizeMost; }
  bool operator<(const KeyedSentence& other) const { return position < other.position; }

 private:
  /// 24 bits of a sketch of 64: two sets that differ in n features differ in at most n of these, too, since each
  /// feature changes one.
  static std::uint32_t shortened(std::uint64_t sketch) {
    constexpr unsigned kBits = 24;
    const std::uint64_t folded = sketch ^ sketch >> kBits ^ sketch >> 2 * kBits;
    return static_cast<std::uint32_t>(folded & ((std::uint64_t{1} << kBits) - 1));
  }
};

struct KeyOfSentence {
  std::uint64_t operator()(const KeyedSentence& sentence) const { return sentence.key(); }
};

}  // namespace

class NearSentences::State {
 public:
  State(const NearSentenceOptions& options, LocalExecutor& executor)
      : by_parts_(PartKeys::suit(options.threshold)),
        memory_bytes_(options.memory_bytes),
        temp_dir_(options.temp_dir),
        wanted_(Measure::jaccard, options.threshold),
        part_keys_(options.threshold),
        executor_(executor),
        sets_(options.memory_bytes, options.temp_dir),
        equal_(executor.regroup<HashedPosition>(kLikelySentences, HashOfPosition{})),
        keyed_(executor.regroup<KeyedSentence>(2 * kLikelySentences, KeyOfSentence{})) {}

  void add(const SignedSentences& batch, std::span<const Position> positions) {
    const std::uint64_t* features = batch.features.data();
    const std::uint64_t* key = batch.keys.data();
    auto& equal = equal_.writer(0);
    auto& keyed = keyed_.writer(0);
    for (std::size_t i = 0; i < batch.entries.size(); ++i) {
      const SignedSentences::Entry& entry = batch.entries[i];
      equal.add({entry.set_hash, positions[i]});
      if (entry.keys == 0) continue;
      const std::size_t words = by_parts_ ? packed_words(entry.size) : entry.size;
      sets_.add(positions[i], {entry.size, {features, words}});
      features += words;
      for (std::uint32_t k = 0; k < entry.keys && by_parts_; ++k, ++key) {
        keyed.add({*key, positions[i], entry.size, entry.sketch});
      }
    }
  }

  void merge_equal(std::span<std::uint32_t> classes, std::uint32_t repeats) {
    std::atomic<bool> any = false;
    equal_.for_each_batch([&](std::span<const HashedPosition> batch, std::size_t) {
      for_each_group(batch, SameHash(), [&](std::span<const HashedPosition> group) {
        if (group.size() > 1 && merge(group, classes, repeats)) any = true;
      });
    });
    if (!any) return;
    executor_.for_each_range(classes.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
      for (std::size_t i = begin; i < end; ++i) {
        // The first position of a class has the new name already, and nobody writes there any more.
        const std::uint32_t name = classes[classes[i] & ~repeats];
        if (classes[i] != name) classes[i] = name;
      }
    });
  }

  std::vector<NearPair> find(std::span<const std::uint32_t> classes, std::uint32_t repeats) {
    sets_.finish();
    const auto class_of = [&](Position position) { return classes[position] & ~repeats; };
    std::vector<NearPair> pairs = by_parts_ ? find_by_parts(class_of, classes.size()) : find_by_join(class_of);
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    counts_.spilled_bytes += sets_.spilled_bytes() + equal_.spilled_bytes() + keyed_.spilled_bytes();
    return pairs;
  }

  [[nodiscard]] const JoinCounts& counts() const { return counts_; }

 private:
  /// Names the classes of sentences with equal features after the first. Other groups have other sentences.
  static bool merge(std::span<const HashedPosition> group, std::span<std::uint32_t> classes, std::uint32_t repeats) {
    std::uint32_t first = ~std::uint32_t{0};
    bool differ = false;
    for (const HashedPosition& set : group) {
      const std::uint32_t name = classes[set.position] & ~repeats;
      differ |= first != ~std::uint32_t{0} && name != first;
      first = std::min(first, name);
    }
    if (!differ) return false;
    // Only first positions are written: what classes[set.position] says must stay until the whole group is done.
    PlainVector<std::uint32_t> names;
    for (const HashedPosition& set : group) names.push_back(classes[set.position] & ~repeats);
    for (const std::uint32_t name : names) classes[name] = first | repeats;
    return true;
  }

  static NearPair pair_of(std::uint32_t a, std::uint32_t b, double similarity) {
    return {std::min(a, b), std::max(a, b), static_cast<float>(similarity)};
  }

  /// Joins one set of each class.
  template <typename ClassOf>
  std::vector<NearPair> find_by_join(const ClassOf& class_of) {
    std::vector<std::pair<std::uint32_t, Position>> sets;  // the class, and where a sentence of it stands
    sets_.for_each_position([&](Position position) { sets.emplace_back(class_of(position), position); });
    leave_one_of_each(sets);
    FeatureStore distinct(memory_bytes_, temp_dir_);
    Features scratch;
    for (const auto& [name, position] : sets) distinct.add(sets_.get(position, scratch).words);
    JoinOptions options;
    options.threshold = wanted_.threshold();
    const JoinResult joined = exact_join(distinct, options, executor_);
    counts_ = joined.counts;
    counts_.spilled_bytes += distinct.spilled_bytes();
    std::vector<NearPair> pairs;
    for (const SimilarPair& pair : joined.pairs) {
      pairs.push_back(pair_of(sets[pair.a].first, sets[pair.b].first, pair.similarity()));
    }
    return pairs;
  }

  static void leave_one_of_each(std::vector<std::pair<std::uint32_t, std::uint32_t>>& sets) {
    std::sort(sets.begin(), sets.end());
    const auto is_same = [](const auto& x, const auto& y) { return x.first == y.first; };
    sets.erase(std::unique(sets.begin(), sets.end(), is_same), sets.end());
  }

  /// Two classes that share a key, and where a sentence of each stands.
  struct Candidate {
    std::uint32_t class_a;
    std::uint32_t class_b;
    Position a;
    Position b;

    friend bool operator<(const Candidate& x, const Candidate& y) {
      return std::tie(x.class_a, x.class_b, x.a, x.b) < std::tie(y.class_a, y.class_b, y.a, y.b);
    }
  };

  /// In the order of classes, so that sets that were added one after the other are looked at one after the other.
  struct KeyOfCandidate {
    OrderedKey key;

    std::uint64_t operator()(const Candidate& candidate) const { return key(candidate.class_a); }
  };

  using Candidates = LocalExecutor::Regrouping<Candidate, KeyOfCandidate>;

  template <typename ClassOf>
  std::vector<NearPair> find_by_parts(const ClassOf& class_of, std::size_t classes) {
    constexpr std::uint64_t kSpread = 4;  // more partitions, since some classes have many candidates
    Candidates candidates = executor_.regroup<Candidate>(kSpread * sets_.size(), KeyOfCandidate{OrderedKey(classes)});
    gather_candidates(class_of, candidates);
    std::vector<std::vector<NearPair>> found(executor_.workers());
    std::atomic<std::uint64_t> pairs_of_classes = 0;
    candidates.for_each_batch([&](std::span<const Candidate> batch, std::size_t worker) {
      Verifier verifier;
      std::uint64_t count = 0;
      const auto same_classes = [](const Candidate& x, const Candidate& y) {
        return x.class_a == y.class_a && x.class_b == y.class_b;
      };
      for_each_group(batch, same_classes, [&](std::span<const Candidate> group) {
        ++count;
        verify(group.front(), verifier, found[worker]);
      });
      pairs_of_classes += count;
    });
    counts_.candidate_pairs = pairs_of_classes;
    counts_.spilled_bytes += candidates.spilled_bytes();
    std::vector<NearPair> pairs;
    for (const std::vector<NearPair>& some : found) pairs.insert(pairs.end(), some.begin(), some.end());
    return pairs;
  }

  /// Where the candidates of some keys go.
  struct Proposals {
    Candidates::Writer& writer;
    std::size_t room;  // when so many are there, large groups are cut short
    std::size_t size = 0;
    JoinCounts counts = {};

    void add(const Candidate& candidate) {
      writer.add(candidate);
      ++size;
    }
  };

  /// Each pair of classes as often as they share a key.
  template <typename ClassOf>
  void gather_candidates(const ClassOf& class_of, Candidates& candidates) {
    std::vector<JoinCounts> counts(executor_.workers());
    const auto same_key = [](const KeyedSentence& x, const KeyedSentence& y) { return x.key() == y.key(); };
    // Not the keys of a batch, since how many these are is a matter of memory, and results are not.
    const auto same_bits = [](const KeyedSentence& x, const KeyedSentence& y) {
      return x.key() >> (64 - kCappedBits) == y.key() >> (64 - kCappedBits);
    };
    keyed_.for_each_batch([&](std::span<const KeyedSentence> batch, std::size_t worker) {
      for_each_group(batch, same_bits, [&](std::span<const KeyedSentence> keys) {
        Proposals proposals{candidates.writer(worker), kCandidatesLeast + kCandidatesPerKey * keys.size()};
        for_each_group(keys, same_key, [&](std::span<const KeyedSentence> group) {
          if (group.size() > 1) propose(group, class_of, proposals);
        });
        counts[worker] += proposals.counts;
      });
    });
    for (const JoinCounts& some : counts) counts_ += some;
  }

  /// Appends the pairs of a group of sets that share a key, if nothing at hand rules them out. Many sets have the same
  /// part if that is empty, or if they are of one class. Of each class one is enough, and of two that are similar, the
  /// rarest features have one in common.
  template <typename ClassOf>
  void propose(std::span<const KeyedSentence> group, const ClassOf& class_of, Proposals& out) const {
    if (group.size() <= kGroupMost) return propose_all(group, class_of, out);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> members;  // the class, and which of the group
    for (std::uint32_t i = 0; i < group.size(); ++i) members.emplace_back(class_of(group[i].position), i);
    leave_one_of_each(members);
    std::vector<KeyedSentence> sentences;
    sentences.reserve(members.size());
    for (const auto& [name, member] : members) sentences.push_back(group[member]);
    if (sentences.size() <= kGroupMost) return propose_all(sentences, class_of, out);
    std::vector<KeyedSentence> sharing;
    for_each_shown(sentences, [&](std::span<const Shown> shown) {
      if (shown.size() > kSharingMost) {
        count_capped(shown.size(), out.counts);
        shown = shown.first(kSharingMost);
      }
      sharing.clear();
      for (const auto& [feature, number] : shown) sharing.push_back(sentences[number]);
      propose_all(sharing, class_of, out);
    });
  }

  static void count_capped(std::size_t sentences, JoinCounts& counts) {
    ++counts.capped_features;
    counts.capped_sets += sentences;
  }

  template <typename ClassOf>
  void propose_all(std::span<const KeyedSentence> group, const ClassOf& class_of, Proposals& out) const {
    const bool is_short = group.size() > kNextOnly && out.size >= out.room;
    if (is_short) count_capped(group.size(), out.counts);
    for (std::size_t i = 0; i < group.size(); ++i) {
      const std::size_t end = is_short ? std::min(group.size(), i + 1 + kNextOnly) : group.size();
      for (std::size_t j = i + 1; j < end; ++j) {
        ++out.counts.proposed_pairs;
        if (!may_be_similar(group[i], group[j])) continue;
        const std::uint32_t a = class_of(group[i].position);
        const std::uint32_t b = class_of(group[j].position);
        if (a < b) out.add({a, b, group[i].position, group[j].position});
        if (b < a) out.add({b, a, group[j].position, group[i].position});
      }
    }
  }

  /// A feature, and which sentence has it.
  using Shown = std::pair<std::uint32_t, std::uint32_t>;

  /// Calls `use` with the sentences that have a feature among their rarest ones, for each feature: of so many for each
  /// sentence that similar ones have one in common.
  template <typename Use>
  void for_each_shown(std::span<const KeyedSentence> sentences, const Use& use) const {
    boost::unordered_flat_map<std::uint32_t, std::uint32_t> counts;
    Features scratch;
    std::vector<std::uint32_t> features;
    for (const KeyedSentence& sentence : sentences) {
      unpack(sets_.get(sentence.position, scratch), features);
      for (const std::uint32_t feature : features) ++counts[feature];
    }
    std::vector<Shown> shown;
    for (std::uint32_t number = 0; number < sentences.size(); ++number) {
      unpack(sets_.get(sentences[number].position, scratch), features);
      const auto shown_end = features.begin() + wanted_.prefix_size(static_cast<std::uint32_t>(features.size()));
      std::partial_sort(features.begin(), shown_end, features.end(), [&](std::uint32_t x, std::uint32_t y) {
        return std::pair(counts[x], x) < std::pair(counts[y], y);
      });
      for (auto feature = features.begin(); feature != shown_end; ++feature) shown.emplace_back(*feature, number);
    }
    std::sort(shown.begin(), shown.end());
    const auto same_feature = [](const Shown& x, const Shown& y) { return x.first == y.first; };
    for_each_group(std::span<const Shown>(shown), same_feature, [&](std::span<const Shown> group) {
      if (group.size() > 1) use(group);
    });
  }

  [[nodiscard]] bool may_be_similar(const KeyedSentence& a, const KeyedSentence& b) const {
    if (std::max(a.size(), b.size()) == KeyedSentence::kSizeMost) return true;
    const auto different = static_cast<std::uint32_t>(std::popcount(a.sketch() ^ b.sketch()));
    return different <= part_keys_.most_different(std::min(a.size(), b.size())) &&
           wanted_.sizes_fit(a.size(), b.size());
  }

  static void unpack(const SentenceSet& set, std::vector<std::uint32_t>& features) {
    unpack_features(set.words, set.size, features);
  }

  struct Verifier {
    Features scratch;
    std::optional<Position> position_a;  // of what is in `a`: several candidates in a row have the same
    std::vector<std::uint32_t> a;
    std::vector<std::uint32_t> b;
  };

  void verify(const Candidate& candidate, Verifier& verifier, std::vector<NearPair>& out) const {
    if (verifier.position_a != candidate.a) unpack(sets_.get(candidate.a, verifier.scratch), verifier.a);
    verifier.position_a = candidate.a;
    unpack(sets_.get(candidate.b, verifier.scratch), verifier.b);
    const auto size_a = static_cast<std::uint32_t>(verifier.a.size());
    const auto size_b = static_cast<std::uint32_t>(verifier.b.size());
    const std::uint32_t shared = count_shared(verifier.a, verifier.b);
    if (!wanted_.reached(shared, size_a, size_b)) return;
    out.push_back(
        pair_of(candidate.class_a, candidate.class_b, static_cast<double>(shared) / (size_a + size_b - shared)));
  }

  bool by_parts_;
  std::uint64_t memory_bytes_;
  std::string temp_dir_;
  WantedSimilarity wanted_;
  PartKeys part_keys_;
  LocalExecutor& executor_;
  SentenceSets sets_;
  LocalExecutor::Regrouping<HashedPosition, HashOfPosition> equal_;
  LocalExecutor::Regrouping<KeyedSentence, KeyOfSentence> keyed_;
  JoinCounts counts_;
};

NearSentences::NearSentences(const NearSentenceOptions& options, LocalExecutor& executor)
    : state_(std::make_unique<State>(options, executor)) {}
NearSentences::~NearSentences() = default;

void NearSentences::add(const SignedSentences& batch, std::span<const Position> positions) {
  state_->add(batch, positions);
}

void NearSentences::merge_equal(std::span<std::uint32_t> classes, std::uint32_t repeats) {
  state_->merge_equal(classes, repeats);
}

std::vector<NearPair> NearSentences::find(std::span<const std::uint32_t> classes, std::uint32_t repeats) {
  return state_->find(classes, repeats);
}

const JoinCounts& NearSentences::counts() const {
  return state_->counts();
}

}  // namespace cento
