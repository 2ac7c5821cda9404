#pragma once

#include <optional>
#include <string>
#include <vector>

#include "methods/thread_model.hpp"
#include "shared_options.hpp"

namespace cento::cli {

class CommandParser;

/// What the command line says about how threads are compared; nothing said leaves it to the options file, and that to
/// the defaults.
struct ThreadFlags {
  std::string options_file;          // of `cento tune`; empty: the defaults
  std::string parts;                 // title=0.4,body=0.2,answer=0.4
  std::vector<std::string> compare;  // title=words*idf+grams:3*idf, …
  std::optional<double> threshold;   // τ
  std::optional<double> number_guard;
  std::optional<double> negation_guard;
};

/// `threshold` names the option for τ.
void add_thread_flags(CommandParser& command, ThreadFlags& flags, const std::string& threshold = "--threshold");

/// Whether the command line says anything.
[[nodiscard]] bool is_given(const ThreadFlags& flags);

/// The model that the flags make. Throws UsageError or, about the options file, Error.
[[nodiscard]] ThreadModel model_of(const ThreadFlags& flags);

/// Lets JSON lines and CSV give the parts that the model compares, unless --text-field says which.
void read_parts_of(const ThreadModel& model, ReadOptions& reading);

}  // namespace cento::cli
