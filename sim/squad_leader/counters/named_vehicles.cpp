#include "sim/squad_leader/counters/named_vehicles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/text/number_text.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_leader/counters/counters.hpp"

namespace combat_odds::squad_leader {
namespace {

using Vehicle = VehicleListing::Vehicle;
using Cell = VehicleListing::Cell;

bool has_choice(const Parameter& parameter, std::string_view choice) {
  return std::ranges::find(parameter.choices, choice) != parameter.choices.end();
}

/// Whether it takes vehicles of the base game's chart by name.
bool takes_vehicles(const Parameter& parameter) {
  return parameter.names && parameter.names->chart == Vehicles::chart_name;
}

/// The parameter for the firer's gun; null if there is none.
const Parameter* gun_parameter(const Procedure& procedure) {
  for (const char* const name : {"gun", "weapon"}) {
    const Parameter* const parameter = procedure.parameter(name);
    if (parameter != nullptr && takes_vehicles(*parameter)) return parameter;
  }
  return nullptr;
}

bool is_target_asked(const Procedure& procedure) {
  return procedure.parameter("armor") != nullptr || procedure.parameter("target_size") != nullptr;
}

bool is_gun(std::string_view kind) { return kind == "shielded_gun" || kind == "unshielded_gun"; }

/// The values of a situation: names that were typed, and what they fill in.
class NamedVehicles {
 public:
  NamedVehicles(std::vector<GivenValue> given, const PresetValue& preset,
                const Procedure& procedure, const VehicleListing& listing, const Charts& charts)
      : given_(std::move(given)),
        preset_(preset),
        procedure_(procedure),
        listing_(listing),
        charts_(charts) {}

  std::vector<GivenValue> all() {
    take_firer();
    take_target();
    take_side("first");
    take_side("second");
    name_numbers();
    if (firer_) fill_firer();
    if (target_) fill_armor();
    if (asked("return_fire") == "true") fill_return_fire();
    std::vector<GivenValue> all = std::move(given_);
    all.insert(all.end(), filled_.begin(), filled_.end());
    return all;
  }

 private:
  using Given = std::vector<GivenValue>;

  Given::iterator typed(std::string_view name) {
    return std::ranges::find_if(given_, [&](const GivenValue& value) {
      return value.parameter == name && !value.text.empty();
    });
  }

  /// The value that the parameter will have; empty if it has none.
  std::string asked(const std::string& name) {
    if (const auto value = typed(name); value != given_.end()) return value->text;
    for (const GivenValue& value : filled_) {
      if (value.parameter == name) return value.text;
    }
    if (std::string value = preset_(name); !value.empty()) return value;
    const Parameter* const parameter = procedure_.parameter(name);
    return parameter == nullptr ? "" : parameter->default_value.value_or("");
  }

  /// The same for a value that the listing's entries depend on: it must not be a list.
  std::string one(const std::string& name) {
    std::string value = asked(name);
    if (value.find(',') == std::string::npos) return value;
    const auto place = typed(name);
    throw InputError(place == given_.end() ? Place{} : place->place,
                     fmt::format("{} is a list, and what the listing gives depends on it", name),
                     "one value with --firer and --target");
  }

  /// Fills in a parameter of the procedure that nobody gave.
  void fill(const std::string& name, const std::string& text, const Place& place) {
    if (procedure_.parameter(name) == nullptr || typed(name) != given_.end()) return;
    filled_.push_back({name, text, place});
  }
  void fill(const std::string& name, const Cell* cell) {
    if (cell != nullptr) fill(name, cell->text, cell->place);
  }
  void fill_if_true(const std::string& name, const Cell* cell) {
    if (cell != nullptr && cell->text == "true") fill(name, cell);
  }
  /// Whether the armor of the facing that `parameter` names stands in a square.
  const Cell* boxed_in(const Vehicle& vehicle, const char* parameter) {
    return vehicle.cell(one(parameter) == "front" ? "front_boxed" : "side_boxed");
  }

  /// Whether the listing or the base game has a vehicle of that name.
  bool is_known(const std::string& name) const {
    return listing_.has(name) || vehicle_named(name, charts_) != nullptr;
  }

  /// Whether a value of `firer` or `target` is no vehicle, but one of the parameter's own.
  bool is_own_value(const GivenValue& value) const {
    const Parameter* const parameter = procedure_.parameter(value.parameter);
    if (parameter == nullptr) return false;
    if (parameter->type != Parameter::Type::choice) return !is_known(value.text);
    return has_choice(*parameter, value.text.substr(0, value.text.find(',')));
  }

  void take_firer() {
    const Parameter* const gun = gun_parameter(procedure_);
    if (gun == nullptr) return;
    const auto by_gun = typed(gun->name);
    if (const auto value = typed("firer"); value != given_.end() && !is_own_value(*value)) {
      if (by_gun != given_.end()) {
        throw InputError(value->place,
                         fmt::format("the firer's gun is given by {}, too", gun->name),
                         "one of the two");
      }
      firer_ = listing_.vehicle(value->text, value->place, charts_);
      firer_place_ = value->place;
      given_.erase(value);
    } else if (by_gun != given_.end() && is_known(by_gun->text)) {
      firer_ = listing_.vehicle(by_gun->text, by_gun->place, charts_);
      firer_place_ = by_gun->place;
      given_.erase(by_gun);
    }
  }

  /// Takes the target's position off the end of a name ("hull down" off its front, too); returns
  /// the line of the To Hit chart.
  static std::string line_behind(std::string& name) {
    static const std::pair<const char*, const char*> lines[] = {
        {" hull down", "vehicle_hull_down"}, {" in woods", "vehicle_in_woods_or_building"}};
    for (const auto& [ending, meant] : lines) {
      if (!name.ends_with(ending)) continue;
      name.erase(name.size() - std::string_view(ending).size());
      return meant;
    }
    if (const std::string_view hull_down = "hull down "; name.starts_with(hull_down)) {
      name.erase(0, hull_down.size());
      return "vehicle_hull_down";
    }
    return "vehicle_in_other";
  }

  /// Fills in everything that is printed on one of the two vehicles of a duel.
  void take_side(const std::string& side) {
    const std::string prefix = side + '_';
    const auto value = typed(side);
    if (procedure_.parameter(prefix + "gun") == nullptr || value == given_.end()) return;
    if (typed(prefix + "gun") != given_.end()) {
      throw InputError(value->place, fmt::format("{}gun is given, too", prefix), "one of the two");
    }
    std::string name = value->text;
    const std::string line = line_behind(name);
    const Place place = value->place;
    const Vehicle vehicle = listing_.vehicle(name, place, charts_);
    given_.erase(typed(side));
    fill(prefix + "target", line, place);
    fill_gun(prefix, vehicle, place);
    if (const Cell* const turret = vehicle.cell("turret")) fill(prefix + "turret", turret);
    fill_armor_of(prefix, vehicle);
    fill(prefix + "target_size", vehicle.cell("size"));
    const std::string other = side == "first" ? "second_" : "first_";
    const std::string hull_down = "vehicle_hull_down";
    if (one(prefix + "target") == hull_down || one(prefix + "moved_target") == hull_down ||
        one(other + "reached_target") == hull_down) {  // 64.35
      for (const char* const boxed : {"front_boxed", "side_boxed"}) {
        fill_if_true(prefix + boxed, vehicle.cell(boxed));
      }
    }
    const std::string round = one(prefix + "ammunition");
    for (const char* const facing : {"front", "side", "rear"}) {
      fill(prefix + "kill_" + facing, vehicle.cell(round + '_' + facing));
    }
  }

  void take_target() {
    const auto value = typed("target");
    if (!is_target_asked(procedure_) || value == given_.end() || is_own_value(*value)) return;
    std::string name = value->text;
    std::string line = line_behind(name);
    const Place place = value->place;
    target_ = listing_.vehicle(name, place, charts_);
    given_.erase(value);
    if (is_gun(target_->text("kind"))) line = "gun";
    const Parameter* const lines_asked = procedure_.parameter("target");
    if (lines_asked == nullptr || lines_asked->type == Parameter::Type::choice) {
      fill("target", line, place);
    } else {
      fill("target", "vehicle", place);  // sl.demolition-charge
    }
    if (line == "vehicle_hull_down") fill("hull_down", "true", place);
  }

  /// Looks up listed vehicles in parameters that take those of the base game's chart.
  void name_numbers() {
    for (GivenValue& value : given_) {
      const Parameter* const parameter = procedure_.parameter(value.parameter);
      if (parameter == nullptr || !takes_vehicles(*parameter) || !listing_.has(value.text))
        continue;
      const Vehicle vehicle = listing_.vehicle(value.text, value.place, charts_);
      const std::string column = value.parameter == "mg" ? "bow_mg, coaxial_mg or aa_mg"
                                 : value.parameter == "survival_number" ? "survival"
                                 : value.parameter.ends_with("_gun")    ? "gun"
                                                                        : value.parameter;
      const std::string text =
          value.parameter == "mg" ? machine_guns(vehicle) : vehicle.text(column);
      if (text.empty()) {
        throw InputError(value.place,
                         fmt::format("the listing has no {} for {}", column, vehicle.name),
                         "type it in there, or give a number");
      }
      value.text = text;
    }
  }

  /// The sum of the MG factors; empty if none is listed.
  static std::string machine_guns(const Vehicle& vehicle) {
    int sum = 0;
    bool any = false;
    for (const char* const column : {"bow_mg", "coaxial_mg", "aa_mg"}) {
      const Cell* const cell = vehicle.cell(column);
      if (cell == nullptr) continue;
      any = true;
      sum += number_in<int>(cell->text).value_or(0);
    }
    return any ? std::to_string(sum) : "";
  }

  /// Fills in the gun under `prefix`: "", "return_", "first_" or "second_".
  void fill_gun(const std::string& prefix, const Vehicle& vehicle, const Place& place) {
    const Cell* const gun = vehicle.cell("gun");
    const std::string name = prefix.empty() ? gun_parameter(procedure_)->name : prefix + "gun";
    if (gun == nullptr) {
      throw InputError(place, fmt::format("the listing has no gun for {}", vehicle.name),
                       "type it in there, such as 75LL");
    }
    fill(name, gun);
    if (name_key(vehicle.nationality) == "russian" && asked(prefix + "to_hit_number").empty() &&
        (!prefix.empty() || asked("captured") != "true")) {
      fill(prefix + "to_hit_numbers", "red", gun->place);
    }
    fill(prefix + "rate_of_fire", vehicle.cell("rate_of_fire"));
    fill(prefix + "breakdown_number", vehicle.cell("breakdown_number"));
    if (is_sherman(vehicle.nationality, vehicle.name) &&
        (!prefix.empty() || !asked("move_range").empty())) {  // 69.2
      fill(prefix + "sherman", "true", gun->place);
    }
  }

  void fill_firer() {
    fill_gun("", *firer_, firer_place_);
    if (asked("ammunition") == "heat") fill("depletion_number", firer_->cell("heat_number"));
    if (const Cell* const turret = firer_->cell("turret")) {
      fill("firer", turret->text == "true" ? "tank" : "sp_gun", turret->place);
    } else if (is_gun(firer_->text("kind"))) {
      fill("firer", "sp_gun", firer_->cell("gun")->place);
    }
  }

  /// Fills in the armor of the vehicle that is fired at.
  void fill_armor_of(const std::string& prefix, const Vehicle& vehicle) {
    fill(prefix + "target_kind", vehicle.cell("kind"));
    const std::string kind = one(prefix + "target_kind");
    if (kind == "unarmored" || is_gun(kind)) return;
    const Cell* const front = vehicle.cell("front_armor");
    const Cell* const side = vehicle.cell("side_armor");
    const bool only_side = procedure_.parameter(prefix + "side_armor") == nullptr;  // sl.atm
    fill(prefix + "armor", only_side && side != nullptr ? side : front);
    fill(prefix + "side_armor", side);
  }

  void fill_armor() {
    const bool at_tracks = asked("deliberate_immobilization") == "side" ||
                           asked("deliberate_immobilization") == "rear";
    if (!is_gun(target_->text("kind"))) fill("target_size", target_->cell("size"));
    if (at_tracks) {  // 66.2: its armor does not matter
      fill("target_kind", target_->cell("kind"));
      return;
    }
    fill_armor_of("", *target_);
    const bool hull_down = one("target") == "vehicle_hull_down" || one("hull_down") == "true";
    if (hull_down && procedure_.parameter("boxed_armor") != nullptr) {  // 64.35
      fill_if_true("boxed_armor", boxed_in(*target_, "facing"));
    }
    if (!firer_) return;
    fill_kill_numbers("", *firer_, one("ammunition"), one("target_kind"), one("facing"));
    const std::string fallback = one("fallback");
    if (fallback == "ap" || fallback == "he") {
      fill_kill_numbers("fallback_", *firer_, fallback, one("target_kind"), one("facing"));
    }
  }

  void fill_kill_numbers(const std::string& prefix, const Vehicle& gun,
                         const std::string& ammunition, const std::string& kind,
                         const std::string& facing) {
    const auto number = [&](const std::string& row) { return gun.cell(ammunition + '_' + row); };
    const std::string own = prefix + "kill_number";
    if (kind == "unarmored") return fill(own, number("unarmored"));
    if (is_gun(kind)) {  // 63.9: a kill roll through the shield only
      if (kind == "shielded_gun" && facing == "front") fill(own, number("front"));
      return;
    }
    fill(own, number(facing));
    // sl.to-kill asks whether the hit is critical. Only a critical hit is on the rear then (68.2).
    const bool may_be_critical =
        procedure_.parameter("critical_hit") == nullptr || asked("critical_hit") == "true";
    if (facing != "rear" && may_be_critical) {
      fill(prefix + "rear_kill_number", number("rear"));
    }
  }

  /// Fills in the target's gun, and what it fires back at.
  void fill_return_fire() {
    if (target_ && typed("return_gun") == given_.end()) fill_gun("return_", *target_, {});
    if (!firer_) return;
    fill_armor_of("return_", *firer_);
    if (is_gun(one("return_target_kind"))) {
      fill("return_target", "gun", firer_place_);
    } else {
      fill("return_target_size", firer_->cell("size"));
      const std::string hull_down = "vehicle_hull_down";
      if (one("return_target") == hull_down || one("move_return_target") == hull_down) {  // 64.35
        fill_if_true("return_boxed_armor", boxed_in(*firer_, "return_facing"));
      }
    }
    if (!target_) return;
    fill_kill_numbers("return_", *target_, one("return_ammunition"), one("return_target_kind"),
                      one("return_facing"));
  }

  Given given_;
  Given filled_;
  const PresetValue& preset_;
  const Procedure& procedure_;
  const VehicleListing& listing_;
  const Charts& charts_;
  std::optional<Vehicle> firer_;
  std::optional<Vehicle> target_;
  Place firer_place_;
};

}  // namespace

std::vector<VehicleName> vehicle_names(const Procedure& procedure) {
  std::vector<VehicleName> names;
  if (gun_parameter(procedure) != nullptr) {
    names.push_back({"firer", "the vehicle or gun that fires, of your listing or the base game"});
  }
  if (is_target_asked(procedure)) {
    names.push_back(
        {"target", "the vehicle or gun that is fired at; 'hull down' or 'in woods' may follow"});
  }
  if (procedure.parameter("first_gun") != nullptr) {
    names.push_back({"first",
                     "the first vehicle, of your listing or the base game; 'hull down' or 'in "
                     "woods' may follow"});
    names.push_back({"second", "the second vehicle, likewise"});
  }
  return names;
}

std::vector<GivenValue> with_vehicles(std::vector<GivenValue> given, const PresetValue& preset,
                                      const Procedure& procedure, const VehicleListing& listing,
                                      const Charts& charts) {
  return NamedVehicles(std::move(given), preset, procedure, listing, charts).all();
}

}  // namespace combat_odds::squad_leader
