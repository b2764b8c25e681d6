#include <fmt/format.h>

#include "sim/red_barricades/charts.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/refusal.hpp"

// The rows of the printed charts, copied from the campaign rules a second time, independently of
// the chart files.

namespace combat_odds::red_barricades {
namespace {

template <class Table>
const Table& chart() {
  return test::charts().get<Table>(Table::chart_name);
}

struct GroupRow {
  const char* id;
  int full;
  int depleted;
  int cpp;
  int daily_max;
  int campaign_max;
};

void check(Side side, const std::vector<GroupRow>& rows) {
  const ReinforcementGroups& groups = chart<ReinforcementGroups>();
  CHECK(groups.names(side).size() == 2 * rows.size());
  for (const GroupRow& row : rows) {
    INFO(row.id);
    const ReinforcementGroup* group = groups.find(side, row.id);
    REQUIRE(group != nullptr);
    CHECK(groups.find(side, group->name) == group);
    CHECK(group->full == row.full);
    CHECK(group->depleted == row.depleted);
    CHECK(group->cpp == row.cpp);
    CHECK(group->daily_max == row.daily_max);
    CHECK(group->campaign_max == row.campaign_max);
  }
}

TEST_CASE("German Reinforcement Group Chart: strength, cost and maxima") {
  check(Side::german, {{"S1", 0, 0, 1, 1, 9},  {"A1", 3, 2, 4, 2, 3},   {"A2", 3, 2, 5, 1, 2},
                       {"A3", 3, 2, 5, 1, 2},  {"A4", 3, 2, 3, 2, 3},   {"A5", 3, 2, 4, 2, 3},
                       {"A6", 3, 2, 5, 2, 3},  {"A7", 3, 2, 6, 1, 2},   {"A8", 4, 3, 3, 1, 3},
                       {"A9", 4, 3, 2, 2, 4},  {"I1", 12, 9, 7, 2, 14}, {"I2", 12, 9, 9, 2, 9},
                       {"I3", 8, 6, 14, 2, 7}, {"I4", 0, 0, 6, 1, 5},   {"O1", 0, 0, 2, 2, 12},
                       {"O2", 0, 0, 4, 2, 7},  {"O3", 0, 0, 6, 2, 5},   {"O4", 0, 0, 2, 2, 4},
                       {"O5", 0, 0, 1, 2, 7},  {"O6", 0, 0, 1, 1, 4},   {"G1", 0, 0, 3, 1, 3},
                       {"G2", 0, 0, 4, 1, 3},  {"G3", 0, 0, 4, 1, 2},   {"M1", 0, 0, 1, 2, 60},
                       {"M2", 0, 0, 1, 1, 20}});
}

TEST_CASE("Russian Reinforcement Group Chart: strength, cost and maxima") {
  check(Side::russian, {{"A1", 3, 2, 3, 1, 3},  {"A2", 3, 2, 3, 2, 3},   {"A3", 3, 2, 5, 1, 1},
                        {"A4", 3, 2, 6, 1, 1},  {"A5", 2, 1, 4, 1, 1},   {"I1", 12, 9, 9, 2, 6},
                        {"I2", 9, 7, 7, 2, 8},  {"I3", 12, 9, 5, 2, 14}, {"I4", 9, 7, 4, 2, 12},
                        {"I5", 12, 9, 4, 2, 4}, {"I6", 9, 7, 12, 1, 4},  {"I7", 0, 0, 6, 1, 6},
                        {"I8", 0, 0, 2, 1, 6},  {"O1", 0, 0, 1, 2, 8},   {"O2", 0, 0, 1, 2, 10},
                        {"O3", 0, 0, 3, 2, 7},  {"O4", 0, 0, 5, 2, 6},   {"O5", 0, 0, 3, 2, 6},
                        {"G1", 0, 0, 4, 1, 4},  {"G2", 0, 0, 5, 1, 2},   {"G3", 0, 0, 4, 1, 4},
                        {"M1", 0, 0, 1, 4, 90}, {"M2", 0, 0, 1, 1, 30},  {"M3", 0, 0, 2, 1, 30}});
}

TEST_CASE("Historical DRM Chart, every day") {
  struct Row {
    const char* date;
    int german;
    int russian;
  };
  const std::vector<Row> rows = {
      {"17 Oct", -2, -1}, {"18 Oct", -2, -1}, {"19 Oct", -1, 0},  {"20 Oct", 0, 0},
      {"21 Oct", -1, -1}, {"22 Oct", -2, 0},  {"23 Oct", -1, -1}, {"24 Oct", -1, -1},
      {"25 Oct", -1, 0},  {"26 Oct", 0, 0},   {"27 Oct", -1, -1}, {"28 Oct", 0, -1},
      {"29 Oct", 1, 0},   {"30 Oct", 1, -1},  {"31 Oct", 0, -2},  {"1 Nov", 1, -1},
      {"2 Nov", 2, 0},    {"3 Nov", 1, 1},    {"4 Nov", 1, 1},    {"5 Nov", 1, 1},
      {"6 Nov", 1, 0},    {"7 Nov", 0, 0},    {"8 Nov", 0, 0},    {"9 Nov", -1, -1},
      {"10 Nov", -2, -1}, {"11 Nov", -3, -1}, {"12 Nov", -1, 0},  {"13 Nov", 0, 0},
      {"14 Nov", 1, 1},   {"15 Nov", 1, 1}};
  const HistoricalDrm& historical = chart<HistoricalDrm>();
  REQUIRE(historical.dates().size() == 30);
  for (std::size_t day = 0; day < rows.size(); ++day) {
    INFO(rows[day].date);
    CHECK(historical.day(rows[day].date) == day);
    CHECK(historical.day(historical.dates()[day]) == day);
    CHECK(historical.drm(Side::german, day) == rows[day].german);
    CHECK(historical.drm(Side::russian, day) == rows[day].russian);
  }
  CHECK_FALSE(historical.day("16 Oct").has_value());
  CHECK_FALSE(historical.day("16 Nov").has_value());
  CHECK_FALSE(historical.day("17").has_value());
}

TEST_CASE("Leader Table, every row") {
  const std::vector<std::pair<std::string, std::string>> rows = {{"10-3 9-1 8-0", "10-3 9-1 8-0"},
                                                                 {"10-2 8-1 8-0", "10-2 8-1"},
                                                                 {"10-2 8-1 7-0", "9-2 9-1"},
                                                                 {"9-2 9-1 8-0", "9-2 8-1"},
                                                                 {"9-2 8-1 7-0", "9-1 8-0"},
                                                                 {"9-1 8-1 8-0", "9-1 7-0"},
                                                                 {"9-1 8-1 7-0", "8-1 8-0"},
                                                                 {"8-1 8-0 7-0", "8-0 7-0"},
                                                                 {"9-1 8-0", "9-1"},
                                                                 {"8-1 8-0", "8-1"},
                                                                 {"8-1 7-0", "8-0"},
                                                                 {"8-0 7-0", "7-0"},
                                                                 {"8-0 6+1", "6+1"}};
  const LeaderTable& leaders = chart<LeaderTable>();
  REQUIRE(leaders.rows() == rows.size());
  for (int final_dr = -5; final_dr <= 20; ++final_dr) {
    const std::size_t row = static_cast<std::size_t>(std::clamp(final_dr, 1, 13) - 1);
    CHECK(leaders.row(final_dr) == row);
    CHECK(fmt::format("{}", fmt::join(leaders.leaders(Side::german, row), " ")) == rows[row].first);
    CHECK(fmt::format("{}", fmt::join(leaders.leaders(Side::russian, row), " ")) ==
          rows[row].second);
  }
}

TEST_CASE("RG Strength and OBA Tables, every Final DR") {
  const StrengthTable& strength = chart<StrengthTable>();
  const AmmoTable& ammo = chart<AmmoTable>();
  for (int dr = -1; dr <= 15; ++dr) {
    CHECK(strength.full(dr) == (dr <= 8));
    CHECK(ammo.ammo(Side::german, dr) == (dr <= 4 ? "plentiful" : dr <= 8 ? "normal" : "scarce"));
    CHECK(ammo.ammo(Side::russian, dr) == (dr <= 2 ? "plentiful" : dr <= 7 ? "normal" : "scarce"));
  }
}

TEST_CASE("Infantry Company SW Chart") {
  const auto weapons = [](Side side, const char* group) {
    std::string text;
    for (const Count& weapon :
         chart<CompanyWeapons>().of(*chart<ReinforcementGroups>().find(side, group))) {
      text += fmt::format("{}{} {}", text.empty() ? "" : " ", weapon.number, weapon.name);
    }
    return text;
  };
  CHECK(weapons(Side::german, "Rifle Coy") == "1 HMG 1 MMG 1 LMG 1 ATR 1 LtMtr");
  CHECK(weapons(Side::german, "Sturm Coy") == "1 MMG 2 LMG 2 DC");
  CHECK(weapons(Side::german, "Pioneer Coy") == "2 LMG 3 FT 5 DC");
  CHECK(weapons(Side::russian, "Gds Rifle Coy") == "1 HMG 1 MMG 2 LMG 2 ATR 2 LtMtr");
  CHECK(weapons(Side::russian, "Gds SMG Coy") == "1 DC");
  CHECK(weapons(Side::russian, "Rifle Coy") == "1 HMG 1 MMG 1 LMG 1 ATR 1 LtMtr");
  CHECK(weapons(Side::russian, "SMG Coy").empty());
  CHECK(weapons(Side::russian, "Militia Coy").empty());
  CHECK(weapons(Side::russian, "Engineer Coy") == "2 LMG 2 FT 4 DC");
}

TEST_CASE("the kinds of a group's units") {
  const ReinforcementGroups& groups = chart<ReinforcementGroups>();
  const ReinforcementGroup& heavy = *groups.find(Side::german, "HW Pltn");
  REQUIRE(heavy.units.size() == 3);
  CHECK(heavy.units[2].number == 2);
  CHECK(heavy.units[2].name == "81* MTR");
  CHECK(groups.find(Side::russian, "I7")->units[1].number == 1);
  CHECK(groups.find(Side::russian, "M1")->units[0].number == 40);
  CHECK(groups.find(Side::german, "O4")->rocket);
  CHECK(groups.find(Side::german, "O4")->pre_registered);
  CHECK_FALSE(groups.find(Side::german, "O5")->pre_registered);
  CHECK(groups.find(Side::russian, "I5")->october_only);
  CHECK(groups.find(Side::german, "A3")->from_5_november);
  CHECK(groups.find(Side::german, "I7") == nullptr);
}

TEST_CASE("a faulty chart of the user's is reported with the place") {
  const auto fault = [](const std::string& text) -> std::string {
    return test::refused([&] { LeaderTable(read_csv(text, "own.csv")); });
  };
  CHECK(fault("final_dr,german,russian\n1,10-3,9-2\n3,8-0,8-0\n") == "own.csv:3:1: Final DR 3 (2)");
  CHECK(fault("final_dr,german,russian\n1,4-6-7,9-2\n").starts_with("own.csv:2:3: "));
}

}  // namespace
}  // namespace combat_odds::red_barricades
