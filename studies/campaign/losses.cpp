#include "studies/campaign/losses.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text/columns.hpp"
#include "core/text/suggest.hpp"

namespace combat_odds::red_barricades {
namespace {

constexpr int most_initial = 1000;
constexpr const char* right_chance = "a chance such as 8%, 2.5% or 1/12";
constexpr const char* right_dice = "a whole number or dice such as 2d6-1";

/// The units that can stand on the map and be lost, by kind or by name ("squads 4-6-7").
const std::vector<std::string> kinds = {"squads", "leaders",         "afvs",
                                        "guns",   "support_weapons", "crews"};

bool is_kind_of_unit(const std::string& measure, const CampaignCharts& charts) {
  const std::size_t space = measure.find(' ');
  if (std::ranges::find(kinds, measure.substr(0, space)) == kinds.end()) return false;
  if (space == std::string::npos) return true;
  const std::vector<std::string> names = unit_names(charts);
  return std::ranges::find(names, measure.substr(space + 1)) != names.end();
}

DiceSum dice_in(const Columns::Row& row, const char* column) {
  if (!row.has(column)) return {};
  const std::optional<DiceSum> sum = read_dice_sum(row.text(column));
  if (!sum) row.fault(column, fmt::format("'{}' is not possible", row.text(column)), right_dice);
  return sum.value_or(DiceSum{});
}

DieChance chance_in(const Columns::Row& row, const char* column) {
  if (!row.has(column)) return {};
  const std::optional<DieChance> chance = read_die_chance(row.text(column));
  if (!chance) {
    row.fault(column, fmt::format("'{}' is no chance", row.text(column)), right_chance);
  }
  return chance.value_or(DieChance{});
}

void read_lost(const Columns::Row& row, LossLine& line) {
  if (!row.has("lost")) return;
  const std::string& text = row.text("lost");
  if (const std::optional<DiceSum> sum = read_dice_sum(text)) {
    line.lost = *sum;
  } else if (const std::optional<DieChance> each = read_die_chance(text)) {
    line.lost_each = *each;
  } else {
    row.fault("lost", fmt::format("'{}' is not possible", text),
              fmt::format("{} of each unit, or {} of units", right_chance, right_dice));
  }
}

std::optional<LossLine> read_line(const Columns::Row& row, const CampaignCharts& charts) {
  const std::optional<Side> side = side_in(row);
  LossLine line;
  line.place = row.place();
  line.measure = row.text("measure");
  if (!is_kind_of_unit(line.measure, charts)) {
    row.fault("measure", fmt::format("'{}' is nothing that is lost in a fight", line.measure),
              did_you_mean(line.measure, kinds,
                           fmt::format("{}, or one kind of them such as 'squads 4-6-7'",
                                       fmt::join(kinds, ", "))));
  }
  line.initial = row.whole_number("initial", 0, most_initial, 0);
  read_lost(row, line);
  line.replaced = dice_in(row, "replaced");
  line.hardened = chance_in(row, "hardened");
  line.into = row.text("into");
  if ((line.hardened.hits > 0) != !line.into.empty()) {
    row.fault(line.into.empty() ? "into" : "hardened",
              "'hardened' and 'into' tell together how many become what", "both or neither");
  }
  if (!side) return std::nullopt;
  line.side = *side;
  return line;
}

}  // namespace

CampaignLosses read_campaign_losses(const TextFile& file, const CampaignCharts& charts,
                                    Faults& faults) {
  const Columns rows =
      campaign_columns(file, {"side", "measure", "lost"},
                       {"initial", "replaced", "hardened", "into"}, "loss", faults);
  CampaignLosses losses;
  const auto known = [&](Side side, const std::string& measure) {
    return std::ranges::any_of(losses.lines, [&](const LossLine& line) {
      return line.side == side && line.measure == measure;
    });
  };
  for (const Columns::Row row : rows) {
    const std::optional<LossLine> line = read_line(row, charts);
    if (!line) continue;
    if (known(line->side, line->measure)) {
      row.fault("measure", fmt::format("{} is listed twice", line->measure),
                "each measure of a side once");
    }
    losses.lines.push_back(*line);
  }
  for (const LossLine& line : losses.lines) {
    if (line.into.empty() || (line.into != line.measure && known(line.side, line.into))) continue;
    faults.add(line.place, fmt::format("no {} line counts '{}'", name_of(line.side), line.into),
               "into the measure of another line");
  }
  return losses;
}

}  // namespace combat_odds::red_barricades
