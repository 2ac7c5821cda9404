#include "read/collection.hpp"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "core/error.hpp"
#include "read/input_yield.hpp"
#include "read/torn_documents.hpp"

namespace cento {

namespace {

constexpr std::string_view kEmptyFiles = "empty files";

/// A batch on its way through the steps, with what it needs.
struct Item {
  DocumentBatch batch;
  std::shared_ptr<Reader> reader;  // null: there is nothing to parse
  std::shared_ptr<void> result;    // of BatchSteps::work
  std::uint64_t block_bytes = 0;   // of the batch's block when it was cut

  std::size_t file = 0;               // its number in the list
  std::vector<std::uint64_t> gaps;    // of the input, from the block on
  bool is_of_unknown_format = false;  // the file, and nothing is said of it

  std::string skipped_file;  // of no known format, among the first few of them

  const Format* table_format = nullptr;  // set for a table, which is read when its turn comes
  std::unique_ptr<Input> table;

  void clear() {
    batch.clear();
    reader.reset();
    result.reset();
    skipped_file.clear();
    gaps.clear();
    is_of_unknown_format = false;
    table_format = nullptr;
    table.reset();
  }
};

/// All items of a run. Those that are done wait for their next use, a few of them: their memory is warm. The pipeline
/// passes pointers on, and forgets them when a step throws.
class ItemPool {
 public:
  Item* take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) free_.push_back(std::make_unique<Item>());
    Item* item = free_.back().get();
    used_.emplace(item, std::move(free_.back()));
    free_.pop_back();
    return item;
  }

  void give_back(Item* item) {
    constexpr std::size_t kMostFree = 8;
    item->clear();
    const std::lock_guard lock(mutex_);
    const auto used = used_.find(item);
    if (free_.size() < kMostFree) free_.push_back(std::move(used->second));
    used_.erase(used);
  }

 private:
  std::mutex mutex_;
  std::unordered_map<Item*, std::unique_ptr<Item>> used_;
  std::vector<std::unique_ptr<Item>> free_;
};

/// Keeps the bytes of all blocks on their way within a limit; a larger block goes alone. How many blocks there may be
/// is the pipeline's matter. Thread-safe.
class BytesInFlight {
 public:
  explicit BytesInFlight(std::uint64_t most) : most_(most) {}

  /// Waits until there is room for a block of so many bytes.
  void enter(std::uint64_t bytes) {
    // Others make room soon. Nobody does if the library has given this run no further thread: then waiting ends, too.
    constexpr std::chrono::milliseconds kNobodyWorks{250};
    std::unique_lock lock(mutex_);
    const auto has_room = [&] { return bytes_ == 0 || bytes_ + bytes <= most_; };
    while (!changed_.wait_for(lock, kNobodyWorks, has_room)) {
      if (working_ == 0) break;
    }
    bytes_ += bytes;
  }

  void leave(std::uint64_t bytes) {
    const std::lock_guard lock(mutex_);
    bytes_ -= bytes;
    changed_.notify_one();
  }

  /// Runs a step of a block that has entered.
  template <typename Step>
  void work(const Step& step) {
    const Working working(*this);
    step();
  }

 private:
  class Working {
   public:
    explicit Working(BytesInFlight& all) : all_(all) { count(1); }
    ~Working() { count(-1); }
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;

   private:
    void count(int change) {
      const std::lock_guard lock(all_.mutex_);
      all_.working_ += change;
    }

    BytesInFlight& all_;
  };

  std::uint64_t most_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t bytes_ = 0;
  int working_ = 0;  // threads that are on a step
};

/// The sequential first step: goes through the files and cuts blocks off them.
class BlockCutter {
 public:
  BlockCutter(const InputList& inputs, const ReadOptions& options, ReadProgress& progress)
      : inputs_(inputs), options_(options), progress_(progress) {}

  /// Fills `item` with the next block, table or complaint. False when all files are done.
  bool next(Item& item) {
    for (;;) {
      if (input_ == nullptr) {
        if (next_file_ == inputs_.files().size()) return false;
        item.file = next_file_;
        start_file(item, inputs_.files()[next_file_++]);
        if (item.table != nullptr || !item.batch.rejected.empty() || !item.batch.counts.empty()) return true;
        continue;
      }
      item.file = next_file_ - 1;
      if (reader_->cut(*input_, item.batch)) {
        if (item.batch.block.place.file.empty()) item.batch.block.place.file = input_->file();
        item.batch.format = format_;
        item.batch.number = blocks_++;
        item.reader = reader_;
        note_gaps(item);
        return true;
      }
      const bool complained = report_damage(item);
      input_.reset();
      if (complained) return true;
    }
  }

 private:
  void start_file(Item& item, const InputFile& file) {
    try {
      open(item, file);
    } catch (const UsageError&) {
      throw;
    } catch (const Error& error) {
      input_.reset();
      item.batch.reject_file({file.name}, error.what());
    }
  }

  void open(Item& item, const InputFile& file) {
    input_ = open_input(file, options_.memory_bytes, &progress_.raw_bytes, handling_of(file, options_));
    const std::string_view head = peek_head(file.name);
    if (head.empty()) {
      if (!report_damage(item)) item.batch.counts[std::string(kEmptyFiles)] = 1;
      input_.reset();
      return;
    }
    const Format* format = options_.format.empty() ? choose_format(file.name, head) : format_named(options_.format);
    if (format == nullptr) {
      refuse(item, file);
      input_.reset();
    } else if (format->content == Content::table) {
      item.table_format = format;
      item.table = std::move(input_);
    } else if (format->make == nullptr) {
      input_.reset();
    } else {
      reader_ = format->make(options_);
      format_ = format;
    }
  }

  /// The first line alone of an input that is read as it comes, if that is sure to be one of JSON lines.
  std::string_view peek_head(std::string_view file) {
    if (options_.as_it_comes) {
      const std::string_view lines = input_->peek_lines(kSniffBytes);
      const Format* jsonl = format_named("jsonl");
      if (options_.format == jsonl->name || (jsonl->recognise(lines) >= 2 && choose_format(file, lines) == jsonl)) {
        return lines;
      }
    }
    return input_->peek(kSniffBytes);
  }

  void refuse(Item& item, const InputFile& file) {
    constexpr std::size_t kNamedMost = 5;
    if (!options_.format.empty()) {
      throw UsageError(fmt::format("there is no format \"{}\"; `cento formats` lists them", options_.format));
    }
    if (file.walked) {
      item.batch.counts["files of no known format"] = 1;
      if (skipped_files_++ < kNamedMost) item.skipped_file = file.name;
      item.is_of_unknown_format = true;
    } else {
      item.batch.reject_file({file.name}, "the file is of no format that Cento reads (`cento formats` lists them)");
    }
  }

  void note_gaps(Item& item) const {
    const std::vector<std::uint64_t>& gaps = input_->gaps();
    if (gaps.empty()) return;
    const std::uint64_t begin = item.batch.block.place.byte == Place::kUnknown ? 0 : item.batch.block.place.byte;
    // A charset may be converted on the way, where a character takes up to four times as many bytes in the input.
    item.gaps.assign(std::lower_bound(gaps.begin(), gaps.end(), begin / 4), gaps.end());
  }

  bool report_damage(Item& item) const {
    const std::string problem = input_->problem();
    if (problem.empty()) return false;
    item.batch.reject_file(input_->place(), problem);
    return true;
  }

  const InputList& inputs_;
  const ReadOptions& options_;
  ReadProgress& progress_;
  std::size_t next_file_ = 0;
  std::size_t skipped_files_ = 0;
  std::uint64_t blocks_ = 0;  // that were cut off
  std::unique_ptr<Input> input_;
  std::shared_ptr<Reader> reader_;
  const Format* format_ = nullptr;  // that the reader reads
};

void work_on(Item& item, const BatchSteps& steps) {
  if (item.reader != nullptr) item.reader->parse(item.batch);
  reject_torn(item.batch, item.gaps);
  if (steps.work != nullptr) item.result = steps.work(item.batch);
}

bool has_other_content(const Item& item) {
  const DocumentBatch& batch = item.batch;
  const auto is_content = [](const OtherRecord& other) { return other.role != OtherRecord::Role::header; };
  const auto is_count = [](const auto& count) { return count.first != kEmptyFiles; };
  return !batch.rejected.empty() || item.table != nullptr ||
         std::any_of(batch.others.begin(), batch.others.end(), is_content) ||
         std::any_of(batch.counts.begin(), batch.counts.end(), is_count);
}

std::string first_problem(const Item& item, bool takes_tables) {
  if (!item.batch.rejected.empty()) {
    const BadRecord& bad = item.batch.rejected.front();
    return fmt::format("{}: {}", bad.place.to_string(), bad.reason);
  }
  if (item.table != nullptr && !takes_tables) return fmt::format("it is a {}", item.table_format->title);
  if (item.is_of_unknown_format) return "its files are of no format that Cento reads (`cento formats` lists them)";
  return {};
}

void note_yield(const Item& item, const BatchSteps& steps, InputYield& yield) {
  const bool takes_tables = steps.table != nullptr;
  const std::uint64_t tables = item.table != nullptr && takes_tables ? 1 : 0;
  yield.note(
      {item.file, item.batch.documents.size() + tables, has_other_content(item), first_problem(item, takes_tables)});
}

/// The sequential last step, in input order.
void take(Item& item, const BatchSteps& steps, Reporter& reporter, ReadProgress& progress, InputYield& yield) {
  note_yield(item, steps, yield);
  for (const BadRecord& bad : item.batch.rejected) reporter.reject(bad);
  for (const auto& [what, amount] : item.batch.counts) reporter.count(what, amount);
  if (!item.skipped_file.empty()) reporter.note(fmt::format("{}: skipped: no known format", item.skipped_file));
  std::uint64_t text_bytes = 0;
  for (const Document& document : item.batch.documents) {
    for (const Part& part : document.parts) text_bytes += part.text.size();
  }
  progress.documents += item.batch.documents.size();
  progress.text_bytes += text_bytes;
  if (item.table != nullptr) {
    if (steps.table != nullptr) {
      steps.table(*item.table_format, *item.table);
    } else {
      reporter.count("tables passed over");
    }
  }
  if (steps.take != nullptr) steps.take(item.batch, item.result.get());
}

/// Enough that the other threads do not wait while one works on a large document; usually it is a few.
std::size_t blocks_in_flight(std::size_t threads, std::uint64_t memory_bytes) {
  constexpr std::uint64_t kMost = 24;
  constexpr std::uint64_t kLikelyBytes = std::uint64_t{4} << 20;  // with what becomes of a block
  return std::max<std::uint64_t>(2 * threads, std::min(kMost, memory_bytes / 4 / kLikelyBytes));
}

void run_on_many_threads(BlockCutter& cutter, std::size_t threads, std::uint64_t memory_bytes, Reporter& reporter,
                         ReadProgress& progress, InputYield& yield, const BatchSteps& steps) {
  namespace tbb = oneapi::tbb;
  constexpr std::uint64_t kShareOfBlocks = 32;  // texts, words and features take several times the bytes of a block
  ItemPool pool;
  BytesInFlight in_flight(memory_bytes / kShareOfBlocks);
  const auto cut = [&](tbb::flow_control& flow) -> Item* {
    Item* item = pool.take();
    if (cutter.next(*item)) {
      item->block_bytes = item->batch.block.bytes.size();
      in_flight.enter(item->block_bytes);
      return item;
    }
    flow.stop();
    return nullptr;
  };
  const auto parse = [&](Item* item) {
    in_flight.work([&] { work_on(*item, steps); });
    return item;
  };
  const auto finish = [&](Item* item) {
    in_flight.work([&] { take(*item, steps, reporter, progress, yield); });
    in_flight.leave(item->block_bytes);
    pool.give_back(item);
  };
  // Otherwise more threads than cores would be refused, with a message of the library's own.
  const tbb::global_control allowed(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(static_cast<int>(threads));
  arena.execute([&] {
    tbb::parallel_pipeline(blocks_in_flight(threads, memory_bytes),
                           tbb::make_filter<void, Item*>(tbb::filter_mode::serial_in_order, cut) &
                               tbb::make_filter<Item*, Item*>(tbb::filter_mode::parallel, parse) &
                               tbb::make_filter<Item*, void>(tbb::filter_mode::serial_in_order, finish));
  });
}

}  // namespace

DamageHandling handling_of(const InputFile& file, const ReadOptions& options) {
  // A pipe cannot be read again. Only regular files have a size.
  if (!file.size_is_known) return {std::make_shared<DamageCheck>(DamageCheck::before_use), options.temp_dir};
  return {options.damage_check, options.temp_dir};
}

void read_collection(const InputList& inputs, const ReadOptions& options, std::size_t threads, Reporter& reporter,
                     ReadProgress& progress, const BatchSteps& steps) {
  BlockCutter cutter(inputs, options, progress);
  InputYield yield(inputs);
  if (threads > 1) {
    run_on_many_threads(cutter, threads, options.memory_bytes, reporter, progress, yield, steps);
    yield.finish();
    return;
  }
  Item item;
  while (cutter.next(item)) {
    work_on(item, steps);
    take(item, steps, reporter, progress, yield);
    item.clear();
  }
  yield.finish();
}

}  // namespace cento
