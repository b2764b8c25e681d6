#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/dice/function_ref.hpp"
#include "core/dice/inner.hpp"
#include "sim/asl/machine_guns/street_crossing.hpp"
#include "sim/squad_games/assault_force.hpp"
#include "sim/squad_games/assault_groups.hpp"
#include "sim/squad_games/attacks_by_firers.hpp"

namespace combat_odds::asl {

/// What a group does in its Movement Phase as a step of an assault: it tries to place SMOKE
/// grenades (A24.1), or crosses under First Fire, as in asl.street-crossing.
class AssaultMove {
 public:
  static constexpr std::size_t most_firing = 2;

  std::optional<int> exponent;
  int locations = 1;
  std::string ground = "open ground";
  std::optional<std::string> goal;
  std::optional<int> goal_mf;
  StreetCrossing::Moves moves = StreetCrossing::Moves::non_assault;
  std::optional<int> range;
  int hindrance = 0;
  int drm = 0;
  bool subsequent_fire = true;
  bool fire_lane = false;
  DefensiveFireGroup::Cowers cowers = DefensiveFireGroup::Cowers::cower;

  static void describe(Declaration<AssaultMove>& move);
  /// The words of a step by their names; `knows` says which are names.
  static std::vector<std::string> words(const AssaultStep& step,
                                        FunctionRef<bool(std::string_view)> knows);
  /// SMOKE grenades are placed by who moves, on his way.
  static bool from_next_to_it() { return true; }
  static bool shares_supply(const AssaultStep& /*step*/, const AssaultMove& /*earlier*/,
                            bool /*same_turn*/) {
    return false;
  }

  /// Call with the group that places them. Throws ArgumentError about steps where it has none.
  static void set_up(const AssaultStep& step, const AssaultForce::Group& layer);

  /// Call where the step is a crossing: `movers` is the side that moves, prepared. Throws
  /// ArgumentError about steps.
  void set_up(const AssaultStep& step, const FireTarget& movers, const AssaultForce& defender,
              const Charts& charts);

  /// Adds the DRM on the way to the working; `in_smoke`: SMOKE grenades may lie there.
  void tell(Working& working, bool in_smoke) const;

  /// What becomes of a stack that sets out.
  struct Crossed {
    TargetStack stack;
    std::array<std::uint8_t, 2> across{};  ///< a bit for each unit
    std::array<std::uint8_t, most_firing> jams{};
  };
  struct After {
    TargetStack stack;
    std::uint32_t across = 0;
    std::array<std::uint8_t, AssaultForce::most_groups> jams{};  ///< by defending group
  };
  /// `firing` are those left of each defending group, of the roster of `firers`; `jammed` their
  /// weapons that have broken down.
  After cross(Dice& dice, const TargetStack& movers, bool in_smoke, const FireTarget& firers,
              const std::array<TargetStack, AssaultForce::most_groups>& firing,
              const std::array<std::uint8_t, AssaultForce::most_groups>& jammed) const;

 private:
  struct Question {
    TargetStack movers;
    std::uint8_t in_smoke = 0;
  };
  /// The crossing under the fire of those who are left.
  class UnderFire : public Inner<Question, Crossed> {
   public:
    explicit UnderFire(const StreetCrossing& street) : street_(street) {}
    Crossed play(const Question& question, Dice& dice) const override;
    /// Lets that group fire; `weapons` are its weapons by number, in the order of `fire`.
    void add(std::size_t group, DefensiveFireGroup fire, GroupMarkers markers,
             std::vector<std::size_t> weapons);
    /// The weapons that malfunction, by defending group.
    std::array<std::uint8_t, AssaultForce::most_groups> jams(const Crossed& crossed) const;

   private:
    struct Part {
      std::size_t group = 0;
      std::vector<std::size_t> weapons;
    };
    StreetCrossing street_;
    std::array<GroupMarkers, most_firing> markers_{};
    std::vector<Part> parts_;
  };
  /// A defending group that fires.
  struct Firing {
    std::size_t group = 0;
    int range = 1;
    GroupWeapons weapons;
  };
  std::unique_ptr<UnderFire> under_fire(
      const FireTarget& firers, const std::array<TargetStack, AssaultForce::most_groups>& firing,
      const std::array<std::uint8_t, AssaultForce::most_groups>& jammed,
      const Charts& charts) const;

  StreetCrossing street_;
  std::vector<Firing> firing_;
  AttacksByFirers<std::unique_ptr<UnderFire>> by_firers_;
};

}  // namespace combat_odds::asl
