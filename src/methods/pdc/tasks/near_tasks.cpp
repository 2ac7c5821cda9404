#include "methods/pdc/tasks/near_tasks.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/hash/mix64.hpp"
#include "core/parallel/task_groups.hpp"
#include "core/spill/groups.hpp"
#include "join/bounds.hpp"
#include "join/part_keys.hpp"
#include "methods/pdc/keyed_sentence.hpp"
#include "methods/pdc/sentences/near_candidate_kernels.hpp"
#include "methods/pdc/sentences/sentence_signer.hpp"
#include "methods/pdc/tasks/text_proposals.hpp"

namespace cento {

namespace {

/// A KeyedSentence and the part that it comes from.
struct PlacedKey {
  GlobalPlace place = 0;
  std::uint32_t key_high = 0;
  std::uint32_t sketch_and_size = 0;

  friend bool operator<(const PlacedKey& x, const PlacedKey& y) {
    return x.key_high != y.key_high ? x.key_high < y.key_high : x.place < y.place;
  }
};

struct KeyOfPlacedKey {
  std::uint64_t operator()(const PlacedKey& one) const { return mix64(~std::uint64_t{one.key_high}); }
};

/// What comes before the words of a set with a large key.
struct KeyedSetHead {
  PlacedKey key;
  std::uint32_t size = 0;  // features
  std::uint32_t words = 0;
};
static_assert(sizeof(KeyedSetHead) == 24);

/// What comes before the words of a set, and the sentences of the part that it goes to which it is compared with.
struct CandidateSetHead {
  GlobalPlace place = 0;
  std::uint32_t size = 0;  // features
  std::uint32_t words = 0;
  std::uint64_t candidates = 0;
};
static_assert(sizeof(CandidateSetHead) == 24);

/// The classes of a group, each with one sentence. In the kernels they are known by their numbers, which ascend as
/// their places do.
class NumberedGroup {
 public:
  NumberedGroup(const PdcTask& task, SentenceSets& sets)
      : sets_(sets),
        wanted_(Measure::jaccard, task.options.passages.threshold),
        part_keys_(task.options.passages.threshold) {}

  /// Calls `add(a, b)` with the places of candidates, a before b, and returns how many keys were too frequent.
  template <typename Add>
  std::uint64_t propose(std::span<const PlacedKey> group, const Add& add) {
    while (numbers_.size() < group.size()) numbers_.push_back(static_cast<std::uint32_t>(numbers_.size()));
    sentences_.clear();
    for (std::uint32_t i = 0; i < group.size(); ++i) {
      KeyedSentence& sentence = sentences_.emplace_back();
      sentence.key_high = group[i].key_high;
      sentence.position = i;
      sentence.sketch_and_size = group[i].sketch_and_size;
    }
    struct Writer {
      std::span<const PlacedKey> group;
      const Add& use;

      void add(const NearCandidate& candidate) { use(group[candidate.class_a].place, group[candidate.class_b].place); }
    } writer{group, add};
    ProposedCandidates<Writer> proposed{writer};
    const CandidateRules rules{{numbers_, 0}, sets_, wanted_, part_keys_};
    propose_candidates(rules, std::span<const KeyedSentence>(sentences_), proposed);
    return proposed.counts.capped_features;
  }

 private:
  SentenceSets& sets_;
  WantedSimilarity wanted_;
  PartKeys part_keys_;
  std::vector<std::uint32_t> numbers_;  // 0, 1, 2, …
  std::vector<KeyedSentence> sentences_;
};

struct SameKeyHigh {
  bool operator()(const PlacedKey& x, const PlacedKey& y) const { return x.key_high == y.key_high; }
};

/// Sends each pair of places to the part of the first.
auto to_first(OutgoingBlocks& candidates) {
  return [&candidates](GlobalPlace a, GlobalPlace b) {
    candidates.add(part_of(a), CandidateSentences{number_in(a), 0, b});
  };
}

struct KeyOfNearPlace {
  std::uint64_t operator()(const NearPlace& one) const { return mix64(~(mix64(one.a) + one.b)); }
};

/// The texts of one side, each once, and whether several documents, or parts of one, have it.
struct SharingTexts {
  std::vector<GlobalPlace> texts;
  std::vector<std::uint8_t> is_shared;

  void add(GlobalPlace text) {
    if (!texts.empty() && texts.back() == text) {
      is_shared.back() = 1;
      return;
    }
    texts.push_back(text);
    is_shared.push_back(0);
  }
};

bool are_matched(const PdcTask& task, GlobalPlace a, GlobalPlace b, bool is_shared) {
  if (a != b || task.selves() == SelfMatching::all) return true;
  return task.selves() == SelfMatching::copies && is_shared;
}

/// The texts with near sentences of these two classes, unless too many documents have one of them.
void propose_texts_of_group(const PdcTask& task, std::span<const NearPlace> group, TextProposals& proposals) {
  SharingTexts with_a;
  SharingTexts with_b;
  std::vector<DocId> documents;
  for (const NearPlace& one : group) {
    if (one.side == NearPlace::kTooMany) return;
    (one.side == NearPlace::kHasA ? with_a : with_b).add(one.text);
    documents.push_back(one.document);
  }
  std::sort(documents.begin(), documents.end());
  documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
  if (documents.size() > task.options.pairs_up_to) return;
  for (std::size_t i = 0; i < with_a.texts.size(); ++i) {
    for (const GlobalPlace other : with_b.texts) {
      if (!are_matched(task, with_a.texts[i], other, with_a.is_shared[i] != 0)) continue;
      proposals.add_near(with_a.texts[i], other, group.front().a, group.front().b);
    }
  }
}

/// The contents of a part that have a class, each once, ascending, class after class.
std::vector<std::pair<GlobalPlace, std::uint32_t>> contents_with_near(const PdcPart& part) {
  std::vector<std::pair<GlobalPlace, std::uint32_t>> contents;
  part.for_each_content([&](std::uint32_t content) {
    for (const GlobalClass one : part.classes_of(part.text(content))) {
      if (!part.near(first_of(one)).empty()) contents.emplace_back(first_of(one), content);
    }
  });
  std::sort(contents.begin(), contents.end());
  contents.erase(std::unique(contents.begin(), contents.end()), contents.end());
  return contents;
}

/// Shows to the groups of all pairs of a class which documents here have it.
void show_places_of_class(const PdcPart& part, std::span<const std::pair<GlobalPlace, std::uint32_t>> contents,
                          OutgoingBlocks& out) {
  const GlobalPlace name = contents.front().first;
  std::vector<DocId> documents;
  for (const auto& [same, content] : contents) {
    for (const TextHolder& holder : part.holders(content)) documents.push_back(holder.document);
  }
  std::sort(documents.begin(), documents.end());
  documents.erase(std::unique(documents.begin(), documents.end()), documents.end());
  const bool are_too_many = documents.size() > part.task().options.pairs_up_to;
  for (const NearClass& near : part.near(name)) {
    const auto [a, b] = std::minmax(name, near.other);
    const std::size_t to = part.task().group_of_key(mix64(a) + b);
    if (are_too_many) {
      out.add(to, NearPlace{a, b, 0, 0, NearPlace::kTooMany});
      continue;
    }
    const std::uint32_t side = name == a ? NearPlace::kHasA : NearPlace::kHasB;
    for (const auto& [same, content] : contents) {
      for (const TextHolder& holder : part.holders(content)) {
        out.add(to, NearPlace{a, b, part.place(content), holder.document, side});
      }
    }
  }
}

}  // namespace

void propose_candidates_of_keys(const PdcTask& task, const TaskInput& arrived, TaskOutput& out) {
  OutgoingBlocks& candidates = out.kind_of("candidates");
  OutgoingBlocks& wanted = out.kind_of("wanted_sets");
  SentenceSets no_sets(0, "");
  NumberedGroup numbered(task, no_sets);
  std::uint64_t large = 0;
  std::uint64_t capped = 0;
  const auto make = [](std::uint32_t from, const KeyedSentence& one) {
    return PlacedKey{place_in(from, one.position), one.key_high, one.sketch_and_size};
  };
  for_each_batch_made<PlacedKey, KeyedSentence>(
      arrived, "keyed", task.memory, KeyOfPlacedKey(), make, [&](std::span<const PlacedKey> batch) {
        for_each_group(batch, SameKeyHigh(), [&](std::span<const PlacedKey> group) {
          if (group.size() < 2) return;
          if (group.size() <= CandidateLimits::kGroupMost) {
            capped += numbered.propose(group, to_first(candidates));
            return;
          }
          ++large;
          for (const PlacedKey& one : group) {
            wanted.add(part_of(one.place), WantedSet{number_in(one.place), one.key_high});
          }
        });
      });
  out.count("large_keys", large);
  out.count("capped", capped);
}

void send_sets_of_large_keys(const PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  store_arrived<CandidateSentences>("candidates", arrived, out);
  store_arrived<WantedRun>("wanted_runs", arrived, out);
  const SentencesOfPart& sentences = part.sentences();
  OutgoingBlocks& sets = out.kind_of("keyed_sets");
  std::string bytes;
  for (const WantedSet& wanted : arrived.records<WantedSet>("wanted_sets")) {
    const StoredSignature& signature = sentences.signature_of(wanted.sentence);
    const KeyedSentence keyed(std::uint64_t{wanted.key_high} << 32U, wanted.sentence, signature.size, signature.sketch);
    const SentenceSet set = sentences.set_of(wanted.sentence);
    bytes.clear();
    append_value(KeyedSetHead{{part.place(wanted.sentence), keyed.key_high, keyed.sketch_and_size},
                              set.size,
                              static_cast<std::uint32_t>(set.words.size())},
                 bytes);
    append_values(set.words, bytes);
    sets.add(part.task().group_of_key(keyed.key()), bytes);
  }
}

void propose_candidates_of_large_keys(const PdcTask& task, const TaskInput& arrived, TaskOutput& out) {
  struct Set {
    PlacedKey key;
    std::uint32_t size = 0;
    std::vector<std::uint64_t> words;
  };
  std::vector<Set> arrived_sets;
  for (const TaskBlock& block : arrived.blocks("keyed_sets")) {
    for (BlockReader reader(block.bytes); !reader.is_at_end();) {
      const auto head = reader.value<KeyedSetHead>();
      arrived_sets.push_back({head.key, head.size, reader.values<std::uint64_t>(head.words)});
    }
  }
  std::sort(arrived_sets.begin(), arrived_sets.end(), [](const Set& x, const Set& y) { return x.key < y.key; });
  OutgoingBlocks& candidates = out.kind_of("candidates");
  std::uint64_t capped = 0;
  const auto same_key = [](const Set& x, const Set& y) { return x.key.key_high == y.key.key_high; };
  for_each_group(std::span<const Set>(arrived_sets), same_key, [&](std::span<const Set> group) {
    SentenceSets sets(task.memory.bytes, task.memory.temp_dir);
    std::vector<PlacedKey> keys;
    for (const Set& set : group) {
      sets.add(static_cast<Position>(keys.size()), {set.size, set.words});
      keys.push_back(set.key);
    }
    sets.finish();
    capped += NumberedGroup(task, sets).propose(keys, to_first(candidates));
  });
  out.count("capped", capped);
}

void send_candidate_sets(const PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  const auto candidates = distinct_records<CandidateSentences>("candidates", arrived, part.stored());
  OutgoingBlocks& sets = out.kind_of("candidate_sets");
  std::string bytes;
  const auto same_parts = [](const CandidateSentences& x, const CandidateSentences& y) {
    return x.sentence == y.sentence && part_of(x.other) == part_of(y.other);
  };
  const auto send = [&](std::span<const CandidateSentences> group) {
    const std::uint32_t sentence = group.front().sentence;
    const SentenceSet set = part.sentences().set_of(sentence);
    bytes.clear();
    append_value(
        CandidateSetHead{part.place(sentence), set.size, static_cast<std::uint32_t>(set.words.size()), group.size()},
        bytes);
    append_values(set.words, bytes);
    for (const CandidateSentences& one : group) append_value(one.other, bytes);
    sets.add(part_of(group.front().other), bytes);
  };
  for_each_group(std::span<const CandidateSentences>(candidates), same_parts, send);
}

void compare_candidates(const PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  const WantedSimilarity wanted(Measure::jaccard, part.task().options.passages.threshold);
  OutgoingBlocks& near = out.kind_of("near_found");
  std::vector<std::uint32_t> a;
  std::vector<std::uint32_t> b;
  std::uint64_t pairs = 0;
  const auto compare = [&](GlobalPlace place, GlobalPlace other) {
    const SentenceSet set = part.sentences().set_of(number_in(other));
    unpack_features(set.words, set.size, b);
    const auto size_a = static_cast<std::uint32_t>(a.size());
    const std::uint32_t shared = count_shared(a, b);
    if (!wanted.reached(shared, size_a, set.size)) return;
    const auto similarity = static_cast<float>(static_cast<double>(shared) / (size_a + set.size - shared));
    near.add(part_of(place), NearClass{place, other, similarity, 0});
    near.add(part_of(other), NearClass{other, place, similarity, 0});
    ++pairs;
  };
  for (const TaskBlock& block : arrived.blocks("candidate_sets")) {
    for (BlockReader reader(block.bytes); !reader.is_at_end();) {
      const auto head = reader.value<CandidateSetHead>();
      unpack_features(reader.values<std::uint64_t>(head.words), head.size, a);
      for (const GlobalPlace other : reader.values<GlobalPlace>(head.candidates)) compare(head.place, other);
    }
  }
  out.count("near_sentence_pairs", pairs);
}

void spread_near_classes(const PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  auto holders = part.stored().records<ClassHolder>("class_holders");
  std::sort(holders.begin(), holders.end());
  OutgoingBlocks& near = out.kind_of("near");
  arrived.for_each<NearClass>("near_found", [&](std::uint32_t /*from*/, const NearClass& one) {
    near.add(part.number(), one);
    const std::uint32_t sentence = number_in(one.name);
    for (auto holder = std::lower_bound(holders.begin(), holders.end(), ClassHolder{sentence, 0});
         holder != holders.end() && holder->sentence == sentence; ++holder) {
      near.add(holder->part, one);
    }
  });
}

void show_near_places(PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  part.set_near(arrived.records<NearClass>("near"), out);
  OutgoingBlocks& places = out.kind_of("near_places");
  const auto contents = contents_with_near(part);
  const auto same_class = [](const auto& x, const auto& y) { return x.first == y.first; };
  for_each_group(std::span(contents), same_class, [&](auto group) { show_places_of_class(part, group, places); });
}

void propose_near_texts(const PdcTask& task, const TaskInput& arrived, TaskOutput& out) {
  TextProposals proposals(out);
  const auto same = [](const NearPlace& x, const NearPlace& y) { return x.a == y.a && x.b == y.b; };
  const auto make = [](std::uint32_t /*from*/, const NearPlace& one) { return one; };
  for_each_batch_made<NearPlace, NearPlace>(
      arrived, "near_places", task.memory, KeyOfNearPlace(), make, [&](std::span<const NearPlace> batch) {
        for_each_group(batch, same,
                       [&](std::span<const NearPlace> group) { propose_texts_of_group(task, group, proposals); });
      });
}

}  // namespace cento
