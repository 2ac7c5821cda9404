#include <fmt/format.h>

#include "command_line/command_parser.hpp"
#include "commands/commands.hpp"
#include "core/files/atomic_file.hpp"
#include "read/formats.hpp"

namespace cento::cli {

namespace {

std::string_view describe(Content content) {
  switch (content) {
    case Content::documents: return "documents";
    case Content::table: return "table";
    default: return "companion";
  }
}

void list_formats() {
  AtomicFile output("-");
  output.write(fmt::format("{:<14} {:<10} {:<25} {}\n", "name", "holds", "extensions", "what it is"));
  for (const Format& format : formats()) {
    output.write(fmt::format("{:<14} {:<10} {:<25} {}\n", format.name, describe(format.content), format.extensions,
                             format.title));
  }
  output.publish();
}

}  // namespace

Command add_formats_command(CommandParser& program) {
  CommandParser* parser = program.add_command("formats",
                                              "List the formats that Cento reads.\n"
                                              "They are recognised by content first; all of them may be gzip or zstd.");
  parser->footer("Example:\n  cento formats");
  return {parser, [] {
            list_formats();
            return UnusedInput();
          }};
}

}  // namespace cento::cli
