#pragma once

#include <cstdint>
#include <type_traits>

namespace combat_odds {

class Dice;

/// A rule that other rules play: `dice.play(inner, question)`. The reply depends on the question,
/// on the dice and on what the Inner itself is made of; questions are equal when their bytes are,
/// and so are replies. It may play others in turn, and its checkpoints are its own: they name what
/// the reply depends on, not what its caller knows.
///
/// For small replies: what becomes of a unit, of a weapon, of two sides in a close combat. Build it
/// with the rule that plays it, as a member: whoever builds one for each play has it explored as
/// often.
template <class Question, class Reply>
class Inner {
  static_assert(std::is_trivially_copyable_v<Question> && std::is_trivially_copyable_v<Reply> &&
                    std::has_unique_object_representations_v<Question> &&
                    std::has_unique_object_representations_v<Reply>,
                "equal questions and replies must have equal bytes: use integers without padding");

 public:
  virtual ~Inner() = default;

  /// Plays it once. Ends with probability 1.
  virtual Reply play(const Question& question, Dice& dice) const = 0;

  /// Another number for each Inner that was ever built; a copy has its own.
  std::uint64_t number() const { return number_.value; }

 protected:
  Inner() = default;

 private:
  struct Number {
    Number() : value(next()) {}
    Number(const Number& /*other*/) : value(next()) {}
    Number& operator=(const Number& /*other*/) {
      value = next();
      return *this;
    }
    static std::uint64_t next();
    std::uint64_t value;
  };
  Number number_;
};

/// See Inner::number().
std::uint64_t next_inner_number();

template <class Question, class Reply>
std::uint64_t Inner<Question, Reply>::Number::next() {
  return next_inner_number();
}

}  // namespace combat_odds
