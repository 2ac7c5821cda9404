#pragma once

#include <string_view>

namespace cento::cli {

/// Has standard input, output and error be open, as every file that is opened later relies on: on /dev/null those that
/// whoever called closed, input and output so that reading and writing fail. Called first of all.
void open_closed_streams();

/// Shows something on standard error: progress, remarks, summaries. That it cannot be shown changes nothing.
void say(std::string_view text);

}  // namespace cento::cli
