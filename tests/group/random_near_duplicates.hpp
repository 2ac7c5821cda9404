#pragma once

#include <rapidcheck.h>

#include <map>
#include <set>
#include <vector>

#include "core/span.hpp"
#include "join/similar_pair.hpp"

namespace cento::testing {

/// Documents as small sets of numbers, with everything that a join would report about them.
struct RandomNearDuplicates {
  std::vector<std::set<int>> documents;
  std::vector<DocId> first_of_class;
  std::vector<SimilarPair> pairs;  // of first documents, ascending

  /// The pair a < b as a comparison of the two sets gives it.
  [[nodiscard]] SimilarPair compared(DocId a, DocId b) const {
    std::uint32_t shared = 0;
    for (const int feature : documents[a]) shared += documents[b].contains(feature) ? 1 : 0;
    return {a, b, shared, static_cast<std::uint32_t>(documents[a].size()),
            static_cast<std::uint32_t>(documents[b].size())};
  }
};

inline constexpr double kThreshold = 0.5;

inline RandomNearDuplicates random_near_duplicates() {
  RandomNearDuplicates made;
  for (const unsigned features : *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0U, 64U))) {
    std::set<int>& document = made.documents.emplace_back();
    for (int feature = 0; feature < 6; ++feature) {
      if ((features >> feature & 1U) != 0) document.insert(feature);
    }
  }
  std::map<std::set<int>, DocId> firsts;
  for (DocId d = 0; d < made.documents.size(); ++d) {
    made.first_of_class.push_back(firsts.emplace(made.documents[d], d).first->second);
  }
  for (DocId a = 0; a < made.documents.size(); ++a) {
    for (DocId b = a + 1; b < made.documents.size(); ++b) {
      if (made.first_of_class[a] != a || made.first_of_class[b] != b) continue;
      const SimilarPair pair = made.compared(a, b);
      if (pair.similarity() >= kThreshold) made.pairs.push_back(pair);
    }
  }
  return made;
}

}  // namespace cento::testing
