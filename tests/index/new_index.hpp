#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "index/line_digester.hpp"
#include "index/live/index_writer.hpp"
#include "temp_folder.hpp"

namespace cento::testing {

inline WriterOptions small_tail(std::uint64_t bytes) {
  WriterOptions options;
  options.tail_bytes = bytes;
  return options;
}

/// An empty index in a separate folder.
class NewIndex {
 public:
  explicit NewIndex(std::string_view statistics = {}) { create_index(folder(), IndexOptions(), statistics); }
  [[nodiscard]] std::string folder() const { return temporary_ / "index"; }
  [[nodiscard]] std::string beside(const std::string& name) const { return temporary_ / name; }
  [[nodiscard]] IndexWriter writer(const WriterOptions& options = {}) const {
    return IndexWriter(folder(), line_digesters(), options);
  }
  [[nodiscard]] std::shared_ptr<const IndexView> view() const { return open_index(folder(), line_digesters()); }
  [[nodiscard]] IndexFaults faults() const { return verify_index(folder(), line_digesters()); }
  [[nodiscard]] IndexSizes sizes() const { return index_sizes(folder(), line_digesters()); }

  /// The bytes of all segment files, by name.
  [[nodiscard]] std::vector<std::string> segment_bytes() const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder())) {
      if (entry.path().extension() == ".segment") {
        const std::string name = entry.path().filename().string();
        files[name] = temporary_.read("index/" + name);
      }
    }
    std::vector<std::string> bytes;
    for (auto& [name, content] : files) bytes.push_back(std::move(content));
    return bytes;
  }

 private:
  TempFolder temporary_;
};

inline void expect_sound(const NewIndex& index) {
  const IndexFaults faults = index.faults();
  EXPECT_EQ(faults.catalog, std::vector<std::string>{});
  EXPECT_EQ(faults.segments, std::vector<std::string>{});
}

template <typename Work>
std::string complaint_of(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace cento::testing
