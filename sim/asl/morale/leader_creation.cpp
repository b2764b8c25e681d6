#include <fmt/format.h>

#include "sim/asl/morale/heat_of_battle.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::asl {
namespace {

/// A18.2: an MMC has rolled an Original 2 in its Self-Rally or in close combat. Which leader is
/// created?
struct Creation {
  enum class Occasion { self_rally, close_combat };

  Nation nation = Nation::german;
  int morale = 7;
  Occasion occasion = Occasion::self_rally;
  bool broken = false;
  bool against_vehicle = false;
  int columns_below_1_1 = 0;

  bool in_close_combat() const { return occasion == Occasion::close_combat; }

  void prepare(const Charts& charts) {
    if (nation == Nation::finnish || nation == Nation::japanese) {
      throw ArgumentError("nation", "Finns and Japanese create no leaders (A18.2)",
                          "another nation");
    }
    table_.prepare(charts, nation);
  }

  Outcome resolve(Dice& dice) const {
    const std::uint8_t leader = table_.roll(dice, unit());
    const bool created = leader != LeaderCreation::nobody;
    return Outcome(created ? table_.leaders()[leader] : "none").event("created", created);
  }

  Working working() const {
    Working working;
    working.situation = fmt::format("Leader Creation, dr {:+}", table_.modifier(unit()));
    return working;
  }

 private:
  LeaderCreation::Unit unit() const {
    // A unit that rallies itself was broken (A18.11).
    return {morale, broken || !in_close_combat(), against_vehicle, columns_below_1_1};
  }

  LeaderCreation table_;
};

}  // namespace

Procedure leader_creation() {
  return procedure<Creation>("asl.leader-creation", "A18.2",
                             "the leader whom an MMC brings forth after an Original 2")
      .asks(&Creation::nation, "nation",
            one_of({"none", "german", "russian", "american", "british", "finnish", "french",
                    "partisan", "allied_minor", "italian", "axis_minor", "japanese", "chinese"}),
            "whose MMC it is; none: one without a modifier of its own")
      .asks(&Creation::morale, "morale", 2, 10,
            "its Morale Level at the Original 2: that of the broken side for a Self-Rally")
      .asks(&Creation::occasion, "occasion", one_of({"self_rally", "close_combat"}),
            "its first Self-Rally attempt of its own Rally Phase, or its attack in close combat")
      .asks(&Creation::broken, "broken", "it was broken, as it always is before a Self-Rally")
      .only_when(&Creation::in_close_combat, "a unit that rallies is broken anyway",
                 "--occasion close_combat")
      .asks(&Creation::against_vehicle, "against_vehicle", "it attacks an AFV")
      .only_when(&Creation::in_close_combat, "", "--occasion close_combat")
      .asks(&Creation::columns_below_1_1, "columns_below_1_1", 0, 4,
            "how many columns of the odds below 1-1 it attacks on: 1-2 is 1, 1-4 is 2")
      .only_when(&Creation::in_close_combat, "", "--occasion close_combat")
      .outcome("8-1", "an 8-1 comes forth")
      .outcome("8-0", "an 8-0 comes forth")
      .outcome("7-0", "a 7-0 comes forth")
      .outcome("6+1", "a 6+1 comes forth")
      .outcome("none", "nobody does")
      .event("created", "a leader comes forth")
      .headline("created", "a leader is created")
      .headline("8-1", "he is an 8-1");
}

}  // namespace combat_odds::asl
