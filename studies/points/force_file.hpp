#pragma once

#include <string>
#include <vector>

#include "core/text/chart.hpp"
#include "core/text/columns.hpp"
#include "core/text/text_file.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"

namespace combat_odds {

/// One line of a force list, priced.
struct PricedUnit {
  std::string side;
  std::string nationality;
  std::string unit;
  std::string kind;
  int quantity = 0;
  std::string options;  ///< as given
  squad_leader::UnitPrice each;
  std::vector<squad_leader::OptionalArmament> diced = {};  ///< dice before the game decide on it
  std::vector<std::string> versions = {};                  ///< of a panzerfaust, by the die (85.6)
  bool listed = false;  ///< on the user's listing: its Rarity depends on the date
  squad_leader::Availability availability = squad_leader::Availability::common;

  /// Vehicles that are on no listing have the base game's price, all else a revised one.
  bool has_base_price() const { return !listed && kind == "vehicle"; }
};

/// The date in a cell: a year or a month; `last` chooses the month of a year. Throws InputError.
squad_leader::Month read_date(const Columns::Row& row, const char* column, bool last);

/// Reads a listing of vehicles and guns: CSV with the columns nationality, name, bpv, rarity,
/// year_from and year_to (a year or a month; no year_to: to the end of the war), and perhaps
/// options ("aa mg=10@7;schuerzen=5": name, points, and after the @ the DR on which it is there)
/// and note. Throws InputError.
std::vector<squad_leader::ListedVehicle> read_listing(const TextFile& file);

/// Reads a force list and prices it at a date: CSV with the columns side, unit and quantity, and
/// perhaps nationality (else the side is one), options ("paste;aa mg") and note. Units are looked
/// up in the listing, then on the point lists of infantry and of the base game's vehicles. Throws
/// InputError for everything that has no price, with the nearest name where one is misspelt. What
/// is not to be had yet is a fault, or it has Availability::not_yet and no price.
enum class NotYet { refused, told };
std::vector<PricedUnit> read_force(
    const TextFile& file, const std::vector<squad_leader::ListedVehicle>& listing,
    squad_leader::Month date, const Charts& charts, NotYet not_yet = NotYet::refused,
    squad_leader::ArmamentPaid paid = squad_leader::ArmamentPaid::selected);

}  // namespace combat_odds
