#include "cento/source.hpp"

#include <utility>

#include "engine/api/source_opener.hpp"
#include "engine/job.hpp"
#include "engine/source/arrow_collection.hpp"
#include "engine/source/memory_collection.hpp"

namespace cento {

namespace {

/// A list of files with the collection that reads it.
class OpenedFiles final : public Collection {
 public:
  OpenedFiles(const std::vector<std::string>& paths, ReadOptions reading, Reporter& reporter)
      : list_(paths, reporter), reading_(std::move(reading)), files_(list_, reading_) {}

  void read(std::size_t threads, Reporter& reporter, ReadProgress& progress, AnyBatchStep& step) const override {
    files_.read(threads, reporter, progress, step);
  }
  void keep(const MemoryPart& memory, const std::string& temp_dir) override { files_.keep(memory, temp_dir); }
  [[nodiscard]] std::uint64_t total_bytes() const override { return files_.total_bytes(); }

 private:
  InputList list_;
  ReadOptions reading_;
  FileCollection files_;
};

class FileOpener final : public SourceOpener {
 public:
  FileOpener(std::vector<std::string> paths, FileOptions options)
      : paths_(std::move(paths)), options_(std::move(options)) {}

  [[nodiscard]] std::unique_ptr<Collection> open(Job& job) const override {
    ReadOptions reading;
    reading.format = options_.format;
    reading.text_fields = options_.text_fields;
    reading.id_field = options_.id_field;
    reading.split = options_.split;
    reading.charset = options_.charset;
    reading.max_document_bytes = options_.max_document_bytes;
    reading.memory_bytes = job.memory_bytes();
    reading.temp_dir = job.temp_dir();
    *reading.damage_check = DamageCheck::before_use;
    return std::make_unique<OpenedFiles>(paths_, std::move(reading), job.reporter());
  }

 private:
  std::vector<std::string> paths_;
  FileOptions options_;
};

class DocumentOpener final : public SourceOpener {
 public:
  explicit DocumentOpener(std::vector<TextDocument> documents) : documents_(std::move(documents)) {}

  [[nodiscard]] std::unique_ptr<Collection> open(Job& /*job*/) const override {
    return std::make_unique<MemoryCollection>(documents_);
  }

 private:
  std::vector<TextDocument> documents_;
};

class ArrowOpener final : public SourceOpener {
 public:
  ArrowOpener(ArrowArrayStream* stream, ArrowColumns columns, ArrowMemory memory)
      : stream_(std::make_shared<ArrowStream>(stream)), columns_(std::move(columns)), memory_(memory) {}

  [[nodiscard]] std::unique_ptr<Collection> open(Job& /*job*/) const override {
    return std::make_unique<ArrowCollection>(stream_, columns_, memory_);
  }

 private:
  std::shared_ptr<ArrowStream> stream_;
  ArrowColumns columns_;
  ArrowMemory memory_;
};

}  // namespace

Source::Source(std::shared_ptr<const SourceOpener> opener) : opener_(std::move(opener)) {}
Source::~Source() = default;
Source::Source(const Source&) = default;
Source& Source::operator=(const Source&) = default;

FileSource::FileSource(std::vector<std::string> paths, FileOptions options)
    : Source(std::make_shared<FileOpener>(std::move(paths), std::move(options))) {}

DocumentSource::DocumentSource(std::vector<TextDocument> documents)
    : Source(std::make_shared<DocumentOpener>(std::move(documents))) {}

ArrowSource::ArrowSource(ArrowArrayStream* stream, ArrowColumns columns, ArrowMemory memory)
    : Source(std::make_shared<ArrowOpener>(stream, std::move(columns), memory)) {}

}  // namespace cento
