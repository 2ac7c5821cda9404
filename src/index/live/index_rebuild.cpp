#include "index/live/index_rebuild.hpp"

#include <mutex>
#include <utility>

#include "core/parallel/executor.hpp"
#include "index/index_folder.hpp"
#include "index/segment/segment_builder.hpp"

namespace cento {

namespace {

constexpr std::uint64_t kPageBytes = std::uint64_t{4} << 20;  // of text, read at a time

/// A row with its own memory.
struct Row {
  std::uint32_t number = 0;
  std::string id;
  std::string metadata;
  std::string parts;
  std::string texts;
  PackedDocument rest;

  [[nodiscard]] PackedDocument packed() const {
    PackedDocument document = rest;
    document.id = id;
    document.metadata = metadata;
    document.parts = parts;
    document.texts = texts;
    return document;
  }
};

Row row_of(std::uint32_t number, const PackedDocument& document) {
  return {number,
          std::string(document.id),
          std::string(document.metadata),
          std::string(document.parts),
          std::string(document.texts),
          document};
}

/// Reads the documents of a catalog page by page, for threads that take turns.
class Pages {
 public:
  explicit Pages(Catalog& catalog) : catalog_(catalog), last_(catalog.last_number()) {}

  struct Page {
    std::size_t number = 0;
    std::vector<Row> rows;  // empty: the end
  };

  Page next() {
    const std::lock_guard lock(mutex_);
    Page page{pages_++, {}};
    std::uint64_t bytes = 0;
    catalog_.for_each_document(after_, last_, [&](std::uint32_t number, const PackedDocument& document) {
      page.rows.push_back(row_of(number, document));
      after_ = number;
      bytes += document.text_bytes;
      return bytes < kPageBytes;
    });
    return page;
  }

 private:
  Catalog& catalog_;
  std::mutex mutex_;
  std::uint32_t after_ = 0;
  std::uint32_t last_;
  std::size_t pages_ = 0;
};

struct DigestedPage {
  DigestBatch digests;
  std::vector<std::uint32_t> numbers;
};

DigestedPage digested(const Pages::Page& page, Digester& digester, DocumentUnpacker& unpacker,
                      const std::string& place) {
  DigestedPage made;
  for (const Row& row : page.rows) {
    digester.add(unpacker.unpack(row.packed(), place), made.digests);
    made.numbers.push_back(row.number);
  }
  return made;
}

/// Writes what it is given to files, in order.
class SegmentFiles {
 public:
  SegmentFiles(const std::string& folder, std::uint64_t options_hash, const WriterOptions& options,
               const std::function<std::string()>& next_file)
      : folder_(folder), options_(options), next_file_(next_file), builder_(options_hash) {}

  void add(const DigestedPage& page) {
    builder_.add(page.digests, page.numbers);
    rebuilt_.sentences += page.digests.sentences();
    if (builder_.memory_bytes() >= options_.memory_bytes) write();
  }

  RebuiltSegments finish() {
    if (builder_.documents() > 0) write();
    return std::move(rebuilt_);
  }

 private:
  void write() {
    rebuilt_.files.push_back(next_file_());
    builder_.write(path_in(folder_, rebuilt_.files.back()), options_.threads);
  }

  const std::string& folder_;
  const WriterOptions& options_;
  const std::function<std::string()>& next_file_;
  SegmentBuilder builder_;
  RebuiltSegments rebuilt_;
};

}  // namespace

RebuiltSegments rebuild_segments(const std::string& folder, Catalog& catalog, const IndexSettings& settings,
                                 const DigesterFactory& digesters, const WriterOptions& options,
                                 const std::function<std::string()>& next_file) {
  Pages pages(catalog);
  SegmentFiles files(folder, settings.options_hash, options, next_file);
  TurnTaking turns;
  run_on_threads(std::max<std::size_t>(1, options.threads), [&](std::size_t) {
    const auto digester = digesters(settings.options, settings.frequencies());
    DocumentUnpacker unpacker;
    for (Pages::Page page = pages.next(); !page.rows.empty(); page = pages.next()) {
      turns.run(
          page.number, [&] { return digested(page, *digester, unpacker, catalog.path()); },
          [&](const DigestedPage& made) { files.add(made); });
    }
  });
  return files.finish();
}

}  // namespace cento
