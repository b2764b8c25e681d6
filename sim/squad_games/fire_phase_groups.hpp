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

/// A firer of a phase, and his fire at each target. He may fire by himself or in a Fire Group.
struct GroupFirer {
  struct At {
    double firepower = 0;
    int drm = 0;  ///< without the leader's and the heroes'
    /// The parts of the DRM, if known: the same causes in the same order for all firers.
    std::vector<int> causes;
    int heroes = 0;                 ///< each is -1 to every group in which he fires
    std::optional<int> leadership;  ///< nothing: nobody directs him
    int cowering = 0;               ///< columns lost on doubles if nobody directs
    friend bool operator==(const At&, const At&) = default;
  };
  std::string place;                  ///< his hex or Location
  std::string text;                   ///< as he was written
  std::vector<std::optional<At>> at;  ///< by target; nothing: he does not fire at it
};

/// The form of firers: "hill: 4-6-7 LMG range 2 | 4-6-7 LMG range 3; 8 1".
extern const char* const firers_form;

/// A firer as he is written, with a fire step for each target.
struct WrittenFirer {
  std::string place;
  std::string text;
  std::vector<std::optional<AssaultStep>> at;
};

/// Reads one to eight firers for `targets` targets. Places without a name are called A, B and so
/// on. Throws ArgumentError about `parameter`.
std::vector<WrittenFirer> read_firers(std::string_view text, std::string_view parameter,
                                      std::size_t targets);

/// The Fire Groups that firers may form in a phase: from one hex or from adjacent ones; all units
/// of a hex that fire at the same target fire together. Covers every partition and every order: a
/// firer who has not fired may join any group, or hold his fire.
class FirePhaseGroups {
 public:
  static constexpr std::size_t most_firers = 8;
  static constexpr std::size_t most_targets = 3;

  enum class Habit { together, separately };
  /// If the modifiers of a group differ, the whole group uses the worst or the best; cause by cause
  /// if the causes are known.
  enum class Modifier { worst, best };

  /// Rules that hold for all groups.
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
  /// The firers who have not fired, and the places from which each target was fired at.
  struct Phase {
    std::uint8_t unfired = 0;
    std::array<std::uint8_t, most_targets> fired_at{};
  };
  /// Targets that may be fired at, and those among them with an unbroken unit: one bit for each.
  struct Targets {
    unsigned left = 0;
    unsigned unbroken = 0;
  };

  FirePhaseGroups() = default;
  /// `targets` are the names of the targets. `column` gives the IFT column of a firepower, -1 if it
  /// is too little for any. Throws ArgumentError about "adjacent".
  FirePhaseGroups(std::vector<GroupFirer> firers, const std::vector<std::string>& targets,
                  const Rules& rules, FunctionRef<int(double)> column);

  Phase start() const;
  /// Chooses the next attack. `state` is all that the rest depends on; `facts` describes the
  /// targets. Null if nobody fires any more.
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
  /// The decision in choose(): the next attack, or, as the last option, that nobody fires any
  /// more.
  static constexpr std::string_view parameter = "grouping";
  static constexpr std::string_view question = "Who fires next?";
  static constexpr std::string_view hold = "hold fire";
  struct Options {
    std::vector<const Attack*> attacks;
    std::size_t habit = 0;  ///< the attack that is made by habit
  };
  Options options(const Phase& phase, Targets targets) const;
  Facts with_firers(Facts facts, const Phase& phase) const;
  /// All possible attacks, and those that are allowed in a phase.
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
  std::array<std::uint8_t, most_firers>
      next_to_{};                   ///< for each place, itself and the adjacent places
  std::uint8_t shared_places_ = 0;  ///< places with several firers
  Habit habit_ = Habit::together;
  std::vector<Attack> attacks_;                   ///< attacks by few firers first
  std::vector<std::vector<std::uint16_t>> some_;  ///< by the set of firers who have not fired
};

}  // namespace combat_odds
