#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "align/passage.hpp"
#include "write/records/forum_records.hpp"
#include "write/records/report_records.hpp"

namespace cento {

/// The records of what an index answers about a document. The guarantees for JSON and numbers are those of
/// pair_records.hpp.

/// A document of the index as named in answers.
struct KnownDocument {
  std::string_view id;
  std::string_view metadata = "{}";  // the text of a JSON object
};

struct SimilarRecord {
  KnownDocument document;
  double similarity = 0;
  double contained_a = 0;  // the share of the query document's features that the other has
  double contained_b = 0;
};

/// A passage of the query document that occurs in another. Parts are named if a document has several; otherwise empty,
/// and left out.
struct AnswerPassage {
  std::string_view part_a;
  KnownDocument document;
  std::string_view part_b;
  Passage passage;
};

struct BlogSourceRecord {
  KnownDocument document;
  std::uint32_t collisions = 0;
  std::vector<SentencePair> matches;  // there: in the index
};

/// The decision of paper blog, and the evidence for it.
struct BlogRecord {
  std::uint32_t sentences = 0;  // with a fingerprint
  std::uint32_t known = 0;
  bool is_duplicate = false;
  std::vector<BlogSourceRecord> sources;
  std::uint64_t sources_unlisted = 0;  // further documents with known sentences
};

/// A sentence that says much the same in many of the same words.
struct ReusedRecord {
  NamedSentence own;
  KnownDocument document;
  NamedSentence there;
  double overlap = 0;
};

/// A thread that asks the same question.
struct AskedBeforeRecord {
  KnownDocument thread;
  double similarity = 0;
  std::vector<PartSimilarity> parts;  // null is written for parts that one of the two lacks
};

/// What limits left out of an answer.
struct LeftOutRecord {
  std::uint64_t identical = 0;                // documents beyond --limit
  std::uint64_t documents_with_passages = 0;  // beyond --limit
  std::uint64_t places = 0;                   // of very common sentences
  std::uint64_t repetitive_texts = 0;         // only passages that cover their shared text are reported
  std::uint64_t candidates = 0;               // for similar documents, reused sentences and threads
  std::uint64_t reused = 0;                   // beyond --limit

  [[nodiscard]] bool is_nothing() const {
    return identical == 0 && documents_with_passages == 0 && places == 0 && repetitive_texts == 0 && candidates == 0 &&
           reused == 0;
  }
};

/// All that is known about the query document. What was not asked for is empty, and left out.
struct AnswerRecord {
  std::string_view id;
  std::vector<KnownDocument> identical;
  std::optional<std::vector<SimilarRecord>> similar;
  std::optional<std::vector<AnswerPassage>> passages;
  std::optional<BlogRecord> blog;
  std::optional<std::vector<ReusedRecord>> reused;
  std::optional<std::vector<AskedBeforeRecord>> asked_before;
  LeftOutRecord left_out;   // written unless empty
  bool incomplete = false;  // because the index is damaged; written if true
};

/// Appends a line: {"id":…,"identical":[{"id":…,"metadata":…},…],"similar":[{"id":…,"metadata":…,"similarity":0.91,
/// "contained_a":0.97,"contained_b":0.93},…],"passages":[{"a":{"sentences":[3,9],"bytes":[412,1187]},"b":{"id":…,
/// "metadata":…,"sentences":[0,6],"bytes":[0,764]},"matched":6,"similarity":0.98},…],"blog":{"sentences":12,"known":7,
/// "duplicate":true,"sources":[{"id":…,"metadata":…,"collisions":5,"matches":[{"sentence":3,"bytes":[210,290],"there":
/// {"sentence":0,"bytes":[0,81]}},…]},…],"sources_unlisted":0},"reused":[{"sentence":3,"bytes":[210,290],"there":
/// {"id":…,"metadata":…,"sentence":0,"bytes":[0,81]},"overlap":0.8},…],"asked_before":[{"id":…,"metadata":…,
/// "similarity":0.9,"parts":{"title":0.8,"answer":null}},…],"left_out":{"identical":0,"documents_with_passages":3,
/// "places":0,"repetitive_texts":0,"candidates":0,"reused":0},"incomplete":true}, with "part" before the sentences if
/// given.
void append_answer_line(std::string& out, const AnswerRecord& answer);

/// Whether a line would name any document, or paper blog decides that it is a duplicate.
[[nodiscard]] bool has_findings(const AnswerRecord& answer);

}  // namespace cento
