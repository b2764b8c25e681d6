#include <map>

#include "ask/scenario_file.hpp"
#include "reports/tables/quantity.hpp"
#include "sim/declare/calendar.hpp"
#include "sim/red_barricades/charts.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"

// The gain of a purchase in the Red Barricades campaign for each CPP, worked by hand from the
// charts: RG Strength (8 or less Full), Historical DRM, Leader Table and DRM, CPP cost.

namespace combat_odds {
namespace {

using red_barricades::HistoricalDrm;
using red_barricades::ReinforcementGroup;
using red_barricades::ReinforcementGroups;
using test::Workspace;

using Asked = std::map<std::string, std::string>;

/// Exact; `quantity` as --show takes it.
double worth(const std::string& procedure, const Asked& asked, const std::string& quantity) {
  const Scenario scenario = test::scenario(procedure, asked);
  OddsOptions options;
  options.method = Method::exact;
  const std::vector<SituationOdds> results = {
      {{&scenario, 0}, "asked", odds_of(*scenario.rule(0, test::charts()), 0, options)}};
  return *Quantity(quantity, "--show", results).of(results.front(), 0.95).exact;
}

double company(const std::string& side, const std::string& group, const std::string& date,
               const std::string& quantity) {
  return worth("rb.company", {{"side", side}, {"group", group}, {"date", date}}, quantity);
}

TEST_CASE("squads for each CPP: Full on 8 or less with the Historical DRM") {
  // Rifle Coy: 12 or 9 squads for 7 CPP. 20 Oct 0: 26 of 36 DR are 8 or less; 2 Nov +2: 15;
  // 11 Nov -3: 35.
  CHECK(company("german", "I1", "20 Oct", "squads/cpp") == Approx((12 * 26 + 9 * 10) / 36.0 / 7));
  CHECK(company("german", "I1", "2 Nov", "squads/cpp") == Approx((12 * 15 + 9 * 21) / 36.0 / 7));
  CHECK(company("german", "I1", "11 Nov", "squads/cpp") == Approx((12 * 35 + 9 * 1) / 36.0 / 7));
  CHECK(company("german", "I2", "20 Oct", "squads/cpp") == Approx((12 * 26 + 9 * 10) / 36.0 / 9));
  CHECK(company("german", "I3", "20 Oct", "squads/cpp") == Approx(8 / 14.0));  // always Full
  // Russians on 31 Oct: -2, so 33 of 36; on 3 Nov +1: 21.
  CHECK(company("russian", "I3", "31 Oct", "squads/cpp") == Approx((12 * 33 + 9 * 3) / 36.0 / 5));
  CHECK(company("russian", "I4", "3 Nov", "squads/cpp") == Approx((9 * 21 + 7 * 15) / 36.0 / 4));
  CHECK(company("russian", "I5", "31 Oct", "squads/cpp") == Approx(3));        // 12 for 4
  CHECK(company("russian", "I6", "3 Nov", "squads/cpp") == Approx(9 / 12.0));  // always Full
}

TEST_CASE("leaders and their modifiers for each CPP") {
  // German Table: three leaders on 8 or less, two above. Full (26 of 36) no DRM: 26 of 36 have
  // three; depleted (10 of 36) +1: 21.
  CHECK(company("german", "I1", "20 Oct", "leaders/cpp") ==
        Approx((2 + (26 * 26 + 10 * 21) / 1296.0) / 7));
  // Militia +3, always Full, Russian Table by Original DR: 2 9-1 8-0, 3 9-1 7-0, 4 8-1 8-0,
  // 5 8-0 7-0, 6 9-1, 7 8-1, 8 8-0, 9 7-0, 10 to 12 6+1. Two leaders with 1 + 2 + 3 + 4 of 36;
  // -1 with 1 + 2 + 3 + 5 + 6, +1 with 3 + 2 + 1.
  CHECK(company("russian", "I5", "20 Oct", "leaders/cpp") == Approx((1 + 10 / 36.0) / 4));
  CHECK(company("russian", "I5", "20 Oct", "leadership/cpp") == Approx((-17 + 6) / 36.0 / 4));
}

TEST_CASE("the sixth and the ninth Rifle Coy bring as many squads and fewer leaders") {
  const auto ordinal = [](const std::string& which, const std::string& quantity) {
    return worth("rb.company",
                 {{"side", "german"}, {"group", "I1"}, {"date", "20 Oct"}, {"ordinal", which}},
                 quantity);
  };
  CHECK(ordinal("9", "squads/cpp") == ordinal("5", "squads/cpp"));
  // Sixth, +1: Full 21 of 36 have three leaders, depleted (+2) 15. Ninth, +2: 15 and (+3) 10.
  CHECK(ordinal("6", "leaders/cpp") == Approx((2 + (26 * 21 + 10 * 15) / 1296.0) / 7));
  CHECK(ordinal("9", "leaders/cpp") == Approx((2 + (26 * 15 + 10 * 10) / 1296.0) / 7));
}

TEST_CASE("points for each CPP: the BPV of the squads") {
  // A 4-4-7 has 7, a 4-6-7 has 10, a 5-4-8 has 13.
  CHECK(company("russian", "I3", "31 Oct", "points/cpp") ==
        Approx(7 * (12 * 33 + 9 * 3) / 36.0 / 5));
  CHECK(company("german", "I1", "20 Oct", "points/cpp") ==
        Approx(10 * (12 * 26 + 9 * 10) / 36.0 / 7));
  CHECK(company("german", "I2", "20 Oct", "points/cpp") ==
        Approx(13 * (12 * 26 + 9 * 10) / 36.0 / 9));
}

TEST_CASE("AFVs, Guns, modules, Stukas and units as printed, for each CPP") {
  const auto of = [](const std::string& procedure, const std::string& side,
                     const std::string& group, const std::string& quantity) {
    return worth(procedure, {{"side", side}, {"group", group}, {"date", "31 Oct"}}, quantity);
  };
  // 31 Oct: German 0 (26 of 36), Russian -2 (33).
  CHECK(of("rb.platoon", "russian", "KV Pltn", "afvs/cpp") == Approx((2 * 33 + 3) / 36.0 / 4));
  CHECK(of("rb.platoon", "german", "SPW Pltn", "afvs/cpp") == Approx((4 * 26 + 3 * 10) / 36.0 / 2));
  // Full on 7 or less, 21 of 36: three Guns and one; depleted one less of each type.
  CHECK(worth("rb.battery",
              {{"side", "german"}, {"group", "G3"}, {"date", "31 Oct"}, {"full_at_most", "7"}},
              "guns/cpp") == Approx((4 * 21 + 2 * 15) / 36.0 / 4));
  CHECK(of("rb.oba-module", "russian", "Katyusha", "oba_modules/cpp") == Approx(1 / 3.0));
  CHECK(of("rb.as-printed", "german", "Fortifications", "fpp/cpp") == Approx(20));
  CHECK(of("rb.as-printed", "russian", "Fortifications", "fpp/cpp") == Approx(40));
  // HMG, .50c and two MMG; two mortars. Full on 5 or less with -2: DR 7, 21 of 36; depleted one of
  // each less: an MMG and a mortar.
  const auto heavy = [](const std::string& group, const std::string& quantity) {
    return worth("rb.battery",
                 {{"side", "russian"}, {"group", group}, {"date", "31 Oct"}, {"full_at_most", "5"}},
                 quantity);
  };
  CHECK(heavy("HW Pltn", "support_weapons/cpp") == Approx((4 * 21 + 1 * 15) / 36.0 / 6));
  CHECK(heavy("HW Pltn", "guns/cpp") == Approx((2 * 21 + 1 * 15) / 36.0 / 6));
  CHECK(heavy("MOL-P Pltn", "support_weapons/cpp") == Approx((3 * 21 + 2 * 15) / 36.0 / 2));
  // Any die brings them by turn 7: (1 + 2 + 3) / 3 / 2.
  CHECK(worth("rb.stuka", {{"cpp", "2"}, {"turns", "7"}}, "stukas/cpp") == Approx(1));
}

/// The groups in the shipped scenario files, and how often each is asked about, by side, group and
/// day.
using Coverage = std::map<std::tuple<std::string, std::string, std::string>, int>;

TEST_CASE("the shipped files ask about every group on every day on which it can be bought") {
  const auto shipped = [](const std::string& name) {
    return TextFile{name, test::read_file(COMBAT_ODDS_SOURCE "/scenarios/" + name)};
  };
  const std::vector<Scenario> scenarios =
      read_scenario_files({shipped("value-for-money.csv"), shipped("value-for-money-afvs.csv"),
                           shipped("value-for-money-support.csv")},
                          test::library());
  const ReinforcementGroups& groups =
      test::charts().get<ReinforcementGroups>(ReinforcementGroups::chart_name);
  const HistoricalDrm& days = test::charts().get<HistoricalDrm>(HistoricalDrm::chart_name);
  Coverage asked;
  bool stukas = false;
  for (const Scenario& scenario : scenarios) {
    for (std::uint64_t i = 0; i < scenario.size(); ++i) {
      CHECK_NOTHROW(scenario.rule(i, test::charts()));
      if (scenario.procedure().name == "rb.stuka") {
        stukas = true;
        continue;
      }
      const std::string side = scenario.argument(i, "side").text;
      const ReinforcementGroup* group =
          groups.find(*red_barricades::side_named(side), scenario.argument(i, "group").text);
      REQUIRE(group != nullptr);
      ++asked[{side, group->id, scenario.argument(i, "date").text}];
    }
  }
  CHECK(stukas);
  for (const ReinforcementGroup& group : groups.all()) {
    if (group.kind == ReinforcementGroup::Kind::stuka) continue;
    for (const std::string& day : days.dates()) {
      INFO(group.name << " " << day);
      CHECK(asked.contains({red_barricades::name_of(group.side), group.id, day}) ==
            group.available(day));
    }
  }
}

TEST_CASE("run answers for the shipped file: squads and price of every situation") {
  const Workspace workspace;
  const std::string file = COMBAT_ODDS_SOURCE "/scenarios/value-for-money.csv";
  const test::Run result =
      test::run(workspace, "combat-odds run " + file + " --out out --method exact --quiet");
  CHECK(result.err == "");
  REQUIRE(result.exit_code == 0);
  const std::string summary = test::read_file(workspace.path() / "out" / "summary.csv");
  // On 20 October: 402/36 squads, 7 CPP.
  CHECK(summary.find("\"german[group=Rifle Coy,date=1942-10-20]\",rb.company,cpp,,,,7,") !=
        std::string::npos);
  CHECK(summary.find("\"german[group=Rifle Coy,date=1942-10-20]\",rb.company,squads,,,,11.16") !=
        std::string::npos);
}

TEST_CASE("compare ranks the companies by their units for each CPP") {
  const Workspace workspace;
  const test::Run result = test::run(
      workspace,
      "combat-odds compare " COMBAT_ODDS_SOURCE
      "/scenarios/value-for-money.csv --by squads/cpp --method exact --format csv --quiet | sed -n "
      "2p | cut -d, -f1-5");
  // Twelve squads for 4 CPP, on any October day, are the most there is.
  CHECK(result.out == "1,russian-militia[date=1942-10-17],rb.company,squads/cpp,higher\n");
}

TEST_CASE("a range of days outside a group's time is refused") {
  const Scenario militia = test::scenario(
      "rb.company", {{"side", "russian"}, {"group", "I5"}, {"date", "30 Oct..1 Nov"}});
  REQUIRE(militia.size() == 3);
  CHECK_NOTHROW(militia.rule(1, test::charts()));
  CHECK_THROWS_WITH(militia.rule(2, test::charts()),
                    "date: Militia Coy is not available on 1942-11-01 (only in October)");
  CHECK(test::refusal("rb.as-printed", {{"side", "german"}, {"group", "I1"}, {"date", "20 Oct"}}) ==
        "group: I1 Rifle Coy is not drawn by this procedure (O5 Offb'd Observer, O6 Spotter Plane, "
        "M1 Fortifications, M2 Sniper)");
}

TEST_CASE("days: lists and ranges") {
  const auto days = [](const std::string& date) {
    const Scenario scenario =
        test::scenario("rb.company", {{"side", "german"}, {"group", "I1"}, {"date", date}});
    std::string text;
    for (std::uint64_t i = 0; i < scenario.size(); ++i) {
      text += (i == 0 ? "" : " ") + scenario.argument(i, "date").text;
    }
    return text;
  };
  CHECK(days("1942-10-30..1942-11-02") == "1942-10-30 1942-10-31 1942-11-01 1942-11-02");
  CHECK(days("17 Oct, 1942-11-14 .. 15 november") == "1942-10-17 1942-11-14 1942-11-15");
  const auto fault = [](const std::string& date) {
    return test::refusal("rb.company", {{"side", "german"}, {"group", "I1"}, {"date", date}});
  };
  CHECK(fault("1942-11-02..1942-10-30") ==
        "date: the range 1942-11-02..1942-10-30 of date runs backwards "
        "(1942-10-30..1942-11-02)");
  CHECK(fault("1942-10-31..1942-11-31") ==
        "date is '1942-11-31' (a day from 1942-10-17 to 1942-11-15)");
  CHECK(fault("1942-10-17,17 Oct") == "date names 1942-10-17 twice (each value once)");
  CHECK(fault("1942-10-17..") == "date is '1942-10-17..' (a day from 1942-10-17 to 1942-11-15)");
}

TEST_CASE("a day is read from the calendar") {
  constexpr std::chrono::year usual(1942);
  const auto read = [&](const std::string& text) {
    const auto day = read_day(text, usual);
    return day ? day_text(*day) : "none";
  };
  CHECK(read("1942-10-17") == "1942-10-17");
  CHECK(read(" 1 Nov") == "1942-11-01");
  CHECK(read("28 february") == "1942-02-28");
  CHECK(read("1944-02-29") == "1944-02-29");
  CHECK(read("1942-1-1") == "1942-01-01");
  for (const char* const none :
       {"", "17", "Oct", "29 Feb", "1942-02-29", "1942-13-01", "1942-00-10", "1942-1x-01", "17 Okt",
        "17 Octo", "+1 Oct", "-1 Oct", "017 Oct", "1942-10-17T"}) {
    INFO(none);
    CHECK(read(none) == "none");
  }
}

}  // namespace
}  // namespace combat_odds
