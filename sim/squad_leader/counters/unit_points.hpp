#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/chart.hpp"
#include "sim/declare/rarity.hpp"

namespace combat_odds::squad_leader {

/// A price on a printed list.
struct ListedPoints {
  std::string nationality;  ///< "any": every army can buy it
  std::string name;
  std::string kind;  ///< squad, crew, leader, support_weapon, sniper, vehicle...
  int points = 0;
  std::optional<Month> from;  ///< not available before
  std::optional<Month> to;    ///< nor after
};

/// Revised Point Values of infantry, weapons, air support and fortifications: chart
/// squad-leader/infantry-points.csv.
class InfantryPoints {
 public:
  static constexpr const char* chart_name = "squad-leader/infantry-points.csv";
  explicit InfantryPoints(const CsvTable& chart);
  const std::vector<ListedPoints>& entries() const { return entries_; }

 private:
  std::vector<ListedPoints> entries_;
};

/// The vehicles of the base game: chart squad-leader/vehicle-points.csv.
class VehiclePoints {
 public:
  static constexpr const char* chart_name = "squad-leader/vehicle-points.csv";
  explicit VehiclePoints(const CsvTable& chart);
  const std::vector<ListedPoints>& entries() const { return entries_; }

 private:
  std::vector<ListedPoints> entries_;
};

/// The entry of that name, however it is typed, that the nationality can buy. Null if there is
/// none.
const ListedPoints* find_points(const std::vector<ListedPoints>& entries,
                                std::string_view nationality, std::string_view name);

/// The same by a name without its year ("radio" for radio_42) in that month.
const ListedPoints* find_points(const std::vector<ListedPoints>& entries,
                                std::string_view nationality, std::string_view name, Month date);

/// Why a unit of the lists is not to be had in a month.
struct NotToBeHad {
  bool is_too_early = false;
  std::string why;  ///< "'atm' is not to be had before 1944-01 (86.1)"
};
std::optional<NotToBeHad> not_to_be_had(const ListedPoints& unit, Month date);

/// Optional armament of a vehicle, and its points.
struct OptionalArmament {
  std::string name;
  double points = 0;
  std::optional<int> number = {};  ///< the vehicle has it on a roll of this or less before the game
  bool one_die = false;            ///< a die instead of a DR
  double allowed = 1;              ///< the chance that other armament does not rule it out

  /// The chance to have it; 1 if no dice are rolled and nothing rules it out.
  double chance() const;
};

/// Whether optional armament that depends on dice is paid when selected or only when acquired.
enum class ArmamentPaid { selected, acquired };

/// A vehicle or gun of the Cross of Iron listings (BPV / Rarity / NPV, years of common use).
struct ListedVehicle {
  std::string nationality;
  std::string name;
  double bpv = 0;
  double rarity = 1;
  Month from;               ///< of introduction: January where only the year is listed
  std::optional<Month> to;  ///< the last month of significant use: December of the last year
  std::vector<OptionalArmament> armament;
};

/// The rule that says when a unit of the point lists is to be had: "85.5", or that its name has the
/// year; empty where no rule was found.
std::string_view rule_of_dates(std::string_view name);

/// See combat_odds::availability().
Availability availability(const ListedVehicle& vehicle, Month date);

/// Extras that are bought with a unit.
struct PointOptions {
  bool ss = false;            ///< leaders +10, snipers +5
  bool armor_leader = false;  ///< German -5, Russian +5
  bool partisan = false;      ///< Russian leaders 7-0 to 9-1: +5
  bool paste = false;         ///< anti-magnetic paste: 5 % of the vehicle's points
  std::vector<OptionalArmament> armament;
  ArmamentPaid paid = ArmamentPaid::selected;
};

/// Anti-magnetic paste comes in mid-1944 (86).
inline constexpr Month paste_from{1944, 7};
/// 64.8: smoke candles. 64.5: the NbW92, by mid-1944.
inline constexpr Month smoke_candles_from{1943, 1};
inline constexpr Month close_defense_from{1944, 7};

/// The price of one unit. The Rarity multiplies the BPV; optional armament and paste are added to
/// both totals. If dice decide what is paid, these are expected values.
struct UnitPrice {
  double bpv = 0;     ///< including extras
  double rarity = 1;  ///< at the date
  double npv = 0;
  double worst_npv = 0;  ///< if it gets all optional armament
};

/// An extra that the unit cannot have. The text says why.
class OptionRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The price of a unit of the point lists at a date when it is available. Throws OptionRefused.
UnitPrice price(const ListedPoints& unit, Month date, const PointOptions& options);

/// The price of a vehicle or gun of the listings at a date when it is available. Throws
/// OptionRefused.
UnitPrice price(const ListedVehicle& vehicle, Month date, const PointOptions& options);

}  // namespace combat_odds::squad_leader
