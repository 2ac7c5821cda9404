#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cento {

/// How two weighted sets of features become a number from 0 to 1.
enum class SetMeasure {
  jaccard,      // weight of what both have, of what either has
  containment,  // … of what the lighter one has: 1 if it is part of the other ("one answer has more")
  rarest,       // the heaviest that both have, of the heaviest that either has: the rarest word decides
};

/// One way to compare two texts of a part. As text: `shingle:3`, `words*idf`, `words*idf2/contained`,
/// `grams:3*idf/rarest`, `order`.
struct Comparison {
  std::string features = "shingle:3";  // words, content, asked, grams:n, order, or a signature of docs/signatures.md
  double idf_power = 0;                // a feature weighs idf to this power; 0: all weigh the same
  SetMeasure measure = SetMeasure::jaccard;
  double weight = 1;  // in the mean over the comparisons of a part

  friend bool operator==(const Comparison&, const Comparison&) = default;
};

/// Reads the text form; throws UsageError in one sentence. The weight is 1.
[[nodiscard]] Comparison parse_comparison(std::string_view text);
[[nodiscard]] std::string to_string(const Comparison& comparison);

/// A part of a thread, and how much it counts.
struct ComparedPart {
  std::string part;                     // its name in documents: title, description, answer, …; or several, the first
                                        // that a document has is taken: description|body
  double weight = 1;                    // θ; parts that both threads have are weighed against each other
  std::vector<Comparison> comparisons;  // at least one

  friend bool operator==(const ComparedPart&, const ComparedPart&) = default;
};

/// When two threads are duplicates: the weighted mean of the similarities of their parts, less what guards take off,
/// reaches τ. What a thread does not have is missing, not 0: the mean is over the parts that both have.
struct ThreadModel {
  std::vector<ComparedPart> parts;
  double threshold = 0.5;     // τ
  double number_guard = 0;    // taken off when the first compared part that both have tells different numbers
  double negation_guard = 0;  // … when one of the two says no and the other does not
  double outside_weight = 0;  // θ of a similarity that comes from outside, for pairs that have one
  std::map<std::string, double> word_factors;  // what a word weighs in `words` and `content`, beside its idf; others 1

  friend bool operator==(const ThreadModel&, const ThreadModel&) = default;
};

/// The paper's weights (0.4, 0.2, 0.4) and τ (0.5) for title, description and answer, with shingles of three words for
/// the long parts and words by idf for titles.
[[nodiscard]] ThreadModel default_thread_model();

/// Throws UsageError, in one sentence, when the model makes no sense: no part, a part twice, a weight below 0 or no
/// number, all weights 0, a threshold outside (0, 1].
void check(const ThreadModel& model);

/// The model as the text of a JSON object, and back. Reading throws Error, naming `file` and what is wrong there.
[[nodiscard]] std::string to_json(const ThreadModel& model);
[[nodiscard]] ThreadModel read_thread_model(std::string_view json, std::string_view file);

/// The similarity of a part that one of two threads does not have.
inline constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// What two threads are compared by.
struct ThreadSimilarities {
  std::vector<double> comparisons;  // in the order of the model: parts, then comparisons; kMissing
  double outside = kMissing;
  bool numbers_differ = false;
  bool negation_differs = false;
};

/// The similarity of each part, in the order of the model; kMissing.
void part_similarities(const ThreadModel& model, const ThreadSimilarities& found, std::vector<double>& parts);

/// The similarity of two threads, from 0 to 1. 0 when they have no compared part in common.
[[nodiscard]] double thread_similarity(const ThreadModel& model, const ThreadSimilarities& found);

}  // namespace cento
