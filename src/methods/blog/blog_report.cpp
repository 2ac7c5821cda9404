#include "methods/blog/blog_report.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

namespace cento {

namespace {

/// Calls `use(source, number of the member)` once for each document from which a sentence is known.
template <typename Use>
void for_each_source(const GroupedBlogSentence& sentence, bool earlier_only, BlogSourceReader& members,
                     const Use& use) {
  members.open(sentence.group, sentence.members);
  const DocId own = sentence.own.document;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const DocId source = members.document(i);
    if (earlier_only && source >= own) return;
    if (source == own || (i > 0 && members.document(i - 1) == source)) continue;
    use(source, i);
  }
}

void keep_best(std::uint32_t max_sources, BlogReport& report) {
  const auto is_better = [](const BlogSource& x, const BlogSource& y) {
    return std::pair(y.collisions, x.document) < std::pair(x.collisions, y.document);
  };
  std::sort(report.sources.begin(), report.sources.end(), is_better);
  const std::size_t listed = std::min<std::size_t>(report.sources.size(), max_sources);
  report.sources_unlisted = report.sources.size() - listed;
  report.sources.resize(listed);
  report.sources.shrink_to_fit();
}

void add_matches(std::span<const GroupedBlogSentence> grouped, bool earlier_only, BlogSourceReader& members,
                 BlogReport& report) {
  boost::unordered_flat_map<DocId, BlogSource*> listed;
  for (BlogSource& source : report.sources) listed.emplace(source.document, &source);
  for (const GroupedBlogSentence& sentence : grouped) {
    for_each_source(sentence, earlier_only, members, [&](DocId source, std::size_t member) {
      const auto found = listed.find(source);
      if (found == listed.end()) return;
      found->second->matches.push_back({sentence.own.place, members.place(member)});
    });
  }
}

}  // namespace

BlogReport blog_report_of(std::span<const GroupedBlogSentence> grouped, std::uint32_t sentences,
                          const BlogOptions& options, BlogSourceReader& members) {
  BlogReport report;
  report.document = grouped.front().own.document;
  report.sentences = sentences;
  boost::unordered_flat_map<DocId, std::uint32_t> collisions;
  for (const GroupedBlogSentence& sentence : grouped) {
    bool is_known = false;
    for_each_source(sentence, options.earlier_only, members, [&](DocId source, std::size_t) {
      is_known = true;
      ++collisions[source];
    });
    report.known += is_known ? 1 : 0;
  }
  if (report.known <= options.collisions) return report;
  for (const auto& [document, count] : collisions) report.sources.push_back({document, count, {}});
  keep_best(options.max_sources, report);
  add_matches(grouped, options.earlier_only, members, report);
  return report;
}

}  // namespace cento
