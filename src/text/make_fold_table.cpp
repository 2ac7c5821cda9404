// Writes the folding table as C++ source to standard output. Run by the build: the table then costs nothing at
// start-up.

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "text/char_class.hpp"

namespace {

constexpr std::uint32_t kCodePoints = 0x110000;
constexpr std::uint32_t kBlockSize = 1U << cento::kFoldBlockBits;
constexpr std::uint64_t kIdentity = std::uint64_t{1} << 40;
constexpr std::uint64_t kComplex = std::uint64_t{1} << 41;
constexpr std::uint64_t kCombinesBackwards = std::uint64_t{1} << 42;

class TableMaker {
 public:
  TableMaker() {
    UErrorCode error = U_ZERO_ERROR;
    folding_ = icu::Normalizer2::getNFKCCasefoldInstance(error);
    if (U_FAILURE(error)) std::exit(1);
  }

  void make() {
    for (std::uint32_t first = 0; first < kCodePoints; first += kBlockSize) {
      std::vector<std::uint64_t> block(kBlockSize);
      for (std::uint32_t i = 0; i < kBlockSize; ++i) block[i] = row(first + i);
      const auto [found, is_new] = numbers_.emplace(block, numbers_.size());
      if (is_new) rows_.insert(rows_.end(), block.begin(), block.end());
      blocks_.push_back(found->second);
    }
  }

  void print() const {
    std::printf(
        "// Made by make_fold_table.cpp; not to be edited.\n#include \"text/fold_table.hpp\"\n\nnamespace cento {\n");
    std::printf("\nextern const std::uint16_t kFoldBlocks[] = {");
    for (const std::size_t number : blocks_) std::printf("%zu,", number);
    std::printf("};\n\nextern const std::uint64_t kFoldRows[] = {");
    for (const std::uint64_t bits : rows_) std::printf("0x%llx,", static_cast<unsigned long long>(bits));
    std::printf("};\n\nnamespace {\n\nconstexpr std::string_view kStrings[] = {");
    for (const std::string& text : strings_) {
      std::printf("{\"");
      for (const char byte : text) std::printf("\\%03o", static_cast<unsigned>(static_cast<unsigned char>(byte)));
      std::printf("\", %zu},", text.size());
    }
    std::printf("};\n\n}  // namespace\n\n");
    std::printf("std::string_view complex_folding(std::uint32_t number) { return kStrings[number]; }\n\n");
    std::printf("std::string_view fold_table_unicode_version() { return \"%s\"; }\n\n}  // namespace cento\n",
                U_UNICODE_VERSION);
  }

 private:
  /// Nothing of `folded` can become part of a token, whatever stands before it.
  static bool is_separator(const icu::UnicodeString& folded) {
    for (int i = 0; i < folded.length(); i = folded.moveIndex32(i, 1)) {
      const auto c = cento::char_class_by_icu(static_cast<std::uint32_t>(folded.char32At(i)));
      if (c == cento::CharClass::word || c == cento::CharClass::single) return false;
      if (c == cento::CharClass::mark && i == 0) return false;
    }
    return folded.length() > 0;
  }

  std::uint64_t row(std::uint32_t code_point) {
    if (U_IS_SURROGATE(code_point)) return kIdentity;
    UErrorCode error = U_ZERO_ERROR;
    icu::UnicodeString alone;
    alone.append(static_cast<UChar32>(code_point));
    const icu::UnicodeString folded = folding_->normalize(alone, error);
    const std::uint64_t boundary =
        folding_->hasBoundaryBefore(static_cast<UChar32>(code_point)) ? 0 : kCombinesBackwards;
    if (is_separator(folded)) return boundary | kIdentity;
    std::string utf8;
    folded.toUTF8String(utf8);
    if (folded.countChar32() != 1) {
      strings_.push_back(utf8);
      return boundary | kComplex | (strings_.size() - 1);
    }
    const auto single = static_cast<std::uint32_t>(folded.char32At(0));
    const auto char_class = static_cast<std::uint64_t>(cento::char_class_by_icu(single)) << 36;
    if (single == code_point) return boundary | char_class | kIdentity;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < utf8.size(); ++i) {
      bytes |= std::uint64_t{static_cast<unsigned char>(utf8[i])} << (8 * i);
    }
    return boundary | char_class | bytes | std::uint64_t{utf8.size()} << 32;
  }

  const icu::Normalizer2* folding_ = nullptr;
  std::map<std::vector<std::uint64_t>, std::size_t> numbers_;
  std::vector<std::size_t> blocks_;
  std::vector<std::uint64_t> rows_;
  std::vector<std::string> strings_;
};

}  // namespace

int main() {
  TableMaker maker;
  maker.make();
  maker.print();
  return 0;
}
