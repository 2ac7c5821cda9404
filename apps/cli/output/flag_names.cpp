#include "output/flag_names.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace cento::cli {

namespace {

using NamedFlag = std::pair<std::string_view, std::string_view>;

/// Other words in backquotes are no fields: commands, or a user's own text.
constexpr std::array kFlags{
    NamedFlag{"as_jsonl", "--as-jsonl"},
    NamedFlag{"folds", "--folds"},
    NamedFlag{"keep", "--keep"},
    NamedFlag{"least", "--least"},
    NamedFlag{"limit", "--limit"},
    NamedFlag{"max_document_bytes", "--max-document"},
    NamedFlag{"memory_bytes", "--memory"},
    NamedFlag{"options", "--options"},
    NamedFlag{"pairs", "--pairs"},
    NamedFlag{"recall", "--recall"},
    NamedFlag{"rejects_file", "--rejects FILE"},
    NamedFlag{"reuse", "--reuse"},
    NamedFlag{"sample", "--sample"},
    NamedFlag{"scores", "--scores"},
    NamedFlag{"split", "--split"},
    NamedFlag{"statistics_file", "--stats"},
    NamedFlag{"strict", "--strict"},
    NamedFlag{"temp_dir", "--temp-dir"},
    NamedFlag{"text_fields", "--text-field"},
    NamedFlag{"threads", "--forum"},  // of an index
    NamedFlag{"threshold", "--threshold"},
    NamedFlag{"wait", "--wait"},
};

}  // namespace

std::string with_flags(std::string_view sentence) {
  std::string out;
  while (!sentence.empty()) {
    const std::size_t open = std::min(sentence.find('`'), sentence.size());
    const std::size_t close = sentence.find('`', std::min(open + 1, sentence.size()));
    out += sentence.substr(0, open);
    if (close == std::string_view::npos) {
      out += sentence.substr(open);
      break;
    }
    const std::string_view name = sentence.substr(open + 1, close - open - 1);
    const auto flag =
        std::find_if(kFlags.begin(), kFlags.end(), [&](const NamedFlag& row) { return row.first == name; });
    // A backquote that closes nothing may open the next name.
    const std::size_t taken = flag == kFlags.end() ? close : close + 1;
    out += flag == kFlags.end() ? sentence.substr(open, close - open) : flag->second;
    sentence.remove_prefix(taken);
  }
  return out;
}

}  // namespace cento::cli
