#include "combat_odds/sim/slammers/command/quality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "combat_odds/core/suggest.hpp"
#include "combat_odds/sim/names.hpp"

namespace combat_odds::slammers {
namespace {

std::optional<Quality> named(std::string_view name) {
  const auto& names = quality_names();
  const auto known = std::find(names.begin(), names.end(), name);
  if (known == names.end()) return std::nullopt;
  return static_cast<Quality>(known - names.begin());
}

Quality quality_in(const CsvTable& chart, const CsvCell& cell) {
  const std::optional<Quality> quality = named(cell.text);
  if (!quality) {
    throw InputError(
        chart.place(cell), fmt::format("quality '{}'", cell.text),
        did_you_mean(cell.text, quality_names(), "elite, veteran, trained or untrained"));
  }
  return *quality;
}

}  // namespace

const std::vector<std::string>& quality_names() {
  static const std::vector<std::string> names = {"elite", "veteran", "trained", "untrained"};
  return names;
}

QualityLevels::QualityLevels(const CsvTable& chart) {
  const auto column = [&](const char* name) { return chart_column(chart, name); };
  const std::size_t quality = column("quality");
  const std::size_t qr = column("qr_at_least");
  const std::size_t assault = column("close_assault");
  const std::size_t sniper = column("sniper_located_at_least");
  const std::size_t detachment = column("detachment_tus");
  const std::size_t troop = column("troop_tus");
  for (const auto& row : chart.rows) {
    Level& level = levels_[static_cast<std::size_t>(quality_in(chart, row[quality]))];
    const auto die_number = [&](const CsvCell& cell) {
      const int number = chart_integer(chart, cell);
      if (number < 2 || number > 6) {
        throw InputError(chart.place(cell), fmt::format("{} on a die", number), "2 to 6");
      }
      return number;
    };
    level.qr_at_least = die_number(row[qr]);
    level.sniper_located_at_least = die_number(row[sniper]);
    level.close_assault = chart_integer(chart, row[assault]);
    level.detachment_tus = chart_integer(chart, row[detachment]);
    level.troop_tus = chart_integer(chart, row[troop]);
  }
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    if (levels_[i].qr_at_least == 0) {
      throw InputError({chart.file, 0, 0}, fmt::format("no row for {}", quality_names()[i]),
                       "one row each for elite, veteran, trained and untrained");
    }
  }
}

QualityRoll QualityLevels::roll(Quality quality, int modifier) const {
  const int level = static_cast<int>(quality) - modifier;
  if (level > static_cast<int>(Quality::untrained)) return {};
  const int best = levels_.front().qr_at_least;
  if (level < 0) return {std::max(2, best + level)};
  return {levels_[static_cast<std::size_t>(level)].qr_at_least};
}

TroopClasses::TroopClasses(const CsvTable& chart) {
  const auto name = chart_column(chart, "class");
  const auto fights = chart_column(chart, "fights_as");
  const auto leads = chart_column(chart, "leads_as");
  const auto tus = chart_column(chart, "detachment_tus");
  for (const auto& row : chart.rows) {
    classes_[row[name].text] = {quality_in(chart, row[fights]), quality_in(chart, row[leads]),
                                chart_integer(chart, row[tus])};
  }
}

TroopClasses::Class TroopClasses::find(std::string_view name, std::string_view parameter) const {
  if (const std::optional<Quality> quality = named(name)) return {*quality, *quality, 0};
  std::vector<std::string> names = quality_names();
  for (const auto& [other, meaning] : classes_) names.push_back(other);
  if (const auto known = find_name(name, names)) {
    if (const std::optional<Quality> quality = named(names[*known])) return {*quality, *quality, 0};
    return classes_.find(names[*known])->second;
  }
  throw ArgumentError(parameter, fmt::format("no troops are called '{}'", name),
                      did_you_mean(name, names, fmt::format("{}", fmt::join(names, ", "))));
}

Quality TroopClasses::fights_as(std::string_view name, std::string_view parameter) const {
  return find(name, parameter).fights_as;
}

Quality TroopClasses::leads_as(std::string_view name, std::string_view parameter) const {
  return find(name, parameter).leads_as;
}

std::optional<int> TroopClasses::detachment_tus(std::string_view name) const {
  const int tus = find(name, "quality").detachment_tus;
  return tus > 0 ? std::optional(tus) : std::nullopt;
}

Quality Troops::in_a_fight(const Charts& charts) const {
  return charts.get<TroopClasses>().fights_as(quality, "quality");
}

Quality Troops::as_leaders(const Charts& charts) const {
  return charts.get<TroopClasses>().leads_as(quality, "quality");
}

QualityRoll Troops::roll(const Charts& charts, int modifier) const {
  return charts.get<QualityLevels>().roll(in_a_fight(charts), modifier);
}

void Troops::describe(Declaration<Troops>& asks, const std::string& who) {
  std::vector<std::string> names = quality_names();
  names.insert(names.end(), {"warriors", "fanatics", "commissars"});
  asks.asks(&Troops::quality, "quality", one_of(std::move(names)),
            "the quality, or class, of " + who);
}

void ThunderRunTokens::describe(Declaration<ThunderRunTokens>& asks, const std::string& who) {
  asks.asks(&ThunderRunTokens::tokens, "thunder_run", 0, 2,
            "Thunder Run tokens of " + who + ", two at most: -1 QR each")
      .asks(&ThunderRunTokens::confire, "confire", "2 LP for ConFire by " + who + ": +1 QR");
}

}  // namespace combat_odds::slammers
