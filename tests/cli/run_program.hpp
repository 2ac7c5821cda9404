#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json_value.hpp"

namespace cento::testing {

/// The outcome of a run of the program.
struct Outcome {
  int code = -1;
  std::string out;
  std::string err;
};

/// The value of a field of a JSON object, as JSON; "" if there is none.
inline std::string field(const std::string& object, std::string_view key) {
  Arena arena;
  const TolerantObject parsed = read_json_object(object, arena);
  EXPECT_EQ(parsed.problem, "");
  for (const JsonField& found : parsed.fields) {
    if (found.key == key) return std::string(found.value);
  }
  return "";
}

/// A document of a JSON lines file; `more`: further fields, with a comma before each.
inline std::string json_line(const std::string& id, const std::string& text, const std::string& more = "") {
  return R"({"id":")" + id + R"(","text":")" + text + "\"" + more + "}\n";
}

/// The lines of a text, without their ends.
inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

inline std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// Runs the program as a user would. Each test has its own folder, which is the program's working directory.
class ProgramTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "cento_cli_XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }

  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, std::string_view bytes) const {
    std::filesystem::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  [[nodiscard]] std::string read(const std::string& name) const { return contents(folder_ / name); }
  [[nodiscard]] bool exists(const std::string& name) const { return std::filesystem::exists(folder_ / name); }

  /// The names in a folder, sorted, without those of the test itself.
  [[nodiscard]] std::vector<std::string> names_in(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_ / name)) {
      const std::string found = entry.path().filename().string();
      if (found != ".out" && found != ".err") names.push_back(found);
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  /// Runs a shell command in the folder.
  [[nodiscard]] Outcome shell(const std::string& line) const {
    const std::filesystem::path out = folder_ / ".out";
    const std::filesystem::path err = folder_ / ".err";
    const std::string whole =
        "cd '" + folder_.string() + "' && { " + line + " ; } >'" + out.string() + "' 2>'" + err.string() + "'";
    const int status = std::system(whole.c_str());  // NOLINT: a test of a command line
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(out), contents(err)};
  }

  /// Runs `cento ARGUMENTS`; `before` may pipe something into it.
  [[nodiscard]] Outcome run(const std::string& arguments, const std::string& before = "") const {
    return shell(before + " '" CENTO_PROGRAM "' " + arguments);
  }

  std::filesystem::path folder_;

 private:
  static std::string contents(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
};

}  // namespace cento::testing
