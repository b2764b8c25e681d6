#include "sim/squad_games/assault_force.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "core/dice/small.hpp"
#include "core/text/number_text.hpp"
#include "core/text/parts.hpp"
#include "core/text/trimmed.hpp"
#include "core/text/words.hpp"
#include "sim/declare/procedure.hpp"
#include "sim/squad_games/fire_group.hpp"

namespace combat_odds {

const char* const force_form =
    "units such as '3*4-6-7 8-1', or groups such as 'base: 2*4-6-7 MMG 9-1; assault: 3*4-6-7 8-1'";

const char* const defender_meaning =
    "the units of the defender, or groups of them, each in a Location of its own: a name, a colon, "
    "units with the weapons that they fire, and where it is told, their range ('range 3'; left out: "
    "adjacent) and 'terrain stone'";
const char* const attacker_meaning =
    "the units of the attacker, or groups of them; left out where only others fire at the defender";

namespace {

constexpr std::size_t most_in_force = 12;
constexpr int most_range = 40;

/// Words of the steps, which can't be names.
constexpr std::array<std::string_view, 8> taken = {"attacker", "defender", "both",   "at",
                                                   "and",      "if",       "unless", "until"};

bool is_name(std::string_view text) {
  const bool letters = !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
  });
  const bool digit = letters && text.front() >= '0' && text.front() <= '9';
  return letters && !digit && std::find(taken.begin(), taken.end(), text) == taken.end();
}

bool names_units(std::string_view word) {
  const std::vector<std::string_view> parts = parts_of(word, '/');
  return std::all_of(parts.begin(), parts.end(), [](std::string_view part) {
    part = part.substr(0, part.find('@'));
    const std::size_t star = part.find('*');
    return part.empty() || is_unit(star == part.npos ? part : part.substr(star + 1));
  });
}

/// "4-4-7 8-0@2 / 4-4-7".
std::vector<UnitName> read_hex(std::string_view text, std::string_view parameter) {
  std::string groups(text);
  std::replace(groups.begin(), groups.end(), '/', ';');
  return read_groups(groups, parameter, most_in_force, most_in_force);
}

constexpr int most_of_crews = 2;  ///< factors
constexpr std::string_view shielded = "shielded";
constexpr const char* vehicle_or_gun_form =
    "a vehicle such as 'tank: PzKw IV F2' or 'tank: vehicle 4/2/4', or a gun with its crew: "
    "'pak: 2-4-7 gun 75L'";

/// The words in front of "range", "terrain" and "gun".
std::string who_of(std::string_view text) {
  std::string who;
  for (const std::string_view word : words_of(text)) {
    if (word == "range" || word == "terrain" || word == "gun") break;
    who += (who.empty() ? "" : " ") + std::string(word);
  }
  return who;
}

/// A gun is served by a crew, and others stand elsewhere.
void check_crew(const AssaultForce::Group& group, std::string_view parameter) {
  const bool only_crews =
      group.weapons.empty() &&
      std::all_of(group.units.begin(), group.units.end(), [](const UnitName& unit) {
        return !unit.leader && unit.firepower > 0 && unit.firepower <= most_of_crews;
      });
  if (only_crews || group.is_vehicle()) return;
  throw ArgumentError(std::string(parameter),
                      fmt::format("'{}' is more than a gun and its crew", group.text()),
                      "the crew alone, 'pak: 2-4-7 gun 75L', and others in a group of their own");
}

/// Reads "2*4-6-7 MMG 9-1 range 3 terrain woods", "PzKw IV F2 range 6" or "2-4-7 gun 75L".
AssaultForce::Group read_group(std::string_view text, std::string_view parameter,
                               AssaultForce::FindVehicle find, const char* form) {
  AssaultForce::Group group;
  std::string units;
  std::string weapon;
  std::string gun;
  std::string* rest = &weapon;
  const auto add = [](std::string& to, std::string_view word) {
    to += (to.empty() ? "" : " ") + std::string(word);
  };
  const std::string who = who_of(text);
  const auto vehicle = find(who);
  if (vehicle) {
    group.units.push_back(AssaultForce::vehicle_unit(vehicle->name));
    group.gun = vehicle->gun;
  }
  const auto put_weapon = [&] {
    if (!weapon.empty()) group.weapons.push_back(std::exchange(weapon, ""));
  };
  std::string range;
  std::vector<std::string_view> words = words_of(text);
  if (vehicle) words.erase(words.begin(), words.begin() + std::ssize(words_of(who)));
  for (const std::string_view word : words) {
    if (word == "range") {
      rest = &range;
    } else if (word == "terrain") {
      rest = &group.terrain;
    } else if (word == "gun") {
      rest = &gun;
    } else if (rest == &gun && word == shielded) {
      group.shielded = true;
    } else if (rest == &weapon && names_units(word)) {
      put_weapon();
      add(units, word);
    } else {
      add(*rest, word);
    }
  }
  put_weapon();
  const auto check_said = [&](std::string_view name, const std::string& value, const char* right) {
    if (!value.empty() || std::find(words.begin(), words.end(), name) == words.end()) return;
    throw ArgumentError(std::string(parameter),
                        fmt::format("'{}': nothing stands behind '{}'", trimmed(text), name),
                        right);
  };
  check_said("range", range, "'range 3'");
  check_said("terrain", group.terrain, "a terrain such as 'terrain stone'");
  check_said("gun", gun, "a gun such as 'gun 75L'");
  if (!vehicle && units.empty() && !group.weapons.empty()) {
    throw ArgumentError(std::string(parameter),
                        fmt::format("'{}' is no unit and no vehicle", group.weapons.front()), form);
  }
  if (!vehicle) group.units = read_hex(units, parameter);
  if (!gun.empty()) group.gun = gun;
  if (group.shielded && (gun.empty() || vehicle)) {
    throw ArgumentError(std::string(parameter), "the gun of a crew may have a shield",
                        "'pak: 2-4-7 gun 75L shielded'");
  }
  if (!gun.empty()) check_crew(group, parameter);
  if (!range.empty()) {
    group.range = number_in<int>(range);
    if (!group.range || *group.range < 0 || *group.range > most_range) {
      throw ArgumentError(std::string(parameter), fmt::format("'{}' is no range", range),
                          fmt::format("0 to {} hexes", most_range));
    }
  }
  return group;
}

}  // namespace

namespace {

std::string with_weapons(const AssaultForce::Group& group, const std::vector<UnitName>& units) {
  std::string text = units_text(units);  // one hex
  for (std::size_t at = text.find(';'); at != text.npos; at = text.find(';', at)) {
    text.replace(at, 1, " /");
  }
  for (const std::string& weapon : group.weapons) text += " " + weapon;
  return text;
}

}  // namespace

std::string AssaultForce::Group::text() const {
  std::vector<UnitName> firing = units;
  for (UnitName& unit : firing) unit.group = unit.drm = 0;
  return with_weapons(*this, firing);
}

std::string AssaultForce::Group::firing() const {
  Group group = *this;
  const auto leads = [](const UnitName& unit) { return unit.leader; };
  const auto best =
      std::min_element(units.begin(), units.end(), [](const UnitName& one, const UnitName& two) {
        return one.leader != two.leader ? one.leader : one.modifier < two.modifier;
      });
  if (!std::all_of(units.begin(), units.end(), leads)) {
    const bool led = best != units.end() && best->leader;
    std::erase_if(group.units, leads);
    if (led) group.units.push_back(*best);
  }
  return group.text();
}

void AssaultForce::number_modifiers() {
  std::vector<int> drms = {0};
  for (Group& group : groups) {
    for (UnitName& unit : group.units) {
      const auto known = std::find(drms.begin(), drms.end(), unit.drm);
      unit.group = static_cast<int>(known - drms.begin());
      if (known == drms.end()) drms.push_back(unit.drm);
    }
  }
}

std::vector<UnitName> AssaultForce::units() const {
  std::vector<UnitName> all;
  for (const Group& group : groups) all.insert(all.end(), group.units.begin(), group.units.end());
  return all;
}

std::vector<std::string> AssaultForce::names() const {
  std::vector<std::string> all;
  for (const Group& group : groups) {
    if (!group.name.empty()) all.push_back(group.name);
  }
  return all;
}

std::string AssaultForce::text() const {
  std::string text;
  for (const Group& group : groups) {
    text += (text.empty() ? "" : ", ") + with_weapons(group, group.units);
    if (!group.gun.empty() && !group.is_vehicle()) text += " gun " + group.gun;
    if (!group.name.empty()) text += fmt::format(" ({})", group.name);
  }
  return text;
}

AssaultForce AssaultForce::read(std::string_view text, std::string_view parameter,
                                FindVehicle find) {
  return read(text, parameter, find, vehicle_or_gun_form);
}

AssaultForce AssaultForce::read(std::string_view text, std::string_view parameter, FindVehicle find,
                                const char* form) {
  AssaultForce force;
  if (text.find(':') == text.npos) {
    if (text.find(';') != text.npos) {
      throw ArgumentError(std::string(parameter),
                          "groups that stand apart have names, and units of one Location with "
                          "modifiers of their own a / between them",
                          std::string(force_form) + ", or '4-4-7@2 / 4-4-7'");
    }
    force.groups.emplace_back().units = read_hex(text, parameter);
    force.number_modifiers();
    return force;
  }
  const auto refuse = [&](const std::string& wrong, const std::string& right) {
    throw ArgumentError(std::string(parameter), wrong, right);
  };
  std::size_t units = 0;
  for (const std::string_view part : parts_of(text, ';')) {
    const std::size_t colon = part.find(':');
    const std::string_view name = trimmed(part.substr(0, std::min(colon, part.size())));
    if (colon == part.npos || !is_name(name)) {
      refuse(fmt::format("'{}' has no name", part), force_form);
    }
    const std::vector<std::string> known = force.names();
    if (find_name(name, known)) refuse(fmt::format("two groups are '{}'", name), force_form);
    force.groups.push_back(read_group(part.substr(colon + 1), parameter, find, form));
    force.groups.back().name = name;
    units += force.groups.back().units.size();
  }
  if (force.groups.size() > most_groups) {
    refuse(fmt::format("{} groups", force.groups.size()), fmt::format("at most {}", most_groups));
  }
  if (units > most_in_force) {
    refuse(fmt::format("{} units", units), fmt::format("at most {} in all", most_in_force));
  }
  force.number_modifiers();
  return force;
}

AssaultForce AssaultForce::read_infantry(std::string_view text, std::string_view parameter,
                                         const char* instead) {
  const auto none = [](std::string_view) -> std::optional<KnownVehicle> { return std::nullopt; };
  AssaultForce force = read(text, parameter, none, instead);
  if (const Group* const group = force.ordnance()) {
    throw ArgumentError(std::string(parameter),
                        fmt::format("'{}': guns are no groups here", group->name), instead);
  }
  return force;
}

namespace {

GroupNames::Arms arms_of(const AssaultForce& force) {
  GroupNames::Arms arms;
  for (std::size_t g = 0; g < force.groups.size(); ++g) {
    const std::uint8_t bit = small(1u << g);
    if (force.groups[g].is_vehicle()) arms.vehicles |= bit;
    if (!force.groups[g].gun.empty()) arms.guns |= bit;
  }
  return arms;
}

/// The terrain of the groups under fire, where the step says none.
void add_terrain(std::vector<std::string>& words, const AssaultStep& step,
                 const AssaultForce& target, std::uint8_t at) {
  if (step.says("terrain")) return;
  for (std::size_t g = 0; g < target.groups.size(); ++g) {
    const std::string& terrain = target.groups[g].terrain;
    if ((at >> g & 1) == 0 || terrain.empty()) continue;
    words.emplace_back("terrain");
    for (const std::string_view word : words_of(terrain)) words.emplace_back(word);
  }
}

void append(std::vector<std::string>& words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
}

constexpr int gun_shield = 2;  // COI 63.52

}  // namespace

GroupNames group_names(const AssaultForce& attacker, const AssaultForce& defender,
                       std::string_view parameter, const OrdnanceElsewhere* elsewhere) {
  GroupNames names{attacker.names(), defender.names(), arms_of(attacker), arms_of(defender),
                   elsewhere};
  for (const std::string& name : names.defender) {
    if (!find_name(name, names.attacker)) continue;
    throw ArgumentError(std::string(parameter), fmt::format("a group of either side is '{}'", name),
                        "two names");
  }
  return names;
}

std::vector<std::string> words_of_own_fire(const AssaultStep& step, const AssaultForce& firing,
                                           const AssaultForce& target, WordsOfPhase of_phase,
                                           std::string_view parameter) {
  const bool by_attacker = step.kind == AssaultStep::Kind::fire;
  const std::uint8_t by = by_attacker ? step.attackers : step.defenders;
  const std::uint8_t at = by_attacker ? step.defenders : step.attackers;
  std::vector<std::string> words;
  std::optional<int> range;
  bool one_range = true;
  const AssaultForce::Group* first = nullptr;
  for (std::size_t g = 0; g < firing.groups.size(); ++g) {
    if ((by >> g & 1) == 0) continue;
    const AssaultForce::Group& group = firing.groups[g];
    if (first == nullptr) first = &group;
    const std::string text = group.firing();
    for (const std::string_view word : words_of(text)) words.emplace_back(word);
    const int here = group.range.value_or(1);
    one_range = one_range && (!range || *range == here);
    range = here;
  }
  std::vector<std::string> rest = step.words;
  const auto number = [&](auto word) {
    return word == rest.end() ? std::nullopt : signed_number(*word);
  };
  const int shield = shield_drm(target, at);
  if (const std::optional<int> drm = number(rest.begin())) {
    words.insert(words.end(), {"drm", shield == 0 ? rest.front() : std::to_string(*drm + shield)});
    rest.erase(rest.begin());
  } else if (shield != 0) {
    const auto word = std::find(rest.begin(), rest.end(), "drm");
    const std::optional<int> said = number(word == rest.end() ? word : word + 1);
    if (said) {
      word[1] = std::to_string(shield + *said);
    } else {
      words.insert(words.end(), {"drm", std::to_string(shield)});
    }
  }
  if (!step.says("range")) {
    if (!one_range) {
      throw ArgumentError(std::string(parameter),
                          fmt::format("'{}': the groups are not equally far away", step.text),
                          "'range 3' in the step");
    }
    words.insert(words.end(), {"range", std::to_string(range.value_or(1))});
  }
  add_terrain(words, step, target, at);
  if (first != nullptr) append(words, of_phase(step, *first));
  append(words, rest);
  return words;
}

int shield_drm(const AssaultForce& target, std::uint8_t at) {
  for (std::size_t g = 0; g < target.groups.size(); ++g) {
    if ((at >> g & 1) != 0 && target.groups[g].shielded) return gun_shield;
  }
  return 0;
}

std::vector<std::string> words_of_gun(const AssaultStep& step, const AssaultForce::Group& firing) {
  std::vector<std::string> words = {"gun"};
  for (const std::string_view word : words_of(firing.gun)) words.emplace_back(word);
  if (!step.says("range")) {
    words.insert(words.end(), {"range", std::to_string(firing.range.value_or(1))});
  }
  return words;
}

std::vector<std::string> words_of_rounds(const AssaultStep& step,
                                         const AssaultForce::Group& firing) {
  const std::vector<std::string>& said = step.words;
  for (std::size_t i = 0; i < said.size(); ++i) {
    const bool is_value = i > 0 && said[i - 1] == "target";  // refused with its choices
    if (is_value || (said[i] != "gun" && said[i] != "vehicle")) continue;
    throw ArgumentError("steps", fmt::format("'{}': the groups tell the {}", step.text, said[i]),
                        "leave it out");
  }
  return words_of_gun(step, firing);
}

std::vector<std::string> words_of_own_gun(const AssaultStep& step, const AssaultForce& firing,
                                          const AssaultForce& target, WordsOfPhase of_phase) {
  const bool by_attacker = step.kind == AssaultStep::Kind::fire;
  const std::uint8_t by = by_attacker ? step.attackers : step.defenders;
  const std::uint8_t at = by_attacker ? step.defenders : step.attackers;
  const std::vector<std::string>& rest = step.words;
  const AssaultForce::Group& group =
      firing.groups.at(static_cast<std::size_t>(std::countr_zero(by)));
  std::vector<std::string> words = words_of_gun(step, group);
  add_terrain(words, step, target, at);
  append(words, of_phase(step, group));
  append(words, rest);
  return words;
}

}  // namespace combat_odds
