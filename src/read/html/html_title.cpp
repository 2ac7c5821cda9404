#include <algorithm>

#include "read/html/html_scalar_scan.hpp"
#include "read/html/html_text.hpp"

namespace cento {

namespace {

using Markup = HtmlMarkup<ScalarScan>;

std::string collapsed(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (!Markup::is_space(c)) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  if (!line.empty() && line.back() == ' ') line.pop_back();
  return line;
}

bool is_named(const char* name, const char* name_end, std::string_view wanted) {
  return std::equal(name, name_end, wanted.begin(), wanted.end(), [](char a, char b) { return Markup::lower(a) == b; });
}

/// Iterates over the tags before the body.
class TitleFinder {
 public:
  explicit TitleFinder(std::string_view html) : at_(html.data()), end_(html.data() + html.size()) {}

  std::string find() {
    while (!done_ && at_ != end_) step();
    return title_;
  }

 private:
  void step() {
    at_ = std::find(at_, end_, '<');
    if (end_ - at_ < 3) {
      done_ = true;
    } else if (Markup::is_letter(at_[1])) {
      start_tag(at_ + 1);
    } else if (std::string_view(at_, 3) == "<!-" && end_ - at_ >= 4 && at_[3] == '-') {
      at_ = Markup::comment_end(at_ + 4, end_);
    } else {
      ++at_;
    }
  }

  void start_tag(const char* name) {
    const char* name_end = Markup::name_end(name, end_);
    at_ = Markup::tag_end(name_end, end_);
    switch (Markup::tag_named(name, name_end, end_).action) {
      case TagAction::title: take(raw_text_end("title")); break;
      case TagAction::script: at_ = Markup::script_end(at_, end_); break;
      case TagAction::style: at_ = raw_text_end("style"); break;
      case TagAction::foreign_root: done_ = true; break;  // only a body holds one, and its <title> is not the page's
      default: done_ = is_named(name, name_end, "body");
    }
  }

  [[nodiscard]] const char* raw_text_end(std::string_view name) const {
    return Markup::raw_text_end(at_, end_, name.data(), name.size());
  }

  void take(const char* title_end) {
    const std::string_view title(at_, static_cast<std::size_t>(title_end - at_));
    title_ = collapsed(decode_character_references(title));
    done_ = true;
  }

  const char* at_;
  const char* end_;
  bool done_ = false;
  std::string title_;
};

}  // namespace

std::string html_title(std::string_view html) {
  return TitleFinder(html).find();
}

}  // namespace cento
