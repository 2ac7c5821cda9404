#include "cento/source.hpp"

#include <utility>

#include "engine/api/opened_files.hpp"
#include "engine/api/source_opener.hpp"
#include "engine/job.hpp"
#include "engine/source/arrow_collection.hpp"
#include "engine/source/memory_collection.hpp"

namespace cento {

namespace {

class FileOpener final : public SourceOpener {
 public:
  FileOpener(std::vector<std::string> paths, FileOptions options)
      : paths_(std::move(paths)), options_(std::move(options)) {}

  [[nodiscard]] std::unique_ptr<Collection> open(Job& job) const override {
    return std::make_unique<OpenedFiles>(InputList(paths_, job.reporter()), reading_of(options_, job));
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
