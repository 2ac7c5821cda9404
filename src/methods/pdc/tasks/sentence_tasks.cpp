#include "methods/pdc/tasks/sentence_tasks.hpp"

#include <algorithm>
#include <span>
#include <vector>

#include "core/hash/mix64.hpp"
#include "core/parallel/task_groups.hpp"
#include "core/spill/groups.hpp"
#include "methods/pdc/keyed_sentence.hpp"

namespace cento {

namespace {

/// A TextMember and the part that it comes from.
struct MemberOfPart {
  TextMember member;
  GlobalPlace place = 0;

  friend bool operator<(const MemberOfPart& x, const MemberOfPart& y) {
    return x.member.fingerprint != y.member.fingerprint ? x.member.fingerprint < y.member.fingerprint
                                                        : x.place < y.place;
  }
};

struct KeyOfMemberText {
  std::uint64_t operator()(const MemberOfPart& one) const { return mix64(~one.member.fingerprint.low); }
};

struct PlacedSentence {
  std::uint64_t key = 0;
  GlobalPlace place = 0;
  std::uint32_t short_hash = 0;
  std::uint32_t zero = 0;

  friend bool operator<(const PlacedSentence& x, const PlacedSentence& y) {
    return x.key != y.key ? x.key < y.key : x.place < y.place;
  }
};

/// The keys of a task are those of one range of spread ones, so they are spread in another way.
struct KeyOfPlacedSentence {
  std::uint64_t operator()(const PlacedSentence& one) const { return mix64(~one.key); }
};

std::uint64_t count_distinct(std::span<const PlacedSentence> group, std::vector<std::uint32_t>& scratch) {
  scratch.clear();
  for (const PlacedSentence& one : group) scratch.push_back(one.short_hash);
  std::sort(scratch.begin(), scratch.end());
  return static_cast<std::uint64_t>(std::unique(scratch.begin(), scratch.end()) - scratch.begin());
}

/// Which parts have the class, for that of its first sentence.
void send_class_holders(std::span<const PlacedSentence> group, OutgoingBlocks& out) {
  const GlobalPlace first = group.front().place;
  std::uint32_t last = part_of(first);
  for (const PlacedSentence& one : group) {
    const std::uint32_t part = part_of(one.place);
    if (part != last) out.add(part_of(first), ClassHolder{number_in(first), part});
    last = part;
  }
}

/// The part keys of the first sentence of a class.
void send_part_keys(const PdcPart& part, std::uint32_t sentence, OutgoingBlocks& keyed) {
  const SentencesOfPart& sentences = part.sentences();
  const StoredSignature& signature = sentences.signature_of(sentence);
  for (const std::uint64_t key : sentences.part_keys_of(sentence)) {
    const KeyedSentence one(key, sentence, signature.size, signature.sketch);
    keyed.add(part.task().group_of_key(one.key()), one);
  }
}

std::uint64_t hash_of_run(std::span<const GlobalClass> classes) {
  std::uint64_t hash = 0;
  for (const GlobalClass one : classes) hash = mix64(hash + one);
  return hash;
}

/// The runs of `least` sentences of a text that all repeat.
void send_runs(const PdcPart& part, const TextOfPart& text, OutgoingBlocks& runs) {
  const std::span<const GlobalClass> classes = part.classes_of(text);
  const std::uint32_t least = part.task().least();
  std::uint32_t repeating = 0;
  for (std::uint32_t i = 0; i < text.sentences; ++i) {
    repeating = (classes[i] & kClassRepeats) != 0 ? repeating + 1 : 0;
    if (repeating < least) continue;
    const std::uint32_t begin = i + 1 - least;
    const std::uint32_t sentence = text.first_sentence + begin;
    const std::uint64_t run = hash_of_run(classes.subspan(begin, least));
    const std::uint64_t before = begin > 0 ? classes[begin - 1] : no_class(part.place(sentence));
    runs.add(part.task().group_of_key(run), RunStart{run, before, sentence, 0});
  }
}

}  // namespace

void find_equal_texts(const PdcTask& task, const TaskInput& arrived, TaskOutput& out) {
  OutgoingBlocks& later = out.kind_of("later_texts");
  OutgoingBlocks& holders = out.kind_of("holders");
  const auto make = [](std::uint32_t from, const TextMember& member) {
    return MemberOfPart{member, place_in(from, member.text)};
  };
  const auto same = [](const MemberOfPart& x, const MemberOfPart& y) {
    return x.member.fingerprint == y.member.fingerprint;
  };
  for_each_batch_made<MemberOfPart, TextMember>(
      arrived, "text_members", task.memory, KeyOfMemberText(), make, [&](std::span<const MemberOfPart> batch) {
        for_each_group(batch, same, [&](std::span<const MemberOfPart> group) {
          if (group.size() < 2) return;
          const GlobalPlace first = group.front().place;
          for (const auto& [member, place] : group) {
            const std::uint32_t document = task.parts.begin(part_of(place)) + member.document;
            holders.add(part_of(first), TextHolder{member.document_bytes, number_in(first), document,
                                                   member.part_of_document, member.texts_of_document});
            if (place != first) later.add(part_of(place), number_in(place));
          }
        });
      });
}

void show_sentences(PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  part.set_contents(arrived.records<std::uint32_t>("later_texts"), arrived.records<TextHolder>("holders"), out);
  const SentencesOfPart& sentences = part.sentences();
  const std::vector<std::uint32_t> first = part.first_with_words();
  OutgoingBlocks& members = out.kind_of("sentence_members");
  std::uint64_t count = 0;
  part.for_each_sentence([&](std::uint32_t i) {
    ++count;
    const std::uint64_t key = sentences.keys()[i];
    if (key == 0 || first[i] != i) return;
    members.add(part.task().group_of_key(key),
                SentenceMember{key, static_cast<std::uint32_t>(sentences.hashes()[i]), i});
  });
  out.count("sentences", count);
}

void find_repeated_sentences(const PdcTask& task, const TaskInput& arrived, TaskOutput& out) {
  OutgoingBlocks& repeated = out.kind_of("repeated");
  OutgoingBlocks& holders = out.kind_of("class_holders");
  std::uint64_t distinct = 0;
  std::vector<std::uint32_t> scratch;
  const auto make = [](std::uint32_t from, const SentenceMember& member) {
    return PlacedSentence{member.key, place_in(from, member.sentence), member.short_hash, 0};
  };
  const auto same = [](const PlacedSentence& x, const PlacedSentence& y) { return x.key == y.key; };
  for_each_batch_made<PlacedSentence, SentenceMember>(
      arrived, "sentence_members", task.memory, KeyOfPlacedSentence(), make,
      [&](std::span<const PlacedSentence> batch) {
        for_each_group(batch, same, [&](std::span<const PlacedSentence> group) {
          distinct += count_distinct(group, scratch);
          if (group.size() < 2) return;
          const GlobalPlace first = group.front().place;
          for (const PlacedSentence& one : group) {
            repeated.add(part_of(one.place), RepeatedSentence{first, number_in(one.place), 0});
          }
          if (task.has_near()) send_class_holders(group, holders);
        });
      });
  out.count("distinct_sentences", distinct);
}

void show_keys_and_runs(PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  const std::vector<std::uint32_t> first = part.first_with_words();
  part.set_classes(first, arrived.records<RepeatedSentence>("repeated"), out);
  OutgoingBlocks& runs = out.kind_of("runs");
  part.for_each_content([&](std::uint32_t content) { send_runs(part, part.text(content), runs); });
  if (!part.task().has_near()) return;
  store_arrived<ClassHolder>("class_holders", arrived, out);
  OutgoingBlocks& keyed = out.kind_of("keyed");
  part.for_each_sentence([&](std::uint32_t i) {
    if (part.sentences().keys()[i] == 0 || first_of(part.classes()[i]) != part.place(i)) return;
    send_part_keys(part, i, keyed);
  });
}

}  // namespace cento
