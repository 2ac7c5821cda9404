#include "engine/scan/blog_scan.hpp"

#include "engine/statistics/token_statistics.hpp"

namespace cento {

namespace {

DocumentFrequencies common_words(const BlogRule& rule, const std::string& file, Collection& inputs, Job& job) {
  return frequent_tokens(file, inputs, job,
                         [&](std::uint64_t documents) { return blog_most_documents(rule.df_cutoff, documents) + 1; });
}

BlogOptions finder_options(const BlogRule& rule, const Job& job, const DocumentFrequencies& tokens) {
  BlogOptions options;
  static_cast<BlogRule&>(options) = rule;
  job.give_resources(options);
  options.tokens = &tokens;
  return options;
}

NamedSentence name(const JobDocuments& documents, DocId document, const BlogSentence& sentence) {
  return {documents.part_name(document, sentence.part), sentence.number, sentence.bytes};
}

}  // namespace

BlogScan::BlogScan(const BlogRule& rule, const std::string& statistics_file, Job& job,
                   const JobCollections& collections)
    : job_(job),
      tokens_(common_words(rule, statistics_file, collections.inputs, job)),
      finder_(finder_options(rule, job, tokens_)),
      documents_(job, collections, KeepPolicy("first")) {}

void BlogScan::read() {
  documents_.read([&](const DocumentBatch& batch) { return finder_.sign(batch); },
                  [&](const auto& batch) { finder_.add(*batch); }, [&] { finder_.end_reference(); });
}

BlogCounts BlogScan::find(const std::function<void(const BlogReport&)>& use) {
  job_.progress().begin_phase("joining");
  return finder_.find(use);
}

ReportRecord named_report(const BlogReport& report, const JobDocuments& documents, std::deque<std::string>& places) {
  ReportRecord record{
      documents.name(report.document, places), report.sentences, report.known, {}, report.sources_unlisted};
  for (const BlogSource& source : report.sources) {
    ReportSource& named =
        record.sources.emplace_back(ReportSource{documents.name(source.document, places), source.collisions, {}});
    for (const BlogMatch& match : source.matches) {
      named.matches.push_back(
          {name(documents, report.document, match.own), name(documents, source.document, match.other)});
    }
  }
  return record;
}

}  // namespace cento
