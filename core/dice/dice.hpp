#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "core/dice/decision.hpp"
#include "core/dice/function_ref.hpp"
#include "core/dice/inner.hpp"
#include "core/dice/roll_label.hpp"

namespace combat_odds {

/// Two dice rolled together (a DR), the coloured one told apart from the white one; each 1 to 6.
struct TwoDice {
  int coloured = 1;
  int white = 1;

  int total() const { return coloured + white; }
  bool doubles() const { return coloured == white; }
  friend bool operator==(const TwoDice&, const TwoDice&) = default;
};

/// One kind of roll: `count` dice of `sides` sides, or Random Selection among `count` units.
///
/// The faces of dice are numbered 0 to sides^count - 1, the first die varying fastest. A face of
/// Random Selection is the set of the selected units as a bit mask.
struct Roll {
  enum class Kind : std::uint8_t { dice, random_selection };

  Kind kind = Kind::dice;
  int count = 1;
  int sides = 6;
  int at_least = 0;  ///< Random Selection only: how many units must be selected

  /// How many equally likely throws there are: sides^count. Throws std::invalid_argument where that
  /// is more than 2^62, or where the roll makes no sense (no dice, nothing to select from).
  std::uint64_t throws() const;

  /// The face of dice that show `pips` (`count` of them, each 0 to sides - 1).
  std::uint64_t face(std::span<const int> pips) const;

  /// Calls visit(face, throws) for every face that can come up, with the number of throws that give
  /// it. Random Selection is not enumerated die by die, so many units cost little.
  void for_each_face(FunctionRef<void(std::uint64_t, std::uint64_t)> visit) const;

  friend bool operator==(const Roll&, const Roll&) = default;
};

/// A type that can be a result class: small, trivially copyable, equal when its bytes are.
template <class T>
concept RollClass = std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t) &&
                    (std::has_unique_object_representations_v<T>);

/// The result class that `Classify` gives; it takes the roll as `Seen`.
template <class Classify, class Seen>
using ClassOf = std::remove_cvref_t<std::invoke_result_t<Classify&, Seen>>;

/// One play of an Inner, without its types.
struct InnerPlay {
  std::string_view key;        ///< the Inner's number and the question; empty: no question is equal
  std::size_t reply_size = 0;  ///< in bytes
  FunctionRef<void(Dice&, std::byte*)> play;  ///< writes the reply
};

/// The dice that a rule rolls. A rule is written against this interface and never knows whether the
/// dice are thrown, enumerated or scripted.
///
/// Every roll has a *classified* form, which takes a function from the roll to a result class:
/// "roll, look it up on this chart column, give me only the result". Use it wherever the rule does
/// not need the pips themselves: the fewer classes, the smaller the decision graph.
class Dice {
 public:
  using Face = std::uint64_t;  ///< see Roll

  virtual ~Dice() = default;

  /// One die (dr): 1 to 6.
  int die() {
    return die([](int roll) { return roll; });
  }
  template <class Classify>
  ClassOf<Classify, int> die(Classify&& classify) {
    return die(6, std::forward<Classify>(classify));
  }

  /// Two dice (DR), told apart.
  TwoDice DR() {
    return DR([](TwoDice roll) { return roll; });
  }
  template <class Classify>
  ClassOf<Classify, TwoDice> DR(Classify&& classify) {
    return classified({Roll::Kind::dice, 2, 6, 0},
                      [&](Face face) { return classify(two_dice(face)); });
  }

  /// One die of `sides` sides: 1 to sides.
  template <class Classify>
  ClassOf<Classify, int> die(int sides, Classify&& classify) {
    return classified({Roll::Kind::dice, 1, sides, 0},
                      [&](Face face) { return classify(static_cast<int>(face) + 1); });
  }

  /// One chit drawn out of `chits`: 0 to chits - 1.
  int chit(int chits) {
    return chit(chits, [](int drawn) { return drawn; });
  }
  template <class Classify>
  ClassOf<Classify, int> chit(int chits, Classify&& classify) {
    return classified({Roll::Kind::dice, 1, chits, 0},
                      [&](Face face) { return classify(static_cast<int>(face)); });
  }

  /// Random Selection among `units` units (ASL A.9): a dr each, the `at_least` highest are
  /// selected, and all that tie with the last of them. Gives the selected units as a bit mask.
  std::uint32_t random_selection(int units, int at_least = 1) {
    return random_selection(units, at_least, [](std::uint32_t selected) { return selected; });
  }
  template <class Classify>
  ClassOf<Classify, std::uint32_t> random_selection(int units, int at_least, Classify&& classify) {
    return classified({Roll::Kind::random_selection, units, 6, at_least},
                      [&](Face face) { return classify(static_cast<std::uint32_t>(face)); });
  }

  /// A checkpoint: promises that all that follows depends only on `state` (and on the situation).
  /// Paths that arrive at an equal state are explored once. Name everything that is read later,
  /// including how far the rule has come.
  ///
  /// True where everything that follows is known already. Whatever the rule does and returns from
  /// here on is then ignored, so it may return anything at once (it need not).
  template <class State>
  requires std::has_unique_object_representations_v<State>
  bool at(const State& state) {
    return checkpoint({reinterpret_cast<const char*>(&state), sizeof(State)});
  }
  bool at(std::string_view state) { return checkpoint(state); }

  /// A player decides: returns the number of the option that is taken. `otherwise` is the option by
  /// habit, the one that a parameter names; it is taken unless best play is asked for (see
  /// best_play.hpp). Promises what a checkpoint does: all that follows depends only on the
  /// decision, on `state` and on the choice. `words()` returns the situation as the player sees it,
  /// as Facts; it is called seldom. An option that makes no difference costs little; options that
  /// the rule forbids must be left out.
  template <class State, class Words>
  requires std::has_unique_object_representations_v<State>
  int choose(const Decision& decision, const State& state, Words&& words, int otherwise) {
    return decide(decision, {reinterpret_cast<const char*>(&state), sizeof(State)}, words,
                  otherwise);
  }
  int choose(const Decision& decision, std::string_view state, FunctionRef<Facts()> words,
             int otherwise) {
    return decide(decision, state, words, otherwise);
  }

  /// Plays a rule within this one (see Inner). Exploring plays it once for each question, whoever
  /// asks, and goes on from each reply once. Throws std::logic_error where best play is asked for
  /// and a player decides within it: what he knows is more than the question.
  template <class Question, class Reply>
  Reply play(const Inner<Question, Reply>& inner, const std::type_identity_t<Question>& question) {
    std::array<char, sizeof(std::uint64_t) + sizeof(Question)> key;
    const std::uint64_t number = inner.number();
    std::memcpy(key.data(), &number, sizeof(number));
    std::memcpy(key.data() + sizeof(number), &question, sizeof(Question));
    Reply reply;
    const auto play = [&](Dice& dice, std::byte* written) {
      const Reply played = inner.play(question, dice);
      std::memcpy(written, &played, sizeof(Reply));
    };
    play_inner({{key.data(), key.size()}, sizeof(Reply), play},
               reinterpret_cast<std::byte*>(&reply));
    return reply;
  }

  /// Plays part of a rule whose checkpoints do not name all that follows depends on: they are not
  /// heeded. `part` rolls the dice that it is given. Of players who decide see play().
  void apart(FunctionRef<void(Dice&)> part) {
    play_inner({{}, 0, [&](Dice& dice, std::byte* /*reply*/) { part(dice); }}, nullptr);
  }

 protected:
  /// Writes the keys of the faces from `first` on into `keys`, one each. Faces with equal keys may
  /// be treated alike.
  using Keys = FunctionRef<void(Face first, std::span<std::uint64_t> keys)>;

  /// The name of the class of a face (see roll_label).
  using Label = FunctionRef<std::string(Face)>;

  /// Rolls and returns a face. Any face of the class that came up may be returned.
  virtual Face roll(const Roll& roll, Keys keys, Label label) = 0;

  virtual bool checkpoint(std::string_view /*state*/) { return false; }

  virtual int decide(const Decision& /*decision*/, std::string_view /*state*/,
                     FunctionRef<Facts()> /*words*/, int otherwise) {
    return otherwise;
  }

  /// Dice that heed checkpoints must not heed those of the inner rule as if they were its caller's.
  virtual void play_inner(const InnerPlay& inner, std::byte* reply) { inner.play(*this, reply); }

 private:
  friend class DiceBehind;  // hands on what it does not know

  static TwoDice two_dice(Face face) {
    return {static_cast<int>(face % 6) + 1, static_cast<int>(face / 6) + 1};
  }

  template <class Classify>
  ClassOf<Classify, Face> classified(const Roll& kind, Classify&& classify) {
    using Class = ClassOf<Classify, Face>;
    static_assert(RollClass<Class>, "a roll is classified as a small value without padding");
    return classify(roll(
        kind,
        [&](Face first, std::span<std::uint64_t> keys) {
          for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = key_of(classify(first + i));
        },
        [&](Face face) { return roll_label(classify(face)); }));
  }

  template <class Class>
  static std::uint64_t key_of(const Class& value) {
    std::uint64_t key = 0;
    std::memcpy(&key, &value, sizeof(Class));
    return key;
  }
};

/// Dice that are really thrown, one at a time. A subclass throws the single die.
class ThrownDice : public Dice {
 protected:
  /// One die of `sides` sides: 0 to sides - 1, each equally likely.
  virtual int throw_die(int sides) = 0;

 private:
  Face roll(const Roll& roll, Keys keys, Label label) final;
};

}  // namespace combat_odds
