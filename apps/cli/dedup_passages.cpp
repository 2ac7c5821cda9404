#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "core/atomic_file.hpp"
#include "core/error.hpp"
#include "core/idle_memory.hpp"
#include "core/json_text.hpp"
#include "core/spillable_memory.hpp"
#include "dedup_options.hpp"
#include "group/part_names.hpp"
#include "write/passage_records.hpp"

namespace cento::cli {

namespace {

constexpr std::uint64_t kDocumentsShare = 16;  // of the memory, for what is kept of documents

/// What a batch gives: the finder's part and the table's.
struct ReadBatch {
  std::shared_ptr<void> sentences;
  std::vector<DocumentFacts> facts;
  RunTotals totals;
};

RepeatOptions repeat_options(const DedupOptions& options, Progress& progress) {
  RepeatOptions repeats = options.repeats;
  if (options.level == "sentence") repeats.min_sentences = 1;
  repeats.threads = options.threads;
  repeats.memory_bytes = options.reading.memory_bytes;
  repeats.temp_dir = options.reading.temp_dir;
  repeats.progress = &progress;
  return repeats;
}

std::string share(std::uint64_t part, std::uint64_t whole) {
  constexpr double kPercent = 100;
  return fmt::format("{:.3g} %", whole == 0 ? 0.0 : kPercent * static_cast<double>(part) / static_cast<double>(whole));
}

/// Reads a collection and finds what is to be cut out of it.
class PassageDedup {
 public:
  PassageDedup(const DedupOptions& options, CollectionRun& run)
      : options_(options),
        run_(run),
        finder_(std::make_unique<RepeatedSentenceFinder>(repeat_options(options, run.progress()))),
        document_memory_(options.reading.memory_bytes / kDocumentsShare, options.reading.temp_dir),
        documents_(KeepPolicy("first"), &document_memory_),
        cuts_(options.reading.memory_bytes / kLogShare, options.reading.temp_dir) {}

  void read(CleanOutput& output) {
    if (!options_.against.empty()) {
      reference_inputs_.emplace(options_.against, run_.reporter());
      read_from(*reference_inputs_, nullptr);
      finder_->end_reference();
      references_ = static_cast<DocId>(documents_.size());
      totals_ = {};
    }
    read_from(run_.inputs(), &output);
  }

  /// `audit` may be null.
  void find(AtomicFile* audit) {
    repeated_ids_ = documents_.repeated_ids();
    counts_ = finder_->find([&](const RepeatedRun& run) {
      cuts_.add(run.cut.document - references_, {run.cut.part, run.cut.bytes});
      if (audit != nullptr) tell_cut(run, *audit);
    });
    finder_.reset();
    give_idle_memory_back(options_.reading.memory_bytes);  // for reading once more
  }

  void write(CleanOutput& output) {
    written_ = output.write_cut(cuts_, options_.drops_emptied ? Emptied::go : Emptied::stay, options_.threads);
  }

  void tell_results();
  [[nodiscard]] const RunTotals& totals() const { return totals_; }

 private:
  void read_from(const InputList& inputs, CleanOutput* output);
  void tell_cut(const RepeatedRun& run, AtomicFile& audit);
  [[nodiscard]] NamedStretch named(const SentenceRun& run, std::string& place) const;

  const DedupOptions& options_;
  CollectionRun& run_;
  std::optional<InputList> reference_inputs_;  // the places of documents refer to the names in it
  std::unique_ptr<RepeatedSentenceFinder> finder_;
  SpillableMemory document_memory_;
  DocumentTable documents_;
  PartNames part_names_;
  RepeatedIds repeated_ids_;
  DocId references_ = 0;
  TextCuts cuts_;
  RunTotals totals_;
  RepeatCounts counts_;
  CleanCounts written_;
  std::string line_;
};

void PassageDedup::read_from(const InputList& inputs, CleanOutput* output) {
  BatchSteps steps;
  steps.work = [&](DocumentBatch& batch) {
    auto out = std::make_shared<ReadBatch>();
    out->sentences = finder_->sign(batch);
    out->totals.documents = batch.documents.size();
    for (const Document& document : batch.documents) {
      out->facts.push_back(documents_.facts_of(document));
      out->totals.text_bytes += out->facts.back().text_bytes;
      out->totals.parts += document.parts.size();
    }
    return out;
  };
  steps.take = [&](DocumentBatch& batch, void* result) {
    const auto& made = *static_cast<const ReadBatch*>(result);
    finder_->add(made.sentences.get());
    for (std::size_t i = 0; i < batch.documents.size(); ++i) {
      documents_.add(batch.documents[i], made.facts[i]);
      part_names_.add(batch.documents[i]);
    }
    totals_ += made.totals;
    if (output != nullptr) output->note(batch);
  };
  run_.read(inputs, steps);
}

NamedStretch PassageDedup::named(const SentenceRun& run, std::string& place) const {
  place = repeated_ids_.has(run.document) ? documents_.place(run.document).to_string() : std::string();
  return {{documents_.id(run.document), place}, part_names_.name(run.document, run.part), {run.sentences, run.bytes}};
}

void PassageDedup::tell_cut(const RepeatedRun& run, AtomicFile& audit) {
  std::string cut_place;
  std::string kept_place;
  line_.clear();
  append_cut_line(line_, {named(run.cut, cut_place), named(run.kept, kept_place), options_.level});
  audit.write(line_);
}

void PassageDedup::tell_results() {
  run_.tell("sentences", counts_.sentences);
  run_.tell("cuts", cuts_.size());
  run_.tell("cut_sentences", counts_.cut_sentences);
  run_.tell("cut_bytes", counts_.cut_bytes);
  run_.tell("cut_documents", counts_.cut_documents);
  run_.tell("cut_reference", counts_.by_reference);
  run_.tell("emptied_documents", written_.emptied);
  run_.tell("kept", written_.kept);
  run_.tell("removed", written_.removed);
  run_.tell("spilled_bytes", counts_.spilled_bytes);
  run_.tell(fmt::format(
      "{} of {} cut ({}) in {}, {} of the text", with_thousands(counts_.cut_sentences),
      counted(counts_.sentences, "sentence", "sentences"), share(counts_.cut_sentences, counts_.sentences),
      counted(counts_.cut_documents, "document", "documents"), share(counts_.cut_bytes, totals_.text_bytes)));
  if (counts_.by_reference > 0) {
    run_.tell(fmt::format("{} of them held by the reference", with_thousands(counts_.by_reference)));
  }
  if (written_.emptied > 0) {
    run_.tell(fmt::format("{} left without text {}", counted(written_.emptied, "document was", "documents were"),
                          options_.drops_emptied ? "and removed" : "(--drop-emptied removes such)"));
  }
}

}  // namespace

UnusedInput dedup_passages(const DedupOptions& options) {
  CollectionRun run("dedup", options, dedup_uses(options));
  run.inputs().keep_pipes(options.reading.memory_bytes / kLogShare, options.reading.temp_dir);
  const RepeatOptions repeats = repeat_options(options, run.progress());
  run.tell_option("level", json_string(options.level));
  run.tell_option("min_sentences", fmt::format("{}", repeats.min_sentences));
  run.tell_option("min_tokens", fmt::format("{}", repeats.min_tokens));
  run.tell_option("drop_emptied", options.drops_emptied ? "true" : "false");
  run.tell_option("against", fmt::format("{}", options.against.size()));
  PassageDedup dedup(options, run);
  CleanOutput output(run.inputs(), options.reading, output_options(options));
  std::unique_ptr<AtomicFile> audit;
  if (!options.audit_file.empty()) audit = std::make_unique<AtomicFile>(options.audit_file);
  dedup.read(output);
  run.progress().begin_phase("joining");
  dedup.find(audit.get());
  run.progress().begin_phase("writing");
  dedup.write(output);
  dedup.tell_results();
  output.publish();
  if (audit != nullptr) audit->publish();
  return run.finish(dedup.totals());
}

}  // namespace cento::cli
