#include "methods/pdc.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/executor.hpp"
#include "methods/part_documents.hpp"
#include "methods/pdc_reference.hpp"
#include "methods/proposal_reference.hpp"
#include "sign/signers.hpp"

namespace cento {
namespace {

using testing::PartBatches;
using testing::PartTexts;

/// A passage of the reference and of the finder in one form.
struct PlainPassage {
  PartOfDocument a;
  PartOfDocument b;
  SentenceRange in_a;
  SentenceRange in_b;
  std::uint32_t matched = 0;
  float similarity = 1;

  friend bool operator==(const PlainPassage&, const PlainPassage&) = default;
  friend bool operator<(const PlainPassage& x, const PlainPassage& y) {
    const auto key = [](const PlainPassage& p) {
      return std::tuple(p.a, p.b, p.in_a.begin, p.in_b.begin, p.in_a.end, p.in_b.end);
    };
    return key(x) < key(y);
  }
};

using PlainPassages = std::vector<PlainPassage>;

/// How a collection is handed to the finder.
struct Feeding {
  std::size_t in_batch = 3;
  std::size_t reading_threads = 1;        // batches are read in the order in which threads take them, last first
  std::optional<std::size_t> references;  // documents of the reference; must be the end of a batch
  std::vector<std::pair<DocId, DocId>> pairs;
};

void feed(PdcFinder& finder, const PartBatches& batches, const Feeding& feeding) {
  std::vector<std::shared_ptr<void>> read(batches.all().size());
  LocalExecutor executor(feeding.reading_threads, 0, "");
  executor.for_each_range(read.size(), [&](std::size_t begin, std::size_t end, std::size_t) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t last_first = feeding.reading_threads == 1 ? i : read.size() - 1 - i;
      read[last_first] = finder.read(batches.all()[last_first]);
    }
  });
  std::size_t documents = 0;
  if (feeding.references == std::size_t{0}) finder.end_reference();
  for (std::size_t i = 0; i < read.size(); ++i) {
    finder.add(read[i].get());
    read[i].reset();
    documents += batches.all()[i].documents.size();
    if (feeding.references == documents) finder.end_reference();
  }
  if (!feeding.pairs.empty()) finder.list_pairs(feeding.pairs);
}

std::vector<FoundPassage> all_found(PdcFinder& finder) {
  std::vector<FoundPassage> found;
  std::optional<DocId> last;
  finder.for_each_batch(
      [](std::span<const FoundPassage> batch, std::size_t) -> std::shared_ptr<void> {
        return std::make_shared<std::vector<FoundPassage>>(batch.begin(), batch.end());
      },
      [&](void* made) {
        const auto& batch = *static_cast<std::vector<FoundPassage>*>(made);
        if (batch.empty()) return;
        EXPECT_TRUE(!last || *last < batch.front().a.document) << "batches hold all of each document";
        last = batch.back().a.document;
        found.insert(found.end(), batch.begin(), batch.end());
      });
  EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
  return found;
}

PlainPassages plain(const std::vector<FoundPassage>& found) {
  PlainPassages passages;
  for (const FoundPassage& one : found) {
    if (one.matched == 0) continue;
    passages.push_back({one.a, one.b, one.a_sentences, one.b_sentences, one.matched, one.similarity});
  }
  std::sort(passages.begin(), passages.end());
  return passages;
}

std::vector<FoundPassage> find(const PartTexts& documents, const PdcOptions& options, const Feeding& feeding = {}) {
  const PartBatches batches(documents, feeding.in_batch);
  PdcFinder finder(options);
  feed(finder, batches, feeding);
  finder.find();
  return all_found(finder);
}

/// The paper's own options, and what does not change the result.
PdcOptions paper_options(const std::string& signature, double threshold, std::uint32_t min_sentences) {
  PdcOptions options;
  options.passages.signature = signature;
  options.passages.threshold = threshold;
  options.passages.min_sentences = min_sentences;
  options.passages.max_gap = 0;
  options.passages.edges = PassageEdges::sentence;
  options.pairs_up_to = PdcOptions::kAll;
  options.memory_bytes = std::uint64_t{1} << 26;
  return options;
}

/// The features of the sentences of all parts, which are numbered one after the other.
std::map<testing::PdcSentence, testing::PdcSignatures> signatures_of(const PartTexts& documents,
                                                                     const std::string& signature) {
  const auto signer = make_feature_signer(signature, {});
  std::map<testing::PdcSentence, testing::PdcSignatures> sentences;
  TextAnalyzer analyzer;
  AnalyzedText analyzed;
  std::uint32_t part_number = 0;
  for (const auto& document : documents) {
    for (const std::string& text : document) {
      analyzer.analyze(text, analyzed);
      for (std::uint32_t i = 0; i < analyzed.sentences.size(); ++i) {
        const Sentence& sentence = analyzed.sentences[i];
        const auto cut = [&](const auto& all) {
          return std::span(all).subspan(sentence.first_token, sentence.token_count);
        };
        Features features;
        signer->sign({text, cut(analyzed.tokens.hashes), cut(analyzed.tokens.begins), cut(analyzed.tokens.ends)},
                     features);
        sentences[{part_number, i}] = {features.begin(), features.end()};
      }
      ++part_number;
    }
  }
  return sentences;
}

float mean_similarity(const std::map<testing::PdcSentence, testing::PdcSignatures>& sentences, std::uint32_t part_a,
                      std::uint32_t part_b, const testing::PdcDiagonal& diagonal) {
  double sum = 0;
  for (std::uint32_t i = 0; i < diagonal.length; ++i) {
    const auto& a = sentences.at({part_a, diagonal.start_i + i});
    const auto& b = sentences.at({part_b, diagonal.start_j + i});
    std::vector<std::uint64_t> shared;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(shared));
    sum += static_cast<double>(shared.size()) / static_cast<double>(a.size() + b.size() - shared.size());
  }
  return static_cast<float>(sum / diagonal.length);
}

/// The paper's result. Parts take the place of its documents, since no passage reaches from one to the next.
PlainPassages by_the_paper(const PartTexts& documents, const PdcOptions& options) {
  std::vector<PartOfDocument> parts;
  for (DocId document = 0; document < documents.size(); ++document) {
    for (std::uint32_t part = 0; part < documents[document].size(); ++part) parts.push_back({document, part});
  }
  const auto sentences = signatures_of(documents, options.passages.signature);
  PlainPassages passages;
  for (const auto& [pair, cells] : testing::pdc_sentence_duplicates(sentences, options.passages.threshold)) {
    const PartOfDocument a = parts[pair.first];
    const PartOfDocument b = parts[pair.second];
    if (a.document == b.document && !options.passages.within) continue;
    for (const auto& diagonal : testing::pdc_sequence_matching(cells, options.passages.min_sentences)) {
      passages.push_back({a,
                          b,
                          {diagonal.start_i, diagonal.start_i + diagonal.length},
                          {diagonal.start_j, diagonal.start_j + diagonal.length},
                          diagonal.length,
                          mean_similarity(sentences, pair.first, pair.second, diagonal)});
    }
  }
  std::sort(passages.begin(), passages.end());
  return passages;
}

bool agree(const PlainPassages& found, const PlainPassages& expected) {
  return std::equal(found.begin(), found.end(), expected.begin(), expected.end(),
                    [](const PlainPassage& x, PlainPassage y) {
                      const bool is_close = std::abs(x.similarity - y.similarity) < 1e-5F;
                      y.similarity = x.similarity;
                      return is_close && x == y;
                    });
}

/// A sentence of a small language: `base` says which, `variant` which word of it is another; 0 is none.
std::string sentence_of(unsigned base, unsigned variant) {
  constexpr unsigned kWords = 10;
  std::string sentence;
  for (unsigned i = 0; i < kWords; ++i) {
    const bool is_changed = variant > 0 && i == variant % kWords;
    sentence += i == 0 ? "Word" : " word";
    sentence += static_cast<char>('a' + base);
    sentence += static_cast<char>('a' + i);
    if (is_changed) sentence += static_cast<char>('p' + variant % 3);
  }
  return sentence + ".";
}

std::string random_part(std::mt19937& random, unsigned bases, unsigned variants, std::size_t most_sentences) {
  std::vector<std::string> sentences;
  for (std::size_t count = random() % (most_sentences + 1); count > 0; --count) {
    const auto variant = random() % 3 == 0 ? static_cast<unsigned>(random() % variants) : 0;
    sentences.push_back(sentence_of(static_cast<unsigned>(random() % bases), variant));
  }
  return testing::text_of_sentences(sentences);
}

/// Documents that share passages: parts are new, or pieces of earlier ones one behind the other; some documents are
/// identical, some have no sentence.
PartTexts related_documents(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto bases = static_cast<unsigned>(1 + random() % 12);
  const auto variants = static_cast<unsigned>(1 + random() % 4);
  const std::size_t most_sentences = 1 + random() % 12;
  PartTexts documents;
  for (std::size_t count = random() % 12; count > 0; --count) {
    if (!documents.empty() && random() % 5 == 0) {
      documents.push_back(documents[random() % documents.size()]);
      continue;
    }
    std::vector<std::string> parts;
    for (std::size_t more = random() % 4 == 0 ? 2 + random() % 2 : 1; more > 0; --more) {
      std::string text = random_part(random, bases, variants, most_sentences);
      if (!documents.empty() && random() % 2 == 0) {
        const auto& other = documents[random() % documents.size()];
        text = text + "\n\n" + other[random() % other.size()];
      }
      if (random() % 6 == 0) text = random() % 2 == 0 ? "" : " \n ";
      parts.push_back(text);
    }
    documents.push_back(parts);
  }
  return documents;
}

PdcOptions some_paper_options() {
  PdcOptions options = paper_options(*rc::gen::element<std::string>("shingle:1", "shingle:2", "shingle:3"),
                                     *rc::gen::element(0.5, 0.6, 0.8, 0.9, 1.0), *rc::gen::inRange(1U, 5U));
  options.passages.within = *rc::gen::arbitrary<bool>();
  return options;
}

RC_GTEST_PROP(Pdc, GivesThePapersResult, ()) {
  const PartTexts documents = related_documents(*rc::gen::arbitrary<std::uint32_t>());
  PdcOptions options = some_paper_options();
  const PlainPassages expected = by_the_paper(documents, options);
  RC_CLASSIFY(!expected.empty(), "has passages");
  const PlainPassages found = plain(find(documents, options));
  RC_LOG() << found.size() << " found, " << expected.size() << " expected" << std::endl;
  RC_ASSERT(agree(found, expected));
}

RC_GTEST_PROP(Pdc, DoesNotDependOnThreadsMemoryOrBatches, ()) {
  const PartTexts documents = related_documents(*rc::gen::arbitrary<std::uint32_t>());
  PdcOptions options = some_paper_options();
  options.passages.max_gap = *rc::gen::inRange(0U, 3U);
  options.pairs_up_to = *rc::gen::element<std::uint32_t>(2, 3, 20, PdcOptions::kAll);
  const std::vector<FoundPassage> expected = find(documents, options);
  for (const std::size_t threads : {1U, 2U, 4U}) {
    Feeding feeding;
    feeding.reading_threads = threads;
    feeding.in_batch = *rc::gen::inRange<std::size_t>(1, 6);
    options.threads = threads;
    options.memory_bytes = *rc::gen::element<std::uint64_t>(0, 100'000, std::uint64_t{1} << 24);
    RC_ASSERT(find(documents, options, feeding) == expected);
  }
}

TEST(Pdc, ExactMatchesOnlyIdenticalSentences) {
  PdcOptions options = paper_options("shingle:1", 0.5, 1);
  options.passages.match = SentenceMatching::exact;
  const std::string a = sentence_of(0, 0);
  const std::string near_a = sentence_of(0, 1);
  const PartTexts documents = {{a}, {near_a + " " + sentence_of(2, 0)}, {sentence_of(1, 0) + "\n\n" + a}};
  const PlainPassages expected = {{{0, 0}, {2, 0}, {0, 1}, {1, 2}, 1, 1}};
  EXPECT_EQ(plain(find(documents, options)), expected);
  options.passages.match = SentenceMatching::near;
  EXPECT_EQ(plain(find(documents, options)).size(), 3U);
}

TEST(Pdc, IdenticalTextsTooShortForAPassageAreToldWithoutOne) {
  const PdcOptions options = paper_options("shingle:3", 0.9, 3);
  const std::vector<FoundPassage> found = find({{"One sentence."}, {"Another here."}, {"One sentence."}}, options);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].a.document, 0U);
  EXPECT_EQ(found[0].b.document, 2U);
  EXPECT_EQ(found[0].matched, 0U);
}

TEST(Pdc, TextsWithoutSentencesShareNothing) {
  const PdcOptions options = paper_options("shingle:3", 0.9, 1);
  EXPECT_TRUE(find({{""}, {""}, {" "}, {" "}, {"", "One thing."}, {"", "Another."}}, options).empty());
}

TEST(Pdc, PassagesOfDocumentsComeTogether) {
  // Two pairs of documents that share in both of their parts: all of one pair before the next.
  const std::string x = testing::text_of_sentences({sentence_of(0, 0), sentence_of(1, 0), sentence_of(2, 0)});
  const std::string y = testing::text_of_sentences({sentence_of(3, 0), sentence_of(4, 0), sentence_of(5, 0)});
  const auto found = find({{x, y}, {x, y}, {x, y}}, paper_options("shingle:3", 0.9, 3));
  std::vector<std::pair<DocId, DocId>> pairs;
  for (const FoundPassage& one : found) pairs.emplace_back(one.a.document, one.b.document);
  EXPECT_EQ(pairs, (std::vector<std::pair<DocId, DocId>>{{0, 1}, {0, 1}, {0, 2}, {0, 2}, {1, 2}, {1, 2}}));
}

std::set<testing::DocumentPair> document_pairs(const std::vector<FoundPassage>& found) {
  std::set<testing::DocumentPair> pairs;
  for (const FoundPassage& one : found) pairs.emplace(one.a.document, one.b.document);
  return pairs;
}

/// Sentences for letters; capitals are near their small letters.
std::string near_text(const testing::Letters& letters) {
  std::vector<std::string> sentences;
  for (const char letter : letters) {
    const bool is_capital = letter < 'a';
    sentences.push_back(sentence_of(static_cast<unsigned>(letter - (is_capital ? 'A' : 'a')), is_capital ? 3 : 0));
  }
  return testing::text_of_sentences(sentences);
}

RC_GTEST_PROP(Pdc, ListsPairsOfWhatStandsInFewDocuments, ()) {
  std::vector<testing::Letters> letters = testing::some_letter_texts(0, 8);
  std::mt19937 random(*rc::gen::arbitrary<std::uint32_t>());
  for (testing::Letters& text : letters) {
    for (char& letter : text) {
      if (random() % 5 == 0) letter = static_cast<char>(letter - 'a' + 'A');
    }
  }
  testing::NearLetters near;
  for (char letter = 'a'; letter < 'h'; ++letter) {
    near[std::minmax(letter, static_cast<char>(letter - 'a' + 'A'))] = 0.8F;
  }
  PdcOptions options = paper_options("shingle:1", 0.8, *rc::gen::inRange(1U, 4U));
  options.pairs_up_to = *rc::gen::element(1U, 2U, 3U);
  const std::uint32_t least = options.passages.min_sentences;
  const testing::DistinctTexts distinct(letters);
  std::set<testing::DocumentPair> expected;
  for (const auto& [x, y] : testing::proposed_texts(distinct, near, least, options.pairs_up_to, SelfMatching::none)) {
    for (const std::uint32_t a : distinct.documents[x]) {
      for (const std::uint32_t b : distinct.documents[y]) expected.insert(std::minmax(a, b));
    }
  }
  for (std::size_t text = 0; text < distinct.texts.size(); ++text) {
    const auto& copies = distinct.documents[text];
    if (copies.size() > options.pairs_up_to || distinct.texts[text].empty()) continue;
    for (const std::uint32_t a : copies) {
      for (const std::uint32_t b : copies) {
        if (a < b) expected.emplace(a, b);
      }
    }
  }
  PartTexts documents;
  for (const testing::Letters& text : letters) documents.push_back({near_text(text)});
  RC_ASSERT(document_pairs(find(documents, options)) == expected);
}

RC_GTEST_PROP(Pdc, AReferenceIsComparedWithTheRestOnly, ()) {
  const PartTexts documents = related_documents(*rc::gen::arbitrary<std::uint32_t>());
  PdcOptions options = some_paper_options();
  options.passages.within = false;
  Feeding feeding;
  feeding.in_batch = 1;
  feeding.references = *rc::gen::inRange<std::size_t>(1, documents.size() + 2);
  PlainPassages expected = by_the_paper(documents, options);
  std::erase_if(expected, [&](const PlainPassage& passage) {
    return passage.a.document >= *feeding.references || passage.b.document < *feeding.references;
  });
  if (*feeding.references > documents.size()) return;
  RC_ASSERT(agree(plain(find(documents, options, feeding)), expected));
}

RC_GTEST_PROP(Pdc, ListedPairsAndNoOthersAreMatched, ()) {
  const PartTexts documents = related_documents(*rc::gen::arbitrary<std::uint32_t>());
  RC_PRE(!documents.empty());
  PdcOptions options = some_paper_options();
  options.passages.within = false;
  const auto any = rc::gen::inRange<DocId>(0, static_cast<DocId>(documents.size()));
  Feeding feeding;
  feeding.pairs = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::pair<DocId, DocId>>>(rc::gen::pair(any, any)));
  std::set<std::pair<DocId, DocId>> listed;
  for (const auto& [a, b] : feeding.pairs) listed.insert(std::minmax(a, b));
  PlainPassages expected = by_the_paper(documents, options);
  std::erase_if(expected, [&](const PlainPassage& passage) {
    return !listed.contains({passage.a.document, passage.b.document});
  });
  RC_ASSERT(agree(plain(find(documents, options, feeding)), expected));
}

TEST(Pdc, ListedPairsAreMatchedWhateverIsCommon) {
  const std::string text = near_text("abc");
  PartTexts documents;
  for (int i = 0; i < 30; ++i) documents.push_back({text + "\n\nNumber " + std::to_string(i) + " is here."});
  PdcOptions options = paper_options("shingle:3", 0.9, 3);
  options.pairs_up_to = 5;
  EXPECT_TRUE(find(documents, options).empty());
  Feeding feeding;
  feeding.pairs = {{7, 3}};
  EXPECT_EQ(document_pairs(find(documents, options, feeding)), (std::set<testing::DocumentPair>{{3, 7}}));
}

TEST(Pdc, ManyCopiesOfAListedDocumentAreNoTrouble) {
  const std::string text = near_text("abc");
  PartTexts documents(40'000, {text});
  documents.push_back({near_text("abcd")});
  Feeding feeding;
  feeding.in_batch = 1000;
  feeding.pairs = {{39'000, 3}, {40'000, 5}};
  const auto found = find(documents, paper_options("shingle:3", 0.9, 3), feeding);
  EXPECT_EQ(document_pairs(found), (std::set<testing::DocumentPair>{{3, 39'000}, {5, 40'000}}));
}

TEST(Pdc, RepeatsWithinADocumentOnRequest) {
  PdcOptions options = paper_options("shingle:3", 0.9, 3);
  const PartTexts documents = {{near_text("abcdabc")}, {near_text("xyz"), near_text("wxyzv")}};
  EXPECT_TRUE(find(documents, options).empty());
  options.passages.within = true;
  for (const std::uint32_t most : {1U, 20U, PdcOptions::kAll}) {
    options.pairs_up_to = most;
    const PlainPassages expected = {{{0, 0}, {0, 0}, {0, 3}, {4, 7}, 3, 1}, {{1, 0}, {1, 1}, {0, 3}, {1, 4}, 3, 1}};
    EXPECT_EQ(plain(find(documents, options)), expected) << most;
  }
}

TEST(Pdc, GapsAreRunOver) {
  PdcOptions options = paper_options("shingle:3", 0.9, 4);
  const PartTexts documents = {{near_text("abxcd")}, {near_text("abcd")}};
  EXPECT_TRUE(find(documents, options).empty());
  options.passages.max_gap = 1;
  for (const std::uint32_t most : {20U, PdcOptions::kAll}) {
    options.pairs_up_to = most;
    EXPECT_TRUE(find(documents, options).empty()) << "no diagonal of four proposes the pair";
  }
  options.passages.min_sentences = 2;
  options.pairs_up_to = 20;
  EXPECT_EQ(plain(find(documents, options)), (PlainPassages{{{0, 0}, {1, 0}, {0, 5}, {0, 4}, 4, 1}}));
}

TEST(Pdc, CountsWhatIsToldAsAFamilyOnly) {
  PdcOptions options = paper_options("shingle:3", 0.9, 3);
  options.pairs_up_to = 2;
  PartTexts documents = {{near_text("abcx")}, {near_text("abcy")}, {near_text("abcz")}};
  for (int i = 0; i < 3; ++i) documents.push_back({near_text("klm")});
  for (int i = 0; i < 4; ++i) documents.push_back({"A single sentence."});
  const PartBatches batches(documents);
  PdcFinder finder(options);
  feed(finder, batches, {});
  finder.find();
  EXPECT_TRUE(all_found(finder).empty());
  EXPECT_EQ(finder.counts().families_only, 3U);
  EXPECT_EQ(finder.counts().identical_only, 2U);
  EXPECT_EQ(finder.counts().identical_documents, 5U);
  std::multiset<std::uint32_t> documents_of_families;
  for (const DocumentFamily& family : finder.families().list()) documents_of_families.insert(family.documents);
  EXPECT_EQ(documents_of_families, (std::multiset<std::uint32_t>{3, 3, 4}))
      << "a short text of many documents is told as a family, too, since its pairs are not listed";
}

TEST(Pdc, WrongOptionsAreUsageErrors) {
  PdcOptions options;
  options.passages.threshold = 0;
  EXPECT_THROW(PdcFinder{options}, UsageError);
  options.passages.threshold = 1.5;
  EXPECT_THROW(PdcFinder{options}, UsageError);
  options.passages.threshold = 0.9;
  options.passages.min_sentences = 0;
  EXPECT_THROW(PdcFinder{options}, UsageError);
  options.passages.min_sentences = 3;
  options.passages.signature = "shingle";
  EXPECT_THROW(PdcFinder{options}, UsageError);
}

TEST(Pdc, OfNothing) {
  PdcFinder finder{PdcOptions()};
  finder.find();
  EXPECT_TRUE(all_found(finder).empty());
}

TEST(Pdc, AHugeLeastLengthFindsNothing) {
  PdcOptions options = paper_options("shingle:3", 0.9, ~std::uint32_t{0});
  options.pairs_up_to = 20;
  EXPECT_TRUE(plain(find({{near_text("abcd")}, {near_text("abcd")}, {near_text("abce")}}, options)).empty());
}

}  // namespace
}  // namespace cento
