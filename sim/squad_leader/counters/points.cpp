#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text/plain_text.hpp"
#include "sim/declare/declaration.hpp"
#include "sim/declare/names.hpp"
#include "sim/squad_games/force_price.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"

namespace combat_odds::squad_leader {
namespace {

/// What a force costs by the point lists. No dice.
struct Points {
  enum class Nation : std::uint8_t { german, russian, rumanian, american };

  std::string units;
  std::optional<Nation> nationality;
  std::optional<Month> date;

  void prepare(const Charts& charts) {
    const auto& infantry = charts.get<InfantryPoints>(InfantryPoints::chart_name).entries();
    const auto& vehicles = charts.get<VehiclePoints>(VehiclePoints::chart_name).entries();
    std::map<std::string, std::vector<const ListedPoints*>> listed;  // by nation
    std::map<std::string, std::string> by_year;  // of a nation: what its price goes by the year of
    std::map<std::string, std::size_t> owned;    // how many of the items a nation has
    const std::vector<std::string> names = known_names(charts);
    for (const CountedName& named : read_names(units, names, "units")) {
      const std::string& name = names[named.position];
      PricedItem item{counter_name(name), named.count, {}};
      for (const std::string_view nation : nations) {
        const ListedPoints* unit =
            date ? find_points(infantry, nation, name, *date) : find_points(infantry, nation, name);
        if (unit == nullptr) unit = find_points(vehicles, nation, name);
        const bool goes_by_year = unit == nullptr && !date && has_years(infantry, nation, name);
        if (goes_by_year) by_year[std::string(nation)] = name;
        if (goes_by_year || unit != nullptr) ++owned[std::string(nation)];
        if (unit == nullptr) continue;
        item.each[std::string(nation)] =
            static_cast<int>(price(*unit, date.value_or(Month{}), {}).bpv);
        listed[std::string(nation)].push_back(unit);
      }
      if (item.each.empty()) {
        throw ArgumentError("date", fmt::format("the price of a {} goes by the year", name),
                            "the month, such as 1943-06");
      }
      list_.push_back(std::move(item));
    }
    const auto has_all = [&](const auto& nation) { return nation.second == list_.size(); };
    if (!nationality && std::ranges::count_if(owned, has_all) > 1) {
      for (const auto& [nation, name] : by_year) {
        if (owned[nation] < list_.size()) continue;
        throw ArgumentError(
            "nationality",
            fmt::format("it is not said whose the {} is, and the {} price goes by the year", name,
                        nation),
            "german, or russian with a month such as 1943-06");
      }
    }
    const auto wanted = nationality
                            ? std::optional(std::string(nations[static_cast<int>(*nationality)]))
                            : std::nullopt;
    bill_ = bill_of(list_, wanted, "units", "nationality");
    if (!date) return;
    for (const ListedPoints* const unit : listed[bill_.nation]) {
      if (const auto absent = not_to_be_had(*unit, *date)) {
        throw ArgumentError("date", absent->why,
                            absent->is_too_early ? "a later one, or another unit"
                                                 : "an earlier one, or another unit");
      }
    }
  }

  Outcome resolve(Dice& /*dice*/) const { return Outcome("priced").measure("points", bill_.sum); }

  Working working() const { return {list_text(list_), bill_.lines, {}}; }

  /// Whether a nation has it at prices that go by the year ("radio_42").
  static bool has_years(const std::vector<ListedPoints>& infantry, std::string_view nation,
                        const std::string& name) {
    return std::ranges::any_of(infantry, [&](const ListedPoints& unit) {
      return unit.nationality == nation && unit.name.starts_with(name + "_4");
    });
  }

  /// Those of both charts, and what has its year in its name without it ("radio").
  static std::vector<std::string> known_names(const Charts& charts) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    for (const ListedPoints& unit :
         charts.get<InfantryPoints>(InfantryPoints::chart_name).entries()) {
      add(unit.name);
      const bool has_year = rule_of_dates(unit.name).starts_with("Revised");
      const std::size_t year = unit.name.find("_4");
      if (has_year && year != std::string::npos) add(unit.name.substr(0, year));
    }
    for (const ListedPoints& unit :
         charts.get<VehiclePoints>(VehiclePoints::chart_name).entries()) {
      add(unit.name);
    }
    return names;
  }

 private:
  static constexpr std::array<std::string_view, 4> nations = {"german", "russian", "rumanian",
                                                              "american"};

  /// "MMG" for mmg, "field phone" for field_phone.
  static std::string counter_name(const std::string& name) {
    constexpr std::size_t abbreviation = 3;
    std::string shown = plain_name(name);
    const std::size_t first = shown.find(' ') == shown.npos ? shown.size() : shown.find(' ');
    if (first != abbreviation || shown.find_first_of("0123456789") < first) return shown;
    for (std::size_t i = 0; i < first; ++i) {
      if (shown[i] >= 'a' && shown[i] <= 'z') shown[i] = static_cast<char>(shown[i] - 'a' + 'A');
    }
    return shown;
  }

  std::vector<PricedItem> list_;
  Bill bill_;
};

/// A month, or a year for its last month.
std::optional<Month> scenario_month(std::string_view text, std::string_view parameter) {
  try {
    return read_date(std::string(text), {}, true);
  } catch (const InputError&) {
    throw ArgumentError(std::string(parameter), fmt::format("'{}' is no date", text),
                        "a month such as 1943-07, or a year");
  }
}

}  // namespace

Procedure points() {
  const NameList names = {InfantryPoints::chart_name, [](const Charts& charts) {
                            std::vector<NamedValue> values;
                            for (std::string& name : Points::known_names(charts)) {
                              values.push_back({std::move(name), 0});
                            }
                            return values;
                          }};
  return procedure<Points>("sl.points", "Revised Point Values, Point Values",
                           "what a force costs in points")
      .asks(&Points::units, "units", std::string(counted_names_form) + "3*4-6-7 8-1 mmg",
            "what is bought, counters of the point lists")
      .or_named(names)
      .tried_with({"3*4-6-7 8-1 mmg", "2*6-2-8 9-2 lmg", "4-3-6 8-0", "radio", "2*truck", "wire"})
      .asks(&Points::nationality, "nationality",
            one_of({"german", "russian", "rumanian", "american"}),
            "whose it is; default: theirs who alone have all of it")
      .asks(&Points::date, "date", "a month such as 1943-07, or a year for its last month",
            "when: what is to be had then, and at which price; default: that is not asked",
            scenario_month)
      .tried_with({"1941-06", "1943-07", "1944"})
      .outcome("priced", "the lists have all of it")
      .measure("points", "its points")
      .headline("mean points", "{} points");
}

}  // namespace combat_odds::squad_leader
