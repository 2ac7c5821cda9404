// The question of paper blog asked to general-purpose stores: which documents hold more than three of a document's
// sentences? Builds the store from a collection, then queries it, one document after the other, on one thread:
//   index_peers fts5|rocksdb FOLDER INPUT [QUESTIONS]
// prints {"build_s": …, "sentences": …, "blog": {"median_us", "p99_us", "results"}}.
//
// SQLite's FTS5 keeps the words of each sentence in a contentless table; a sentence is queried as a phrase. RocksDB
// keeps the same fingerprints as Cento, a key for each sentence: fingerprint, then its number; queried by prefix.

#include <sqlite3.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <memory>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#ifdef CENTO_BENCH_ROCKSDB
#include <rocksdb/db.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>
#endif

#include "index_questions.hpp"
#include "methods/blog/blog.hpp"

namespace {

using cento::AnalyzedText;
using cento::Fingerprint;
using cento::Sentence;

constexpr std::uint32_t kCollisions = 3;
constexpr std::size_t kMostRepeats = 300;

/// A sentence of a document as the stores see it.
struct StoredSentence {
  std::string_view text;
  Fingerprint fingerprint;
};

/// Calls `use` with each sentence of a text that has words.
class Sentences {
 public:
  Sentences() : signer_(cento::blog_words(1, nullptr)) {}

  template <typename Use>
  void for_each(std::string_view text, const Use& use) {
    analyzer_.analyze(text, analyzed_);
    for (const Sentence& sentence : analyzed_.sentences) {
      cento::TokenRange tokens;
      tokens.hashes = std::span(analyzed_.tokens.hashes).subspan(sentence.first_token, sentence.token_count);
      StoredSentence stored{sentence.bytes.of(text), {}};
      if (signer_.sign(tokens, stored.fingerprint)) use(stored);
    }
  }

 private:
  cento::TextAnalyzer analyzer_;
  AnalyzedText analyzed_;
  cento::SortedWordsSigner signer_;
};

class Store {
 public:
  virtual ~Store() = default;
  virtual void add(const StoredSentence& sentence, std::uint32_t document) = 0;
  virtual void finish() = 0;
  /// The documents that hold the sentence, at most one more than kMostRepeats.
  virtual void find(const StoredSentence& sentence, std::vector<std::uint32_t>& documents) = 0;
};

class Fts5Store : public Store {
 public:
  explicit Fts5Store(const std::string& folder) {
    check(sqlite3_open((folder + "/fts5.sqlite").c_str(), &database_));
    run("pragma journal_mode=off; pragma synchronous=off; pragma cache_size=-400000;"
        "create virtual table sentence using fts5(words, content='', detail=full);"
        "create table place(number integer primary key, document integer); begin");
    insert_words_ = prepare("insert into sentence(rowid, words) values(?, ?)");
    insert_place_ = prepare("insert into place values(?, ?)");
    search_ =
        prepare("select document from sentence join place on number = sentence.rowid where sentence match ? limit 301");
  }
  ~Fts5Store() override {
    for (sqlite3_stmt* statement : {insert_words_, insert_place_, search_}) sqlite3_finalize(statement);
    sqlite3_close(database_);
  }

  void add(const StoredSentence& sentence, std::uint32_t document) override {
    ++number_;
    sqlite3_bind_int64(insert_words_, 1, number_);
    sqlite3_bind_text(insert_words_, 2, sentence.text.data(), static_cast<int>(sentence.text.size()), SQLITE_STATIC);
    step(insert_words_);
    sqlite3_bind_int64(insert_place_, 1, number_);
    sqlite3_bind_int64(insert_place_, 2, document);
    step(insert_place_);
  }

  void finish() override { run("commit; insert into sentence(sentence) values('optimize')"); }

  void find(const StoredSentence& sentence, std::vector<std::uint32_t>& documents) override {
    phrase_ = "\"";
    for (const char c : sentence.text) phrase_ += c == '"' ? ' ' : c;
    phrase_ += '"';
    documents.clear();
    sqlite3_bind_text(search_, 1, phrase_.data(), static_cast<int>(phrase_.size()), SQLITE_STATIC);
    while (sqlite3_step(search_) == SQLITE_ROW) {
      documents.push_back(static_cast<std::uint32_t>(sqlite3_column_int64(search_, 0)));
    }
    sqlite3_reset(search_);
  }

 private:
  void check(int code) const {
    if (code != SQLITE_OK) throw std::runtime_error(sqlite3_errmsg(database_));
  }
  void run(const char* statements) const { check(sqlite3_exec(database_, statements, nullptr, nullptr, nullptr)); }
  [[nodiscard]] sqlite3_stmt* prepare(const char* text) const {
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v2(database_, text, -1, &statement, nullptr));
    return statement;
  }
  void step(sqlite3_stmt* statement) const {
    if (sqlite3_step(statement) != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(database_));
    sqlite3_reset(statement);
  }

  sqlite3* database_ = nullptr;
  sqlite3_stmt* insert_words_ = nullptr;
  sqlite3_stmt* insert_place_ = nullptr;
  sqlite3_stmt* search_ = nullptr;
  std::int64_t number_ = 0;
  std::string phrase_;
};

#ifdef CENTO_BENCH_ROCKSDB
class RocksStore : public Store {
 public:
  explicit RocksStore(const std::string& folder) {
    rocksdb::Options options;
    options.create_if_missing = true;
    options.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(sizeof(Fingerprint)));
    rocksdb::BlockBasedTableOptions table;
    table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
    table.block_cache = rocksdb::NewLRUCache(std::size_t{1} << 30U);
    options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
    options.IncreaseParallelism(2);
    rocksdb::DB* database = nullptr;
    check(rocksdb::DB::Open(options, folder + "/rocksdb", &database));
    database_.reset(database);
  }

  void add(const StoredSentence& sentence, std::uint32_t document) override {
    ++number_;
    char key[sizeof(Fingerprint) + sizeof number_];
    std::memcpy(key, &sentence.fingerprint, sizeof(Fingerprint));
    std::memcpy(key + sizeof(Fingerprint), &number_, sizeof number_);
    rocksdb::WriteOptions options;
    options.disableWAL = true;
    check(database_->Put(options, {key, sizeof key}, {reinterpret_cast<const char*>(&document), sizeof document}));
  }

  void finish() override {
    check(database_->Flush({}));
    check(database_->CompactRange({}, nullptr, nullptr));
  }

  void find(const StoredSentence& sentence, std::vector<std::uint32_t>& documents) override {
    documents.clear();
    const rocksdb::Slice prefix(reinterpret_cast<const char*>(&sentence.fingerprint), sizeof(Fingerprint));
    rocksdb::ReadOptions options;
    options.prefix_same_as_start = true;
    const std::unique_ptr<rocksdb::Iterator> at(database_->NewIterator(options));
    for (at->Seek(prefix); at->Valid() && documents.size() <= kMostRepeats; at->Next()) {
      std::uint32_t document = 0;
      std::memcpy(&document, at->value().data(), sizeof document);
      documents.push_back(document);
    }
  }

 private:
  static void check(const rocksdb::Status& status) {
    if (!status.ok()) throw std::runtime_error(status.ToString());
  }

  std::unique_ptr<rocksdb::DB> database_;
  std::uint32_t number_ = 0;
};
#endif

std::unique_ptr<Store> make_store(const std::string& name, const std::string& folder) {
  if (name == "fts5") return std::make_unique<Fts5Store>(folder);
#ifdef CENTO_BENCH_ROCKSDB
  if (name == "rocksdb") return std::make_unique<RocksStore>(folder);
#endif
  throw std::runtime_error("unknown store " + name);
}

/// Whether more than three sentences are known from anywhere, as `cento query --answers blog` decides.
std::uint64_t ask(Store& store, Sentences& sentences, const std::string& question) {
  std::uint32_t known = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> sources;
  std::vector<std::uint32_t> documents;
  sentences.for_each(question, [&](const StoredSentence& sentence) {
    store.find(sentence, documents);
    if (documents.empty() || documents.size() > kMostRepeats) return;
    ++known;
    const std::unordered_set<std::uint32_t> distinct(documents.begin(), documents.end());
    for (const std::uint32_t document : distinct) ++sources[document];
  });
  return known > kCollisions ? 1 : 0;
}

void run(const std::string& name, const std::string& folder, const std::string& input, std::size_t count) {
  std::filesystem::create_directories(folder);
  const std::unique_ptr<Store> store = make_store(name, folder);
  Sentences sentences;
  std::uint32_t document = 0;
  std::uint64_t stored = 0;
  const auto begin = cento::bench::Clock::now();
  cento::bench::for_each_text(input, [&](std::string_view text) {
    ++document;
    sentences.for_each(text, [&](const StoredSentence& sentence) {
      store->add(sentence, document);
      ++stored;
    });
  });
  store->finish();
  std::printf("{\"build_s\":%.2f,\"sentences\":%llu,", cento::bench::seconds_since(begin),
              static_cast<unsigned long long>(stored));
  const std::vector<std::string> questions = cento::bench::make_questions(input, count);
  cento::bench::print_latency("blog", cento::bench::time_questions(questions, [&](const std::string& question) {
                                return ask(*store, sentences, question);
                              }));
  std::printf("}\n");
}

}  // namespace

int main(int count, char** arguments) try {
  if (count < 4) {
    std::fputs("usage: index_peers fts5|rocksdb FOLDER INPUT [QUESTIONS]\n", stderr);
    return 2;
  }
  constexpr std::size_t kQuestions = 1000;
  run(arguments[1], arguments[2], arguments[3], count > 4 ? std::strtoull(arguments[4], nullptr, 10) : kQuestions);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "index_peers: %s\n", error.what());
  return 1;
}
