#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "core/dice/outcome.hpp"
#include "sim/declare/procedure.hpp"

// The words that all procedures of a game have in common, whatever they are about, so that a
// Molotov can be compared with a fire attack and that with close combat.

namespace combat_odds {

/// What became of the infantry under attack, counted in units.
struct InfantryFate {
  int units = 1;
  int unharmed = 0;  ///< nothing happened to them at all
  int broken_or_worse = 0;
  int eliminated_or_reduced = 0;
  bool leader_lost = false;
  bool good_before = true;  ///< not broken when the attack came
};

/// Whether the game has pins: ASL.
enum class Pins { no, yes };

/// Adds the common events, and for several units the measure good_order_share.
Outcome& tell(Outcome& outcome, const InfantryFate& fate, Pins pins);

/// What tell() adds, for the documentation of a procedure; or some of it by name.
std::vector<Term> infantry_events(Pins pins);
std::vector<Term> infantry_events(std::initializer_list<std::string_view> names);
std::vector<Term> infantry_measures();

/// What became of the vehicle under attack.
struct VehicleFate {
  bool knocked_out = false;
  bool immobilized = false;
};

Outcome& tell(Outcome& outcome, const VehicleFate& fate);
std::vector<Term> vehicle_events();

/// What matters most of an attack on infantry or a vehicle (Declaration::headlines).
std::vector<HeadlinePart> infantry_headline(const std::string& nothing = "no_effect");
std::vector<HeadlinePart> vehicle_headline();

}  // namespace combat_odds
