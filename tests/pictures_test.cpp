#include "combat_odds/reports/heat_map.hpp"
#include "combat_odds/reports/palette.hpp"
#include "combat_odds/reports/pivot.hpp"
#include "combat_odds/reports/ranking_plot.hpp"
#include "combat_odds/reports/text.hpp"
#include "combat_odds/studies/campaign/days.hpp"
#include "combat_odds/studies/campaign/fan_chart.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/coin.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using test::has;
using test::read_file;
using test::run;
using test::Run;
using test::Workspace;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++found;
  }
  return found;
}

bool no_gnuplot(const Run& made) {
  return made.exit_code == 1 && has(made.err, "gnuplot is missing");
}

/// Coins that came up heads so often in 100 tosses.
class Coins {
 public:
  explicit Coins(const std::vector<std::uint64_t>& heads) {
    scenarios_.reserve(heads.size());
    for (std::size_t i = 0; i < heads.size(); ++i) {
      scenarios_.emplace_back("it's coin " + std::to_string(i), test::coin(),
                              std::vector<GivenValue>{}, Place{});
      results.push_back(test::tossed(scenarios_.back(), heads[i], 100));
    }
  }
  std::vector<SituationOdds> results;

 private:
  std::vector<Scenario> scenarios_;
};

std::string script_of(const Coins& coins) {
  const Quantity heads("heads", "--by", coins.results);
  return ranking_script(ranking(coins.results, heads, Better::higher, 0.95), heads, Better::higher,
                        {Method::monte_carlo, 7, 0.95}, {"svg", "out.svg"});
}

TEST_CASE("the picture of a ranking: best first, ties marked, intervals in percent") {
  const std::string script = script_of(Coins({10, 60, 58}));
  // 60 and 58 of 100 can't be told apart; 10 can.
  CHECK(has(script, "$standing1 << END\n60 0 0 60\n58 1 0 58\nEND\n"));
  CHECK(has(script, "$standing2 << END\n10 2 0 10\nEND\n"));
  CHECK(has(script, "title 'tied with the best'"));
  CHECK_FALSE(has(script, "title 'best'"));
  CHECK(has(script, "\"60.00 % tied\""));
  CHECK(has(script, "\"10.00 %\""));
  // Wilson, z = 1.96: (10 + z^2 / 2) / (100 + z^2) = 0.11480, to both sides
  // z sqrt(100 * 0.1 * 0.9 + z^2 / 4) / (100 + z^2) = 0.05957.
  CHECK(has(script, "\n2 5.52"));
  CHECK(has(script, " 17.43"));
  CHECK(has(script, "set ytics ('it''s coin 1' 0, 'it''s coin 2' 1, 'it''s coin 0' 2)"));
  CHECK(has(script, "set xlabel 'P(heads) in %'"));
  CHECK(has(script, "higher is better; 100 trials each, seed 7"));
}

TEST_CASE("a ranking of one situation or of forty is drawn, of more refused") {
  CHECK(has(script_of(Coins({10})), "title 'best'"));
  CHECK_NOTHROW(script_of(Coins(std::vector<std::uint64_t>(40, 50))));
  CHECK_THROWS_WITH(script_of(Coins(std::vector<std::uint64_t>(41, 50))),
                    "--plot: 41 situations are too many for one plot (at most 40)");
}

TEST_CASE("cividis: its ends, its grey middle, and letters that can be read on it") {
  CHECK(scale_colour(0) == "#00224e");
  CHECK(scale_colour(1) == "#fee838");
  // Half way from #707173 to #8a8678: 112 + 13, 113 + 10.5, 115 + 2.5.
  CHECK(scale_colour(0.5) == "#7d7c76");
  CHECK_FALSE(dark_letters(0.3));
  CHECK(dark_letters(0.6));
}

HeatMap two_by_two() {
  HeatMap map;
  map.title = "chances";
  map.rows = "row";
  map.columns = "column";
  map.unit = "P in %";
  map.note = "exact odds";
  map.row_names = {"it's", "b"};
  map.column_names = {"c", "d"};
  map.panels = {{"", {{0.0, 25.0}, {0.04, 100.0}}}};
  fit_scale(map);
  return map;
}

TEST_CASE("a heat map: every cell's number and colour, and a scale with its unit") {
  const HeatMap map = two_by_two();
  CHECK(map.least == 0);
  CHECK(map.greatest == 100);
  const std::string script = heat_map_script(map, {"pdf", "out.pdf"});
  CHECK(has(script, "set cbrange [0:100]\n"));
  CHECK(has(script, "set cbtics ('0.0' 0, '25.0' 25, '50.0' 50, '75.0' 75, '100.0' 100)"));
  CHECK(has(script, "set label 'P in %' at "));
  CHECK(has(script, "set label 'it''s' at "));
  CHECK(has(script, " 25 25.0 16777215\n"));  // white letters on dark blue
  CHECK(has(script, " 100 100.0 0\n"));       // black ones on yellow
  CHECK(has(script, " 0.04 <0.1 16777215\n"));
  const std::string svg = svg_heat_map(map);
  // A quarter of the scale: 2.25 of its nine steps, from #3b496c to #575d6d: 59 + 7, 73 + 5,
  // 108 + 0.25.
  CHECK(has(svg, "fill=\"#424e6c\""));
  CHECK(has(svg, ">&lt;0.1</text>"));
  CHECK(has(svg, ">100.0</text>"));
  CHECK(svg.ends_with("</svg>\n"));
}

TEST_CASE("panels stand side by side without touching; a wide table has no numbers") {
  HeatMap map = two_by_two();
  map.panels = {{"one", map.panels.front().cells}, {"two", map.panels.front().cells}};
  const HeatMapLayout layout(map);
  CHECK((layout.panel_left(1) >= layout.panel_left(0) + layout.panel_width ||
         layout.panel_top(1) >= layout.panel_top(0) + layout.panel_height));
  CHECK(has(svg_heat_map(map), ">two</text>"));
  map.column_names.assign(30, "x");
  map.panels = {{"", {std::vector<std::optional<double>>(30, 7.0)}}};
  CHECK_FALSE(has(svg_heat_map(map), ">7.0</text>"));
  CHECK_THROWS_WITH(check_heat_map(1, 81, 2),
                    "--plot: 81 rows are too many for one plot (at most 80)");
  CHECK_THROWS_WITH(check_heat_map(3, 30, 2),
                    "--plot: 90 rows are too many for one plot (at most 80)");
  CHECK_NOTHROW(check_heat_map(2, 40, 80));
}

TEST_CASE("a fan chart's bands and median stand where the percentiles are") {
  FanChart chart;
  chart.title = "t";
  chart.y = "squads so far";
  chart.ticks = {"17 Oct", "18 Oct"};
  chart.panels = {{"", {{"german", {{0, 0, 2, 4, 6, 8}, {1, 10, 10, 10, 10, 10}}}}}};
  // The axis ends at 10.5, 240 pixels above 266: 0 at 266, 4 at 174.6, 8 at 83.1, 10 at 37.4. The
  // days are 0.6 and 1.6 of 2.2 along 644 pixels from 64: 239.6 and 532.4.
  const std::string svg = svg_fan(chart);
  CHECK(has(svg, "<polyline points=\"239.6,174.6 532.4,37.4 \""));
  CHECK(has(svg, "<polygon points=\"239.6,83.1 532.4,37.4 532.4,37.4 239.6,266.0 \""));
  CHECK(count(svg, "<polygon ") == 2);
  const std::string script = fan_script(chart, {"png", "out.png"});
  CHECK(has(script, "$fan0_0 << END\n0 0 2 4 6 8\n1 10 10 10 10 10\nEND\n"));
  CHECK(has(script, "using 1:2:6 with filledcurves"));
  CHECK(has(script, "set xtics ('17 Oct' 0, '18 Oct' 1)"));
  chart.running = false;
  CHECK(has(fan_script(chart, {"png", "out.png"}), "with candlesticks"));
  CHECK_FALSE(has(svg_fan(chart), "<polygon "));
}

TEST_CASE("quartiles: of a die, 2 and 5") {
  Odds die;
  for (int pips = 1; pips <= 6; ++pips) {
    die.chances.push_back({Chance::Kind::measure, "pips", pips, 0, ExactProbability{1.0 / 6, ""}});
  }
  // P(<= 1) = 0.17, P(<= 2) = 0.33; P(<= 4) = 0.67, P(<= 5) = 0.83.
  const MeasureSummary summary = summaries(die, 0.95).front();
  CHECK(summary.p25 == 2);
  CHECK(summary.p75 == 5);
}

TEST_CASE("text for pictures: lines, short names, dates") {
  CHECK(broken_lines("a bc,d ef", 4) == std::vector<std::string>{"a", "bc,d", "ef"});
  CHECK(broken_lines("abcdef g", 3) == std::vector<std::string>{"abcdef", "g"});
  CHECK(shortened("abcdefghij", 7) == "abc…hij");
  CHECK(shortened("abc", 3) == "abc");
  CHECK(short_date("1942-10-07") == "7 Oct");
  CHECK(short_date("total") == "total");
  CHECK(joined({"a", "b", "c"}) == "a, b and c");
}

/// date: p05,p25,median,p75,p95 of a measure so far, from campaign-days.csv.
std::map<std::string, FanPoint> so_far(const std::filesystem::path& folder,
                                       const std::string& measure) {
  std::map<std::string, FanPoint> found;
  for (const red_barricades::CampaignDay& day :
       red_barricades::read_campaign_days(folder.string())) {
    if (day.so_far && day.measure == measure) found[day.date] = day.spread;
  }
  return found;
}

TEST_CASE("running totals of a campaign end where its totals are, and begin with the first day") {
  const Workspace workspace;
  workspace.write("plan.csv",
                  "date,side,group,quantity\n1942-10-17,german,Rifle Coy,2\n"
                  "1942-10-20,german,Rifle Coy,1\n1942-10-20,german,Sturm Coy,1\n");
  REQUIRE(
      run(workspace, "combat-odds campaign plan.csv --out d --method exact --quiet").exit_code ==
      0);
  for (const char* const measure : {"squads", "leaders", "leadership"}) {
    const auto days = so_far(workspace.path() / "d", measure);
    REQUIRE(days.size() == 30);  // from 17 October to 15 November
    // The totals are convolved on their own, in whole numbers.
    const CsvTable summary = read_csv_file((workspace.path() / "d/campaign-summary.csv").string());
    std::size_t compared = 0;
    for (const auto& row : summary.rows) {
      const auto cell = [&](const char* column) {
        return row[static_cast<std::size_t>(summary.column(column))].text;
      };
      if (cell("measure") != measure) continue;
      if (cell("date") != "total" && cell("date") != "1942-10-17") continue;
      ++compared;
      for (const std::string date : {cell("date") == "total" ? "1942-11-15" : "1942-10-17",
                                     cell("date") == "total" ? "1942-10-20" : "1942-10-19"}) {
        CHECK(days.at(date).p05 == std::stod(cell("p05")));
        CHECK(days.at(date).median == std::stod(cell("median")));
        CHECK(days.at(date).p95 == std::stod(cell("p95")));
      }
    }
    CHECK(compared == 2);
  }
  // With dice in the budget the totals are counted: of the main measures and the one asked for. All
  // comes on its date here, so the percentiles are the exact ones but for steps near them.
  workspace.write("budget.csv", "date,side,cpp\n1942-10-17,german,2d6+80\n");
  REQUIRE(run(workspace,
              "combat-odds campaign plan.csv --budget budget.csv --trials 200k --out dice "
              "--plot-measure leadership --plot dice.svg --quiet")
              .exit_code == 0);
  CHECK(so_far(workspace.path() / "dice", "support_weapons").empty());
  for (const char* const measure : {"squads", "leaders", "leadership"}) {
    const auto exact = so_far(workspace.path() / "d", measure);
    const auto counted = so_far(workspace.path() / "dice", measure);
    REQUIRE(counted.size() == 30);
    for (const auto& [date, spread] : exact) CHECK(counted.at(date).median == spread.median);
  }
}

TEST_CASE("two plans: a panel for each side, and every plan keeps its colour") {
  using red_barricades::CampaignDay;
  const FanPoint spread{0, 1, 2, 3, 4, 5};
  const std::vector<CampaignDay> days = {
      {"a", "german", "1942-10-18", "squads", false, 3, spread},
      {"b", "german", "1942-10-17", "squads", false, 3, spread},
      {"b", "russian", "1942-10-18", "squads", false, 3, spread},
      {"b", "russian", "1942-10-30", "leaders", false, 3, spread}};
  const FanChart chart = red_barricades::campaign_fan(days, "squads", "t", "n");
  CHECK(chart.ticks == std::vector<std::string>{"17 Oct", "18 Oct"});
  CHECK(chart.y == "squads of each day");
  CHECK_FALSE(chart.running);
  REQUIRE(chart.panels.size() == 2);
  CHECK(chart.panels[0].name == "german");
  CHECK(chart.panels[0].series[0].points.front().x == 1);
  CHECK(chart.panels[1].series[0].points.empty());
  CHECK(chart.panels[1].series[1].name == "b");
  // #E69F00, the second colour
  CHECK(has(fan_script(chart, {"svg", "x"}),
            "$fan1_1 using 1:3:2:6:5 with candlesticks linecolor "
            "'#E69F00'"));
  CHECK_FALSE(has(fan_script(chart, {"svg", "x"}), "plot $fan1_0"));
  CHECK_THROWS_WITH(red_barricades::campaign_fan(days, "guns", "t", "n"),
                    "--plot: these plans never bring any 'guns' (a larger budget or another "
                    "--plot-measure)");
}

TEST_CASE("every command draws what it was asked to, whole, and leaves no other file") {
  const Workspace workspace;
  workspace.write("units.csv", "nationality,unit\ngerman,4-6-7\nrussian,4-4-7\n");
  workspace.write("plan.csv",
                  "date,side,group,quantity\n1942-10-17,german,Rifle Coy,2\n"
                  "1942-10-20,russian,Rifle Coy,1\n");
  workspace.write("question.csv",
                  "scenario,procedure,firepower,drm,target\nopen,asl.fire,8,-1,4-6-7\n"
                  "woods,asl.fire,8,1,4-6-7\n");
  struct Drawn {
    std::string command;
    std::string shows;
  };
  const std::string fire = "odds asl.fire --firepower 4,8 --drm 0,1 --target 4-6-7 --trials 1k ";
  const std::vector<Drawn> all = {
      {"compare question.csv --by broken --trials 1k", "P(broken) in %"},
      {fire + "--by broken", "P(broken) in %"},
      {fire + "--pivot firepower drm --show broken", "P(broken) in %"},
      {"balance units.csv --out d", "chance to hold in %"},
      {"balance units.csv --range 2,4 --out d", "range 2, DRM"},
      {"campaign plan.csv --trials 1k --out d", "squads so far"},
      {"campaign plan.csv --trials 1k --plot-measure leaders --method monte-carlo --out d",
       "leaders so far"}};
  for (const Drawn& drawn : all) {
    const Run made =
        run(workspace, "mkdir d; combat-odds " + drawn.command +
                           " --quiet --plot d/x.svg > /dev/null; code=$?; "
                           "ls -A d | grep -v csv; mv d/x.svg . 2> /dev/null; rm -r d; "
                           "exit $code");
    if (no_gnuplot(made)) return;
    INFO(drawn.command);
    CHECK(made.exit_code == 0);
    CHECK(made.err.empty());
    CHECK(made.out == "x.svg\n");
    const std::string svg = read_file(workspace.path() / "x.svg");
    CHECK(has(svg, drawn.shows));
    CHECK(has(svg, "</svg>"));
  }
}

TEST_CASE("pictures that can't be drawn are refused before anything is worked out or written") {
  const Workspace workspace;
  workspace.write("units.csv", "nationality,unit\ngerman,4-6-7\nrussian,4-4-7\n");
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-17,german,Rifle Coy,2\n");
  const std::string fire = "odds asl.fire --target 4-6-7 --trials 1T ";
  struct Refused {
    std::string command;
    std::string message;
  };
  const std::vector<Refused> all = {
      {fire + "--firepower 4,8 --drm -10..10 --by broken --plot x.svg",
       "--plot: 42 situations are too many for one plot (at most 40)\n"},
      {fire + "--firepower 4,8 --drm -4..3 --elr 0..5 --attacks 1,2 --pivot drm firepower "
              "--show broken --plot x.svg",
       "--plot: 96 rows are too many for one plot (at most 80)\n"},
      {fire + "--firepower 1,2,4,6,8,12,16,20,24 --plot x.svg",
       "--plot: 9 situations are too many for one plot (at most 8)\n"},
      {fire + "--firepower 4,8 --by broken --plot x.svg --plot-measure hits",
       "--plot-measure: does not go with --by (the plot shows what --by names)\n"},
      {fire + "--firepower 4,8 --plot-measure hits",
       "--plot-measure: needs --plot (the file to draw to)\n"},
      {"balance units.csv --out d --plot d/x.gif",
       "--plot: 'd/x.gif' is no kind of picture (a name that ends in .svg, .png or .pdf)\n"},
      {"balance units.csv --drm -10..10 --out d --plot d/x.svg",
       "--plot: 21 tables are too many for one plot (at most 20)\n"},
      {"campaign plan.csv --trials 1T --out d --plot d/x.svg --plot-measure squad",
       "--plot-measure: these plans bring no 'squad' (did you mean 'squads'?)\n"}};
  for (const Refused& refused : all) {
    const Run made = run(workspace, "combat-odds " + refused.command);
    if (no_gnuplot(made)) return;
    CHECK(made.exit_code == 2);
    CHECK(made.err == refused.message);
    CHECK(made.out.empty());
    CHECK_FALSE(std::filesystem::exists(workspace.path() / "d"));
    CHECK_FALSE(std::filesystem::exists(workspace.path() / "x.svg"));
  }
}

TEST_CASE("where nothing is bought, or gnuplot fails, nothing is left behind") {
  const Workspace workspace;
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-17,german,Rifle Coy,1\n");
  workspace.write("poor.csv", "date,side,cpp\n1942-10-17,german,1\n");
  const std::string ask = "combat-odds campaign plan.csv --trials 1k --quiet --out d ";
  const Run poor = run(workspace, ask + "--budget poor.csv --plot d/x.svg");
  if (no_gnuplot(poor)) return;
  CHECK(poor.exit_code == 2);
  CHECK(poor.err ==
        "--plot: these plans never bring any 'squads' (a larger budget or another "
        "--plot-measure)\n");
  CHECK_FALSE(std::filesystem::exists(workspace.path() / "d"));
  CHECK(run(workspace, ask + "--budget poor.csv && combat-odds report d --out page.html && rm -r d")
            .exit_code == 0);

  workspace.write("bin/gnuplot", "#!/bin/sh\necho boom >&2\nexit 1\n");
  const Run failed =
      run(workspace, "chmod +x bin/gnuplot; PATH=$PWD/bin:$PATH; " + ask + "--plot d/x.svg");
  CHECK(failed.exit_code == 1);
  CHECK(failed.err == "combat-odds: d/x.svg: gnuplot could not draw it: boom \n");
  CHECK_FALSE(std::filesystem::exists(workspace.path() / "d"));
}

}  // namespace
}  // namespace combat_odds
