#pragma once

#include <string>
#include <vector>

#include "ask/library.hpp"
#include "core/text/columns.hpp"
#include "core/text/text_file.hpp"
#include "sim/squad_leader/counters/unit_points.hpp"

namespace combat_odds {

using squad_leader::ArmamentPaid;

/// One line of a force list, priced.
struct PricedUnit {
  std::string scenario;  ///< empty where the list has one force alone
  std::string side;
  std::string nationality;
  std::string unit;
  std::string kind;
  int quantity = 0;
  std::string options;  ///< as given
  squad_leader::UnitPrice each;
  std::vector<squad_leader::OptionalArmament> diced = {};  ///< dice before the game decide on it
  std::vector<std::string> versions = {};                  ///< of a panzerfaust, by the die (85.6)
  /// It has a Rarity: that of the user's listing, which depends on the date, or the list's own.
  bool listed = false;
  Availability availability = Availability::common;
  std::string not_priced = {};  ///< what it needs that is bought apart: a gun's crew

  /// Vehicles that are on no listing have the base game's price, all else a revised one.
  bool has_base_price() const { return !listed && kind == "vehicle"; }
};

/// The vehicles and guns of a listing that have a price, by its columns bpv, rarity, year_from and
/// year_to (a year or a month; no year_to: to the end of the war), and perhaps options
/// ("aa mg=10@7;schuerzen=5": name, points, and after the @ the DR on which it is there). Throws
/// InputError.
std::vector<squad_leader::ListedVehicle> listed_prices(const VehicleListing& listing);

/// A force list of what the listing has in a month, one of each: side,unit,quantity,options,note,
/// where the note tells the price and the optional armament. Throws InputError where it has
/// nothing.
std::string listed_force(const VehicleListing& listing, Month date);

/// A force list, or one of many forces: what has a price, and what is wrong with the rest.
struct ForceList {
  struct Fault {
    std::string scenario;
    InputError error;
  };

  bool has_scenarios = false;  ///< it has a column for them
  std::vector<std::string> scenarios;
  std::vector<PricedUnit> units;
  std::vector<Fault> faults;

  /// All that is wrong as one InputError, if there is anything.
  void throw_faults() const;
  /// Only the lines of one scenario. Throws InputError at --scenario where there is none such.
  ForceList only(const std::string& scenario) const;
};

/// Reads a force list and prices it at a date: CSV with the columns side, unit and quantity, and
/// perhaps scenario, nationality (else the side is one), options ("paste;aa mg"), bpv and rarity (a
/// price of the line's own) and note. The usual other names of these columns do as well. Units are
/// looked up in the library's listing, then on its point lists of infantry and vehicles. A fault is
/// what has no price, with the nearest name where one is misspelt. What is not to be had yet is a
/// fault, or it has Availability::not_yet and no price. Throws InputError where the first line is
/// wrong.
enum class NotYet { refused, told };
ForceList read_force_list(const TextFile& file, Month date, const Library& library,
                          NotYet not_yet = NotYet::refused,
                          ArmamentPaid paid = ArmamentPaid::selected);
/// The units of a list without scenarios. Throws InputError for all faults.
std::vector<PricedUnit> read_force(const TextFile& file, Month date, const Library& library,
                                   NotYet not_yet = NotYet::refused,
                                   ArmamentPaid paid = ArmamentPaid::selected);

}  // namespace combat_odds
