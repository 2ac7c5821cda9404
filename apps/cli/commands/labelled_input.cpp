#include "commands/labelled_input.hpp"

#include "command_line/command_parser.hpp"

namespace cento::cli {

FileUses uses_of(const LabelledOptions& options) {
  return FileUses().reads("--pairs", options.pairs_file).reads("--scores", options.scores_file);
}

void add_labelled_options(CommandParser& command, LabelledOptions& options) {
  command.add_positional("LABELLED", words(options.inputs),
                         "labelled pairs of texts, as JSON lines with id, a, b and label; with --pairs: documents");
  const OptionGroup labels(command, "Labels");
  labels.add("--pairs", text(options.pairs_file), "FILE",
             "labels for pairs of documents: a_id b_id label (default: pairs.tsv, if among the inputs)");
  labels.add("--scores", text(options.scores_file), "FILE",
             "a similarity of each pair from another program, 0 to 1: id score, or a_id b_id score");
}

LabelledQuestions read_labelled(const LabelledOptions& options, std::size_t least, CollectionRun& run) {
  LabelledQuestions labelled;
  cento::read_labelled({run.inputs(), run.collection(), options.reading.memory_bytes}, options, run.job(), labelled);
  check_labels(labelled, least, label_source(options.inputs, options));
  return labelled;
}

}  // namespace cento::cli
