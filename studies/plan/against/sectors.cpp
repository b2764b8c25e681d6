#include "studies/plan/against/sectors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/text/columns.hpp"
#include "reports/text/situation_text.hpp"
#include "reports/text/text.hpp"
#include "studies/campaign/die_chance.hpp"

namespace combat_odds::red_barricades {
namespace {

constexpr double of_rounding = 1e-9;

double part_in(const Columns::Row& row, const char* column) {
  const std::optional<DieChance> part = read_die_chance(row.text(column));
  if (!part) {
    throw row.error(column, fmt::format("'{}' is no part of a force", row.text(column)),
                    "such as 60% or 2/3");
  }
  return part->value();
}

/// What is true of the sectors on a day: the last line of each up to then.
std::vector<const Sector*> on_day(const std::vector<Sector>& sectors, std::size_t day) {
  std::vector<const Sector*> there;
  for (const Sector& sector : sectors) {
    if (sector.from > day) continue;
    const auto earlier = std::ranges::find(there, sector.name, &Sector::name);
    if (earlier == there.end()) {
      there.push_back(&sector);
    } else {
      *earlier = &sector;
    }
  }
  return there;
}

double share_of(double mine, double theirs) {
  return mine + theirs > 0 ? mine / (mine + theirs) : 0.5;
}

/// "0.85", or "-" where they have nobody there.
std::string ratio_text(const OpposedSector& line) {
  return line.theirs > 0 ? fmt::format("{:.2f}", line.mine / line.theirs) : "-";
}

std::vector<std::string> names_in(const std::vector<OpposedSector>& lines) {
  std::vector<std::string> names;
  for (const OpposedSector& line : lines) {
    const bool is_known = std::ranges::find(names, line.sector) != names.end();
    if (!line.sector.empty() && !is_known) names.push_back(line.sector);
  }
  return names;
}

}  // namespace

std::vector<Sector> read_sectors(const TextFile& file, const CampaignCharts& charts) {
  const Columns rows(read_csv(file), {"sector", "mine", "theirs"}, {"weight", "from"});
  rows.need_rows("sector");
  std::vector<Sector> sectors;
  for (const Columns::Row row : rows) {
    Sector sector;
    sector.name = row.name("sector");
    if (sector.name.empty()) throw row.error("sector", "no name", "such as factory");
    sector.mine = part_in(row, "mine");
    sector.theirs = part_in(row, "theirs");
    if (row.has("weight")) sector.weight = row.number_above_0("weight");
    if (row.has("from")) {
      const std::optional<std::size_t> day = charts.historical.day(row.text("from"));
      if (!day) {
        throw row.error("from", fmt::format("'{}' is not possible", row.text("from")),
                        charts.historical.allowed());
      }
      sector.from = *day;
    }
    const bool is_late = std::ranges::any_of(sectors, [&](const Sector& earlier) {
      return earlier.name == sector.name && earlier.from >= sector.from;
    });
    if (is_late) {
      throw row.error(row.has("from") ? "from" : "sector",
                      fmt::format("{} has a line of that day or a later one already", sector.name),
                      "its lines in the order of their days, each day once");
    }
    sectors.push_back(sector);
  }
  for (const Sector& begins : sectors) {
    for (const auto& [whose, part] :
         {std::pair("mine", &Sector::mine), std::pair("theirs", &Sector::theirs)}) {
      double sum = 0;
      for (const Sector* const there : on_day(sectors, begins.from)) sum += there->*part;
      if (sum <= 1 + of_rounding) continue;
      throw InputError({file.name, 1, 1},
                       fmt::format("{}: the sectors have {:.4g} % of the force on {}", whose,
                                   100 * sum, short_date(charts.historical.dates()[begins.from])),
                       "parts of 100 % together or less");
    }
  }
  return sectors;
}

std::vector<OpposedSector> by_sector(const std::vector<OpposedDay>& days,
                                     const std::vector<Sector>& sectors) {
  std::vector<OpposedSector> lines;
  std::size_t day = 0;
  for (std::size_t at = 0; at < days.size(); ++at) {
    const OpposedDay& whole = days[at];
    if (at > 0 && whole.date != days[at - 1].date) ++day;
    OpposedSector all{whole.date, whole.measure, "", 0, 0, 0, 0.5};
    double weighed = 0;
    for (const Sector* const sector : on_day(sectors, day)) {
      OpposedSector& line = lines.emplace_back();
      line = {whole.date,
              whole.measure,
              sector->name,
              sector->weight,
              whole.mine * sector->mine,
              whole.theirs * sector->theirs,
              0};
      line.share = share_of(line.mine, line.theirs);
      all.weight += line.weight;
      all.mine += line.mine;
      all.theirs += line.theirs;
      weighed += line.weight * line.share;
    }
    if (all.weight > 0) all.share = weighed / all.weight;
    lines.push_back(all);
  }
  return lines;
}

std::string sectors_csv(const std::vector<OpposedSector>& lines) {
  Table table({"date", "measure", "sector", "weight", "mine", "theirs", "ratio", "share"});
  for (const OpposedSector& line : lines) {
    table.add(line.date, line.measure, line.sector.empty() ? "all" : line.sector, line.weight,
              line.mine, line.theirs,
              line.theirs > 0 ? std::optional(line.mine / line.theirs) : std::nullopt, line.share);
  }
  return table.csv();
}

std::string sectors_text(const std::vector<OpposedSector>& lines, const std::string& measure,
                         TableStyle style) {
  const std::vector<std::string> names = names_in(lines);
  std::vector<std::string> header = {measure + " by sector"};
  header.insert(header.end(), names.begin(), names.end());
  header.insert(header.end(), {"mine of both, by weight"});
  Table grid(header);
  std::vector<std::string> row;
  std::vector<std::string> weights;
  double shares = 0;
  std::size_t days = 0;
  std::vector<std::vector<std::string>> rows;
  for (const OpposedSector& line : lines) {
    if (line.measure != measure) continue;
    if (row.empty()) {
      row.assign(header.size(), "");
      row.front() = short_date(line.date);
      weights.assign(names.size(), "");
    }
    if (line.sector.empty()) {
      row.back() = percent(line.share);
      rows.push_back(std::exchange(row, {}));
      shares += line.share;
      ++days;
      continue;
    }
    const auto at = static_cast<std::size_t>(std::ranges::find(names, line.sector) - names.begin());
    row[at + 1] = ratio_text(line);
    weights[at] = fmt::format("{} {:.4g}", line.sector, line.weight);
  }
  constexpr std::size_t week = 7;
  for (std::size_t at = 0; at < rows.size(); ++at) {
    if (at % week == 0 || at + 1 == rows.size()) grid.add(std::move(rows[at]));
  }
  std::erase(weights, "");
  return grid.text(style) +
         fmt::format(
             "\nmine over theirs in each sector (-: nobody of theirs); weights: {}. By them mine "
             "is {} of what stands there, on average over the days\n",
             fmt::join(weights, ", "),
             percent(days > 0 ? shares / static_cast<double>(days) : 0.5));
}

}  // namespace combat_odds::red_barricades
