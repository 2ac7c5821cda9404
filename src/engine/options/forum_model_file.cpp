#include "engine/options/forum_model_file.hpp"

#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "cento/error.hpp"
#include "methods/forum/forum_comparison.hpp"
#include "methods/forum/forum_digest.hpp"
#include "methods/forum/forum_signer.hpp"

namespace cento {

ForumModel load_forum_model(const std::string& file, const ForumComparison& comparison) {
  if (file.empty()) return model_of(comparison);
  std::ifstream in(file, std::ios::binary);
  if (!in) throw Error(fmt::format("{}: cannot be opened for `options`", file));
  ForumComparison with_file = comparison;
  with_file.model = {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (with_file.model.empty()) with_file.model = " ";  // an empty file is no model
  return model_of(with_file, file);
}

void read_parts_of(const ForumModel& model, ReadOptions& reading) {
  if (!reading.text_fields.empty()) return;
  for (const ComparedPart& part : model.parts) {
    for (const std::string& name : part_names(part)) reading.text_fields.push_back(name);
  }
}

void read_parts_of(const IndexOptions& index, ReadOptions& reading) {
  if (const auto model = forum_model_of(index)) read_parts_of(*model, reading);
}

}  // namespace cento
