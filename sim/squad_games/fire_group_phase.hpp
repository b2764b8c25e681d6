#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/dice.hpp"
#include "core/dice/function_ref.hpp"
#include "sim/squad_games/assault_steps.hpp"

namespace combat_odds {

/// Who may fire in a phase, by himself or with others in a Fire Group, and what his fire comes to
/// at each target.
struct GroupFirer {
  struct At {
    double firepower = 0;
    int drm = 0;  ///< without the leader's and the heroes'
    /// What the DRM is made of, where that is known: the same causes in the same order for all.
    std::vector<int> causes;
    int heroes = 0;                 ///< -1 each, for every group that they fire in
    std::optional<int> leadership;  ///< nothing: nobody directs him
    int cowering = 0;               ///< columns lost on doubles where nobody directs
    friend bool operator==(const At&, const At&) = default;
  };
  std::string place;                  ///< his hex or Location
  std::string text;                   ///< as he was written
  std::vector<std::optional<At>> at;  ///< each target; nothing where he does not fire at it
};

/// How firers are written: "hill: 4-6-7 LMG range 2 | 4-6-7 LMG range 3; 8 1".
extern const char* const firers_form;

/// A firer as he is written: what he fires at each target, a step of fire each.
struct WrittenFirer {
  std::string place;
  std::string text;
  std::vector<std::optional<AssaultStep>> at;
};

/// Reads one to eight firers for `targets` targets; places without a name are called A, B and so
/// on. Throws ArgumentError about `parameter`.
std::vector<WrittenFirer> read_firers(std::string_view text, std::string_view parameter,
                                      std::size_t targets);

/// Which Fire Groups firers may form, phase by phase: in one hex or in adjacent ones, all of a hex
/// who fire at the same target together. Exact over all partitions and orders: who has not fired
/// may fire in any group, or not at all.
class FireGroups {
 public:
  static constexpr std::size_t most_firers = 8;
  static constexpr std::size_t most_targets = 3;

  enum class Habit { together, separately };
  /// Of modifiers that differ, which one the whole group has; where the causes are known, of each
  /// cause.
  enum class Modifier { worst, best };

  /// What is the same for all of a game.
  struct Rules {
    std::string adjacent = "all";  ///< "all", "none" or "A-B B-C"
    Modifier modifier = Modifier::worst;
    Habit habit = Habit::together;
  };
  struct Attack {
    std::uint8_t firers = 0;
    std::uint8_t places = 0;
    std::uint8_t target = 0;
    bool superfluous = false;  ///< fewer of the same firers are as strong
    int column = -1;
    int drm = 0;
    int cowering = 0;  ///< columns lost on doubles
    std::string name;
  };
  /// Who has still to fire, and from which places each target was fired at.
  struct Phase {
    std::uint8_t unfired = 0;
    std::array<std::uint8_t, most_targets> fired_at{};
  };
  /// Targets that may be fired at, and those of them with an unbroken unit: a bit for each.
  struct Targets {
    unsigned left = 0;
    unsigned unbroken = 0;
  };

  FireGroups() = default;
  /// `targets`: their names. `column` gives that of the IFT, -1 where there is too little
  /// firepower. Throws ArgumentError about "adjacent".
  FireGroups(std::vector<GroupFirer> firers, const std::vector<std::string>& targets,
             const Rules& rules, FunctionRef<int(double)> column);

  Phase start() const;
  /// The next attack, `state` being all that the rest depends on and `facts` how the targets stand;
  /// nothing where no one fires any more.
  template <class State>
  const Attack* choose(Dice& dice, const State& state, const Phase& phase, Targets targets,
                       FunctionRef<Facts()> facts) const {
    const auto [attacks, by_habit] = options(phase, targets);
    if (attacks.empty()) return nullptr;
    std::vector<std::string_view> names;
    for (const Attack* const attack : attacks) names.push_back(attack->name);
    names.emplace_back(hold);
    const auto words = [&] { return with_firers(facts(), phase); };
    const auto chosen = static_cast<std::size_t>(
        dice.choose({parameter, question, names}, state, words, static_cast<int>(by_habit)));
    return chosen < attacks.size() ? attacks[chosen] : nullptr;
  }
  /// What choose() asks: which attack is made next, or that nobody fires any more, which is the
  /// last option.
  static constexpr std::string_view parameter = "grouping";
  static constexpr std::string_view question = "Who fires next?";
  static constexpr std::string_view hold = "hold fire";
  struct Options {
    std::vector<const Attack*> attacks;
    std::size_t habit = 0;  ///< which of them habit makes
  };
  Options options(const Phase& phase, Targets targets) const;
  Facts with_firers(Facts facts, const Phase& phase) const;
  /// All attacks that may be made in any phase, and those that may in one.
  const std::vector<Attack>& attacks() const { return attacks_; }
  std::vector<const Attack*> allowed(const Phase& phase) const;
  /// The phase after that attack.
  void fire(Phase& phase, const Attack& attack) const;
  /// "A: 4-6-7 LMG range 2", a line for each firer.
  std::vector<std::string> told() const;

 private:
  void make_attacks(const std::vector<std::string>& targets, Modifier modifier,
                    FunctionRef<int(double)> column);
  std::optional<Attack> attack(unsigned group, std::size_t target, Modifier modifier,
                               FunctionRef<int(double)> column) const;
  int drm_of(unsigned group, std::size_t target, Modifier modifier) const;
  std::uint8_t places_of(unsigned group) const;
  bool holds_together(std::uint8_t places) const;
  bool takes_the_first(unsigned group, unsigned unfired) const;
  std::string names(unsigned group) const;
  void read_adjacent(const std::string& text);
  void name_firers();

  std::vector<GroupFirer> firers_;
  std::vector<std::string> names_;
  std::vector<std::string> places_;
  std::array<std::uint8_t, most_firers> place_of_{};  ///< of each firer
  std::array<std::uint8_t, most_firers> next_to_{};   ///< the places next to each, and itself
  std::uint8_t shared_places_ = 0;                    ///< those of several firers
  Habit habit_ = Habit::together;
  std::vector<Attack> attacks_;                   ///< those of few firers first
  std::vector<std::vector<std::uint16_t>> some_;  ///< of each set of firers who have not fired
};

}  // namespace combat_odds
