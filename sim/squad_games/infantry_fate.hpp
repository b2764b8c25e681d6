#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "core/dice/outcome.hpp"
#include "sim/declare/procedure.hpp"

// Events and measures that all procedures share, so that a Molotov, a fire attack and close combat
// can be compared.

namespace combat_odds {

/// The fate of the infantry under attack, counted in units.
struct InfantryFate {
  int units = 1;
  int unharmed = 0;  ///< nothing happened to them at all
  int broken_or_worse = 0;
  int eliminated_or_reduced = 0;
  bool leader_lost = false;
  int not_in_good_order = 0;     ///< of the unharmed: broken before the attack, or berserk
  bool newcomer_harmed = false;  ///< a leader who came forth, who is none of the units
};

/// Whether the game has pins (ASL has).
enum class Pins { no, yes };

/// Whose fate it is. The names of the attacker's events begin with "attacker_".
enum class Whose { defender, attacker };

/// Adds the common events, and for several units the measure good_order_share.
Outcome& tell(Outcome& outcome, const InfantryFate& fate, Pins pins, Whose whose = Whose::defender);

/// The events that tell() adds, for the declaration of a procedure; or some of them by name.
std::vector<Term> infantry_events(Pins pins, Whose whose = Whose::defender);
std::vector<Term> infantry_events(std::initializer_list<std::string_view> names);
std::vector<Term> infantry_measures(Whose whose = Whose::defender);

/// The fate of the vehicle under attack.
struct VehicleFate {
  bool knocked_out = false;
  bool immobilized = false;
};

Outcome& tell(Outcome& outcome, const VehicleFate& fate);
std::vector<Term> vehicle_events();

/// The headline of an attack on infantry or on a vehicle (Declaration::headlines).
std::vector<HeadlinePart> infantry_headline(const std::string& nothing = "no_effect");
std::vector<HeadlinePart> vehicle_headline();

}  // namespace combat_odds
