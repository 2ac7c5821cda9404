#include "align/substring/substring_stretches.hpp"

#include "core/hash/mix64.hpp"

namespace cento {

namespace {

std::uint64_t joined(std::uint64_t hash, std::uint64_t next) {
  return mix64(hash * kGoldenStep + next);
}

}  // namespace

void StretchCutter::begin(std::uint64_t first_token) {
  tokens_.clear();
  grams_.clear();
  release_if_large(tokens_);
  release_if_large(grams_);
  first_token_ = first_token;
  first_window_ = 0;
  anchor_ = 0;
  next_ = 0;
  is_tied_ = false;
}

void StretchCutter::add(std::span<const std::uint64_t> hashes, PlainVector<Stretch>& out) {
  forget_passed();
  append_grams(hashes);
  find_first_anchor();
  while (next_ < grams_.size() && next_ > 0) {
    if (find_end_of_reign()) hand_over(out);
  }
}

void StretchCutter::end(PlainVector<Stretch>& out) {
  if (next_ > 0) append_stretch(grams_.size() - shape_.window_grams(), out);
}

void StretchCutter::forget_passed() {
  grams_.erase(grams_.begin(), grams_.begin() + static_cast<std::ptrdiff_t>(first_window_));
  first_token_ += first_window_;
  anchor_ -= first_window_;
  next_ -= first_window_;
  first_window_ = 0;
}

void StretchCutter::append_grams(std::span<const std::uint64_t> hashes) {
  tokens_.insert(tokens_.end(), hashes.begin(), hashes.end());
  if (tokens_.size() < shape_.gram_tokens) return;
  shingles_.sign({{}, tokens_, {}, {}}, grams_);
  tokens_.erase(tokens_.begin(), tokens_.end() - static_cast<std::ptrdiff_t>(shape_.gram_tokens - 1));
}

void StretchCutter::find_first_anchor() {
  const std::size_t window = shape_.window_grams();
  if (next_ > 0 || grams_.size() < window) return;
  anchor_ = rightmost_least(0, window);
  next_ = window;
}

std::size_t StretchCutter::rightmost_least(std::size_t begin, std::size_t end) const {
  std::size_t least = begin;
  for (std::size_t i = begin + 1; i < end; ++i) least = grams_[i] <= grams_[least] ? i : least;
  return least;
}

bool StretchCutter::find_end_of_reign() {
  const std::uint64_t least = grams_[anchor_];
  const std::size_t leaves = anchor_ + shape_.window_grams();  // first gram whose window lacks the anchor
  const std::size_t end = std::min(grams_.size(), leaves);
  for (; next_ < end && grams_[next_] >= least; ++next_) is_tied_ |= grams_[next_] == least;
  return next_ < grams_.size();
}

/// The gram at next_ is less than the anchor, or the window that ends with it no longer contains the anchor.
void StretchCutter::hand_over(PlainVector<Stretch>& out) {
  const std::size_t first_without = next_ + 1 - shape_.window_grams();
  append_stretch(first_without - 1, out);
  anchor_ = anchor_ < first_without ? rightmost_least(first_without, next_ + 1) : next_;
  ++next_;
  is_tied_ = false;
}

void StretchCutter::append_stretch(std::size_t last_window, PlainVector<Stretch>& out) {
  const WindowRow windows(first_token_ + first_window_, last_window + 1 - first_window_, is_tied_);
  out.push_back({mix64(grams_[anchor_]), content_of(first_window_, last_window), windows});
  first_window_ = last_window + 1;
}

/// Adjacent grams together with the last one cover all tokens.
std::uint64_t StretchCutter::content_of(std::size_t first_window, std::size_t last_window) const {
  const std::size_t last_gram = last_window + shape_.window_grams() - 1;
  std::uint64_t hash = last_window - first_window;
  for (std::size_t i = first_window; i < last_gram; i += shape_.gram_tokens) hash = joined(hash, grams_[i]);
  return joined(hash, grams_[last_gram]);
}

}  // namespace cento
