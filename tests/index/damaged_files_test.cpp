#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "cento/error.hpp"
#include "index/index_state.hpp"
#include "index/line_digester.hpp"
#include "index/live/index_writer.hpp"
#include "index/new_index.hpp"
#include "temp_folder.hpp"

namespace cento {
namespace {

namespace fs = std::filesystem;
using testing::add_batch;
using testing::complaint_of;
using testing::expect_sound;
using testing::fill;
using testing::line_digesters;
using testing::State;
using testing::state_of;
using testing::TempFolder;

void flip_byte(const std::string& path, std::size_t at) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekg(static_cast<std::streamoff>(at));
  const auto byte = static_cast<char>(file.get() ^ 0x10);
  file.seekp(static_cast<std::streamoff>(at));
  file.put(byte);
}

bool names(const std::vector<std::string>& sentences, const std::string& name) {
  for (const std::string& sentence : sentences) {
    if (sentence.find(name) != std::string::npos) return true;
  }
  return false;
}

TEST(DamagedFiles, AFlippedByteInASegmentIsNamedAndMended) {
  const TempFolder temporary;
  const std::string folder = temporary / "index";
  const State state = fill(folder);
  const std::string file = "00000001.segment";
  const std::string path = folder + "/" + file;
  std::size_t refused = 0;
  for (std::size_t at = 0; at < fs::file_size(path); at += 23) {
    flip_byte(path, at);
    const std::string complaint = complaint_of([&] { (void)open_index(folder, line_digesters()); });
    if (!complaint.empty()) {
      ++refused;
      EXPECT_NE(complaint.find(file), std::string::npos) << complaint;
      EXPECT_NE(complaint_of([&] { IndexWriter(folder, line_digesters(), {}); }).find(file), std::string::npos);
    }
    const IndexFaults faults = verify_index(folder, line_digesters());
    EXPECT_EQ(faults.catalog, std::vector<std::string>{});
    EXPECT_TRUE(names(faults.segments, file)) << "byte " << at;
    EXPECT_TRUE(names(faults.segments, "`cento index rebuild`"));
    flip_byte(path, at);
  }
  EXPECT_GT(refused, 10U);

  flip_byte(path, 100);
  WriterOptions mending;
  mending.for_rebuild = true;
  IndexWriter writer(folder, line_digesters(), mending);
  writer.rebuild(nullptr, nullptr);
  EXPECT_EQ(state_of(*writer.view()), state);
  EXPECT_EQ(state_of(*open_index(folder, line_digesters())), state);
  EXPECT_FALSE(fs::exists(path));
  expect_sound(folder);
}

TEST(DamagedFiles, AMergeThatFailsIsToldAndNothingIsLost) {
  const TempFolder temporary;
  const std::string folder = temporary / "index";
  create_index(folder, IndexOptions(), {});
  IndexWriter writer(folder, line_digesters(), {});
  for (const char name : std::string("abcdefgh")) {
    EXPECT_EQ(writer.merge_failure(), "");
    if (name == 'h') flip_byte(folder + "/00000001.segment", fs::file_size(folder + "/00000001.segment") - 1);
    add_batch(writer, {{std::string(1, name), "A line that all of them have."}});
    writer.commit();
  }
  EXPECT_NE(writer.merge_failure().find("00000001.segment"), std::string::npos) << writer.merge_failure();
  EXPECT_EQ(writer.view()->documents(), 8U);
}

TEST(DamagedFiles, AMissingSegmentIsNamedAndMended) {
  const TempFolder temporary;
  const std::string folder = temporary / "index";
  const State state = fill(folder);
  const std::string path = folder + "/00000001.segment";
  fs::remove(path);
  const std::string expected = path + " is missing; `cento index rebuild` recreates the segments from the catalog";
  EXPECT_EQ(complaint_of([&] { (void)open_index(folder, line_digesters()); }), expected);
  EXPECT_EQ(verify_index(folder, line_digesters()).segments, std::vector<std::string>{expected});
  EXPECT_NE(complaint_of([&] { back_up_index(folder, temporary / "copy"); }), "");
  WriterOptions mending;
  mending.for_rebuild = true;
  IndexWriter(folder, line_digesters(), mending).rebuild(nullptr, nullptr);
  EXPECT_EQ(state_of(*open_index(folder, line_digesters())), state);
  expect_sound(folder);
}

TEST(DamagedFiles, ADamagedTextIsNamed) {
  const TempFolder temporary;
  const std::string folder = temporary / "index";
  (void)fill(folder);
  const std::string bytes = temporary.read("index/catalog.sqlite");
  const std::size_t frame = bytes.find("\x28\xb5\x2f\xfd");  // the magic number of zstd
  ASSERT_NE(frame, std::string::npos);
  flip_byte(folder + "/catalog.sqlite", frame + 10);
  const IndexFaults faults = verify_index(folder, line_digesters());
  ASSERT_EQ(faults.catalog.size(), 2U);  // all are on one page
  EXPECT_TRUE(names(faults.catalog, "catalog.sqlite is damaged: the page at byte "));
  EXPECT_TRUE(names(faults.catalog, "has a wrong count of its documents: 0 instead of 3"));
  EXPECT_EQ(faults.segments, std::vector<std::string>{});
}

/// Whether the ids, texts and metadata are all there and correct.
bool is_unharmed(const std::string& folder, const State& state) {
  try {
    return state_of(*open_index(folder, line_digesters())) == state;
  } catch (const Error&) {
    return false;
  }
}

TEST(DamagedFiles, AFlippedByteInTheCatalogIsFoundOrHarmless) {
  const TempFolder temporary;
  const std::string folder = temporary / "index";
  const State state = fill(folder);
  const std::string path = folder + "/catalog.sqlite";
  const auto size = fs::file_size(path);
  fs::copy_file(path, temporary / "good");
  const std::string good = temporary.read("good");
  constexpr std::size_t kStep = 31;
  constexpr std::size_t kEmptyStep = 29 * kStep;
  std::size_t found = 0;
  for (std::size_t at = 7; at < size; at += kStep) {
    if (good[at] == 0 && at % kEmptyStep != 7) continue;  // pages are mostly empty
    flip_byte(path, at);
    std::vector<std::string> faults;
    const std::string complaint = complaint_of([&] {
      const IndexFaults all = verify_index(folder, line_digesters());
      faults = all.catalog;
      faults.insert(faults.end(), all.segments.begin(), all.segments.end());
    });
    const bool is_found = !complaint.empty() || !faults.empty();
    found += is_found ? 1U : 0U;
    EXPECT_TRUE(is_found || is_unharmed(folder, state)) << "byte " << at;
    for (const char* ending : {"", "-wal", "-shm"}) fs::remove(path + ending);
    fs::copy_file(temporary / "good", path);
  }
  EXPECT_GT(found, 20U);
}

}  // namespace
}  // namespace cento
