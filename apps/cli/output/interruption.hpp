#pragma once

#include <csignal>

#include <stop_token>

namespace cento::cli {

/// Watches for SIGINT (Ctrl-C), SIGTERM and SIGHUP: they ask the command to stop, which then ends as the signal would
/// have ended it, with nothing left behind. One that does not stop soon is ended where it is.
class Interruption {
 public:
  /// Called once by main(), before any thread is started.
  static void watch();

  /// Asks for the end of the run.
  [[nodiscard]] static std::stop_token token();

  /// Ends the program by the signal that came. Called after everything is cleaned up.
  [[noreturn]] static void end();
};

}  // namespace cento::cli
