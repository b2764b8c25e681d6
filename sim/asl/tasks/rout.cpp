#include <fmt/format.h>

#include <algorithm>

#include "core/dice/small.hpp"
#include "core/text/number_text.hpp"
#include "sim/asl/units/casualty_points.hpp"
#include "sim/asl/units/wound.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"

namespace combat_odds::asl {
namespace {

/// A broken unit during its rout.
struct Routing {
  std::uint8_t hexes = 0;
  std::uint8_t type = 0;  ///< in the roster
  std::uint8_t reduced = 0;
  std::uint8_t pinned = 0;
  std::uint8_t eliminated = 0;
  std::uint8_t leader_lost = 0;
};

/// A10.53: Interdiction, hex by hex.
struct Rout {
  std::optional<UnitName> unit;
  int interdicted = 1;
  std::optional<std::string> leadership;
  int drm = 0;

  void prepare(const Charts& charts) {
    charts.get<Infantry>().enlist(*unit, roster_);
    if (leadership) read_leadership();
    if (roster_.front().is_hero()) {
      throw ArgumentError("unit", "a hero never breaks (A15.2)", "another unit");
    }
  }

  Routing start() const { return {}; }

  Routing step(const Routing& before, Dice& dice) const {
    enum class Check : std::uint8_t { passed, pinned, failed, eliminated };
    Routing now = before;
    const UnitType& routing = roster_[now.type];
    const int wound = routing.is_smc() && now.reduced != 0 ? 1 : 0;
    const int own_level = routing.broken_morale - wound;
    // A10.22: a leader's modifier is for other leaders only of a lower Morale Level.
    const bool helps = !routing.is_smc() || !leader_morale_ || *leader_morale_ > own_level;
    const int led = now.leader_lost != 0 || !helps ? 0 : modifier_;
    const int level = own_level - led - drm;
    const Check check = dice.DR([&](TwoDice roll) {
      if (roll.total() == 12) return Check::eliminated;  // A10.31
      if (roll.total() > level) return Check::failed;
      return roll.total() == std::min(level, 11) ? Check::pinned : Check::passed;
    });
    if (check == Check::pinned) now.pinned = 1;
    if (check == Check::eliminated) now.eliminated = 1;
    if (check == Check::failed) casualty_reduction(now, dice);
    const bool fails = check == Check::failed || check == Check::eliminated;
    if (fails && leadership) now.leader_lost = 1;  // A10.711
    if (check != Check::pinned && now.eliminated == 0) ++now.hexes;
    return now;
  }

  std::optional<Outcome> outcome(const Routing& now) const {
    if (now.eliminated == 0 && now.pinned == 0 && now.hexes < interdicted) return std::nullopt;
    const bool reduced = now.reduced != 0;
    Outcome outcome(now.eliminated != 0 ? "eliminated"
                    : now.pinned != 0   ? (reduced ? "reduced_pinned" : "pinned")
                                        : (reduced ? "reduced" : "through"));
    return outcome.event("through_alive", now.eliminated == 0 && now.pinned == 0)
        .event("eliminated_or_reduced", now.eliminated != 0 || reduced)
        .event("leader_lost", now.leader_lost != 0)
        .measure("hexes", now.hexes)
        .measure("casualty_vp", casualty_points(roster_.front()) -
                                    (now.eliminated != 0 ? 0 : casualty_points(roster_[now.type])) +
                                    (now.leader_lost != 0 ? leaders_points() : 0));
  }

 private:
  /// A leader, or his modifier, which then counts for everybody.
  void read_leadership() {
    if (const auto number = number_in<int>(*leadership)) {
      modifier_ = *number;
    } else {
      const UnitName leader = read_leader(*leadership, "leadership");
      modifier_ = leader.modifier;
      leader_morale_ = leader.morale;
    }
    if (modifier_ >= -3 && modifier_ <= 1) return;
    throw ArgumentError("leadership", fmt::format("'{}' is no modifier of a leader", *leadership),
                        "a leader such as 8-1, or -3 to 1");
  }

  int leaders_points() const { return casualty_points(UnitType::Kind::leader, modifier_); }

  void casualty_reduction(Routing& now, Dice& dice) const {
    const UnitType& routing = roster_[now.type];
    if (routing.is_smc()) {
      if (wound_kills(dice, now.reduced != 0)) now.eliminated = 1;
      now.reduced = 1;
    } else if (routing.kind != UnitType::Kind::squad) {
      now.eliminated = 1;
    } else {
      now.reduced = 1;
      now.type = small(routing.reduced_to);
    }
  }

  std::vector<UnitType> roster_;
  int modifier_ = 0;
  std::optional<int> leader_morale_;
};

}  // namespace

Procedure rout() {
  return procedure<Rout>("asl.rout", "A10.53, A10.711",
                         "a broken unit routs through Open Ground under Interdiction")
      .asks(&Rout::unit, "unit", "one unit: a squad such as 4-6-7 or a leader such as 8-1",
            "the broken unit that routs",
            [](std::string_view text, std::string_view parameter) {
              return std::optional(read_unit(text, parameter));
            })
      .required()
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with({"4-6-7", "4-2-6", "2-4-7", "8-1", "2-2-8", "8-3-8"})
      .asks(&Rout::interdicted, "interdicted", 1, 6, "Open Ground hexes in which it is interdicted")
      .asks(&Rout::leadership, "leadership", "a leader such as 8-1, or his modifier",
            "the unbroken leader who routs along; default: none does. A leader who is named helps "
            "only leaders of a lower Morale Level than his (A10.22)")
      .or_named(names_in(Infantry::chart_name, "unit"))
      .tried_with({"8-0", "8-1", "-1", "9-2"})
      .asks(&Rout::drm, "drm", -5, 5, "the sum of any other modifiers")
      .outcome("through", "it is through with all its men")
      .outcome("reduced", "it is through, a half-squad or wounded")
      .outcome("pinned", "it is pinned on the way")
      .outcome("reduced_pinned", "it is reduced and pinned on the way")
      .outcome("eliminated", "it is eliminated")
      .event("through_alive", "it is through, reduced or not")
      .events(infantry_events({"eliminated_or_reduced"}))
      .event("leader_lost", "the leader who routs along is eliminated with it")
      .measure("hexes", "interdicted hexes behind it")
      .measure("casualty_vp",
               "the Casualty VP of what is lost of it, and of the leader who routs along (A26.22)")
      .headline("through_alive", "it gets away")
      .headline("eliminated", "it is eliminated")
      .headline("eliminated_or_reduced", "it is lost or reduced")
      .headline("leader_lost", "the leader is lost");
}

}  // namespace combat_odds::asl
