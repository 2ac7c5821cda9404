// Any bytes as options of `cento tune` and as labelled pairs: what is read is sound, and options survive writing and
// reading.

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "cento/error.hpp"
#include "core/utf8.hpp"
#include "methods/forum/forum_model.hpp"
#include "study/forum/labelled_pairs.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void read_options(std::string_view bytes) {
  try {
    const cento::ForumModel model = cento::read_forum_model(bytes, "FILE");
    check(model);
    require(cento::read_forum_model(to_json(model), "FILE") == model);
  } catch (const cento::Error&) {
    return;
  }
}

void read_labels(std::string_view bytes) {
  cento::ReporterOptions options;
  options.quiet = true;
  cento::Reporter reporter(options);
  cento::LabelledQuestions labelled;
  cento::LabelledLineReader reader(labelled);
  reader.read(*cento::memory_input("FILE", bytes), reporter);
  const auto& documents = labelled.threads.documents;
  for (const cento::ForumLabel& pair : labelled.pairs) {
    require(!pair.id.empty() && pair.a < documents.size() && pair.b < documents.size());
  }
  for (const cento::Document& document : documents) {
    require(!document.parts.empty());
    for (const cento::Part& part : document.parts) require(!part.text.empty() && cento::is_valid_utf8(part.text));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  read_options(bytes);
  read_labels(bytes);
  return 0;
}
