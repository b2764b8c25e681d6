#include "sim/asl/to_kill/penetration.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/text/columns.hpp"
#include "sim/asl/infantry/ift_headings.hpp"
#include "sim/asl/to_hit/range_table.hpp"
#include "sim/asl/units/named_numbers.hpp"

namespace combat_odds::asl {
namespace {

using Kind = Projectile::Kind;

/// The effect of a To Kill DR, by its relation to the Final To Kill number (C7.7), chart
/// asl/vehicle-destruction.csv.
class DestructionTable {
 public:
  static constexpr const char* chart_name = "asl/vehicle-destruction.csv";
  enum class Column { direct_fire, machine_gun, unarmored };
  enum class Row { at_most_half, below, equal, one_above_he, one_above_other };

  explicit DestructionTable(const CsvTable& chart) {
    static const char* const classes[] = {"direct_fire", "machine_gun", "unarmored"};
    static const char* const rows[] = {"at_most_half", "below", "equal", "one_above_he",
                                       "one_above_other"};
    const Columns columns =
        Columns::of_chart(chart, {"final_tk_dr", classes[0], classes[1], classes[2]});
    if (chart.rows.size() != std::size(rows)) {
      throw InputError({chart.file, 1, 1}, "a row is missing, or one is too many",
                       "the rows of the built-in chart");
    }
    for (std::size_t r = 0; r < std::size(rows); ++r) {
      const Columns::Row row = columns[r];
      if (row.text("final_tk_dr") != rows[r]) {
        throw row.error("final_tk_dr", fmt::format("row '{}'", row.text("final_tk_dr")), rows[r]);
      }
      for (std::size_t c = 0; c < std::size(classes); ++c) {
        entries_[r][c] = entry(row, classes[c]);
      }
    }
  }

  Damage at(Row row, Column column, bool turret) const {
    return entries_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)][turret];
  }

 private:
  /// For the hull and the turret.
  using Entry = std::array<Damage, 2>;

  static Entry entry(const Columns::Row& row, const char* column) {
    static const std::map<std::string, Entry> entries = {
        {"burn", {Damage::burning, Damage::burning}},
        {"eliminated", {Damage::eliminated, Damage::eliminated}},
        {"immobilized", {Damage::immobilized, Damage::immobilized}},
        {"immobilized_or_shock", {Damage::immobilized, Damage::shock}},
        {"possible_shock", {Damage::possible_shock, Damage::possible_shock}},
        {"stun", {Damage::stun, Damage::stun}},
        {"-", {Damage::none, Damage::none}},
    };
    const auto found = entries.find(row.text(column));
    if (found == entries.end()) {
      throw row.error(column, fmt::format("'{}' is no result", row.text(column)),
                      "burn, eliminated, immobilized, immobilized_or_shock, possible_shock, stun "
                      "or -");
    }
    return found->second;
  }

  std::array<std::array<Entry, 3>, 5> entries_{};
};

std::optional<int> chart_number(const Charts& charts, const char* chart, const std::string& row,
                                bool russian) {
  const auto& numbers = charts.get<NamedNumbers>(chart);
  if (russian) {
    if (const auto number = numbers.find(row + "_russian", "basic_tk")) return number;
  }
  return numbers.find(row, "basic_tk");
}

int unarmored_by_ap(const Charts& charts, int calibre) {
  const char* const row = calibre <= 28   ? "atr_to_28mm"
                          : calibre <= 57 ? "37_to_57mm"
                          : calibre <= 84 ? "65_to_84mm"
                          : calibre <= 95 ? "85_to_95mm"
                                          : "100mm_or_more";
  return charts.get<NamedNumbers>("asl/to-kill-ap-unarmored.csv").at(row, "final_tk");
}

/// The number for the highest calibre of the HE line that does not exceed the gun's (C7.34).
std::optional<int> he_number(const Charts& charts, const char* row, int calibre) {
  for (const int from : {150, 120, 100, 80, 70, 50, 40, 30, 20}) {
    if (calibre >= from) {
      return charts.get<NamedNumbers>("asl/to-kill-he-flame.csv").at(row, std::to_string(from));
    }
  }
  return std::nullopt;
}

constexpr int unarmored_by_heat = 11;  // C7.331
/// Schuerzen do not stop warheads of this calibre like shells of 45mm or less.
constexpr int large_warhead = 60;

const char* const ap_range = "asl/to-kill-ap-range.csv";
const char* const apcr_range = "asl/to-kill-apcr-range.csv";

}  // namespace

Projectile projectile(const Gun& gun, bool russian, Ammunition ammunition, const Charts& charts) {
  static const char* const words[] = {"AP", "HE", "HEAT", "APCR", "APDS", "smoke"};
  const int calibre = gun.calibre;
  Projectile round;
  round.calibre = calibre;
  round.name = fmt::format("{} {}", gun.text(), words[static_cast<int>(ammunition)]);
  if (gun.machine_gun) {
    round.name = gun.text();
    round.kind = Kind::machine_gun;
    round.basic = chart_number(charts, "asl/to-kill-ap.csv", gun.text(), false);
    round.range_chart = ap_range;
    round.range_row = "at_most_25mm";
    return round;
  }
  switch (ammunition) {
    case Ammunition::ap:
      round.kind = Kind::ap;
      round.basic = chart_number(charts, "asl/to-kill-ap.csv", gun.text(), russian);
      round.range_chart = ap_range;
      round.range_row = calibre <= 25   ? "at_most_25mm"
                        : calibre <= 57 ? "37_to_57mm"
                                        : "at_least_65mm";
      break;
    case Ammunition::apcr:
      round.kind = Kind::apcr;
      round.basic = chart_number(charts, "asl/to-kill-apcr.csv", gun.text(), russian);
      round.range_chart = apcr_range;
      round.range_row = calibre <= 57 ? "apcr_at_most_57mm" : "apcr_at_least_65mm";
      break;
    case Ammunition::apds:
      round.kind = Kind::apds;
      round.basic = chart_number(charts, "asl/to-kill-apds.csv", gun.text(), false);
      round.range_chart = apcr_range;
      round.range_row = "apds";
      break;
    case Ammunition::he:
    case Ammunition::smoke:
      round.kind = Kind::he;
      round.basic = he_number(charts, "armored_basic", calibre);
      round.unarmored = he_number(charts, "unarmored_final", calibre);
      round.infantry_firepower = charts.get<IftHeadings>().he_firepower(calibre);
      return round;
    case Ammunition::heat: {
      round.kind = Kind::heat;
      round.basic = chart_number(charts, "asl/to-kill-heat.csv", std::to_string(calibre), false);
      round.unarmored = unarmored_by_heat;
      // C8.31: the German 37mm guns have a warhead of their own (H#[9]).
      const bool stick_bomb = calibre == 37;
      round.infantry_firepower =
          stick_bomb ? 12 : charts.get<IftHeadings>().he_firepower(calibre, true);
      return round;
    }
  }
  round.unarmored = unarmored_by_ap(charts, calibre);
  round.infantry_firepower = calibre < 37 ? 1 : 2;  // C8.31
  return round;
}

Projectile antitank_rifle(bool russian, const Charts& charts) {
  Projectile shot;
  shot.kind = Kind::ap;
  shot.name = "ATR";
  shot.calibre = 14;
  shot.basic = chart_number(charts, "asl/to-kill-ap.csv", "ATR", russian);
  shot.unarmored = unarmored_by_ap(charts, shot.calibre);
  shot.range_chart = ap_range;
  shot.range_row = "at_most_25mm";  // C13.22
  shot.infantry_firepower = 0;      // C8.31: only one of 20mm has an equivalent of HE
  return shot;
}

Projectile shaped_charge(const std::string& line, int infantry_firepower, const Charts& charts) {
  Projectile charge;
  charge.kind = Kind::heat;
  charge.name = line;
  charge.calibre = large_warhead;
  charge.basic = chart_number(charts, "asl/to-kill-heat.csv", line, false);
  charge.unarmored = unarmored_by_heat;
  charge.infantry_firepower = infantry_firepower;
  return charge;
}

int Projectile::range_change(const Charts& charts, int range) const {
  if (range_chart == nullptr) return 0;
  const std::optional<int> change = charts.get<RangeTable>(range_chart).at(range_row, range);
  if (!change) {
    throw ArgumentError("range",
                        fmt::format("{} reaches no armor at {} hexes (C7.24)", name, range),
                        "a shorter range");
  }
  return *change;
}

Penetration::Penetration(const Projectile& projectile, const Armor& target, bool hull_down,
                         int range, std::optional<int> basic, const Charts& charts)
    : kind_(projectile.kind),
      unarmored_(target.is_unarmored()),
      brews_up_(target.brews_up),
      hull_down_(hull_down) {
  if (unarmored_ && !projectile.unarmored) {
    throw ArgumentError(
        "vehicle",
        fmt::format("{} attacks unarmored vehicles on the IFT (A7.308)", projectile.name),
        "an AFV");
  }
  if (!basic) basic = projectile.basic;
  if (!unarmored_ && !basic) {
    throw ArgumentError(
        "basic_to_kill",
        fmt::format("basic_to_kill is missing: the chart has no {}", projectile.name),
        "the Basic To Kill number printed on your chart");
  }
  const DestructionTable& table = charts.get<DestructionTable>();
  for (const bool turret : {false, true}) {
    const bool rear = target.facing_of(turret) == Armor::Facing::rear;
    for (const bool critical : {false, true}) {
      const int number = unarmored_ ? *projectile.unarmored : *basic;
      Sum sum(unarmored_ ? "unarmored" : "basic", number);
      if (critical) sum.add("Critical Hit", number);
      if (!unarmored_) {
        sum.add("rear", rear ? 1 : 0)
            .add("range", projectile.range_change(charts, range))
            .add("AF", -target.factor_against(turret, projectile.calibre));
      }
      needed_[turret][critical] = sum.total();
      sums_[turret][critical] = std::move(sum);
    }
    const bool heat = projectile.kind == Kind::heat;
    doubles_lower_die_[turret] =
        heat && target.covered(turret) && (!target.is_crucible() || target.schuerzen_against_heat);
  }
  using Column = DestructionTable::Column;
  using Row = DestructionTable::Row;
  const Column column = unarmored_                   ? Column::unarmored
                        : kind_ == Kind::machine_gun ? Column::machine_gun
                                                     : Column::direct_fire;
  for (const bool turret : {false, true}) {
    const auto at = [&](Row row) { return table.at(row, column, turret); };
    results_[turret] = {at(Row::at_most_half), at(Row::below), at(Row::equal),
                        at(kind_ == Kind::he ? Row::one_above_he : Row::one_above_other)};
  }
  if (target.crew_exposed) {
    if (!projectile.infantry_firepower) {
      throw ArgumentError(
          "crew_exposed",
          fmt::format("the FP of {} against the crew is not asked for", projectile.name),
          "false, or a gun");
    }
    ift_ = &charts.get<Ift>();
    crew_column_ = ift_->column(*projectile.infantry_firepower);
  }
  for (const bool turret : {false, true}) {
    for (const bool critical : {false, true}) {
      could_kill_[turret][critical] = effect({1, 4}, {turret, critical}).damage >= Damage::shock;
    }
  }
}

Penetration::Effect Penetration::effect(TwoDice roll, HitPlace place) const {
  Effect effect;
  if (roll.total() == 12) {  // C7.35
    effect.dud = 1;
    return effect;
  }
  const int lower = std::min(roll.coloured, roll.white);
  const int dr = roll.total() + (doubles_lower_die_[place.turret] ? lower : 0);
  const int number = needed(place);
  const auto& [half, below, equal, one_above] = results_[place.turret];
  if (dr < number) {
    effect.damage = 2 * (dr - (brews_up_ ? 1 : 0)) <= number ? half : below;
  } else if (dr == number) {
    effect.damage = equal;
  } else if (dr == number + 1) {
    effect.damage = one_above;
  }
  // D.8: the same Original DR, and only the CE DRM.
  const bool spares_crew = effect.damage < Damage::stun || effect.damage == Damage::immobilized;
  if (ift_ != nullptr && spares_crew) effect.crew = ift_->at(crew_column_, roll.total() + 2);
  return effect;
}

Penetration::Effect Penetration::hit(TwoDice roll, HitPlace place) const {
  Effect result = effect(roll, place);
  result.could_kill = result.dud == 0 && could_kill_[place.turret][place.critical] ? 1 : 0;
  return result;
}

Penetration::Effect Penetration::roll(Dice& dice, HitPlace place, bool twice) const {
  if (!twice) return dice.DR([&](TwoDice roll) { return hit(roll, place); });
  // C3.8: the first DR decides where the second one hits.
  struct First {
    Effect effect;
    bool turret = false;
  };
  const First first = dice.DR([&](TwoDice roll) {
    return First{hit(roll, place), roll.coloured < roll.white};
  });
  if (hull_down_ && !first.turret) return first.effect;
  const Effect second = dice.DR([&](TwoDice roll) {
    return hit(roll, {first.turret, place.critical});
  });
  const bool is_worse = second.damage > first.effect.damage || second.dud < first.effect.dud;
  Effect worse = is_worse ? second : first.effect;
  worse.could_kill = std::max(first.effect.could_kill, second.could_kill);
  return worse;
}

}  // namespace combat_odds::asl
