#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "combat_odds/core/dice.hpp"
#include "combat_odds/core/function_ref.hpp"
#include "combat_odds/sim/assault_steps.hpp"

namespace combat_odds {

/// Who may fire in a phase, by himself or with others in a Fire Group, and what his fire comes to
/// at each target.
struct GroupFirer {
  struct At {
    double firepower = 0;
    int drm = 0;                    ///< without the leader's
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
  /// Of modifiers that differ, which one the whole group has.
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
    std::vector<const Attack*> attacks;
    const std::size_t by_habit = find(phase, targets, attacks);
    if (attacks.empty()) return nullptr;
    std::vector<std::string_view> options;
    for (const Attack* const attack : attacks) options.push_back(attack->name);
    options.emplace_back("hold fire");
    const auto words = [&] {
      Facts all = facts();
      all.emplace_back("to fire", names(phase.unfired));
      return all;
    };
    const auto chosen = static_cast<std::size_t>(dice.choose(
        {"grouping", "Who fires next?", options}, state, words, static_cast<int>(by_habit)));
    return chosen < attacks.size() ? attacks[chosen] : nullptr;
  }
  /// The phase after that attack.
  void fire(Phase& phase, const Attack& attack) const;
  /// "A: 4-6-7 LMG range 2", a line for each firer.
  std::vector<std::string> told() const;

 private:
  std::size_t find(const Phase& phase, Targets targets, std::vector<const Attack*>& attacks) const;
  void make_attacks(const std::vector<std::string>& targets, Modifier modifier,
                    FunctionRef<int(double)> column);
  std::optional<Attack> attack(unsigned group, std::size_t target, Modifier modifier,
                               FunctionRef<int(double)> column) const;
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
