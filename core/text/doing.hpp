#pragma once

#include <cstdint>
#include <string>

namespace combat_odds {

// What the program is doing just now, for a line on the screen. There is one screen, so all tell it
// to one place, from any thread; what was told last counts.

/// The part of the work that is on: "risk.battle, situation 7 of 20". Empty: it has no parts.
void tell_part(std::string part);

/// What is done of it: "solving", 12,000 states of 50,000 (0: nobody knows how many). The texts
/// must live as long as the program.
void tell_doing(const char* what, std::uint64_t so_far, const char* of_what, std::uint64_t all = 0);

/// How the trials that come next are played: "too large for exact odds: simulated". The text must
/// live as long as the program; null: nothing is to be said.
void tell_way(const char* way);
std::string way_of_playing();

/// "risk.battle, situation 7 of 20: solving, 12 k of 50 k states". Empty: nothing was told.
std::string what_is_done();

/// 12 k, 3.4 M
std::string short_number(double value);

}  // namespace combat_odds
