#include "read/forum/post_texts.hpp"

#include <new>

#include <expat.h>
#include <fmt/format.h>

namespace cento {

namespace {

void take_attribute(PostTexts& texts, std::string_view name, const char* value) {
  if (name == "Title") texts.title = value;
  if (name == "Body") texts.body = value;
  if (name == "Tags") texts.tags = value;
  if (name == "CreationDate") texts.created = value;
  if (name == "Score") texts.score = value;
  if (name == "AnswerCount") texts.answers = value;
}

/// What expat reports about one row.
struct Taken {
  PostTexts* texts = nullptr;
  bool has_element = false;
};

void on_element(void* user_data, const char* /*name*/, const char** attributes) {
  auto& taken = *static_cast<Taken*>(user_data);
  taken.has_element = true;
  for (const char** at = attributes; *at != nullptr; at += 2) take_attribute(*taken.texts, at[0], at[1]);
}

}  // namespace

struct PostDecoder::Parser {
  XML_Parser expat = XML_ParserCreate("UTF-8");

  Parser() {
    if (expat == nullptr) throw std::bad_alloc();
  }
  ~Parser() { XML_ParserFree(expat); }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
};

PostDecoder::PostDecoder() : parser_(std::make_unique<Parser>()) {}
PostDecoder::~PostDecoder() = default;

std::string PostDecoder::decode(std::string_view row, PostTexts& texts) {
  XML_Parser expat = parser_->expat;
  Taken taken{&texts, false};
  XML_ParserReset(expat, "UTF-8");
  XML_SetUserData(expat, &taken);
  XML_SetStartElementHandler(expat, on_element);
  const XML_Status status = XML_Parse(expat, row.data(), static_cast<int>(row.size()), XML_TRUE);
  // A row may be closed by "></row>", which is not in `row`: only the attributes matter.
  const bool is_well_formed =
      taken.has_element && (status == XML_STATUS_OK || XML_GetErrorCode(expat) == XML_ERROR_NO_ELEMENTS);
  if (is_well_formed) return {};
  return fmt::format("the row is not well-formed XML: {}", XML_ErrorString(XML_GetErrorCode(expat)));
}

}  // namespace cento
