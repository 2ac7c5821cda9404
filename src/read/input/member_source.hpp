#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "read/input/input.hpp"

namespace cento {

/// What is missing from decompressed bytes.
class Losses {
 public:
  /// Records that something is missing after `at` decompressed bytes.
  void note(std::string problem, std::uint64_t at);

  /// The first problem and how many more there are, as one sentence; empty if there is none.
  [[nodiscard]] std::string problem() const;
  [[nodiscard]] const std::vector<std::uint64_t>& gaps() const { return gaps_; }

 private:
  std::string first_problem_;
  std::vector<std::uint64_t> gaps_;
};

/// State of a member's decoding.
enum class MemberState : std::uint8_t {
  unfinished,
  whole,    // its end was reached, and its checksum and length agree
  damaged,  // nothing of it can be trusted
  cut_off,  // the input ends inside it; what came before is sound
};

/// Decodes compressed data made of parts that are checked separately: gzip members, zstd frames.
class MemberDecoder {
 public:
  virtual ~MemberDecoder() = default;

  /// Fills `out` with whole, checked members, where decoding them in one call is faster. Returns the number of bytes; 0
  /// when the next member must be decoded piece by piece, or is too large for `size`.
  virtual std::size_t decode_whole(char* out, std::size_t size) = 0;

  /// Advances to the next member. Skipped bytes are recorded as lost. False at the end of the input.
  virtual bool find_member(Losses& losses, std::uint64_t delivered) = 0;

  /// Decodes more of the member: at least one byte if its state is unfinished.
  virtual MemberState decode(char* out, std::size_t size, std::size_t& decoded) = 0;

  /// Advances past a damaged member. Returns what was wrong, as a sentence.
  virtual std::string pass_damaged() = 0;

  /// Describes a member that is cut off.
  [[nodiscard]] virtual std::string cut_off_problem() const = 0;

  /// Describes what is wrong with the compressed input itself.
  [[nodiscard]] virtual std::string input_problem() const = 0;

  /// Called with the compressed bytes of the member as they are used; null: not needed.
  std::function<void(std::string_view)> on_used;
};

using MakeMemberDecoder = std::function<std::unique_ptr<MemberDecoder>(std::unique_ptr<Input>)>;

/// The decompressed bytes of all members of `compressed`, one after the other, except those of damaged members. What is
/// missing is in problem() and gaps().
[[nodiscard]] std::unique_ptr<ByteSource> member_source(std::unique_ptr<Input> compressed, MakeMemberDecoder make,
                                                        DamageHandling handling);

}  // namespace cento
