#include "sim/squad_games/weather_charts.hpp"
#include "sim/squad_leader/counters/he_columns.hpp"
#include "sim/squad_leader/infantry/ift.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using namespace squad_leader;

/// The error for a faulty chart.
template <class Table>
std::string fault(const std::string& text) {
  return test::refused([&] { Table table(read_csv(text, "mine.csv")); });
}

bool says(const std::string& message, const char* what) {
  return message.find(what) != std::string::npos;
}

TEST_CASE("shells find their column (34.5, 46.5, 63.8)") {
  const HeColumns& columns = test::charts().get<HeColumns>(HeColumns::chart_name);
  CHECK(columns.firepower(76) == 8);
  CHECK(columns.firepower(88) == 12);
  CHECK(columns.firepower(105) == 16);
  CHECK(columns.firepower(122) == 24);
  CHECK(columns.firepower(300) == 36);
  CHECK(columns.firepower(20) == 0);
  CHECK(heavy_payload_drm(200) == 0);
  CHECK(heavy_payload_drm(300) == -2);
}

TEST_CASE("faulty charts of the user's are refused with their place") {
  CHECK(says(fault<HeColumns>("he_calibre_mm_at_least,column\n100,16\n80,12\n"), "mine.csv:3:1"));
  CHECK(says(fault<HeColumns>("calibre,column\n100,16\n"), "he_calibre_mm_at_least"));
  CHECK(says(fault<WeatherConditions>("condition,final_dr_at_most,drm\nfoggy,3,0\n"), "'foggy'"));
  CHECK(says(fault<WeatherConditions>("condition,final_dr_at_most,drm\nwet,3,0\ndry,2,1\n"),
             "mine.csv:3:5"));
  CHECK(says(fault<WeatherMonths>("month,drm\n1,-3\n1,-3\n"), "mine.csv:3:1"));
  CHECK(says(fault<WeatherMonths>("month,drm\n1,-3\n"), "rows are missing"));
  CHECK(says(fault<WindForces>("dr_at_most,wind\n3,none\n5,mild_breeze\n"), "a die of 6"));
  CHECK(says(fault<WindForces>("dr_at_most,wind\n6,gale\n"), "'gale'"));
  CHECK(says(fault<WindChanges>("dr,change\n7,force_up\n"), "mine.csv:2:1"));
  for (const char* const result : {"5", "0", "12"}) {  // an IFT knows MC of 1 to 4
    CHECK(says(fault<Ift>(std::string("final_dr,1\n0,") + result + "\n"), "mine.csv:2:3"));
  }
}

}  // namespace
}  // namespace combat_odds
