#include <http_parser.h>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "by_hand/contest.hpp"
#include "document_text.hpp"
#include "read/web/header_fields.hpp"
#include "read/web/http_message.hpp"

namespace cento::bench {

namespace {

namespace http = boost::beast::http;

constexpr std::uint64_t kBodyBytesMost = std::uint64_t{1} << 26;
constexpr unsigned kFirstFinalStatus = 200;

/// What is needed of a response. The views point into its bytes or into what read it.
struct Message {
  unsigned status = 0;  // 0: not a response
  std::string_view type;
  std::string_view body;
  std::string problem;
};

class OurParser {
 public:
  Message read(std::string_view bytes) {
    HttpResponse response;
    if (!read_http_response(bytes, response)) return {};
    DecodedBody body = decoder_.decode(response);
    return {static_cast<unsigned>(response.status), response.content_type, body.bytes, std::move(body.problem)};
  }

 private:
  BodyDecoder decoder_{kBodyBytesMost};
};

/// http_parser, as lenient as it can be. A body is copied only if it comes in pieces.
class NodeParser {
 public:
  NodeParser() {
    settings_.on_header_field = [](http_parser* parser, const char* at, std::size_t size) {
      return self(parser).take_name({at, size});
    };
    settings_.on_header_value = [](http_parser* parser, const char* at, std::size_t size) {
      return self(parser).take_value({at, size});
    };
    settings_.on_body = [](http_parser* parser, const char* at, std::size_t size) {
      return self(parser).take_body({at, size});
    };
    settings_.on_message_complete = [](http_parser* parser) {
      if (parser->status_code >= kFirstFinalStatus) http_parser_pause(parser, 1);
      return 0;
    };
  }

  Message read(std::string_view bytes) {
    http_parser parser{};
    http_parser_init(&parser, HTTP_RESPONSE);
    parser.lenient_http_headers = 1;
    parser.allow_chunked_length = 1;
    parser.data = this;
    type_.clear();
    joined_.clear();
    message_ = {};
    http_parser_execute(&parser, &settings_, bytes.data(), bytes.size());
    if (parser.http_errno == HPE_OK) http_parser_execute(&parser, &settings_, nullptr, 0);
    message_.status = parser.status_code;
    message_.type = type_;
    if (parser.http_errno != HPE_OK && parser.http_errno != HPE_PAUSED) {
      message_.problem = http_errno_name(static_cast<http_errno>(parser.http_errno));
    }
    return message_;
  }

 private:
  static NodeParser& self(http_parser* parser) { return *static_cast<NodeParser*>(parser->data); }

  int take_name(std::string_view name) {
    is_type_ = type_.empty() && equal_ignoring_case(name, "Content-Type");
    return 0;
  }

  int take_value(std::string_view value) {
    if (is_type_) type_ += value;
    return 0;
  }

  int take_body(std::string_view piece) {
    if (!message_.body.empty()) {
      if (joined_.empty()) joined_ = message_.body;
      joined_ += piece;
    }
    message_.body = joined_.empty() ? piece : joined_;
    return 0;
  }

  http_parser_settings settings_{};
  Message message_;
  std::string type_;
  std::string joined_;
  bool is_type_ = false;
};

class BeastParser {
 public:
  Message read(std::string_view bytes) {
    boost::system::error_code error;
    do {
      parser_.emplace();
      parser_->body_limit(kBodyBytesMost);
      parser_->eager(true);
      bytes.remove_prefix(parser_->put(boost::asio::buffer(bytes.data(), bytes.size()), error));
    } while (!error && parser_->is_done() && parser_->get().result_int() < kFirstFinalStatus && !bytes.empty());
    if (!error) parser_->put_eof(error);
    const auto& found = parser_->get();
    const auto type = found[http::field::content_type];
    const bool is_response = parser_->is_header_done() || found.result_int() != 0;
    return {
        is_response ? found.result_int() : 0, {type.data(), type.size()}, found.body(), error ? error.message() : ""};
  }

 private:
  std::optional<http::response_parser<http::string_body>> parser_;
};

std::string response_head(bool is_chunked, std::size_t body_bytes) {
  std::string head =
      "HTTP/1.1 200 OK\r\nDate: Wed, 03 Mar 2021 10:00:00 GMT\r\nServer: Apache/2.4.38 (Debian)\r\n"
      "Last-Modified: Tue, 02 Mar 2021 09:00:00 GMT\r\nETag: \"1a2b-5bc8\"\r\nAccept-Ranges: bytes\r\n"
      "Cache-Control: max-age=3600, public\r\nVary: Accept-Encoding\r\nX-Frame-Options: SAMEORIGIN\r\n"
      "Set-Cookie: session=0123456789abcdef; path=/; HttpOnly\r\nConnection: close\r\n"
      "Content-Type: text/html; charset=utf-8\r\n";
  head += is_chunked ? "Transfer-Encoding: chunked\r\n" : fmt::format("Content-Length: {}\r\n", body_bytes);
  return head + "\r\n";
}

std::string chunked(std::string_view body) {
  constexpr std::size_t kChunkBytes = 4096;
  std::string chunks;
  for (; !body.empty(); body.remove_prefix(std::min(kChunkBytes, body.size()))) {
    const std::string_view chunk = body.substr(0, kChunkBytes);
    chunks += fmt::format("{:x}\r\n{}\r\n", chunk.size(), chunk);
  }
  return chunks + "0\r\n\r\n";
}

std::vector<std::string> responses(std::string_view text, bool are_chunked) {
  std::vector<std::string> all;
  for (const std::string_view body : cut_into_documents(text)) {
    all.push_back(response_head(are_chunked, body.size()));
    all.back() += are_chunked ? chunked(body) : body;
  }
  return all;
}

template <typename Parser>
std::uint64_t read_all(const std::vector<std::string>& responses) {
  Parser parser;
  std::uint64_t sum = 0;
  for (const std::string& response : responses) {
    const Message message = parser.read(response);
    sum = sum * 31 + message.status + message.type.size() + message.body.size();
    if (!message.body.empty()) sum += static_cast<unsigned char>(message.body.back());
  }
  return sum;
}

template <typename Parser>
std::string finding(std::string_view bytes) {
  Parser parser;
  const Message message = parser.read(bytes);
  if (message.status == 0) return "refused";
  std::string text = fmt::format("{} [{}] [{}]", message.status, shown(message.type), shown(message.body));
  if (!message.problem.empty()) text += fmt::format(" ({})", message.problem);
  return text;
}

std::vector<HardCase> hard_responses() {
  const std::string type = "Content-Type: a/b\r\n";
  const std::string chunks = "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nTransfer-Encoding: chunked\r\n\r\n";
  return {
      {"as it should be", "HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: 4\r\n\r\nBody"},
      {"no reason phrase", "HTTP/1.1 200\r\n" + type + "\r\nBody"},
      {"line feeds only", "HTTP/1.1 200 OK\nContent-Type: a/b\n\nBody"},
      {"folded header", "HTTP/1.1 200 OK\r\nContent-Type: a/b;\r\n\tc=d\r\n\r\nBody"},
      {"space before the colon", "HTTP/1.1 200 OK\r\nContent-Type : a/b\r\n\r\nBody"},
      {"line without a colon", "HTTP/1.1 200 OK\r\nrubbish\r\n" + type + "\r\nBody"},
      {"byte above 127 in a header", "HTTP/1.1 200 OK\r\nX: caf\xe9\r\n" + type + "\r\nBody"},
      {"space in a header name", "HTTP/1.1 200 OK\r\nSet Cookie: x\r\n" + type + "\r\nBody"},
      {"header twice", "HTTP/1.1 200 OK\r\n" + type + "Content-Type: c/d\r\n\r\nBody"},
      {"Content-Length twice", "HTTP/1.1 200 OK\r\n" + type + "Content-Length: 4\r\nContent-Length: 5\r\n\r\nBody"},
      {"no Content-Length", "HTTP/1.1 200 OK\r\n" + type + "\r\nBody"},
      {"interim response first", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n" + type + "\r\nBody"},
      {"\"HTTP/1\" as version", "HTTP/1 200 OK\r\n" + type + "\r\nBody"},
      {"\"ICY\" as protocol", "ICY 200 OK\r\n" + type + "\r\nBody"},
      {"cut short: body", "HTTP/1.1 200 OK\r\n" + type + "Content-Length: 400\r\n\r\nBody"},
      {"cut short: headers", "HTTP/1.1 200 OK\r\n" + type + "Server: x"},
      {"body longer than Content-Length", "HTTP/1.1 200 OK\r\n" + type + "Content-Length: 4\r\n\r\nBody, unpacked"},
      {"page without the empty line", "HTTP/1.1 200 OK\r\n" + type + "<html>a: b"},
      {"chunks with extensions", chunks + "4;name=value\r\nBody\r\n0\r\nTrailer: x\r\n\r\n"},
      {"chunk size with spaces", chunks + "4  \r\nBody\r\n0\r\n\r\n"},
      {"chunks with line feeds only", chunks + "4\nBody\n0\n\n"},
      {"chunks cut short", chunks + "4\r\nBody\r\n6\r\nand"},
      {"no last chunk", chunks + "4\r\nBody\r\n"},
      {"broken chunk size", chunks + "4\r\nBody\r\nzz\r\nmore\r\n0\r\n\r\n"},
      {"chunks already joined", chunks + "<p>Body</p>"},
      {"chunked and Content-Length",
       "HTTP/1.1 200 OK\r\n" + type + "Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nBody\r\n0\r\n\r\n"},
      {"headers of 100 KB", "HTTP/1.1 200 OK\r\n" + type + "X: " + std::string(100'000, 'x') + "\r\n\r\nBody"},
      {"not a response", "GET / HTTP/1.1\r\n\r\n"}};
}

void compare_speed(std::string_view work, const std::vector<std::string>& responses) {
  std::size_t bytes = 0;
  for (const std::string& response : responses) bytes += response.size();
  print_speeds(work, bytes,
               {{"ours", [&] { return read_all<OurParser>(responses); }},
                {"http_parser", [&] { return read_all<NodeParser>(responses); }},
                {"Boost.Beast", [&] { return read_all<BeastParser>(responses); }}});
}

}  // namespace

void compare_http(std::string_view text) {
  constexpr std::size_t kEmptyPages = 4000;
  fmt::print("\n# HTTP responses\n");
  compare_speed("Responses of 8 KB", responses(text, false));
  compare_speed("Responses of 8 KB in chunks", responses(text, true));
  compare_speed("Headers alone", std::vector<std::string>(kEmptyPages, response_head(false, 0)));
  print_findings(
      hard_responses(),
      {{"ours", finding<OurParser>}, {"http_parser", finding<NodeParser>}, {"Boost.Beast", finding<BeastParser>}});
}

}  // namespace cento::bench
