#include "studies/points/points_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "reports/tables/table.hpp"
#include "studies/points/side_totals.hpp"

namespace combat_odds {
namespace {

using Json = nlohmann::ordered_json;

bool is_to_be_had(const PricedUnit& unit) { return unit.availability != Availability::not_yet; }

const char* availability_name(const PricedUnit& unit) {
  if (!is_to_be_had(unit)) return "not_yet";
  if (!unit.listed) return "";
  return unit.availability == Availability::early  ? "early"
         : unit.availability == Availability::late ? "late"
                                                   : "common";
}

/// At most two digits after the point: sums of halves and twentieths have long tails otherwise.
double rounded(double points) { return std::round(points * 100) / 100; }

std::string rarity_text(const PricedUnit& unit) {
  return unit.listed ? points_text(unit.each.rarity) : std::string();
}

/// What is not to be had has no price, which is not a price of 0.
std::string price_cell(double points, bool is_known) {
  return is_known ? points_text(points) : std::string();
}
Json price_json(double points, bool is_known) {
  return is_known ? Json(rounded(points)) : Json(nullptr);
}

}  // namespace

std::string points_text(double points) { return fmt::format("{}", rounded(points)); }

Table points_lines(const std::vector<PricedUnit>& force) {
  Table table({"side", "nationality", "unit", "kind", "quantity", "options", "bpv", "rarity", "npv",
               "total_bpv", "total_npv", "availability"});
  for (const PricedUnit& unit : force) {
    const bool is_known = is_to_be_had(unit);
    const auto cell = [&](double points) { return price_cell(points, is_known); };
    table.add(unit.side, unit.nationality, unit.unit, unit.kind, unit.quantity, unit.options,
              cell(unit.each.bpv), is_known ? rarity_text(unit) : "", cell(unit.each.npv),
              cell(unit.quantity * unit.each.bpv), cell(unit.quantity * unit.each.npv),
              availability_name(unit));
  }
  for (const SideTotal& total : side_totals(force)) {
    table.add(total.side, "", "total", "", total.quantity, "", "", "", "",
              price_cell(total.bpv, total.is_known), price_cell(total.npv, total.is_known),
              total.prices_name());
  }
  return table;
}

std::string points_json(const std::vector<PricedUnit>& force, Month date) {
  Json document = {{"date", month_text(date)}, {"units", Json::array()}, {"totals", Json::array()}};
  for (const PricedUnit& unit : force) {
    Json entry = {{"side", unit.side},
                  {"nationality", unit.nationality},
                  {"unit", unit.unit},
                  {"kind", unit.kind},
                  {"quantity", unit.quantity},
                  {"options", unit.options},
                  {"bpv", price_json(unit.each.bpv, is_to_be_had(unit))}};
    const bool is_known = is_to_be_had(unit);
    entry["rarity"] = price_json(unit.each.rarity, unit.listed && is_known);
    entry["npv"] = price_json(unit.each.npv, is_known);
    entry["total_bpv"] = price_json(unit.quantity * unit.each.bpv, is_known);
    entry["total_npv"] = price_json(unit.quantity * unit.each.npv, is_known);
    if (*availability_name(unit) != '\0') entry["availability"] = availability_name(unit);
    if (!unit.not_priced.empty()) entry["not_priced"] = unit.not_priced;
    if (unit.each.worst_npv != unit.each.npv) entry["worst_npv"] = rounded(unit.each.worst_npv);
    for (const squad_leader::OptionalArmament& weapon : unit.diced) {
      entry["dice"].push_back({{"what", weapon.name},
                               {"dice", weapon.one_die ? 1 : 2},
                               {"number", *weapon.number},
                               {"chance", weapon.chance()}});
    }
    document["units"].push_back(std::move(entry));
  }
  for (const SideTotal& total : side_totals(force)) {
    document["totals"].push_back({{"side", total.side},
                                  {"quantity", total.quantity},
                                  {"bpv", price_json(total.bpv, total.is_known)},
                                  {"npv", price_json(total.npv, total.is_known)}});
    if (*total.prices_name() != '\0') document["totals"].back()["prices"] = total.prices_name();
  }
  if (const auto sides = balance(side_totals(force))) {
    document["balance"] = {{"first", sides->first},
                           {"second", sides->second},
                           {"bpv_difference", rounded(sides->bpv_difference)},
                           {"npv_difference", rounded(sides->npv_difference)},
                           {"bpv_ratio", sides->bpv_ratio},
                           {"npv_ratio", sides->npv_ratio}};
  }
  return document.dump(2) + "\n";
}

std::string points_table(const std::vector<PricedUnit>& force, Month date, TableStyle style) {
  std::string text = fmt::format("{}points in {}\n{}", style == TableStyle::markdown ? "### " : "",
                                 month_text(date), style == TableStyle::markdown ? "\n" : "");
  Table grid({"unit", "quantity", "BPV", "Rarity", "NPV", "BPV in all", "NPV in all", ""});
  for (const SideTotal& total : side_totals(force)) {
    for (const PricedUnit& unit : force) {
      if (unit.side != total.side) continue;
      std::string name = unit.unit;
      if (!unit.options.empty()) name += fmt::format(" ({})", unit.options);
      if (unit.side != unit.nationality) name = unit.nationality + " " + name;
      const bool usual = !unit.listed || unit.availability == Availability::common;
      grid.add(unit.side + ": " + name, unit.quantity, points_text(unit.each.bpv),
               rarity_text(unit), points_text(unit.each.npv),
               points_text(unit.quantity * unit.each.bpv),
               points_text(unit.quantity * unit.each.npv), usual ? "" : availability_name(unit));
    }
    grid.add(total.side + " in all", total.quantity, "", "", "", points_text(total.bpv),
             points_text(total.npv), total.prices_name());
  }
  if (const auto sides = balance(side_totals(force))) {
    const std::string name = sides->first + " to " + sides->second;
    const auto signed_points = [](double points) {
      return (points > 0 ? "+" : "") + points_text(points);
    };
    grid.add(name + ", difference", "", "", "", "", signed_points(sides->bpv_difference),
             signed_points(sides->npv_difference), "");
    grid.add(name + ", ratio", "", "", "", "", fmt::format("{:.3f}", sides->bpv_ratio),
             fmt::format("{:.3f}", sides->npv_ratio), "");
  }
  text += grid.text(style);
  std::string apart;
  for (const PricedUnit& unit : force) {
    if (unit.not_priced.empty()) continue;
    apart += fmt::format("  {}: {}: {}\n", unit.side, unit.unit, unit.not_priced);
  }
  if (!apart.empty()) text += "\nnot in these prices, and bought apart:\n" + apart;
  return text;
}

std::vector<SideOfForce> sides_of_force(const std::string& file,
                                        const std::vector<PricedUnit>& force) {
  std::vector<SideOfForce> sides;
  for (const PricedUnit& unit : force) {
    auto side = std::ranges::find(sides, unit.side, &SideOfForce::side);
    if (side == sides.end()) side = sides.insert(sides.end(), {file, unit.side, {}});
    side->units.push_back(unit);
  }
  return sides;
}

Table sides_beside(const std::vector<SideOfForce>& sides, SidesForm form) {
  std::vector<std::string> kinds = {"squad", "crew", "leader"};
  for (const SideOfForce& side : sides) {
    for (const PricedUnit& unit : side.units) {
      if (std::ranges::find(kinds, unit.kind) == kinds.end()) kinds.push_back(unit.kind);
    }
  }
  kinds.emplace_back();  // all of them
  // A table on the screen goes by the sides alone where these tell them apart.
  const bool sides_do = std::ranges::all_of(sides, [&](const SideOfForce& side) {
    return std::ranges::count(sides, side.side, &SideOfForce::side) == 1;
  });
  std::vector<std::string> header = {"kind"};
  for (const SideOfForce& side : sides) {
    const std::string name =
        form == SidesForm::screen && sides_do ? side.side : side.file + ": " + side.side;
    const std::string each = form == SidesForm::screen ? "" : name + " ";
    header.insert(header.end(), {name, each + "NPV", each + "share"});
  }
  Table grid(header);
  for (const std::string& kind : kinds) {
    std::vector<std::string> row = {kind.empty() ? "in all" : kind};
    int in_all = 0;
    for (const SideOfForce& side : sides) {
      int number = 0;
      double npv = 0;
      double total = 0;
      for (const PricedUnit& unit : side.units) {
        total += unit.quantity * unit.each.npv;
        if (!kind.empty() && unit.kind != kind) continue;
        number += unit.quantity;
        npv += unit.quantity * unit.each.npv;
      }
      in_all += number;
      row.insert(row.end(), {fmt::format("{}", number), points_text(npv),
                             fmt::format("{:.1f} %", 100 * npv / total)});
    }
    if (in_all > 0) grid.add(std::move(row));
  }
  return grid;
}

}  // namespace combat_odds
