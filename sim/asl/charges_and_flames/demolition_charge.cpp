#include <algorithm>

#include "core/dice/small.hpp"
#include "sim/asl/charges_and_flames/flame_to_kill.hpp"
#include "sim/asl/charges_and_flames/setting_unit.hpp"
#include "sim/asl/units/named_numbers.hpp"
#include "sim/squad_games/fire_group.hpp"
#include "sim/squad_games/infantry_fate.hpp"
#include "sim/squad_games/terrain.hpp"

namespace combat_odds::asl {
namespace {

/// The effect of a DC on an AFV (C7.7), from nothing to a burning wreck.
enum class Damage : std::uint8_t { none, shocked, immobilized, eliminated, burning_wreck };

/// A23: a Demolition Charge is placed in, thrown into or set in a Location.
struct DemolitionCharge {
  enum class Use { placed, thrown, set };
  enum class User { elite, non_elite, captured, captured_non_elite };
  enum class Facing { side, front, rear };

  Use use = Use::placed;
  User user = User::elite;
  bool concealed = false;
  std::string tem = "0";
  int drm = 0;
  bool cx = false;
  bool advancing_fire = false;
  bool from_vehicle = false;
  std::vector<UnitName> thrower;
  std::string thrower_tem = "0";
  int enemy_infantry = 0;
  std::optional<int> us_number;
  std::optional<int> morale;
  int leadership = 0;
  int turns = 1;
  FireTarget target;  ///< no units: an AFV
  Facing facing = Facing::side;
  std::optional<std::string> vehicle;  ///< a name of the chart; nothing: a counter
  std::optional<int> armor;
  std::optional<int> turret_armor;
  std::optional<int> aerial_armor;
  bool moving = false;
  bool immobile = false;
  bool crew_exposed = false;
  bool open_topped = false;
  bool bypass = false;
  int elevation = 0;
  std::vector<UnitName> exposed;
  int exposed_drm = 0;

  bool at_afv() const { return target.units.empty(); }
  bool at_units() const { return !at_afv(); }
  bool is_unnamed() const { return !vehicle; }
  bool is_thrown() const { return use == Use::thrown; }
  bool is_set() const { return use == Use::set; }
  bool not_set() const { return !is_set(); }
  bool sets_it() const { return us_number.has_value(); }
  bool has_thrower() const { return !thrower.empty(); }
  bool has_exposed() const { return !exposed.empty(); }
  bool not_moving() const { return !moving; }
  bool in_another_hex() const { return !bypass; }
  bool elr_matters() const { return at_units() || has_exposed() || has_thrower(); }

  void prepare(const Charts& charts) {
    ift_ = &charts.get<Ift>();
    if (at_afv() && is_set()) {
      throw ArgumentError("use", "a Set DC is no attack on one AFV", "--use placed or thrown");
    }
    const double full = is_set() ? 36 : 30;
    // A Set DC against concealed units is on the 16 column, another halved to the 12 column.
    column_ = ift_->column(concealed ? full / 2 : full);
    full_column_ = ift_->column(full);
    if (sets_it()) setter_ = {*us_number, *morale, leadership, 0};
    const TerrainChart& chart = charts.get<TerrainChart>("asl/terrain.csv");
    // A23.1, A23.6: what is placed there explodes inside, a hexside protects from what is thrown,
    // at either end.
    terrain_ = chart.read(tem, "tem", is_thrown() ? AttackKind::direct : AttackKind::inside);
    thrower_terrain_ = chart.read(thrower_tem, "thrower_tem");
    drm_ = is_set() ? drm - 3 : drm + terrain_.modifier + (cx ? 1 : 0) + thrown_drm();
    thrower_.units = thrower;
    thrower_.elr = target.elr;
    thrower_.casualty_vp = target.casualty_vp;
    thrower_.prepare(charts);
    for (int original = 2; original <= 12; ++original) {
      thrower_.expect([&](int own) { return effect_behind(original, own); });
    }
    if (at_units()) {
      if (is_set()) target.check_no_tem("a Set DC", "A23.7");
      target.expect([](int) { return IftResult{}; });  // a dud
      for (int original = 2; original <= 12; ++original) {
        target.expect([&](int own) { return effect_on_units(original, own); });
      }
      return;
    }
    if (vehicle) look_up(charts);
    for (const auto& [name, number] :
         {std::pair{"armor", &armor}, std::pair{"aerial_armor", &aerial_armor}}) {
      if (!*number) {
        throw ArgumentError(
            name, std::string(name) + " is missing: an AFV has armor",
            "the name of an AFV such as 'T-34 M43' (--vehicle), or the AF of the facing that is "
            "attacked, and the Aerial AF of its worst");
      }
    }
    basic_to_kill_ = charts.get<NamedNumbers>("asl/to-kill-he-flame.csv").at("armored_basic", "dc");
    prepare_exposed(exposed_, exposed, target, charts);
  }

  Outcome resolve(Dice& dice) const { return at_afv() ? against_afv(dice) : against_units(dice); }

  Working working() const {
    Working working;
    static constexpr const char* uses[] = {"a placed DC", "a thrown DC", "a Set DC"};
    working.situation = std::string(uses[static_cast<std::size_t>(use)]) + " at " +
                        (at_afv() ? "an AFV" : target.text());
    if (at_units() && !is_set()) {
      tell_terrain(working, terrain_, is_thrown() ? "against a thrown DC" : "against a placed DC");
    }
    if (has_thrower()) tell_terrain(working, thrower_terrain_, "where it is thrown from");
    return working;
  }

 private:
  /// Puts in what the chart says of a named vehicle.
  void look_up(const Charts& charts) {
    const Vehicles::Vehicle* const known = charts.get<Vehicles>().find(*vehicle);
    if (known == nullptr) {
      throw ArgumentError("vehicle", "the chart has no '" + *vehicle + "'",
                          "an AFV such as 'T-34 M43', or --armor and --aerial-armor");
    }
    const bool front = !bypass && facing == Facing::front;
    armor = front ? known->hull_front : known->hull_side;
    turret_armor = front ? known->turret_front : known->turret_side;
    aerial_armor = aerial_armor_of(*known);
  }

  /// A23.5: in the user's own hex it is the rear.
  bool at_rear() const { return bypass || facing == Facing::rear; }

  /// A23.3: the number for a dud is two lower for users who are not elite, and two lower for a
  /// captured DC.
  int dud_number() const {
    return user == User::elite ? 12 : user == User::captured_non_elite ? 8 : 10;
  }
  /// A23.7: a Set DC malfunctions on 12; each enemy Infantry unit there adds 1.
  bool is_dud(int original) const {
    return is_set() ? original + enemy_infantry >= 12 : original >= dud_number();
  }
  /// A23.6
  int thrown_drm() const {
    if (!is_thrown()) return 0;
    return (from_vehicle ? 3 : 2) + (advancing_fire ? 1 : 0);
  }

  /// A23.7
  bool goes_off(Dice& dice) const {
    struct {
      std::uint8_t turn = 0;
      bool is_set = false;
    } now;
    for (; now.turn < turns; ++now.turn) {
      dice.at(now);
      if (setter_.tries(dice, now.turn, now.is_set)) return true;
    }
    return false;
  }

  // For units with that modifier of their own:
  IftResult effect_on_units(int original, int own) const {
    return ift_->at(column_, original + drm_ + own);
  }
  IftResult effect_behind(int original, int own) const {
    return ift_->at(full_column_, original + thrower_terrain_.modifier + thrown_drm() + 1 + own);
  }

  Outcome against_units(Dice& dice) const {
    if (sets_it() && !goes_off(dice)) return target.outcome(target.start());
    struct Attack : DrResults {
      bool dud = false;
    };
    const Attack attack = dice.DR([&](TwoDice roll) {
      const bool dud = is_dud(roll.total());
      return Attack{target.results([&](int own) {
                      return dud ? IftResult{} : effect_on_units(roll.total(), own);
                    }),
                    dud};
    });
    TargetStack stack = target.start();
    stack.memo[0] = attack.dud ? 1 : 0;
    if (target.resolve(dice, stack, attack, true)) return {};
    const bool dud = stack.memo[0] != 0;
    Outcome outcome = target.outcome(stack);
    outcome.event("dud", dud).event("detonated", sets_it());
    if (!has_thrower()) return outcome;
    // Now the thrower's Location; the target's fate is already in the outcome.
    TargetStack own = thrower_.start();
    if (!dud) explode_behind(dice, own);
    report_thrower(outcome, own);
    return outcome;
  }

  /// A23.6: a separate DR for the thrower's Location, with one more than for the target.
  void explode_behind(Dice& dice, TargetStack& own) const {
    const DrResults results = dice.DR([&](TwoDice roll) {
      return thrower_.results([&](int drm) { return effect_behind(roll.total(), drm); });
    });
    thrower_.begin(own, results, true);
    while (!FireTarget::resolved(own)) thrower_.step(dice, own);
  }
  void report_thrower(Outcome& outcome, const TargetStack& own) const {
    const Losses losses = thrower_.losses(own);
    outcome.event("thrower_broken_or_worse", losses.eliminated + losses.reduced + losses.broken > 0)
        .measure_if(target.casualty_vp, "throwers_points_lost", own.casualty_vp);
  }

  enum class Position : std::uint8_t {
    optimal_hull,
    optimal_turret,
    normal_hull,
    normal_turret,
    poor,
    none
  };

  /// C7.346: the Position DR, which also decides between hull and turret.
  Position position(Dice& dice) const {
    const int modifier =
        (moving || concealed ? 2 : 0) + (is_thrown() ? (from_vehicle ? 3 : 2) : 0) +
        (at_rear()                 ? -1
         : facing == Facing::front ? 1
                                   : 0) +
        (crew_exposed ? 1 : 0) + (is_thrown() && advancing_fire ? 1 : 0) + (cx ? 1 : 0) -
        elevation - (immobile ? 2 : 0) - (open_topped ? 2 : 0) - (bypass ? 2 : 0) + drm;
    return dice.DR([&](TwoDice roll) {
      const int final_dr = roll.total() + modifier;
      const bool turret = roll.coloured < roll.white;
      return final_dr <= 5    ? (turret ? Position::optimal_turret : Position::optimal_hull)
             : final_dr <= 8  ? (turret ? Position::normal_turret : Position::normal_hull)
             : final_dr <= 11 ? Position::poor
                              : Position::none;
    });
  }

  struct Effect {
    Damage damage = Damage::none;
    bool dud = false;
    IftResult exposed;
  };

  /// C7.34, C7.346, C7.7: the To Kill DR, which Case B does not modify (C7.22). If the AFV
  /// survives, the same DR is the collateral attack; a shock spares all but riders (C7.42).
  Effect effect(int original, Position where) const {
    Effect made;
    if (is_dud(original)) {
      made.dud = true;
      return made;
    }
    if (where <= Position::normal_turret) {
      const bool optimal = where <= Position::optimal_turret;
      const bool turret = where == Position::optimal_turret || where == Position::normal_turret;
      const int af = optimal ? *aerial_armor : turret ? turret_armor.value_or(*armor) : *armor;
      const int number = basic_to_kill_ - af + (at_rear() ? 1 : 0);
      made.damage = 2 * original <= number  ? Damage::burning_wreck
                    : original < number     ? Damage::eliminated
                    : original > number + 1 ? Damage::none
                    : turret                ? Damage::shocked
                                            : Damage::immobilized;
    }
    if (has_exposed() && made.damage < Damage::eliminated && made.damage != Damage::shocked) {
      made.exposed = ift_->at(full_column_, original + exposed_drm);
    }
    return made;
  }

  Outcome against_afv(Dice& dice) const {
    const Position where = position(dice);
    Effect made;
    if (where != Position::none) {
      made = dice.DR([&](TwoDice roll) { return effect(roll.total(), where); });
    }
    TargetStack riding = exposed_.start();
    riding.memo = {small(made.damage), small(made.dud), small(where >= Position::poor), 0};
    if (exposed_.resolve(dice, riding, made.exposed, true)) return {};
    static constexpr const char* names[] = {"afv_unharmed", "shocked", "immobilized", "eliminated",
                                            "burning_wreck"};
    const auto damage = static_cast<Damage>(riding.memo[0]);
    Outcome outcome(names[riding.memo[0]]);
    outcome.event("dud", riding.memo[1] != 0).event("poor_position", riding.memo[2] != 0);
    tell(outcome, VehicleFate{damage >= Damage::eliminated, damage == Damage::immobilized});
    if (has_exposed()) report_exposed(outcome, exposed_.losses(riding));
    outcome.measure_if(
        target.casualty_vp, "casualty_vp",
        points_lost(damage >= Damage::eliminated, target, exposed_, riding.casualty_vp));
    if (has_thrower()) {
      TargetStack own = thrower_.start();
      if (riding.memo[1] == 0) explode_behind(dice, own);
      report_thrower(outcome, own);
    }
    return outcome;
  }

  const Ift* ift_ = nullptr;
  Terrain terrain_;
  Terrain thrower_terrain_;
  SettingUnit setter_;
  int column_ = 0;
  int full_column_ = 0;
  int drm_ = 0;
  int basic_to_kill_ = 0;
  FireTarget thrower_;
  FireTarget exposed_;
};

std::vector<Term> outcomes_of_charge() {
  std::vector<Term> outcomes = outcomes_of_afv_or_units();
  outcomes.insert(outcomes.begin() + 1, {{"immobilized", "the AFV is immobilized (a hull hit)"},
                                         {"shocked", "the AFV is shocked (a turret hit)"}});
  return outcomes;
}

}  // namespace

Procedure demolition_charge() {
  using Charge = DemolitionCharge;
  return procedure<Charge>("asl.demolition-charge", "A23, C7.346",
                           "a Demolition Charge, placed, thrown or set, against units or an AFV")
      .asks(&Charge::use, "use", one_of({"placed", "thrown", "set"}), "how it comes there")
      .asks(&Charge::user, "user", one_of({"elite", "non_elite", "captured", "captured_non_elite"}),
            "who uses it: it is a dud on an Original 12, 10, 10 or 8")
      .only_when(&Charge::not_set, "a Set DC malfunctions by who sets it", "--use placed or thrown")
      .asks(&Charge::concealed, "concealed", "the target is concealed: half the FP")
      .asks(&Charge::tem, "tem", "a terrain such as stone, or its TEM",
            "what the target is in: a hexside helps against a thrown DC only; a Set DC minds none")
      .or_named(terrain_names("asl/terrain.csv", AttackKind::inside))
      .tried_with({"0", "stone", "wall", "2"})
      .asks(&Charge::drm, "drm", -10, 10,
            "the sum of other modifiers on the IFT, or of the Position DR against an AFV")
      .asks(&Charge::cx, "cx", "the user is CX: +1")
      .only_when(&Charge::not_set, "units that Set a DC are not CX", "--use placed or thrown")
      .asks(&Charge::advancing_fire, "advancing_fire",
            "thrown in the AFPh, not as Opportunity Fire: +1")
      .asks(&Charge::from_vehicle, "from_vehicle",
            "thrown from a vehicle in Motion or not stopped, or by Cavalry: +3 instead of +2")
      .asks(&Charge::thrower, "thrower", groups_form,
            "thrown: all units in the thrower's Location, which it strikes too, all by one DR",
            FireTarget::read_groups_if_any)
      .by_default("")
      .tried_with({"2-3-8", "8-3-8", "8-3-8; 4-6-7@2"})
      .asks(&Charge::thrower_tem, "thrower_tem", "a terrain such as stone, or its TEM",
            "thrown: what the thrower is in or behind")
      .or_named(terrain_names("asl/terrain.csv"))
      .tried_with({"0", "stone", "wall", "2"})
      .only_when({"advancing_fire", "from_vehicle", "thrower"}, &Charge::is_thrown, "",
                 "--use thrown")
      .only_when({"thrower_tem"}, &Charge::has_thrower, "", "--thrower")
      .asks(&Charge::enemy_infantry, "enemy_infantry", 0, 12,
            "set: enemy units of Infantry in its Location, each makes a malfunction likelier")
      .asks(&Charge::us_number, "us_number", 1, 3,
            "set: the US# of the unit that sets and detonates it, 3 for a squad; default: it goes "
            "off")
      .asks(&Charge::morale, "morale", 1, 10, "set: its morale, for the NTC that detonates it")
      .or_of_unit(UnitFact::morale)
      .tried_with({"7", "8"})
      .needed_when(&Charge::sets_it, "the unit takes an NTC",
                   "the unit's Morale Level, or the unit such as 4-6-7")
      .asks(&Charge::leadership, "leadership", -3, 1, "set: the modifier of a leader who helps")
      .or_of_unit(UnitFact::leadership)
      .tried_with({"0", "-1"})
      .asks(
          &Charge::turns, "turns", 1, 20,
          "set: the Player Turns in which it tries, its own first: it sets the DC in one of its own "
          "and detonates it in a later one of either side (A23.7)")
      .tried_with({"2", "3", "5"})
      .only_when({"enemy_infantry", "us_number"}, &Charge::is_set, "", "--use set")
      .only_when(AllFrom{"morale"}, &Charge::sets_it, "", "--us-number")
      .includes(&Charge::target, "", FireTarget::InPlace::afv, FireTarget::Groups::several)
      .includes(&Charge::target, describe_afv_points)
      .asks(&Charge::facing, "facing", one_of({"side", "front", "rear"}),
            "afv: the facing that is attacked")
      .asks(&Charge::vehicle, "vehicle", "an AFV such as 'T-34 M43'",
            "afv: which one it is: its armor is on the chart; default: give the numbers of your "
            "counter")
      .or_named(named_vehicles())
      .tried_with({"T-34 M43", "KV-1 M42", "StuG IIIG"})
      .asks(&Charge::armor, "armor", 0, 26, "afv: the AF of the hull on that facing")
      .asks(&Charge::turret_armor, "turret_armor", 0, 26,
            "afv: the AF of the turret on that facing, where it is another")
      .tried_with({"8"})
      .asks(&Charge::aerial_armor, "aerial_armor", 0, 4,
            "afv: the Aerial AF, 0 to 4 by its worst AF (0 and 1: 0, 2: 1, 3: 2, 4 and 6: 3, 8 and "
            "11: 4)")
      .asks(&Charge::moving, "moving", "afv: it moves or is in Motion")
      .asks(&Charge::immobile, "immobile", "afv: it is immobile")
      .only_when(&Charge::not_moving, "what is immobile does not move", "--moving false")
      .asks(&Charge::crew_exposed, "crew_exposed", "afv: it is CE")
      .asks(&Charge::open_topped, "open_topped", "afv: it is open-topped")
      .asks(&Charge::bypass, "bypass", "afv: it is in Bypass of the user's own hex")
      .asks(&Charge::elevation, "elevation", 0, 2,
            "afv: the elevation advantage of the user (Case B), 1, or 2 against an open-topped one")
      .asks(&Charge::exposed, "exposed", units_form,
            "afv: its vulnerable crew, passengers or riders, such as 2-2-8 for an exposed crew",
            FireTarget::read_if_any)
      .by_default("")
      .tried_with({"2-2-8", "4-6-7 8-1"})
      .asks(&Charge::exposed_drm, "exposed_drm", -20, 20,
            "afv: the sum of the modifiers against the exposed, +2 for a CE crew")
      .only_when({"armor", "turret_armor", "aerial_armor"}, &Charge::is_unnamed,
                 "the vehicle's name gives its armor", "")
      .only_when(AllFrom{"facing"}, &Charge::at_afv, "", "--target afv")
      .only_when({"facing"}, &Charge::in_another_hex, "in the user's own hex the rear is attacked",
                 "")
      .only_when({"exposed_drm"}, &Charge::has_exposed, "", "--exposed")
      .only_when({"tem"}, &Charge::at_units, "TEM does not modify the Position DR",
                 "units as --target")
      .only_when({"tem"}, &Charge::not_set, "TEM does not modify a Set DC", "")
      .only_when({"status"}, &Charge::at_units, "an AFV does not break", "units as --target")
      .only_when({"elr"}, &Charge::elr_matters, "", "units as --target, --exposed or --thrower")
      .outcomes(outcomes_of_charge())
      .event("dud", "the DC is a dud or malfunctions")
      .event("detonated", "set: the unit sets and detonates it in time")
      .event("poor_position", "afv: the Position DR is 9 or more: the armor is not attacked")
      .event("thrower_broken_or_worse",
             "a unit in the thrower's Location breaks, is reduced or eliminated")
      .events(FireTarget::events())
      .events(FireTarget::group_events())
      .events(vehicle_events())
      .measures(FireTarget::measures())
      .measures(losses_of("exposed", "crew, passengers and riders, where the AFV survives"))
      .measure("throwers_points_lost",
               "with --casualty-vp: the Casualty VP lost in the thrower's Location")
      .less_is_better()
      .headline("detonated", "it goes off in time")
      .headline("knocked_out", "the AFV is knocked out")
      .headline("immobilized", "it is immobilized")
      .headline("broken_or_worse", "at least one breaks or worse", "it breaks or worse")
      .headline("eliminated_or_reduced", "at least one is lost or reduced", "it is lost or reduced")
      .headline("dud", "it is a dud")
      .headline("thrower_broken_or_worse", "the thrower's side suffers");
}

}  // namespace combat_odds::asl
