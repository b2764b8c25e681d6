#include "sim/asl/tasks/labor.hpp"
#include "sim/squad_games/numbers_needed.hpp"

namespace combat_odds::asl {
namespace {

struct Digging {
  std::uint8_t turn = 0;
  std::int8_t labor_status = 0;
  std::uint8_t entrenched = 0;
};

/// B27.11: a unit digs a foxhole.
struct Entrench {
  enum class Unit { squad, half_squad };
  enum class Ground { plain, mud, snow };

  int turns = 1;
  Unit unit = Unit::squad;
  bool russian = false;
  int leadership = 0;
  int labor_status = 0;
  Ground ground = Ground::plain;
  int drm = 0;

  void prepare(const Charts& /*charts*/) {
    drm_ = drm + leadership + (russian ? -1 : 0) + (unit == Unit::half_squad ? 1 : 0) +
           (ground == Ground::mud    ? 1
            : ground == Ground::snow ? 2
                                     : 0);
  }

  Digging start() const {
    Digging digging;
    digging.labor_status = static_cast<std::int8_t>(labor_status);
    return digging;
  }

  Digging step(const Digging& before, Dice& dice) const {
    constexpr int entrenching_number = 5;
    Digging digging = before;
    ++digging.turn;
    if (DR_at_most(dice, entrenching_number - drm_ - before.labor_status)) {
      digging.entrenched = 1;
    } else {
      digging.labor_status = after_failed_labor(before.labor_status);
    }
    return digging;
  }

  std::optional<Outcome> outcome(const Digging& digging) const {
    if (digging.entrenched == 0 && digging.turn < turns) return std::nullopt;
    return Outcome(digging.entrenched != 0 ? "entrenched" : "not_entrenched")
        .measure_if(digging.entrenched != 0, "turn", digging.turn);
  }

 private:
  int drm_ = 0;
};

}  // namespace

Procedure entrench() {
  return procedure<Entrench>("asl.entrench", "B27.11, B24.8",
                             "a unit digs a foxhole, Prep Fire Phase after Prep Fire Phase")
      .asks(&Entrench::turns, "turns", 1, 30, "in how many Prep Fire Phases it is tried at most")
      .asks(&Entrench::unit, "unit", one_of({"squad", "half_squad"}),
            "who digs; half_squad: a half-squad or crew, +1")
      .asks(&Entrench::russian, "russian", "Russians: -1")
      .asks(&Entrench::leadership, "leadership", -3, 1, "the modifier of the leader who directs")
      .or_of_unit(UnitFact::leadership)
      .asks(&Entrench::labor_status, "labor_status", -2, 0, "the Labor Status to begin with")
      .asks(&Entrench::ground, "ground", one_of({"plain", "mud", "snow"}), "mud +1, snow +2")
      .asks(&Entrench::drm, "drm", -10, 10, "the sum of any other modifiers")
      .outcome("entrenched", "the unit is in a foxhole")
      .outcome("not_entrenched", "there is none within the time")
      .measure("turn", "the turn in which it is dug")
      .only_where({"entrenched"})
      .less_is_better()
      .headline("entrenched", "it is entrenched");
}

}  // namespace combat_odds::asl
