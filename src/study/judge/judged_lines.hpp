#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/place.hpp"
#include "core/reporter.hpp"
#include "read/input/input.hpp"
#include "study/judge/judged_layout.hpp"
#include "study/judge/judged_line.hpp"

namespace cento {

/// Returns one sentence on what is wrong with a line, which comes without its line end; empty if nothing is.
using TakePlainLine = std::function<std::string(std::string_view line, const Place& place)>;

/// Reads all lines except blank ones; bad lines go to the reporter. Returns the number of good ones.
std::uint64_t read_plain_lines(Input& in, Reporter& reporter, const TakePlainLine& take);

/// Returns one sentence on what is wrong with a line; empty if nothing is.
using TakeJudgedLine = std::function<std::string(const JudgedLine& line, const Place& place)>;

/// Reads all lines except the header and blank ones; bad lines go to the reporter. Returns the number of good ones.
std::uint64_t read_judged_lines(Input& in, const JudgedLayout& layout, Reporter& reporter, const TakeJudgedLine& take);

}  // namespace cento
