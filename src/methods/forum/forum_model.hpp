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
  jaccard,      // weight of what both have, relative to what either has
  containment,  // … relative to the lighter one: 1 if it is part of the other ("one answer has more")
  rarest,       // the heaviest that both have, relative to the heaviest that either has
};

/// A comparison of two texts of a part. As text: `shingle:3`, `words*idf`, `words*idf2/contained`,
/// `grams:3*idf/rarest`, `order`.
struct Comparison {
  std::string features = "shingle:3";  // words, content, asked, grams:n, order, or a signature of docs/signatures.md
  double idf_power = 0;                // the weight of a feature is idf to this power; 0: all weigh the same
  SetMeasure measure = SetMeasure::jaccard;
  double weight = 1;  // in the mean over the comparisons of a part

  friend bool operator==(const Comparison&, const Comparison&) = default;
};

/// Reads the text form; throws UsageError in one sentence. The weight is 1.
[[nodiscard]] Comparison parse_comparison(std::string_view text);
[[nodiscard]] std::string to_string(const Comparison& comparison);

/// A part of a thread, and how much it counts.
struct ComparedPart {
  std::string part;                     // its name in documents: title, description, answer, …; of several names,
                                        // the first that a document has is used: description|body
  double weight = 1;                    // θ; relative to the other parts that both threads have
  std::vector<Comparison> comparisons;  // at least one

  friend bool operator==(const ComparedPart&, const ComparedPart&) = default;
};

/// When two threads are duplicates: the weighted mean of the similarities of their parts, minus the guards, reaches τ.
/// What a thread lacks is missing, not 0: the mean is over the parts that both have.
struct ForumModel {
  std::vector<ComparedPart> parts;
  double threshold = 0.5;     // τ
  double number_guard = 0;    // subtracted if the first compared part that both have contains different numbers
  double negation_guard = 0;  // … if one of the two is negated and the other is not
  double outside_weight = 0;  // θ of an external similarity, for pairs that have one
  std::map<std::string, double> word_factors;  // factors on the weight of words in `words` and `content`; others 1

  friend bool operator==(const ForumModel&, const ForumModel&) = default;
};

/// The paper's weights (0.4, 0.2, 0.4) and τ (0.5) for title, description and answer, with shingles of three words for
/// the long parts and words by idf for titles.
[[nodiscard]] ForumModel default_forum_model();

/// Throws UsageError, in one sentence, when the model is invalid: no part, a part twice, a weight below 0 or not a
/// number, all weights 0, a threshold outside (0, 1].
void check(const ForumModel& model);

/// The model as the text of a JSON object, and back. Reading throws Error, naming `file` and what is wrong in it.
[[nodiscard]] std::string to_json(const ForumModel& model);
[[nodiscard]] ForumModel read_forum_model(std::string_view json, std::string_view file);

/// The similarity of a part that one of two threads lacks.
inline constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// The results of comparing two threads.
struct ForumSimilarities {
  std::vector<double> comparisons;  // in the order of the model: parts, then comparisons; kMissing
  double outside = kMissing;
  bool numbers_differ = false;
  bool negation_differs = false;
};

/// The similarity of each part, in the order of the model; kMissing.
void part_similarities(const ForumModel& model, const ForumSimilarities& found, std::vector<double>& parts);

/// The similarity of two threads, from 0 to 1. 0 when they have no compared part in common.
[[nodiscard]] double forum_similarity(const ForumModel& model, const ForumSimilarities& found);

}  // namespace cento
