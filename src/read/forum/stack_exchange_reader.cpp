#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/spill/byte_spool.hpp"
#include "read/forum/answer_choice.hpp"
#include "read/forum/forum_parser.hpp"
#include "read/forum/forum_record.hpp"
#include "read/forum/post_links.hpp"
#include "read/forum/post_row.hpp"
#include "read/forum/xml_rows.hpp"
#include "read/input/spool_source.hpp"
#include "read/reader.hpp"
#include "read/sgml/sgml.hpp"
#include "read/web/header_fields.hpp"

namespace cento {

int recognise_posts(std::string_view head);
int recognise_post_links(std::string_view head);
std::unique_ptr<Reader> make_stack_exchange_reader(const ReadOptions& options);

namespace {

constexpr std::uint64_t kSpoolShare = 4;            // each spool gets one such part of memory_bytes
constexpr std::size_t kMostRejectedInBatch = 1000;  // a batch of bad records alone stays small

/// How many rows of each kind a block was made from.
struct RowCounts {
  std::uint64_t posts = 0;
  std::uint64_t answers = 0;
  std::uint64_t others = 0;

  void add_to(DocumentBatch& batch) const {
    if (posts != 0) batch.counts["posts"] += posts;
    if (answers != 0) batch.counts["answers"] += answers;
    if (others != 0) batch.counts["posts of other types"] += others;
  }
};

bool can_be_opened_again(const Input& in) {
  std::error_code error;
  return in.offset() == 0 && !in.path().empty() && std::filesystem::is_regular_file(in.path(), error);
}

/// Threads in the order of their questions. An answer may be anywhere after (or before) its question, so the file is
/// read twice: first to choose and store an answer for each question, then to assemble the threads.
class StackExchangeReader : public Reader {
 public:
  explicit StackExchangeReader(const ReadOptions& options)
      : Reader(options),
        cutter_(options.max_document_bytes),
        answers_(options.memory_bytes / kSpoolShare, options.temp_dir) {}

  bool cut(Input& in, DocumentBatch& batch) override;
  void parse(DocumentBatch& batch) const override { parse_threads(batch, options()); }

 private:
  void prepare(Input& in, DocumentBatch& batch);
  void spool_posts(Input& in);
  void choose_answers(Input& in);
  void choose_answer(const PostRow& post, const XmlRow& row);
  void cut_row(XmlRow& row, DocumentBatch& batch, RowCounts& counts);
  void cut_thread(const PostRow& question, const XmlRow& row, DocumentBatch& batch);
  std::string read_spooled_answer(std::uint64_t offset, Place& place);

  RowCutter cutter_;
  AnswerChoices choices_;
  ByteSpool answers_;
  PostLinks links_;
  bool is_prepared_ = false;
  std::unique_ptr<ByteSpool> posts_spool_;  // for an input that cannot be opened again
  std::unique_ptr<Input> posts_;            // over that spool
};

bool StackExchangeReader::cut(Input& in, DocumentBatch& batch) {
  if (!std::exchange(is_prepared_, true)) prepare(in, batch);
  Input& posts = posts_ != nullptr ? *posts_ : in;
  batch.block.place = {in.file(), Place::kUnknown, posts.offset()};
  RowCounts counts;
  XmlRow row;
  while (batch.block.bytes.size() < kBlockBytes && batch.rejected.size() < kMostRejectedInBatch &&
         cutter_.next(posts, row)) {
    cut_row(row, batch, counts);
  }
  counts.add_to(batch);
  return !batch.block.records.empty() || !batch.rejected.empty() || !batch.counts.empty();
}

void StackExchangeReader::prepare(Input& in, DocumentBatch& batch) {
  if (can_be_opened_again(in)) {
    links_.read_beside(in.path(), options().max_document_bytes, options().memory_bytes, batch);
    const DamageHandling handling{options().damage_check, options().temp_dir};
    choose_answers(*open_input(in.file(), in.path(), options().memory_bytes, nullptr, handling));
  } else {
    spool_posts(in);
    Input posts(in.file(), {}, spool_source(*posts_spool_));
    choose_answers(posts);
    posts_ = std::make_unique<Input>(in.file(), std::string(), spool_source(*posts_spool_));
  }
  choices_.settle();
  links_.settle(batch);
}

void StackExchangeReader::spool_posts(Input& in) {
  posts_spool_ = std::make_unique<ByteSpool>(options().memory_bytes / kSpoolShare, options().temp_dir);
  for (std::string_view window = in.peek(kBlockBytes); !window.empty(); window = in.peek(kBlockBytes)) {
    posts_spool_->append(window);
    in.consume(window.size());
  }
}

void StackExchangeReader::choose_answers(Input& in) {
  RowCutter cutter(options().max_document_bytes);
  XmlRow row;
  while (cutter.next(in, row)) {
    const PostRow post = read_post_row(row);
    // The second pass reports bad rows, in their order among the good ones.
    if (row.problem.empty()) choose_answer(post, row);
  }
}

void StackExchangeReader::choose_answer(const PostRow& post, const XmlRow& row) {
  if (post.type == PostType::question) {
    links_.note_question(post.id);
    if (post.may_have_answers || post.accepted_answer != 0) choices_.add_question(post.id, post.accepted_answer);
  }
  if (post.type != PostType::answer) return;
  Answer answer{post.id, post.score, 0};
  if (!choices_.may_choose(post.question, answer)) return;
  const SpooledRowHeader header{row.place.line, row.place.byte, row.bytes.size()};
  answer.spooled_at = answers_.append({reinterpret_cast<const char*>(&header), sizeof(header)});
  answers_.append(row.bytes);
  choices_.add_answer(post.question, answer);
}

void StackExchangeReader::cut_row(XmlRow& row, DocumentBatch& batch, RowCounts& counts) {
  ++counts.posts;
  const PostRow post = read_post_row(row);
  if (!row.problem.empty()) return reject_row(batch, row);
  switch (post.type) {
    case PostType::question: return cut_thread(post, row, batch);
    case PostType::answer:
      ++counts.answers;
      batch.others.push_back({row.record, OtherRecord::Role::in_thread, post.question});
      break;
    case PostType::other: ++counts.others; break;
  }
}

void StackExchangeReader::cut_thread(const PostRow& question, const XmlRow& row, DocumentBatch& batch) {
  QuestionRows thread;
  thread.question_id = question.id;
  thread.question = row.bytes;
  thread.originals = links_.originals_of(question.id);
  std::string answer;
  if (const AnswerChoices::Choice* choice = choices_.find(question.id)) {
    thread.answer_id = choice->answer.id;
    thread.answer_is_accepted = choice->answer.id == choice->accepted;
    answer = read_spooled_answer(choice->answer.spooled_at, thread.answer_place);
    thread.answer = answer;
  }
  const auto begin = static_cast<std::uint32_t>(batch.block.bytes.size());
  append_thread(batch.block.bytes, thread);
  const Span span{begin, static_cast<std::uint32_t>(batch.block.bytes.size())};
  batch.block.records.push_back({span, row.place.byte, row.place.line, row.record.end});
}

std::string StackExchangeReader::read_spooled_answer(std::uint64_t offset, Place& place) {
  SpooledRowHeader header;
  answers_.read(offset, reinterpret_cast<char*>(&header), sizeof(header));
  std::string row(header.row_bytes, '\0');
  answers_.read(offset + sizeof(header), row.data(), row.size());
  place = {{}, header.line, header.byte};
  return row;
}

/// Whether a file of rows starts here: with the root element, or directly with rows, the first of which has an
/// attribute that only this kind of file has.
int recognise_rows(std::string_view head, std::string_view root, std::string_view attribute) {
  if (!trimmed(without_byte_order_mark(head)).starts_with('<')) return 0;
  auto tag = next_tag(head, 0);
  while (tag && tag->name.empty()) tag = next_tag(head, tag->end);
  const bool has_root = tag && equal_ignoring_case(tag->name, root);
  if (has_root) tag = next_tag(head, tag->end);
  if (!tag || tag->name != "row") return has_root && (!tag || tag->is_closing) ? 2 : 0;
  return tag_attribute(tag->text, attribute) ? 2 : 0;
}

}  // namespace

int recognise_posts(std::string_view head) {
  return recognise_rows(head, "posts", "PostTypeId");
}

int recognise_post_links(std::string_view head) {
  return recognise_rows(head, "postlinks", "LinkTypeId");
}

std::unique_ptr<Reader> make_stack_exchange_reader(const ReadOptions& options) {
  return std::make_unique<StackExchangeReader>(options);
}

}  // namespace cento
