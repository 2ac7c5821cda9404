#include "methods/blog/tasks/blog_steps.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/hash/mix64.hpp"
#include "core/parallel/task_groups.hpp"
#include "core/spill/groups.hpp"
#include "methods/blog/blog_report.hpp"
#include "methods/blog/blog_sources.hpp"
#include "methods/blog/tasks/blog_task_records.hpp"

namespace cento {

namespace {

/// A PartWord and the part that it comes from.
struct WordOfPart {
  std::uint64_t hash = 0;
  GlobalPlace place = 0;
  std::uint32_t documents = 0;
  std::uint32_t zero = 0;

  friend bool operator<(const WordOfPart& x, const WordOfPart& y) {
    return x.hash != y.hash ? x.hash < y.hash : x.place < y.place;
  }
};

/// A SentBlogSentence with its place and its document in the whole collection.
struct PlacedBlogSentence {
  Fingerprint fingerprint;
  GlobalPlace place = 0;
  BlogMember member;
  std::uint32_t zero = 0;

  friend bool operator<(const PlacedBlogSentence& x, const PlacedBlogSentence& y) {
    return x.fingerprint != y.fingerprint ? x.fingerprint < y.fingerprint : x.place < y.place;
  }
};

/// The keys of a task are those of one range of spread ones, so they are spread in another way.
struct SpreadAgain {
  std::uint64_t operator()(const WordOfPart& one) const { return mix64(~one.hash); }
  std::uint64_t operator()(const PlacedBlogSentence& one) const { return mix64(~one.fingerprint.high); }
  std::uint64_t operator()(const SourceOfSentence& one) const { return mix64(one.equal); }
};

/// `words` → `common`: the numbers of the words that too many documents have, for each part that has them.
void find_common_words(const BlogTask& task, const TaskInputs& inputs, TaskOutput& out) {
  OutgoingBlocks& common = out.kind_of("common");
  const std::uint64_t most = task.most_documents();
  const auto make = [](std::uint32_t from, const PartWord& one) {
    return WordOfPart{one.hash, place_in(from, one.word), one.documents, 0};
  };
  const auto same = [](const WordOfPart& x, const WordOfPart& y) { return x.hash == y.hash; };
  for_each_batch_made<WordOfPart, PartWord>(inputs.arrived, "words", task.memory, SpreadAgain(), make,
                                            [&](std::span<const WordOfPart> batch) {
                                              for_each_group(batch, same, [&](std::span<const WordOfPart> group) {
                                                std::uint64_t documents = 0;
                                                for (const WordOfPart& one : group) {
                                                  if (task.is_of_inputs(part_of(one.place))) documents += one.documents;
                                                }
                                                if (documents <= most) return;
                                                for (const WordOfPart& one : group)
                                                  common.add(part_of(one.place), number_in(one.place));
                                              });
                                            });
}

/// The signer of a part's sentences, as if it knew the frequencies of all words.
SortedWordsSigner signer_without(const std::vector<std::uint64_t>& words, const std::vector<std::uint32_t>& common,
                                 const BlogTask& task) {
  std::vector<Frequency> frequencies;
  frequencies.reserve(common.size());
  for (const std::uint32_t word : common)
    frequencies.push_back({record_of_part(words, word), task.most_documents() + 1});
  return {DocumentFrequencies(0, std::move(frequencies)), task.most_documents()};
}

/// Decides which sentences of a part are sent: not more than max_repeats of equal ones and one, from which the group
/// sees that they are too many. Those of which others may not be known are all sent.
class RepeatsOfPart {
 public:
  RepeatsOfPart(const BlogTask& task, std::uint32_t part)
      : most_(task.rule.max_repeats), counts_(task.reference.is_source(task.parts.begin(part))) {}

  [[nodiscard]] bool is_over(const Fingerprint& fingerprint) {
    if (!counts_) return false;
    std::uint32_t& times = times_[fingerprint];
    if (times > most_) return true;
    ++times;
    return false;
  }

 private:
  std::uint32_t most_;
  bool counts_;
  boost::unordered_flat_map<Fingerprint, std::uint32_t, HashFingerprint> times_;
};

/// `common` → `fingerprints` for the groups; stores `fingerprinted`, the places of these sentences.
void fingerprint_sentences(const BlogTask& task, const TaskInputs& inputs, TaskOutput& out) {
  const auto words = inputs.stored.records<std::uint64_t>("words");
  const auto sentence_words = inputs.stored.records<std::uint32_t>("sentence_words");
  SortedWordsSigner signer = signer_without(words, inputs.arrived.records<std::uint32_t>("common"), task);
  OutgoingBlocks& sent = out.kind_of("fingerprints");
  RepeatsOfPart repeats(task, inputs.number);
  StoredBlocks fingerprinted;
  std::uint32_t count = 0;
  std::uint64_t without = 0;
  std::uint64_t not_sent = 0;
  std::size_t next = 0;
  std::vector<std::uint64_t> hashes;
  inputs.stored.for_each<PartSentence>("sentences", [&](std::uint32_t, const PartSentence& one) {
    hashes.clear();
    for (const std::size_t end = next + one.words; next < end; ++next) {
      hashes.push_back(record_of_part(words, record_of_part(sentence_words, next)));
    }
    TokenRange range;
    range.hashes = hashes;
    Fingerprint fingerprint;
    if (!signer.sign(range, fingerprint)) {
      ++without;
      return;
    }
    if (repeats.is_over(fingerprint)) {
      ++not_sent;
    } else {
      sent.add(group_of_sentence(fingerprint, task.groups), SentBlogSentence{fingerprint, one.member, count});
    }
    fingerprinted.add(one.member);
    ++count;
  });
  fingerprinted.store("fingerprinted", out);
  out.count("sentences", count);
  out.count("without_fingerprint", without);
  out.count("left_out_occurrences", not_sent);
}

/// Of equal sentences, a record for each document that others may be known from; returns what they are called.
GlobalPlace store_sources(std::span<const PlacedBlogSentence> equal, StoredBlocks& sources) {
  const GlobalPlace name = equal.front().place;
  for (std::size_t i = 0; i < equal.size(); ++i) {
    if (i > 0 && equal[i - 1].member.document == equal[i].member.document) continue;
    sources.add(SourceOfSentence{name, equal[i].member, 0});
  }
  return name;
}

/// `fingerprints` → `known` for the parts; stores `sources`. As BlogRun::take_group().
void find_equal_sentences(const BlogTask& task, const TaskInputs& inputs, TaskOutput& out) {
  OutgoingBlocks& known = out.kind_of("known");
  StoredBlocks sources;
  const auto make = [&](std::uint32_t from, const SentBlogSentence& one) {
    BlogMember member = one.member;
    member.document += task.parts.begin(from);
    return PlacedBlogSentence{one.fingerprint, place_in(from, one.sentence), member, 0};
  };
  for_each_batch_made<PlacedBlogSentence, SentBlogSentence>(
      inputs.arrived, "fingerprints", task.memory, SpreadAgain(), make, [&](std::span<const PlacedBlogSentence> batch) {
        for_each_equal_sentence(batch, [&](std::span<const PlacedBlogSentence> group) {
          const auto equal = divide_equal_sentences(group, task.reference);
          if (equal.sources.size() > task.rule.max_repeats) {
            out.count("left_out", 1);
            out.count("left_out_occurrences", equal.sources.size());
            return;
          }
          if (equal.reportable.empty()) return;
          const GlobalPlace name = store_sources(equal.sources, sources);
          for (const PlacedBlogSentence& one : equal.reportable) {
            known.add(part_of(one.place), KnownSentence{name, number_in(one.place), inputs.number});
          }
        });
      });
  sources.store("sources", out);
}

/// `known` → `wanted` for the groups: what equals the sentences of documents that are reported. Stores `reported`,
/// these sentences.
void find_reported(const BlogTask& task, const TaskInputs& inputs, TaskOutput& out) {
  const auto members = inputs.stored.records<BlogMember>("fingerprinted");
  auto known = inputs.arrived.records<KnownSentence>("known");
  std::sort(known.begin(), known.end());
  const auto of_one_document = [&](const KnownSentence& x, const KnownSentence& y) {
    return record_of_part(members, x.sentence).document == record_of_part(members, y.sentence).document;
  };
  StoredBlocks reported;
  std::vector<std::pair<std::uint32_t, GlobalPlace>> wanted;
  std::uint64_t documents = 0;
  for_each_group(std::span<const KnownSentence>(known), of_one_document, [&](std::span<const KnownSentence> document) {
    if (document.size() <= task.rule.collisions) return;
    ++documents;
    reported.add_all(document);
    for (const KnownSentence& one : document) wanted.emplace_back(one.group, one.equal);
  });
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  OutgoingBlocks& sent = out.kind_of("wanted");
  for (const auto& [group, equal] : wanted) sent.add(group, equal);
  reported.store("reported", out);
  out.count("known_sentences", known.size());
  out.count("reported_documents", documents);
}

/// `wanted` → `sources`, once for each part that wants them.
void send_sources(const BlogTask& /*task*/, const TaskInputs& inputs, TaskOutput& out) {
  using Wanted = std::pair<GlobalPlace, std::uint32_t>;
  std::vector<Wanted> wanted;
  inputs.arrived.for_each<GlobalPlace>(
      "wanted", [&](std::uint32_t part, GlobalPlace equal) { wanted.emplace_back(equal, part); });
  std::sort(wanted.begin(), wanted.end());
  OutgoingBlocks& sent = out.kind_of("sources");
  inputs.stored.for_each<SourceOfSentence>("sources", [&](std::uint32_t, const SourceOfSentence& source) {
    auto one = std::lower_bound(wanted.begin(), wanted.end(), Wanted{source.equal, 0});
    for (; one != wanted.end() && one->first == source.equal; ++one) sent.add(one->second, source);
  });
}

constexpr std::array<std::string_view, 2> kStoredForReports{"fingerprinted", "reported"};

/// Where the sentences that equal those of a part are.
class SourcesOfPart {
 public:
  SourcesOfPart(const BlogTask& task, const TaskInput& arrived)
      : sources_(task.memory.bytes / kShareOfMemory, task.memory.temp_dir) {
    const auto make = [](std::uint32_t /*from*/, const SourceOfSentence& one) { return one; };
    const auto same = [](const SourceOfSentence& x, const SourceOfSentence& y) { return x.equal == y.equal; };
    for_each_batch_made<SourceOfSentence, SourceOfSentence>(
        arrived, "sources", task.memory, SpreadAgain(), make, [&](std::span<const SourceOfSentence> batch) {
          for_each_group(batch, same, [&](std::span<const SourceOfSentence> group) {
            for (const SourceOfSentence& one : group) sources_.add(one.member);
            groups_.emplace(group.front().equal, Group{sources_.end_group(), static_cast<std::uint32_t>(group.size())});
          });
        });
  }

  [[nodiscard]] GroupedBlogSentence grouped(GlobalPlace equal, const BlogMember& own) const {
    const auto found = groups_.find(equal);
    if (found == groups_.end()) throw Error("sources of a sentence are missing: start the run again in another folder");
    return {found->second.first, found->second.members, own};
  }

  [[nodiscard]] const BlogSources& all() const { return sources_; }

 private:
  struct Group {
    std::uint64_t first = 0;
    std::uint32_t members = 0;
  };
  static constexpr std::uint64_t kShareOfMemory = 2;

  BlogSources sources_;
  boost::unordered_flat_map<GlobalPlace, Group> groups_;
};

/// How many sentences each document has.
std::vector<std::uint32_t> sizes_of(const std::vector<BlogMember>& members) {
  std::vector<std::uint32_t> sizes(members.empty() ? 0 : members.back().document + 1);
  for (const BlogMember& member : members) ++sizes[member.document];
  return sizes;
}

}  // namespace

std::span<const TaskStep<BlogTask>> blog_steps() {
  using enum TaskSide;
  static const std::vector<TaskStep<BlogTask>> steps{
      {"common words", group, {}, find_common_words},
      {"fingerprints", part, {"words", "sentences", "sentence_words"}, fingerprint_sentences},
      {"equal sentences", group, {}, find_equal_sentences},
      {"known documents", part, {"fingerprinted"}, find_reported},
      {"sources", group, {"sources"}, send_sources},
  };
  return steps;
}

std::span<const std::string_view> stored_for_blog_reports() {
  return kStoredForReports;
}

void report_part(const BlogTask& task, const TaskInputs& inputs, const std::function<void(const BlogReport&)>& use) {
  const auto members = inputs.stored.records<BlogMember>("fingerprinted");
  const auto reported = inputs.stored.records<KnownSentence>("reported");
  const std::vector<std::uint32_t> sizes = sizes_of(members);
  const SourcesOfPart sources(task, inputs.arrived);
  BlogSourceReader reader(sources.all());
  BlogOptions options;
  static_cast<BlogRule&>(options) = task.rule;
  const auto of_one_document = [&](const KnownSentence& x, const KnownSentence& y) {
    return record_of_part(members, x.sentence).document == record_of_part(members, y.sentence).document;
  };
  std::vector<GroupedBlogSentence> grouped;
  for_each_group(std::span<const KnownSentence>(reported), of_one_document, [&](std::span<const KnownSentence> known) {
    grouped.clear();
    for (const KnownSentence& one : known) {
      BlogMember own = members[one.sentence];
      own.document += task.parts.begin(inputs.number);
      grouped.push_back(sources.grouped(one.equal, own));
    }
    use(blog_report_of(grouped, sizes[members[known.front().sentence].document], options, reader));
  });
}

}  // namespace cento
