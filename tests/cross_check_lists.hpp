#pragma once

#include <string>
#include <vector>

#include "tests/support/ask.hpp"

namespace combat_odds::test {

// What cross_check_test must be told. Each list is short: the spread of situations finds most
// things by itself. An entry that is no longer needed is reported as well.

/// A situation that is tried besides the spread and the presets; lists and ranges of values count
/// as several.
struct ExtraSituation {
  std::string procedure;
  Given values;
  std::string shows;
};

inline const std::vector<ExtraSituation> extra_situations = {
    {"asl.engagement",
     {{"gun", "76L"},
      {"range", "8"},
      {"vehicle", "PzIVF2"},
      {"facing", "side"},
      {"schuerzen", "crucible_of_steel"},
      {"ammunition", "heat"},
      {"depletion_number", "6"},
      {"fallback", "ap"},
      {"turns", "1"}},
     "HEAT at Schuerzen, and what a Russian gun goes on with"},
    {"asl.engagement",
     {{"gun", "PzIVF2"},
      {"range", "6"},
      {"vehicle", "T-70"},
      {"return_fire", "true"},
      {"firer_facing", "side,rear"},
      {"firer_schuerzen", "crucible_of_steel"},
      {"turns", "1"}},
     "a firer with Schuerzen"},
    {"asl.engagement",
     {{"gun", "PzIVF2"},
      {"range", "6"},
      {"vehicle", "T-34 M43"},
      {"return_fire", "true"},
      {"return_ammunition", "he"},
      {"firer_crew_exposed", "true"},
      {"turns", "1"}},
     "an exposed crew that is Recalled"},
    {"sl.assault",
     {{"steps", "fire 2 -1; fire 12 2"},
      {"defender", "4-4-7 9-1"},
      {"fire_order", "as_written,reversed"}},
     "that the order of two attacks matters where a leader stands with a squad"},
    {"asl.assault",
     {{"steps", "fire 2 -1; fire 12 2"},
      {"defender", "4-4-7 9-1"},
      {"fire_order", "as_written,reversed"}},
     "that the order of two attacks matters"},
    {"sl.air-support",
     {{"aircraft", "sturmovik"},
      {"year", "1944"},
      {"month", "5"},
      {"number", "1"},
      {"vehicle", "true"},
      {"cannon_kill_number", "4"},
      {"load_kill_number", "7"},
      {"mid_cannon_kill_number", "3,6"},
      {"mid_load_kill_number", "4,8"},
      {"early_cannon_kill_number", "2,5"},
      {"early_load_kill_number", "6,9"},
      {"bombing_number", "3"}},
     "a vehicle under three versions of the Sturmovik"},
    {"sl.air-support",
     {{"aircraft", "stuka"},
      {"year", "1944"},
      {"number", "2"},
      {"vehicle", "true"},
      {"cannon_kill_number", "4"},
      {"load_kill_number", "7"},
      {"with_37l", "true"},
      {"kill_number_37l", "5,8"},
      {"bombing_number", "3"}},
     "one Stuka of two with the 37L"},
    {"sl.battlefield-integrity",
     {{"force", "6*4-3-6 2*8-0"}, {"losses", "4-3-6 8-0"}, {"unit", "4-3-6"}},
     "units on two lists, at a loss that is 40 % on one of them only"},
    {"sl.engagement",
     {{"gun", "75L"},
      {"range", "12"},
      {"armor", "0"},
      {"ammunition", "heat"},
      {"depletion_number", "7"},
      {"kill_number", "9"},
      {"rear_kill_number", "12"},
      {"fallback", "ap"},
      {"fallback_kill_number", "6"},
      {"fallback_rear_kill_number", "8"}},
     "HEAT that runs out"},
    {"sl.engagement",
     {{"gun", "75L"},
      {"range", "12"},
      {"armor", "0"},
      {"kill_number", "9"},
      {"rear_kill_number", "12"},
      {"return_fire", "true"},
      {"return_gun", "76"},
      {"return_armor", "0"},
      {"return_kill_number", "6"},
      {"return_rear_kill_number", "8"}},
     "return fire with the numbers of one's own chart"},
    {"sl.engagement",
     {{"gun", "88L"},
      {"range", "14"},
      {"armor", "0"},
      {"kill_number", "9"},
      {"rear_kill_number", "12"},
      {"rate_of_fire", "2"},
      {"limbered", "no,stays,unlimbers"}},
     "an 88 that is limbered"},
    {"sl.to-hit",
     {{"gun", "88L"}, {"range", "14"}, {"limbered", "false,true"}},
     "an 88 that is limbered"},
    {"sl.he",
     {{"gun", "88L"}, {"range", "14"}, {"target", "4-6-7"}, {"limbered", "false,true"}},
     "an 88 that is limbered"},
    {"sl.to-kill",
     {{"weapon", "75L"},
      {"armor", "1"},
      {"side_armor", "0"},
      {"facing", "side"},
      {"kill_number", "8"},
      {"location_of_hits", "true"},
      {"turret_facing", "front,rear"},
      {"turret_kill_number", "6,9"}},
     "a turret that shows another facing"},
    {"sl.tank-duel",
     {{"range", "10"},
      {"turns", "2"},
      {"first_gun", "75L"},
      {"first_armor", "1"},
      {"first_kill_front", "8,10"},
      {"first_kill_side", "10,11"},
      {"first_kill_rear", "13"},
      {"first_moves", "1"},
      {"first_plan", "move_and_fire"},
      {"first_reaches", "side"},
      {"second_gun", "76"},
      {"second_armor", "0"},
      {"second_facing", "side"},
      {"second_kill_front", "6,8"},
      {"second_kill_side", "8"},
      {"second_kill_rear", "9"}},
     "kill numbers of one's own chart"},
};

/// Something that no tried situation shows, and why.
struct NotShown {
  std::string procedure;
  std::string name;
  std::string why;
};

/// Outcomes, events and measures that never occur.
inline const std::vector<NotShown> never_occurs = {};

/// Parameters that never change the exact odds.
inline const std::vector<NotShown> changes_nothing = {
    {"asl.pillbox", "place", "decides which others may be given; alone it is refused"},
    {"asl.search-casualties", "searchers_count",
     "allows the searchers' modifiers, which do the rest"},
    {"rb.as-printed", "date", "decides whether a group can be had, not its strength"},
    {"sl.air-support", "vehicle", "decides which others must be given; alone it is refused"},
    {"sl.demolition-charge", "placement",
     "decides which others must be given; alone it is refused"},
    {"sl.engagement", "return_fire", "decides which others must be given; alone it is refused"},
    {"sl.to-kill", "location_of_hits", "decides which others may be given; alone it is refused"},
    {"sl.smoke", "source", "decides which others must be given; alone it is refused"},
    {"sl.molotov", "target", "decides which others must be given; alone it is refused"},
    {"sl.demolition-charge", "boxed_armor",
     "counts for hull down targets, which are not asked for"},
    {"sl.demolition-charge", "rear_kill_number", "for critical hits; a charge has none"},
    {"sl.molotov", "facing", "the kill number is that of the facing"},
    {"slammers.close-assault", "rounds", "the second goes with a Top DV, the first without"},
    {"slammers.close-assault", "target", "decides which others may be given; alone it is refused"},
    {"slammers.towed-weapon", "cargo", "the cargo's DV says it; alone it is needed or the default"},
};

}  // namespace combat_odds::test
