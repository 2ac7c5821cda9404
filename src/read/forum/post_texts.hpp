#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace cento {

/// The attributes of a post that become text or metadata, unescaped.
struct PostTexts {
  std::optional<std::string> title;
  std::optional<std::string> body;  // HTML
  std::string tags;                 // "<a><b>" or "|a|b|"
  std::string created;
  std::string score;
  std::string answers;
};

/// Unescapes rows of Posts.xml. Reuses its XML parser between calls; one decoder per thread.
class PostDecoder {
 public:
  PostDecoder();
  ~PostDecoder();
  PostDecoder(const PostDecoder&) = delete;
  PostDecoder& operator=(const PostDecoder&) = delete;

  /// `row` is one element in valid UTF-8. Returns why it is not well-formed, one sentence; empty when it is.
  std::string decode(std::string_view row, PostTexts& texts);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace cento
