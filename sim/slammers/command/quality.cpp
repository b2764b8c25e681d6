#include "sim/slammers/command/quality.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/text/columns.hpp"
#include "core/text/suggest.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::slammers {
namespace {

std::optional<Quality> named(std::string_view name) {
  const auto& names = quality_names();
  const auto known = std::find(names.begin(), names.end(), name);
  if (known == names.end()) return std::nullopt;
  return static_cast<Quality>(known - names.begin());
}

Quality quality_in(const Columns::Row& row, const char* column) {
  return static_cast<Quality>(row.one_of(column, quality_names()));
}

}  // namespace

const std::vector<std::string>& quality_names() {
  static const std::vector<std::string> names = {"elite", "veteran", "trained", "untrained"};
  return names;
}

QualityLevels::QualityLevels(const CsvTable& chart) {
  const Columns columns =
      Columns::of_chart(chart, {"quality", "qr_at_least", "close_assault",
                                "sniper_located_at_least", "detachment_tus", "troop_tus"});
  for (const Columns::Row row : columns) {
    Level& level = levels_[static_cast<std::size_t>(quality_in(row, "quality"))];
    level.qr_at_least = row.whole_number("qr_at_least", 2, 6);
    level.sniper_located_at_least = row.whole_number("sniper_located_at_least", 2, 6);
    level.close_assault = row.whole_number("close_assault");
    level.detachment_tus = row.whole_number("detachment_tus");
    level.troop_tus = row.whole_number("troop_tus");
  }
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    if (levels_[i].qr_at_least == 0) {
      throw InputError({chart.file}, fmt::format("no row for {}", quality_names()[i]),
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
  const Columns columns =
      Columns::of_chart(chart, {"class", "fights_as", "leads_as", "detachment_tus"});
  for (const Columns::Row row : columns) {
    classes_[row.text("class")] = {quality_in(row, "fights_as"), quality_in(row, "leads_as"),
                                   row.whole_number("detachment_tus")};
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
