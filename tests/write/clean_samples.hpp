#pragma once

#include <functional>
#include <string>

#include "cento/error.hpp"

namespace cento::testing {

inline std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const UsageError& error) {
    return std::string("usage: ") + error.what();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

inline std::string warc_record(const std::string& type, const std::string& id, const std::string& payload) {
  return "WARC/1.0\r\nWARC-Type: " + type + "\r\nWARC-Record-ID: " + id + "\r\nContent-Type: text/plain\r\n" +
         "WARC-Target-URI: http://x.example/" + id +
         "\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nContent-Length: " + std::to_string(payload.size()) + "\r\n\r\n" +
         payload + "\r\n\r\n";
}

inline const std::string kInfo = warc_record("warcinfo", "<i>", "software: none");
inline const std::string kFirst = warc_record("conversion", "<1>", "one text");
inline const std::string kSecond = warc_record("conversion", "<2>", "another\n\ntext");

inline const std::string kQuestion1 = "<row Id=\"1\" PostTypeId=\"1\" Title=\"Q1\" Body=\"b1\" AnswerCount=\"2\" />";
inline const std::string kAnswer3 = "<row Id=\"3\" PostTypeId=\"2\" ParentId=\"1\" Score=\"1\" Body=\"a3\" />";

}  // namespace cento::testing
