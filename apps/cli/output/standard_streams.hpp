#pragma once

#include <string_view>

namespace cento::cli {

/// Opens /dev/null for those of standard input, output and error that the caller closed, so that files opened later do
/// not take their numbers; reading such input and writing such output fail. Called first of all.
void open_closed_streams();

/// Writes to standard error: progress, remarks, summaries. Failures are ignored.
void say(std::string_view text);

/// Says a sentence about the run, in a line that begins with the program's name.
void remark(std::string_view sentence);

}  // namespace cento::cli
