#include "core/dice/small.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_leader/to_hit/gunnery.hpp"
#include "sim/squad_leader/to_kill/penetration.hpp"

namespace combat_odds::squad_leader {
namespace {

struct Molotov {
  enum class Target { vehicle, building };

  Target target = Target::vehicle;
  enum class Throws { all, one };

  int molotovs = 1;
  Throws throws = Throws::all;
  int leadership = 0;
  int drm = 0;
  std::optional<int> to_hit_number;
  KillTarget::Kind vehicle = KillTarget::Kind::closed_topped;
  KillTarget::Facing facing = KillTarget::Facing::front;
  std::optional<int> kill_number;
  std::optional<int> rear_kill_number;
  int kill_drm = 0;
  bool already_immobilized = false;
  int crew_morale = 7;
  std::optional<int> fire_number;

  void prepare(const Charts& charts) {
    needed_ = (at_building() ? *fire_number : *to_hit_number) - leadership - drm;
    if (at_building()) return;
    KillTarget hit;
    hit.facing = facing;
    hit.kind = vehicle;
    hit.kill_number = kill_number;
    hit.rear_kill_number = rear_kill_number;
    hit.drm = kill_drm;
    hit.doubled = hit.is_open_topped();  // 97.52
    penetration_.emplace(KillWeapon{"a Molotov Cocktail", "", true, false, false}, hit, true,
                         charts);
    third_die_ = {needed_, at_afv()};
  }

  Outcome resolve(Dice& dice) const {
    enum class Result : std::uint8_t { nothing, hit, abandoned, fire };
    Result best = Result::nothing;
    int used = 0;
    for (int left = molotovs; left > 0 && best < Result::abandoned; --left) {
      const At at{small(left), small(best)};
      if (!throws_next(dice, at)) break;
      dice.at(at);
      ++used;
      const Shot::Hit hit = thrown(dice);
      if (hit == Shot::Hit::miss) continue;
      if (at_building()) {
        best = Result::fire;
        break;
      }
      const bool critical = hit == Shot::Hit::critical;
      const Damage before = already_immobilized ? Damage::immobilized : Damage::none;
      const Damage damage = after_hit(dice, before, penetration_->roll(dice, critical, false),
                                      *penetration_, crew_morale);
      best = damage == before              ? Result::hit
             : damage == Damage::abandoned ? Result::abandoned
                                           : Result::fire;
    }
    Outcome outcome(best == Result::abandoned ? "abandoned"
                    : best != Result::fire    ? "no_effect"
                    : at_building()           ? "fire"
                                              : "burning_wreck");
    outcome.event("hit", !at_building() && best != Result::nothing).measure("used", used);
    return tell(outcome, VehicleFate{!at_building() && best >= Result::abandoned, false});
  }

  bool at_building() const { return target == Target::building; }
  bool at_vehicle() const { return !at_building(); }
  bool at_afv() const { return at_vehicle() && vehicle != KillTarget::Kind::unarmored; }
  bool crew_may_check() const { return at_afv() && already_immobilized; }
  bool at_front_or_side() const { return at_afv() && facing != KillTarget::Facing::rear; }

 private:
  struct At {
    std::uint8_t left;
    std::uint8_t best;
  };

  /// 97.53: a thrown Molotov is used up, hit or miss.
  bool throws_next(Dice& dice, const At& at) const {
    static constexpr std::string_view options[] = {"keep them", "throw"};
    const bool by_habit = throws == Throws::all || at.left == molotovs;
    const auto words = [&] { return Facts{{"Molotovs left", int{at.left}}}; };
    return dice.choose({"throws", "Throw the next Molotov?", options}, at, words,
                       by_habit ? 1 : 0) != 0;
  }

  /// The To Hit roll; the rules of an Original 2 are about vehicles.
  Shot::Hit thrown(Dice& dice) const {
    struct Rolled {
      bool two;
      bool hit;
    };
    const Rolled rolled = dice.DR([&](TwoDice roll) -> Rolled {
      return {at_vehicle() && roll.total() == 2 && third_die_.rolls(), roll.total() <= needed_};
    });
    if (rolled.two) return third_die_.third_die(dice);
    return rolled.hit ? Shot::Hit::hit : Shot::Hit::miss;
  }

  int needed_ = 0;
  OriginalTwo third_die_;
  std::optional<Penetration> penetration_;  ///< not against buildings
};

}  // namespace

Procedure molotov() {
  return procedure<Molotov>("sl.molotov", "COI 97",
                            "Molotov Cocktails against a vehicle or to set a building on fire")
      .asks(&Molotov::target, "target", one_of({"vehicle", "building"}), "what it is thrown at")
      .asks(&Molotov::molotovs, "molotovs", 1, 12, "how many are thrown")
      .asks(&Molotov::throws, "throws", one_of({"all", "one"}),
            "all, as long as there is no fire, or only the first")
      .decides()
      .asks(&Molotov::leadership, "leadership", -3, 2, "the modifier of the leader (97.6)")
      .or_of_unit(UnitFact::leadership)
      .asks(&Molotov::drm, "drm", -5, 5, "all other To Hit modifiers")
      .asks(&Molotov::to_hit_number, "to_hit_number", 2, 12,
            "the number printed on your Molotov Cocktail To Hit chart (97.4)")
      .needed_when(&Molotov::at_vehicle, "it was not recovered",
                   "the number printed on your Molotov Cocktail To Hit chart (97.4)")
      .only_when(&Molotov::at_vehicle, "a building is set on fire with --fire-number (97.82)",
                 "--target vehicle")
      .asks(&Molotov::vehicle, "vehicle", vehicle_words(), "which vehicle")
      .only_when(&Molotov::at_vehicle, "", "--target vehicle")
      .asks(&Molotov::facing, "facing", facing_words(), "the target facing; rear from its hex")
      .only_when(&Molotov::at_afv, "the chart has one line for trucks", "an AFV as --vehicle")
      .asks(&Molotov::kill_number, "kill_number", -5, 25,
            "the Molotov Cocktail number printed on your AFV KILL chart for that facing")
      .needed_when(&Molotov::at_vehicle, "it was not recovered",
                   "the Molotov Cocktail number printed on your AFV KILL chart for that facing")
      .only_when(&Molotov::at_vehicle, "", "--target vehicle")
      .asks(&Molotov::rear_kill_number, "rear_kill_number", -5, 25,
            "the same for the rear facing, which a critical hit is on (68.2)")
      .needed_when(&Molotov::at_front_or_side, "a critical hit rolls against the rear (68.2)",
                   "the Molotov Cocktail number printed on your AFV KILL chart, rear target facing")
      .only_when(&Molotov::at_front_or_side,
                 "the kill number is that of the rear already, or no AFV is attacked", "")
      .tried_with({"5", "8"})
      .asks(&Molotov::kill_drm, "kill_drm", -10, 10, "modifiers of the kill roll: height (77.3)")
      .only_when(&Molotov::at_vehicle, "", "--target vehicle")
      .asks(&Molotov::already_immobilized, "already_immobilized", "the AFV is immobilized already")
      .only_when(&Molotov::at_afv, "", "an AFV as --vehicle")
      .asks(&Molotov::crew_morale, "crew_morale", 2, 12,
            "the morale of the crew when an immobilized AFV is hit and not killed (39.3, 66.4)")
      .or_of_unit(UnitFact::morale)
      .only_when(&Molotov::crew_may_check, "no immobilized AFV is hit here", "")
      .tried_with({"7", "6", "9"})
      .asks(&Molotov::fire_number, "fire_number", 2, 12,
            "the FIRE number printed on your chart (97.82)")
      .needed_when(&Molotov::at_building, "it was not recovered",
                   "the FIRE number printed on your chart for that building (97.82)")
      .only_when(&Molotov::at_building, "", "--target building")
      .outcome("burning_wreck", "the vehicle is eliminated and burns")
      .outcome("abandoned", "it is hit while immobilized, and its crew leaves it (66.4)")
      .outcome("fire", "the building is on fire")
      .outcome("no_effect", "neither")
      .events(vehicle_events())
      .event("hit", "the vehicle was hit")
      .measure("used", "Molotov Cocktails thrown")
      .headline("burning_wreck", "the vehicle burns")
      .headline("abandoned", "its crew abandons it")
      .headline("fire", "the building is on fire")
      .headline("no_effect", "nothing happens");
}

}  // namespace combat_odds::squad_leader
