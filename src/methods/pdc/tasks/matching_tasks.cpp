#include "methods/pdc/tasks/matching_tasks.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/hash/mix64.hpp"
#include "core/spill/groups.hpp"
#include "methods/pdc/matching/matching_kernels.hpp"
#include "methods/pdc/passage_edges.hpp"
#include "methods/pdc/tasks/home_texts.hpp"
#include "methods/pdc/tasks/home_words.hpp"

namespace cento {

namespace {

/// A passage of two texts, before it is known in which documents it is reported.
struct PassageAtHome {
  GlobalPlace rows = 0;
  GlobalPlace columns = 0;
  FoundPassage found = {};
  std::uint32_t zero = 0;
};
static_assert(sizeof(PassageAtHome) == 64);

template <typename Record, typename TextsOf>
std::vector<GlobalPlace> texts_of(std::span<const Record> records, const TextsOf& both) {
  std::vector<GlobalPlace> texts;
  for (const Record& one : records) {
    const auto [a, b] = both(one);
    texts.push_back(a);
    texts.push_back(b);
  }
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return texts;
}

/// Requests the words that edges of passages need, as SentenceRecall does, from the parts of the texts.
class RequestedWords {
 public:
  explicit RequestedWords(const HomeTexts& texts) : texts_(texts) {}

  void want_tokens(ContentId content, const SentenceRange& sentences) {
    wanted_.push_back({texts_.text(content).place, sentences.begin, sentences.end});
  }

  /// Words of the part itself are read when they are needed.
  void send(std::uint32_t own_part, TaskOutput& out) {
    OutgoingBlocks& sent = out.kind_of("wanted_words");
    std::vector<WantedWords> own;
    merge();
    for (const Wanted& one : wanted_) {
      const WantedWords words{number_in(one.text), one.begin, one.end};
      part_of(one.text) == own_part ? own.push_back(words) : sent.add(part_of(one.text), words);
    }
    out.store("own_words", block_of(own));
  }

 private:
  struct Wanted {
    GlobalPlace text = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    friend auto operator<=>(const Wanted&, const Wanted&) = default;
  };

  /// Ranges that overlap or touch become one.
  void merge() {
    std::sort(wanted_.begin(), wanted_.end());
    std::vector<Wanted> merged;
    for (const Wanted& one : wanted_) {
      if (!merged.empty() && merged.back().text == one.text && one.begin <= merged.back().end) {
        merged.back().end = std::max(merged.back().end, one.end);
      } else {
        merged.push_back(one);
      }
    }
    wanted_ = std::move(merged);
  }

  const HomeTexts& texts_;
  std::vector<Wanted> wanted_;
};

/// Matches the proposed texts that are at home here.
class HomeMatching {
 public:
  HomeMatching(const PdcPart& part, const HomeTexts& texts)
      : part_(part.number()),
        options_(part.task().options),
        texts_(texts),
        reported_(options_),
        input_{options_, texts.sequence(), texts.near(), families_, reported_, part.task().memory.bytes},
        rules_(texts.sequence(), texts.near(), input_.selves()),
        hashes_(input_),
        matcher_(input_, hashes_),
        words_(texts),
        edges_(texts.sequence(), words_) {
    if (hashes_.are_held()) hashes_.fill(0, texts.sequence().contents());
  }

  /// `proposed` ascend.
  void match(std::span<const ProposedTexts> proposed) {
    std::vector<ProposedContents> pairs;
    const auto same_texts = [](const ProposedTexts& x, const ProposedTexts& y) { return x.a == y.a && x.b == y.b; };
    for_each_group(proposed, same_texts, [&](std::span<const ProposedTexts> group) {
      const ContentId a = texts_.content_of(group.front().a);
      const ContentId b = texts_.content_of(group.front().b);
      if (share_enough(group, a, b)) pairs.push_back(rules_.pair_of(a, b));
    });
    std::sort(pairs.begin(), pairs.end());
    const auto same_rows = [](const ProposedContents& x, const ProposedContents& y) { return x.rows == y.rows; };
    for_each_group(std::span<const ProposedContents>(pairs), same_rows, [&](std::span<const ProposedContents> group) {
      matcher_.set_rows(group.front().rows);
      for (const ProposedContents& pair : group) match_pair(pair);
    });
    proposed_pairs_ += pairs.size();
  }

  void store(TaskOutput& out) {
    words_.send(part_, out);
    out.store("found", block_of(found_));
    out.count("proposed_pairs", proposed_pairs_);
    out.count("capped", matcher_.capped_columns());
  }

 private:
  /// Whether texts share a family, or a diagonal through near sentences for which they were proposed.
  [[nodiscard]] bool share_enough(std::span<const ProposedTexts> group, ContentId a, ContentId b) const {
    return std::any_of(group.begin(), group.end(), [&](const ProposedTexts& one) {
      return one.is_of_family() || rules_.share_diagonal(texts_.positions_of(a, one.class_a),
                                                         texts_.positions_of(b, one.class_b), input_.least());
    });
  }

  void match_pair(const ProposedContents& pair) {
    for (const Chain& chain : matcher_.match(pair.columns)) {
      found_.push_back({texts_.text(pair.rows).place, texts_.text(pair.columns).place,
                        passage_of_contents(input_, edges_, pair, chain), 0});
    }
  }

  std::uint32_t part_;
  PdcOptions options_;
  const HomeTexts& texts_;
  ReportedPairs reported_;
  DocumentFamilies families_;
  MatchingInput input_;
  ProposalRules rules_;
  RunHashes hashes_;
  PairMatcher matcher_;
  RequestedWords words_;
  MovableEdges<RequestedWords> edges_;
  std::vector<PassageAtHome> found_;
  std::uint64_t proposed_pairs_ = 0;
};

/// Lists passages for the documents that have their texts.
class PassagePlacing {
 public:
  PassagePlacing(const PdcTask& task, TaskOutput& out)
      : task_(task), reported_(task.options), listed_(out.kind_of("listed")) {
    reported_.set_references(task.references);
  }

  /// `passage` consists of whole sentences, but for its edges, which were moved.
  void add(const TextAtHome& rows, const TextAtHome& columns, const FoundPassage& found, const Passage& passage) {
    const Span row_bytes = rows.bytes_of(found.a_sentences);
    const Span column_bytes = columns.bytes_of(found.b_sentences);
    for (const TextHolder& row : rows.holders) {
      for (const TextHolder& column : columns.holders) {
        if (!reported_.has(row.document, column.document)) continue;
        send(found,
             {row.document, row.part_of_document, passage.a.sentences, passage.a.bytes, row_bytes, row.document_bytes},
             {column.document, column.part_of_document, passage.b.sentences, passage.b.bytes, column_bytes,
              column.document_bytes});
      }
    }
  }

  /// A text that several documents have, which share everything; if they are not too many.
  void add_identical(const PdcPart& part, std::uint32_t content) {
    const std::span<const TextHolder> holders = part.holders(content);
    const TextOfPart& text = part.text(content);
    if (holders.size() < 2 || holders.size() > reported_.most_documents() || text.sentences == 0) return;
    const SentenceRange all{0, text.sentences};
    const Span bytes = packed_span(part.sentences().span_words_of(text), all);
    FoundPassage found;
    found.a_sentences = found.b_sentences = all;
    found.matched = all.size() < task_.least() ? 0 : all.size();
    for (std::size_t i = 0; i < holders.size(); ++i) {
      for (std::size_t j = i + 1; j < holders.size(); ++j) {
        if (!reported_.has(holders[i].document, holders[j].document)) continue;
        send(found, {holders[i].document, holders[i].part_of_document, all, bytes, bytes, holders[i].document_bytes},
             {holders[j].document, holders[j].part_of_document, all, bytes, bytes, holders[j].document_bytes});
      }
    }
  }

 private:
  /// What comes first in the input is a.
  void send(const FoundPassage& found, const ListedSide& row, const ListedSide& column) {
    const auto key = [](const ListedSide& side, const SentenceRange& sentences) {
      return std::make_tuple(side.document, side.part, sentences.begin);
    };
    const bool is_turned = key(column, found.b_sentences) < key(row, found.a_sentences);
    const ListedPassage listed{is_turned ? column : row, is_turned ? row : column, found.matched, found.similarity};
    const std::uint64_t pair = place_in(listed.a.document, listed.b.document);
    listed_.add(task_.group_of_key(pair), listed);
  }

  const PdcTask& task_;
  ReportedPairs reported_;
  OutgoingBlocks& listed_;
};

std::pair<GlobalPlace, GlobalPlace> texts_in(const PassageAtHome& one) {
  return {one.rows, one.columns};
}

}  // namespace

void send_texts(const PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  out.store("matched", block_of(distinct_records<ProposedTexts>("proposed", arrived, part.stored())));
  const auto wanted = distinct_records<WantedText>("wanted_texts", arrived, part.stored());
  OutgoingBlocks& texts = out.kind_of("texts");
  std::string bytes;
  const auto same_text = [](const WantedText& x, const WantedText& y) { return x.text == y.text; };
  for_each_group(std::span<const WantedText>(wanted), same_text, [&](std::span<const WantedText> group) {
    bytes.clear();
    append_text(text_at_home(part, group.front().text), bytes);
    for (const WantedText& one : group) texts.add(one.home, bytes);
  });
}

void match_texts(const PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  const auto proposed = part.stored().records<ProposedTexts>("matched");
  const auto both = [](const ProposedTexts& one) { return std::pair(one.a, one.b); };
  const std::span<const TaskBlock> sent = arrived.blocks("texts");
  const HomeTexts texts(part, sent, texts_of(std::span<const ProposedTexts>(proposed), both));
  for (const TaskBlock& block : sent) out.store("home_texts", std::string(block.bytes));
  HomeMatching matching(part, texts);
  matching.match(proposed);
  matching.store(out);
}

void send_words(const PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  std::vector<std::pair<WantedWords, std::uint32_t>> wanted;
  arrived.for_each<WantedWords>("wanted_words",
                                [&](std::uint32_t from, const WantedWords& one) { wanted.emplace_back(one, from); });
  OutgoingBlocks& words = out.kind_of("words");
  for_each_words(part, std::move(wanted),
                 [&](std::uint32_t home, const std::string& bytes) { words.add(home, bytes); });
}

void place_passages(const PdcPart& part, const TaskInput& arrived, TaskOutput& out) {
  const auto found = part.stored().records<PassageAtHome>("found");
  const HomeTexts texts(part, part.stored().blocks("home_texts"),
                        texts_of(std::span<const PassageAtHome>(found), texts_in));
  HomeWords words(texts);
  for (const TaskBlock& block : arrived.blocks("words")) words.add(block.bytes);
  std::vector<std::pair<WantedWords, std::uint32_t>> own;
  for (const WantedWords& one : part.stored().records<WantedWords>("own_words")) own.emplace_back(one, part.number());
  for_each_words(part, std::move(own), [&](std::uint32_t /*home*/, const std::string& bytes) { words.add(bytes); });
  words.end();
  const MovableEdges<HomeWords> edges(texts.sequence(), words);
  PassagePlacing placing(part.task(), out);
  WindowMemory memory_a;
  WindowMemory memory_b;
  for (const PassageAtHome& one : found) {
    const ContentId rows = texts.content_of(one.rows);
    const ContentId columns = texts.content_of(one.columns);
    const TextAtHome& row_text = texts.text(rows);
    const TextAtHome& column_text = texts.text(columns);
    const FoundPassage& sentences = one.found;
    Passage passage{{sentences.a_sentences, row_text.bytes_of(sentences.a_sentences)},
                    {sentences.b_sentences, column_text.bytes_of(sentences.b_sentences)},
                    sentences.matched,
                    sentences.similarity};
    edges.move(sentences, rows, columns, memory_a, memory_b, passage);
    placing.add(row_text, column_text, sentences, passage);
  }
  std::uint64_t identical = 0;
  part.for_each_content([&](std::uint32_t content) {
    identical += part.holders(content).size() - 1;
    placing.add_identical(part, content);
  });
  out.count("identical_texts", identical);
}

}  // namespace cento
