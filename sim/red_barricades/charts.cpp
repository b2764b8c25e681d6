#include "sim/red_barricades/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "core/text/columns.hpp"
#include "core/text/lower.hpp"
#include "core/text/number_text.hpp"
#include "core/text/words.hpp"
#include "sim/asl/units/unit_points.hpp"
#include "sim/declare/calendar.hpp"
#include "sim/declare/names.hpp"
#include "sim/declare/units.hpp"

namespace combat_odds::red_barricades {
namespace {

using Kind = ReinforcementGroup::Kind;

Side side_in(const Columns::Row& row, const char* column) {
  const std::optional<Side> side = side_named(row.text(column));
  if (!side) {
    throw row.error(column, fmt::format("side '{}'", row.text(column)), "german or russian");
  }
  return *side;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() < 6 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
}

/// Reads "2 HMG + 2 81* MTR".
std::vector<Count> read_counts(std::string_view text) {
  std::vector<Count> counts;
  for (std::size_t i = 0; i <= text.size();) {
    const std::size_t plus = std::min(text.find(" + ", i), text.size());
    std::vector<std::string_view> part = words_of(text.substr(i, plus - i));
    Count count;
    if (part.size() > 1 && is_number(part.front())) {
      count.number = std::stoi(std::string(part.front()));
      part.erase(part.begin());
    }
    count.name = fmt::format("{}", fmt::join(part, " "));
    counts.push_back(count);
    i = plus + 3;
  }
  return counts;
}

/// Reads 80 from "80+mm OBA Module".
int oba_size(const Columns::Row& row) {
  const std::string& unit = row.text("unit");
  const std::optional<int> size = number_in<int>(unit.substr(0, unit.find("+mm")));
  if (!size || *size < 1) {
    throw row.error("unit", fmt::format("an OBA module '{}'", unit),
                    "its size in front, such as '80+mm OBA Module'");
  }
  return *size;
}

bool is_squad(const std::string& unit) {
  return std::count(unit.begin(), unit.end(), '-') == 2 &&
         std::isdigit(static_cast<unsigned char>(unit.front()));
}

std::optional<Kind> kind_of(const std::string& id, const std::string& unit) {
  switch (id.front()) {
    case 'A':
      return Kind::platoon;
    case 'I':
      return is_squad(unit) ? Kind::company : Kind::weapons_platoon;
    case 'G':
      return Kind::battery;
    case 'S':
      return Kind::stuka;
    case 'O':
      if (unit.ends_with("OBA Module")) return Kind::oba_module;
      if (unit.ends_with("Observer")) return Kind::observer;
      if (unit.ends_with("Plane")) return Kind::spotter_plane;
      return std::nullopt;
    case 'M':
      if (unit.ends_with("FPP")) return Kind::fortifications;
      if (unit.starts_with("SAN")) return Kind::sniper;
      if (unit.starts_with("MOL")) return Kind::mol_capability;
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

}  // namespace

const std::string& name_of(Side side) {
  static const std::array<std::string, 2> names = {"german", "russian"};
  return names[static_cast<std::size_t>(side)];
}

std::optional<Side> side_named(std::string_view name) {
  const std::string wanted = lower(name);
  for (const Side side : {Side::german, Side::russian}) {
    if (wanted == name_of(side)) return side;
  }
  return std::nullopt;
}

bool ReinforcementGroup::available(std::string_view date) const {
  if (october_only && date > "1942-10-31") return false;
  return !(from_5_november && date < "1942-11-05");
}

std::string ReinforcementGroup::availability() const {
  return october_only ? "only in October" : from_5_november ? "only from 5 November" : "";
}

ReinforcementGroups::ReinforcementGroups(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(
      chart,
      {"side", "id", "group", "full", "depleted", "unit", "cpp", "daily_max", "cg3_max", "notes"});
  for (const Columns::Row row : columns) {
    ReinforcementGroup group;
    group.side = side_in(row, "side");
    group.id = row.text("id");
    group.name = row.text("group");
    const std::optional<Kind> kind =
        group.id.empty() ? std::nullopt : kind_of(group.id, row.text("unit"));
    if (!kind) {
      throw row.error("id", fmt::format("group {} with unit '{}'", group.id, row.text("unit")),
                      "an id and a unit as printed on the chart");
    }
    group.kind = *kind;
    group.units = read_counts(row.text("unit"));
    if (group.kind == Kind::company || group.kind == Kind::platoon) {
      group.full = row.whole_number("full");
      group.depleted = row.whole_number("depleted");
    }
    const auto footnote = [&](char letter) {
      return row.text("notes").find(letter) != std::string::npos;
    };
    group.rocket = row.text("unit").find("Rocket") != std::string::npos;
    if (group.kind == Kind::oba_module) group.oba_mm = oba_size(row);
    group.pre_registered = footnote('p');
    // Section 6: e marks the Assault Engineers; section 7: Militia, known by its October footnote.
    group.always_full = group.kind == Kind::company && (footnote('e') || footnote('f'));
    group.assault_engineers = footnote('e');
    group.october_only = footnote('f');
    group.from_5_november = footnote('n');
    group.cpp = row.whole_number("cpp");
    group.daily_max = row.whole_number("daily_max");
    group.campaign_max = row.whole_number("cg3_max");
    groups_.push_back(std::move(group));
  }
}

const ReinforcementGroup* ReinforcementGroups::find(Side side, std::string_view name) const {
  const std::string wanted = name_key(name);
  for (const ReinforcementGroup& group : groups_) {
    if (group.side != side) continue;
    if (name_key(group.id) == wanted || name_key(group.name) == wanted) return &group;
    const bool vehicles = group.kind == ReinforcementGroup::Kind::platoon;
    if (vehicles && name_key(group.units.front().name) == wanted) return &group;
  }
  return nullptr;
}

std::vector<std::string> ReinforcementGroups::names(Side side) const {
  std::vector<std::string> names;
  for (const ReinforcementGroup& group : groups_) {
    if (group.side != side) continue;
    names.push_back(group.id);
    names.push_back(group.name);
  }
  return names;
}

HistoricalDrm::HistoricalDrm(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"date", "german", "russian"});
  for (const Columns::Row row : columns) {
    const std::optional<std::chrono::sys_days> day =
        read_day(row.text("date"), std::chrono::year(0));
    if (!day || day_text(*day) != row.text("date") ||
        (!dates_.empty() && row.text("date") <= dates_.back())) {
      throw row.error("date", fmt::format("date '{}'", row.text("date")),
                      "days in order, written as 1942-10-17");
    }
    if (dates_.empty()) year_ = std::chrono::year_month_day(*day).year();
    dates_.push_back(row.text("date"));
    drm_.push_back({row.whole_number("german"), row.whole_number("russian")});
  }
  if (dates_.empty()) throw InputError({chart.file, 2, 1}, "no day", "a line for each day");
}

std::optional<std::size_t> HistoricalDrm::day(std::string_view text) const {
  const std::optional<std::chrono::sys_days> wanted = read_day(text, year_);
  if (!wanted) return std::nullopt;
  const auto known = std::find(dates_.begin(), dates_.end(), day_text(*wanted));
  if (known == dates_.end()) return std::nullopt;
  return static_cast<std::size_t>(known - dates_.begin());
}

std::string HistoricalDrm::allowed() const {
  return fmt::format("a day from {} to {}", dates_.front(), dates_.back());
}

LeaderTable::LeaderTable(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"final_dr", "german", "russian"});
  for (const Columns::Row row : columns) {
    const int dr = row.whole_number("final_dr");
    if (rows_.empty()) first_ = dr;
    if (dr != first_ + static_cast<int>(rows_.size())) {
      throw row.error("final_dr", fmt::format("Final DR {}", dr),
                      fmt::format("{}", first_ + static_cast<int>(rows_.size())));
    }
    rows_.emplace_back();
    for (const Side side : {Side::german, Side::russian}) {
      try {
        for (const UnitName& leader : read_units(row.text(name_of(side)), "leaders")) {
          if (!leader.leader) throw ArgumentError("leaders", leader.text + " is no leader", "8-1");
          rows_.back()[static_cast<std::size_t>(side)].push_back(leader.text);
        }
      } catch (const ArgumentError& error) {
        throw row.error(name_of(side), error.what(), error.right());
      }
    }
  }
  if (rows_.empty()) throw InputError({chart.file, 2, 1}, "no row", "a line for each Final DR");
}

std::size_t LeaderTable::row(int final_dr) const {
  return static_cast<std::size_t>(
      std::clamp(final_dr - first_, 0, static_cast<int>(rows_.size()) - 1));
}

LeaderDrm::LeaderDrm(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"side", "condition", "drm"});
  for (const Columns::Row row : columns) {
    values_[{side_in(row, "side"), row.text("condition")}] = row.whole_number("drm");
  }
  for (const auto& [of, name] : std::vector<std::pair<Side, std::string>>{
           {Side::german, "depleted"},
           {Side::russian, "depleted"},
           {Side::german, "CG II scenario"},
           {Side::german, "sixth to eighth German Rifle Coy purchased"},
           {Side::german, "ninth German Rifle Coy purchased"},
           {Side::russian, "Guards Coy"},
           {Side::russian, "first line SMG Coy"}}) {
    if (!values_.contains({of, name})) {
      throw InputError({chart.file, 1, 1}, fmt::format("no line '{},{}'", name_of(of), name),
                       "a line for each modifier of the chart");
    }
  }
}

int LeaderDrm::value(Side side, const std::string& condition) const {
  const auto known = values_.find({side, condition});
  return known == values_.end() ? 0 : known->second;
}

int LeaderDrm::company(const ReinforcementGroup& group, int ordinal) const {
  if (ordinal_counts(group)) {
    // The chart ends with the ninth company; later ones count as ninth.
    if (ordinal >= 9) return value(Side::german, "ninth German Rifle Coy purchased");
    if (ordinal >= 6) return value(Side::german, "sixth to eighth German Rifle Coy purchased");
    return 0;
  }
  if (group.side == Side::russian && group.name.starts_with("Gds ")) {
    return value(Side::russian, "Guards Coy");
  }
  if (group.side == Side::russian && group.name == "SMG Coy") {
    return value(Side::russian, "first line SMG Coy");
  }
  return value(group.side, group.name);
}

int LeaderDrm::second_campaign_game(Side side) const { return value(side, "CG II scenario"); }

DrTable::DrTable(const CsvTable& chart, const char* result_column, std::optional<Side> side) {
  std::vector<std::string> needed = {"final_dr_at_most", result_column};
  if (side) needed.emplace_back("side");
  const Columns columns = Columns::of_chart(chart, needed);
  for (const Columns::Row row : columns) {
    if (side && side_in(row, "side") != *side) continue;
    const int last = row.whole_number("final_dr_at_most");
    if (!rows_.empty() && last <= rows_.back().first) {
      throw row.error("final_dr_at_most", fmt::format("Final DR {}", last),
                      fmt::format("more than {}", rows_.back().first));
    }
    rows_.emplace_back(last, row.text(result_column));
  }
  if (rows_.empty()) throw InputError({chart.file, 2, 1}, "no result", "a line for each result");
}

const std::string& DrTable::at(int final_dr) const {
  for (const auto& [at_most, result] : rows_) {
    if (final_dr <= at_most) return result;
  }
  return rows_.back().second;
}

StrengthTable::StrengthTable(const CsvTable& chart) : table_(chart, "strength", std::nullopt) {}

AmmoTable::AmmoTable(const CsvTable& chart)
    : tables_{DrTable(chart, "ammo", Side::german), DrTable(chart, "ammo", Side::russian)} {}

CompanyWeapons::CompanyWeapons(const CsvTable& chart) {
  static const std::vector<std::pair<const char*, const char*>> names = {
      {"hmg", "HMG"},      {"mmg", "MMG"}, {"lmg", "LMG"}, {"atr", "ATR"},
      {"lt_mtr", "LtMtr"}, {"ft", "FT"},   {"dc", "DC"}};
  const Columns columns = Columns::of_chart(
      chart, {"side", "company", "hmg", "mmg", "lmg", "atr", "lt_mtr", "ft", "dc"});
  for (const Columns::Row row : columns) {
    std::vector<Count>& weapons = weapons_[{side_in(row, "side"), row.text("company")}];
    for (const auto& [name, printed] : names) {
      if (row.has(name)) weapons.push_back({row.whole_number(name), printed});
    }
  }
}

const std::vector<Count>& CompanyWeapons::of(const ReinforcementGroup& company) const {
  static const std::vector<Count> none;
  const auto known = weapons_.find({company.side, company.name});
  return known == weapons_.end() ? none : known->second;
}

InfantryPoints::InfantryPoints(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"nationality", "unit", "bpv"});
  for (const Columns::Row row : columns) {
    points_[{side_in(row, "nationality"), row.text("unit")}] = row.whole_number("bpv");
  }
}

std::optional<int> InfantryPoints::points(const ReinforcementGroup& group,
                                          const std::string& unit) const {
  const auto known = points_.find({group.side, unit});
  if (known == points_.end()) return std::nullopt;
  return known->second + (group.assault_engineers ? asl::UnitPoints::for_engineers : 0);
}

}  // namespace combat_odds::red_barricades
