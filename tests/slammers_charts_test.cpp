#include "sim/slammers/command/leaders.hpp"
#include "sim/slammers/fire/vehicle_damage.hpp"
#include "sim/slammers/fire/weapons.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using Catch::Matchers::ContainsSubstring;
using slammers::Damage;

template <class Chart>
std::string refusal(const std::string& text) {
  return test::refused([&] { const Chart chart(read_csv(text, "my.csv")); });
}

TEST_CASE("the damage chart line by line, as the play sheet prints it") {
  const auto& chart =
      test::charts().get<slammers::VehicleDamageChart>(slammers::VehicleDamageChart::chart_name);
  CHECK(chart.at(1) == Damage::stalled);
  CHECK(chart.at(2) == Damage::transmission);
  CHECK(chart.at(3) == Damage::weapon_owner_choice);
  CHECK(chart.at(4) == Damage::weapon_attacker_choice);
  CHECK(chart.at(5) == Damage::destroyed);
  CHECK(chart.at(6) == Damage::vaporised);
  CHECK(chart.at(11) == Damage::vaporised);
}

TEST_CASE("the weapons of Supplement 4") {
  const auto& chart = test::charts().get<slammers::Weapons>(slammers::Weapons::chart_name);
  const auto card = [&](const char* name) {
    const slammers::Weapon& weapon = chart.find(name, "weapon");
    return std::to_string(slammers::shots_of(weapon)) + " " +
           std::to_string(slammers::firepower_of(weapon, true)) + "/" +
           std::to_string(slammers::firepower_of(weapon, false));
  };
  // With the +1 of close-quarter weapons: 0+1/0, 1+1/1, 2+1/1, 3+1/0, 1+1/1.
  CHECK(card("powergun_rifle") == "1 2/2");
  CHECK(card("low_tech_assault_rifle") == "1 1/0");
  CHECK(card("powergun_smg") == "3 2/1");
  CHECK(card("infantry_laser_rifle_pack") == "2 3/1");
  CHECK(card("flechette_shotgun") == "2 4/0");
  CHECK(card("firefly") == "6 2/1");
  CHECK_FALSE(chart.find("tribarrel_2cm", "weapon").fp_vehicle.has_value());
}

TEST_CASE("the ADS of the play sheet and of Supplement 4") {
  const auto& chart = test::charts().get<slammers::AdsChart>(slammers::AdsChart::chart_name);
  CHECK(chart.find("strip_mines", "ads").stops_at_least == 3);
  CHECK(chart.find("drozd_box", "ads").stops_at_least == 4);
  CHECK(chart.find("enhanced_panel", "ads").fp_infantry == 4);
}

TEST_CASE("a chart of the user's own is checked") {
  CHECK_THAT(
      refusal<slammers::QualityLevels>("quality,qr_at_least,close_assault,detachment_tus,troop_tus,"
                                       "sniper_located_at_least\nelit,3,4,8,4,5\n"),
      ContainsSubstring("my.csv:2:1") && ContainsSubstring("did you mean 'elite'"));
  CHECK_THAT(
      refusal<slammers::QualityLevels>("quality,qr_at_least,close_assault,detachment_tus,troop_tus,"
                                       "sniper_located_at_least\nelite,9,4,8,4,5\n"),
      ContainsSubstring("my.csv:2:7") && ContainsSubstring("2 to 6"));
  CHECK_THAT(
      refusal<slammers::QualityLevels>("quality,qr_at_least,close_assault,detachment_tus,troop_tus,"
                                       "sniper_located_at_least\nelite,3,4,8,4,5\n"),
      ContainsSubstring("no row for veteran"));
  CHECK_THAT(refusal<slammers::VehicleDamageChart>("damage_dr_at_least,result\n2,destroyed\n"),
             ContainsSubstring("does not begin with 1"));
  CHECK_THAT(refusal<slammers::VehicleDamageChart>("damage_dr_at_least,result\n1,destroid\n"),
             ContainsSubstring("did you mean 'destroyed'"));
  CHECK_THAT(
      refusal<slammers::Weapons>("weapon,shots,fp_infantry,fp_vehicle,close_quarter,powergun\n"
                                 "laser,2,3,1,maybe,no\n"),
      ContainsSubstring("true or false"));
  CHECK_THAT(refusal<slammers::Leaders>("quality,rank,leader_value\nelite,sergeant,four\n"),
             ContainsSubstring("my.csv:2:16"));
}

}  // namespace
}  // namespace combat_odds
