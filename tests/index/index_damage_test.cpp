// Damage of a catalog's pages: what is on them is left out and reported, everything else is there. And read-only
// indexes.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <string>

#include "cento/error.hpp"
#include "index/index_folder.hpp"
#include "index/line_digester.hpp"
#include "index/live/index_writer.hpp"
#include "index/new_index.hpp"
#include "index/store/catalog.hpp"
#include "temp_folder.hpp"

namespace cento {
namespace {

namespace fs = std::filesystem;
using namespace testing;

constexpr std::size_t kPageBytes = 8192;

/// A text of several pages that does not compress well.
std::string long_text(unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  for (int i = 0; i < 15'000; ++i) text += std::to_string(random()) + "\n";
  return text;
}

void flip(const std::string& path, std::uint64_t at) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekg(static_cast<std::streamoff>(at));
  const auto byte = static_cast<char>(file.get() ^ 0x01);
  file.seekp(static_cast<std::streamoff>(at));
  file.put(byte);
}

/// An index of long documents, in a segment or the tail; no program has it open.
void fill(const std::string& folder, bool is_tail) {
  create_index(folder, IndexOptions(), {});
  IndexWriter writer(folder, line_digesters(), {});
  std::vector<Entry> entries;
  for (unsigned i = 1; i <= 4; ++i) entries.push_back({"id" + std::to_string(i), long_text(i)});
  is_tail ? add_each(writer, entries) : add_batch(writer, entries);
  writer.commit();
}

/// The beginning of a page in the middle of the texts, all of one document's.
std::uint64_t text_page(const TempFolder& temporary) {
  const std::string bytes = temporary.read("index/catalog.sqlite");
  const std::size_t frame = bytes.find("\x28\xb5\x2f\xfd");  // the magic number of zstd
  EXPECT_NE(frame, std::string::npos);
  return (frame / kPageBytes + 3) * kPageBytes;
}

TEST(IndexDamage, OfATextLeavesOutItsDocument) {
  const TempFolder temporary;
  const std::string folder = temporary / "index";
  fill(folder, false);
  const std::uint64_t page = text_page(temporary);
  flip(folder + "/catalog.sqlite", page + 100);

  const auto view = open_index(folder, line_digesters());
  EXPECT_FALSE(view->lacks_documents());
  EXPECT_TRUE(view->damages().empty()) << "it was not accessed yet";
  unsigned damaged = 0;
  for (std::uint32_t number = 1; number <= 4; ++number) {
    const DamageWatch watch;
    EXPECT_TRUE(view->readable_document(number, IndexView::Texts::no)) << "names are on other pages";
    EXPECT_FALSE(watch.has_met_any());
    const auto document = view->readable_document(number, IndexView::Texts::yes);
    EXPECT_EQ(watch.has_met_any(), !document.has_value());
    if (document) {
      EXPECT_EQ(document->parts.front().text, long_text(number));
    } else {
      ++damaged;
      EXPECT_THROW((void)view->document(number, IndexView::Texts::yes), DamagedError);
    }
  }
  EXPECT_EQ(damaged, 1U);
  ASSERT_EQ(view->damages().size(), 1U);
  EXPECT_EQ(view->damages().front().file, folder + "/catalog.sqlite");
  EXPECT_EQ(view->damages().front().byte, page);
  EXPECT_NE(view->damages().front().reason.find("document number "), std::string::npos);
}

TEST(IndexDamage, OfTheTailLeavesOutItsDocument) {
  const TempFolder temporary;
  const std::string folder = temporary / "index";
  fill(folder, true);
  flip(folder + "/catalog.sqlite", text_page(temporary) + 100);
  const auto view = open_index(folder, line_digesters());
  EXPECT_TRUE(view->lacks_documents());
  EXPECT_EQ(view->damages().size(), 1U);
  EXPECT_EQ(documents_of(*view).size(), 3U);
  EXPECT_NE(complaint_of([&] { IndexWriter(folder, line_digesters(), {}); }), "") << "a writer would lose it";
}

bool verify_is_silent(const std::string& folder) {
  IndexFaults faults;
  const std::string complaint = complaint_of([&] { faults = verify_index(folder, line_digesters()); });
  return complaint.empty() && faults.catalog.empty() && faults.segments.empty();
}

/// Flips a byte of each page of a catalog: what is read then is correct, or the damage is reported.
TEST(IndexDamage, OfAnyPageIsNoticed) {
  const TempFolder temporary;
  const std::string folder = temporary / "index";
  fill(folder, false);
  const std::string path = folder + "/catalog.sqlite";
  const auto size = fs::file_size(path);
  std::size_t noticed = 0;
  for (std::uint64_t at = 20; at < size; at += kPageBytes + 61) {
    flip(path, at);
    bool is_noticed = false;
    const std::string complaint = complaint_of([&] {
      const DamageWatch watch;
      const auto view = open_index(folder, line_digesters());
      for (std::uint32_t number = 1; number <= 4; ++number) {
        EXPECT_TRUE(view->number_of("id" + std::to_string(number)) == number || watch.has_met_any()) << at;
        const auto document = view->readable_document(number, IndexView::Texts::yes);
        if (document) {
          EXPECT_EQ(document->parts.front().text, long_text(number));
        }
      }
      is_noticed = watch.has_met_any();
    });
    noticed += is_noticed || !complaint.empty() ? 1U : 0U;
    EXPECT_FALSE(verify_is_silent(folder)) << at;
    flip(path, at);
  }
  EXPECT_EQ(noticed, (size - 21) / (kPageBytes + 61) + 1);
}

std::string copy_of_fixture(int version, const TempFolder& temporary) {
  fs::copy(std::string(CENTO_TEST_DATA) + "/index/data/index-v" + std::to_string(version), temporary / "index",
           fs::copy_options::recursive);
  return temporary / "index";
}

TEST(IndexDamage, OfOlderCatalogsIsNoticedOnceTheyAreRebuilt) {
  for (const int version : {1, 2}) {
    const TempFolder temporary;
    const std::string folder = copy_of_fixture(version, temporary);
    back_up_index(folder, temporary / "copy");
    EXPECT_EQ(open_index(temporary / "copy", line_digesters())->documents(), 3U);
    {
      WriterOptions options;
      options.for_rebuild = true;
      IndexWriter writer(folder, line_digesters(), options);
      writer.rebuild(nullptr, nullptr);
    }
    EXPECT_EQ(Catalog(folder + "/catalog.sqlite", Catalog::Access::read).format(), Catalog::kFormat);
    EXPECT_TRUE(fs::exists(folder + "/commits"));
    EXPECT_EQ(documents_of(*open_index(folder, line_digesters())).size(), 3U);
    back_up_index(folder, temporary / "other");
    EXPECT_EQ(documents_of(*open_index(temporary / "other", line_digesters())).size(), 3U);
    flip(folder + "/catalog.sqlite", kPageBytes - 1);  // the checksum of the first page
    EXPECT_NE(complaint_of([&] { (void)open_index(folder, line_digesters()); }), "");
  }
}

/// Ends with the number of documents that a user without rights finds.
int documents_for_nobody(const std::string& folder) {
  constexpr uid_t kNobody = 65534;
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) ::_exit(99);
    try {
      ::_exit(is_writable(folder) ? 98 : static_cast<int>(documents_of(*open_index(folder, line_digesters())).size()));
    } catch (const Error&) {
      ::_exit(97);
    }
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void set_permissions(const std::string& folder, unsigned of_folder, unsigned of_files) {
  for (const auto& entry : fs::directory_iterator(folder)) fs::permissions(entry, static_cast<fs::perms>(of_files));
  fs::permissions(folder, static_cast<fs::perms>(of_folder));
}

TEST(ReadOnlyIndex, IsReadWithAndWithoutALog) {
  const TempFolder temporary;
  fs::permissions(temporary.path(), static_cast<fs::perms>(0755));
  const std::string folder = temporary / "index";
  fill(folder, false);
  set_permissions(folder, 0555, 0444);
  EXPECT_EQ(documents_for_nobody(folder), 4);
  set_permissions(folder, 0755, 0644);

  // A log that a killed writer left, with and without SQLite's index of it.
  const pid_t child = ::fork();
  if (child == 0) {
    auto* writer = new IndexWriter(folder, line_digesters(), {});  // NOLINT: never closed
    add_each(*writer, {{"in the log", "One line."}});
    writer->commit();
    ::_exit(0);
  }
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  ASSERT_TRUE(fs::exists(folder + "/catalog.sqlite-wal"));
  set_permissions(folder, 0555, 0444);
  EXPECT_EQ(documents_for_nobody(folder), 5);
  set_permissions(folder, 0755, 0644);
  fs::remove(folder + "/catalog.sqlite-shm");
  set_permissions(folder, 0555, 0444);
  EXPECT_EQ(documents_for_nobody(folder), 5);
  EXPECT_FALSE(fs::exists(folder + "/catalog.sqlite-shm"));
  set_permissions(folder, 0755, 0644);
}

}  // namespace
}  // namespace cento
