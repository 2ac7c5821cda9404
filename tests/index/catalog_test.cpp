#include "index/store/catalog.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "cento/error.hpp"
#include "temp_folder.hpp"

namespace cento {
namespace {

using testing::TempFolder;

/// A document of two parts as a row.
class TwoParts {
 public:
  TwoParts(std::string id, std::string title, std::string body)
      : id_(std::move(id)), title_(std::move(title)), body_(std::move(body)) {
    parts_ = {{"title", title_}, {"body", body_}};
    Document document;
    document.id = id_;
    document.parts = parts_;
    document.metadata = R"({"year":1911})";
    row_ = packer_.pack(document, bytes_).views_of(document, bytes_);
    row_.sentences = 2;
  }
  [[nodiscard]] const PackedDocument& row() const { return row_; }

 private:
  std::string id_;
  std::string title_;
  std::string body_;
  std::vector<Part> parts_;
  PlainVector<char> bytes_;
  DocumentPacker packer_;
  PackedDocument row_;
};

std::string new_catalog(const TempFolder& folder) {
  const std::string path = folder / "catalog.sqlite";
  Catalog::create(path, IndexOptions(), "some bytes");
  return path;
}

std::string complaint_about(const std::string& path) {
  try {
    (void)Catalog(path, Catalog::Access::read).counters();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Ends the process with 3 and the error of reading the catalog as a user without rights.
[[noreturn]] void read_as_nobody(const std::string& path) {
  constexpr uid_t kNobody = 65534;
  constexpr int kComplained = 3;
  if (geteuid() == 0 && setuid(kNobody) != 0) std::_Exit(1);
  const std::string complaint = complaint_about(path);
  std::fputs(complaint.c_str(), stderr);
  std::_Exit(complaint.empty() ? 0 : kComplained);
}

TEST(Catalog, IsReadInAFolderThatCannotBeWrittenTo) {
  namespace fs = std::filesystem;
  const TempFolder folder;
  const std::string path = new_catalog(folder);
  constexpr auto kAllMayRead = static_cast<fs::perms>(0555);
  fs::permissions(folder.path(), kAllMayRead);
  EXPECT_EXIT(read_as_nobody(path), ::testing::ExitedWithCode(0), "");
  fs::permissions(folder.path(), fs::perms::owner_all);
}

TEST(Catalog, GivesDocumentsBack) {
  const TempFolder folder;
  Catalog catalog(new_catalog(folder), Catalog::Access::write);
  const std::string body(10'000, 'x');
  EXPECT_TRUE(catalog.insert(1, TwoParts("a", "A title", body).row()));
  EXPECT_TRUE(catalog.insert(2, TwoParts("b", "", "").row()));

  const StoredDocument stored = catalog.document(1, IndexView::Texts::yes).value();
  EXPECT_EQ(stored.id, "a");
  EXPECT_EQ(stored.metadata, R"({"year":1911})");
  ASSERT_EQ(stored.parts.size(), 2U);
  EXPECT_EQ(stored.parts[0].name, "title");
  EXPECT_EQ(stored.parts[0].text, "A title");
  EXPECT_EQ(stored.parts[1].name, "body");
  EXPECT_EQ(stored.parts[1].text, body);

  const StoredDocument names = catalog.document(1, IndexView::Texts::no).value();
  EXPECT_EQ(names.parts[1].name, "body");
  EXPECT_EQ(names.parts[1].text, "");
  EXPECT_EQ(catalog.document(2, IndexView::Texts::yes)->parts[1].text, "");
  EXPECT_FALSE(catalog.document(3, IndexView::Texts::yes).has_value());
}

TEST(Catalog, HasAnIdOnce) {
  const TempFolder folder;
  Catalog catalog(new_catalog(folder), Catalog::Access::write);
  EXPECT_TRUE(catalog.insert(1, TwoParts("a", "x", "first").row()));
  EXPECT_FALSE(catalog.insert(2, TwoParts("a", "x", "second").row()));
  EXPECT_EQ(catalog.find("a")->number, 1U);
  EXPECT_EQ(catalog.find("a")->text_bytes, 6U);
  catalog.erase(1);
  EXPECT_FALSE(catalog.find("a").has_value());
  EXPECT_TRUE(catalog.insert(2, TwoParts("a", "x", "second").row()));
  EXPECT_EQ(catalog.last_number(), 2U);
}

TEST(Catalog, KeepsWhatIsCountedAndListed) {
  const TempFolder folder;
  const std::string path = new_catalog(folder);
  const CatalogCounters counters{7, 70, 700, 5, 3, 9};
  const SegmentRow segment{"00000001.segment", 1, 5, 4, 40, 0xfedcba9876543210ULL};
  {
    Catalog catalog(path, Catalog::Access::write);
    catalog.set_counters(counters);
    catalog.add_segment(segment);
    catalog.add_removed(4);
    catalog.add_removed(2);
  }
  Catalog catalog(path, Catalog::Access::write);
  EXPECT_EQ(catalog.counters(), counters);
  EXPECT_EQ(catalog.segments(), std::vector{segment});
  EXPECT_EQ(catalog.removed(), (std::vector<std::uint32_t>{2, 4}));
  EXPECT_EQ(catalog.statistics(), "some bytes");
  EXPECT_EQ(catalog.options_json(), to_json(IndexOptions()));
  catalog.erase_removed(std::vector<std::uint32_t>{2});
  EXPECT_EQ(catalog.removed(), std::vector<std::uint32_t>{4});
  catalog.erase_segment(segment.file);
  EXPECT_TRUE(catalog.segments().empty());
}

TEST(Catalog, TakesBackWhatIsNotCommitted) {
  const TempFolder folder;
  Catalog catalog(new_catalog(folder), Catalog::Access::write);
  {
    const Transaction transaction(catalog.database(), Transaction::Kind::write);
    EXPECT_TRUE(catalog.insert(1, TwoParts("a", "x", "y").row()));
  }
  EXPECT_FALSE(catalog.find("a").has_value());
}

TEST(Catalog, ReaderDoesNotWrite) {
  const TempFolder folder;
  Catalog catalog(new_catalog(folder), Catalog::Access::read);
  EXPECT_THROW(catalog.insert(1, TwoParts("a", "x", "y").row()), Error);
}

TEST(Catalog, OfANewerFormatIsRefused) {
  const TempFolder folder;
  const std::string path = new_catalog(folder);
  Database(path, Database::Access::write).run("UPDATE meta SET value = 3 WHERE key = 'format'");
  EXPECT_EQ(complaint_about(path), path + " has format 3 and this Cento reads formats up to 2; use a newer Cento");
}

TEST(Catalog, ThatIsSomethingElseIsNamed) {
  const TempFolder folder;
  const std::string path = folder.write("catalog.sqlite", std::string(20'000, 'x'));
  EXPECT_EQ(complaint_about(path), "cannot use " + path + ": file is not a database; it is damaged, use a backup");
  const std::string other = folder / "other.sqlite";
  Database(other, Database::Access::create).run("CREATE TABLE birds (name TEXT)");
  EXPECT_EQ(complaint_about(other), "cannot use " + other + ": no such table: meta");
}

TEST(PackedDocument, DamageIsFound) {
  const TwoParts document("a", "title", "body of a document");
  DocumentUnpacker unpacker;
  EXPECT_EQ(unpacker.unpack(document.row(), "here").size(), 2U);
  const auto damaged = [&](auto member, std::size_t at) {
    PackedDocument row = document.row();
    std::string bytes(row.*member);
    bytes[at] = static_cast<char>(bytes[at] ^ 4);
    row.*member = bytes;
    EXPECT_THROW((void)unpacker.unpack(row, "here"), Error);
    row.checksum = checksum_of(row);  // the result is arbitrary, but read safely
    try {
      (void)unpacker.unpack(row, "here");
    } catch (const Error&) {
    }
  };
  for (std::size_t at = 0; at < document.row().texts.size(); ++at) damaged(&PackedDocument::texts, at);
  for (std::size_t at = 0; at < document.row().parts.size(); ++at) damaged(&PackedDocument::parts, at);
  for (std::size_t at = 0; at < document.row().metadata.size(); ++at) damaged(&PackedDocument::metadata, at);
  damaged(&PackedDocument::id, 0);
}

}  // namespace
}  // namespace cento
