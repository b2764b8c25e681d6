#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <sstream>
#include <vector>

#include "reports/pictures/bar_chart.hpp"
#include "reports/pictures/distribution_chart.hpp"
#include "reports/pictures/heat_map.hpp"
#include "reports/pictures/text_fit.hpp"
#include "reports/tables/plot.hpp"
#include "reports/text/text.hpp"
#include "studies/campaign/day_by_day.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/coin.hpp"
#include "tests/support/program.hpp"
#include "tests/support/xml.hpp"

namespace combat_odds {
namespace {

using test::has;
using test::run;
using test::Workspace;
using test::XmlElement;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
const std::string long_name =
    "50 % cover, ''quoted'' & <b>\"x\"</b> ]]> - 日本語 \xff and on, and on, till nobody reads it";

/// The position of a text in a picture, by its anchor, size and angle.
struct Box {
  double left;
  double top;
  double right;
  double bottom;
};

Box box_of(const XmlElement& text) {
  const auto attribute = [&](const char* name, const char* otherwise) {
    const auto found = text.attributes.find(name);
    return found == text.attributes.end() ? std::string(otherwise) : found->second;
  };
  const double size = std::stod(attribute("font-size", "13"));
  const double width = text_width(text.text, size);
  const std::string anchor = attribute("text-anchor", "start");
  const double start = anchor == "start" ? 0 : anchor == "middle" ? -width / 2 : -width;
  const double x = text.number("x");
  const double y = text.number("y") - 0.36 * size;
  const std::string turn = attribute("transform", "rotate(0");
  const double angle = std::stod(turn.substr(turn.find('(') + 1)) * 3.14159265 / 180;
  Box box{1e9, 1e9, -1e9, -1e9};
  for (const double across : {start, start + width}) {
    for (const double down : {-0.37 * size, 0.37 * size}) {
      const double corner_x = x + across * std::cos(angle) - down * std::sin(angle);
      const double corner_y = y + across * std::sin(angle) + down * std::cos(angle);
      box = {std::min(box.left, corner_x), std::min(box.top, corner_y),
             std::max(box.right, corner_x), std::max(box.bottom, corner_y)};
    }
  }
  return box;
}

/// The elements of the picture. It must be well-formed, all text must lie inside it, and no two
/// horizontal texts may overlap.
std::vector<XmlElement> checked(const std::string& svg) {
  std::vector<XmlElement> elements = test::XmlReader::read(svg);
  CHECK_FALSE(has(svg, "nan"));
  CHECK_FALSE(has(svg, "inf\""));
  std::vector<std::pair<std::string, Box>> level;
  for (const XmlElement& element : elements) {
    if (element.name != "text") continue;
    INFO(element.text);
    const Box box = box_of(element);
    CHECK(box.left >= 0);
    CHECK(box.top >= 0);
    CHECK(box.right <= elements.front().number("width"));
    CHECK(box.bottom <= elements.front().number("height"));
    if (element.attributes.contains("transform")) continue;
    for (const auto& [text, other] : level) {
      INFO(text);
      const bool apart = box.left >= other.right || other.left >= box.right ||
                         box.top >= other.bottom || other.top >= box.bottom;
      CHECK(apart);
    }
    level.emplace_back(element.text, box);
  }
  return elements;
}

std::vector<XmlElement> named(const std::vector<XmlElement>& elements, const std::string& name) {
  std::vector<XmlElement> found;
  for (const XmlElement& element : elements) {
    if (element.name == name) found.push_back(element);
  }
  return found;
}

bool shows(const std::vector<XmlElement>& elements, const std::string& text) {
  const std::vector<XmlElement> texts = named(elements, "text");
  return std::any_of(texts.begin(), texts.end(),
                     [&](const XmlElement& element) { return element.text == text; });
}

/// Coins that came up heads so often in 100 tosses.
class Coins {
 public:
  explicit Coins(const std::vector<std::uint64_t>& heads, const std::string& name = "it's coin ") {
    scenarios_.reserve(heads.size());
    for (std::size_t i = 0; i < heads.size(); ++i) {
      scenarios_.emplace_back(name + std::to_string(i), test::coin(), std::vector<GivenValue>{},
                              Place{});
      results.push_back(test::tossed(scenarios_.back(), heads[i], 100));
    }
  }
  std::vector<SituationOdds> results;

 private:
  std::vector<Scenario> scenarios_;
};

const ReportOptions seed_seven = {Method::monte_carlo, 7, 0.95};

TEST_CASE(
    "odds as bars: named after the situation, with values at the bars and whiskers for intervals") {
  const Coins coin({25});
  const auto picture = checked(odds_plot(coin.results, seed_seven, ""));
  CHECK(shows(picture, "it's coin 0: a coin"));
  CHECK(shows(picture, "probability (%)"));
  CHECK(shows(picture, "heads"));
  CHECK(shows(picture, "25.00 %"));
  CHECK(shows(picture, "75.00 %"));
  CHECK(shows(picture, "simulated odds; whiskers: 95 % interval of 100 simulated trials, seed 7"));
  CHECK(named(picture, "desc").front().text.starts_with("heads: 25.00 %. tails: 75.00 %. "));
  // The paper and two bars, one three times as long as the other.
  const auto bars = named(picture, "rect");
  REQUIRE(bars.size() == 3);
  CHECK(bars[2].number("width") == Approx(3 * bars[1].number("width")).margin(0.02));
  CHECK_THROWS_WITH(odds_plot(coin.results, {}, "hits"),
                    "--plot-measure: no measure 'hits' (test.coin has none)");
}

TEST_CASE("eight situations differ in colour and in hatching, whatever their names") {
  const auto picture =
      checked(odds_plot(Coins({1, 2, 3, 4, 5, 6, 7, 8}, long_name).results, seed_seven, ""));
  std::set<std::string> colours;
  for (const XmlElement& bar : named(picture, "rect")) colours.insert(bar.attributes.at("fill"));
  CHECK(colours.size() == 9);  // and the paper
  std::set<std::string> hatchings;
  for (const SeriesLook& look : series_looks) hatchings.insert(look.hatch);
  CHECK(hatchings.size() == 8);
}

TEST_CASE("a ranking: best first, ties marked, intervals in percent, many and long names") {
  const Coins coins({10, 60, 58});
  const auto ranking_of = [](const Coins& tossed) {
    const Quantity heads("heads", "--by", tossed.results);
    return checked(ranking_plot(ranking(tossed.results, heads, Better::higher, 0.95), heads,
                                Better::higher, seed_seven));
  };
  const auto picture = ranking_of(coins);
  // 60 and 58 of 100 are not different enough; 10 is.
  CHECK(shows(picture, "60.00 % tied"));
  CHECK(shows(picture, "58.00 % tied"));
  CHECK(shows(picture, "10.00 %"));
  CHECK(shows(picture, "tied with the best"));
  CHECK_FALSE(shows(picture, "best"));
  CHECK(shows(picture, "P(heads) in %"));
  CHECK(shows(picture, "100 trials each, seed 7"));
  CHECK(named(picture, "desc")
            .front()
            .text.starts_with("it's coin 1: tied with the best 60.00 % tied. it's coin 2: "));
  // The bars below the paper and the two in the key.
  const auto bars = named(picture, "rect");
  REQUIRE(bars.size() == 6);
  CHECK(bars[3].number("width") == Approx(6 * bars[5].number("width")).margin(0.1));
  CHECK(shows(ranking_of(Coins({10})), "10.00 %"));
  ranking_of(Coins(std::vector<std::uint64_t>(40, 50), long_name));
}

TEST_CASE("bars without a number are left out, negative ones are left of 0") {
  BarChart chart;
  chart.series = {{"", series_look(0)}};
  chart.groups = {{"a", {{no_number, 0.0, no_number, "-", 0}}},
                  {"b", {{-2, {}, {}, "-2", 0}}},
                  {"c", {{1, {}, {}, "1", 0}}}};
  const auto bars = named(checked(bar_chart(chart)), "rect");
  REQUIRE(bars.size() == 3);
  CHECK(bars[1].number("x") + bars[1].number("width") == Approx(bars[2].number("x")));
  // Huge numbers do not make an endless picture, either.
  chart.groups[2].bars = {{1e308, -1e308, 1e308, "1e308", 0}};
  CHECK(bar_chart(chart).size() < 10'000);
  checked(bar_chart({}));
}

TEST_CASE("a distribution: columns for one situation, points and lines for several") {
  DistributionChart chart{{"casualties", "", "exact odds"}, "casualties", "probability (%)", {}};
  chart.series = {{"a", {{0, 50, 45.0, 55.0, "50 %"}, {1, 25, {}, {}, "25 %"}}}};
  auto picture = checked(distribution_chart(chart));
  const auto bars = named(picture, "rect");
  REQUIRE(bars.size() == 3);
  CHECK(bars[1].number("height") == Approx(2 * bars[2].number("height")).margin(0.02));
  CHECK(shows(picture, "25 %"));
  CHECK(shows(picture, "60"));  // where the axis ends
  chart.series.push_back({long_name, {{0, 10, {}, {}, "10 %"}, {1, no_number, {}, {}, "-"}}});
  picture = checked(distribution_chart(chart));
  CHECK(named(picture, "rect").size() == 1);
  CHECK(named(picture, "desc").front().text.starts_with("a: 0 50 %, 1 25 %. "));
  // Far apart, and many: the axis has as many numbers as fit.
  chart.series = {{"", {{-1'000'000, 1, {}, {}, "1 %"}, {2'000'000'000, 2, {}, {}, "2 %"}}}};
  picture = checked(distribution_chart(chart));
  CHECK(named(picture, "text").size() < 20);
  chart.series = {{"", {}}};
  for (int i = -40; i < 160; ++i) chart.series[0].points.push_back({i, 0.5, 0.4, 0.6, "0.5 %"});
  picture = checked(distribution_chart(chart));
  CHECK(shows(picture, "-20"));
  CHECK_FALSE(shows(picture, "0.5 %"));
  checked(distribution_chart({}));
}

HeatMap two_by_two() {
  HeatMap map;
  map.caption = {"chances", "", "exact odds"};
  map.rows = "row";
  map.columns = "column";
  map.unit = "P in %";
  map.row_names = {"it's", "b"};
  map.column_names = {"c", "d"};
  map.panels = {{"", {{0.0, 25.0}, {0.04, 100.0}}}};
  fit_scale(map);
  return map;
}

TEST_CASE("a heat map: every cell's number and colour, and a scale with its unit") {
  HeatMap map = two_by_two();
  map.panels.front().cells.push_back({no_number, std::nullopt});
  map.row_names.emplace_back("nothing");
  fit_scale(map);
  CHECK(map.least == 0);
  CHECK(map.greatest == 100);
  const auto picture = checked(heat_map(map));
  for (const char* const text :
       {"it's", "d", "row", "column", "P in %", "exact odds", "<0.1", "100.0", "80"}) {
    CHECK(shows(picture, text));
  }
  // A quarter of the scale: 2.25 of its nine steps, from #3b496c to #575d6d: 59 + 7, 73 + 5,
  // 108 + 0.25. White letters on it, black ones on yellow.
  const std::string svg = heat_map(map);
  CHECK(has(svg, "fill=\"#424e6c\""));
  CHECK(has(svg, "fill=\"#fff\">25.0</text>"));
  CHECK(has(svg, "fill=\"#000\">100.0</text>"));
  CHECK(named(picture, "desc").front().text ==
        "P in %: row down, column across. it's: 0.0 25.0. b: <0.1 100.0. nothing: - -. exact odds");
}

TEST_CASE("heat maps of one number, of many panels and of many columns keep their texts apart") {
  HeatMap map = two_by_two();
  const auto cells = map.panels.front().cells;
  map.column_names = {long_name, long_name};
  map.row_names = {long_name, "b"};
  for (const std::size_t panels : {1, 2, 3, 5, 20}) {
    map.panels.assign(panels, {long_name, cells});
    checked(heat_map(map));
  }
  map.column_names.assign(80, "1942-10-17");
  map.panels = {{"", {std::vector<std::optional<double>>(80, 7.0)}}};
  map.row_names = {"a"};
  fit_scale(map);
  const auto picture = checked(heat_map(map));
  const auto texts = named(picture, "text");
  CHECK(std::count_if(texts.begin(), texts.end(), [](const XmlElement& text) {
          return text.text == "7.0";
        }) == 1);  // beside the scale; the columns are too narrow for numbers
}

TEST_CASE("a fan chart's median stands where the percentiles are") {
  FanChart chart;
  chart.caption = {long_name, "", "exact odds"};
  chart.y = "squads so far";
  chart.ticks = {"17 Oct", "18 Oct"};
  chart.panels = {{"", {{"german", {{0, 0, 2, 4, 6, 8}, {1, 10, 10, 10, 10, 10}}}}}};
  const auto picture = checked(fan_chart(chart));
  CHECK(shows(picture, "german"));
  CHECK(shows(picture, "18 Oct"));
  CHECK(shows(picture, "10"));
  CHECK(
      has(named(picture, "desc").front().text, "german, 18 Oct: median 10, 90 % from 10 to 10. "));
  // Two bands; the wider one reaches from 0 to 8 on the first day, and the axis ends at 10.
  std::vector<std::string> bands;
  for (const XmlElement& path : named(picture, "path")) {
    if (path.attributes.contains("fill-opacity")) bands.push_back(path.attributes.at("d"));
  }
  REQUIRE(bands.size() == 2);
  // Mx highLx topLx ...Lx lowZ
  std::string corners = bands[0];
  std::ranges::replace_if(
      corners, [](char c) { return c == 'M' || c == 'L' || c == 'Z'; }, ' ');
  std::istringstream numbers(corners);
  const std::vector<double> at{std::istream_iterator<double>(numbers), {}};
  REQUIRE(at.size() == 8);
  const double high = at[1];
  const double top = at[3];
  const double low = at[7];
  CHECK(low - high == Approx(0.8 * (low - top)).margin(0.02));
  chart.running = false;
  CHECK(named(checked(fan_chart(chart)), "rect").size() == 4);  // paper, key, two boxes
}

TEST_CASE("any number of sides and plans can be drawn") {
  FanChart chart;
  chart.y = "squads of each day";
  for (int day = 0; day < 60; ++day) chart.ticks.push_back("a day " + std::to_string(day));
  for (const std::string side : {"german", "russian", "third"}) {
    auto& panel = chart.panels.emplace_back();
    panel.name = side;
    for (int plan = 0; plan < 11; ++plan) {
      auto& series = panel.series.emplace_back();
      series.name = long_name + std::to_string(plan);
      for (std::size_t x = 0; x < 60; ++x) series.points.push_back({x, -1, 0, 1, 2, no_number});
      series.points[7] = {7, -1, 0, 1, 2, 3};
    }
  }
  for (const bool running : {true, false}) {
    chart.running = running;
    const auto picture = checked(fan_chart(chart));
    CHECK(shows(picture, "third"));
  }
  checked(fan_chart({}));
}

TEST_CASE("quartiles of a die: 2 and 5") {
  Odds die;
  for (int pips = 1; pips <= 6; ++pips) {
    die.chances.push_back({Chance::Kind::measure, "pips", static_cast<double>(pips), 0,
                           ExactProbability{1.0 / 6, ""}});
  }
  // P(<= 1) = 0.17, P(<= 2) = 0.33; P(<= 4) = 0.67, P(<= 5) = 0.83.
  const MeasureSummary summary = summaries(die, 0.95).front();
  CHECK(summary.p25 == 2);
  CHECK(summary.p75 == 5);
}

TEST_CASE("dates and lists for readers") {
  CHECK(short_date("1942-10-07") == "7 Oct");
  CHECK(short_date("total") == "total");
  CHECK(joined({"a", "b", "c"}) == "a, b and c");
}

/// date: p05,p25,median,p75,p95 of a measure so far, from campaign-days.csv.
std::map<std::string, FanPoint> so_far(const std::filesystem::path& folder,
                                       const std::string& measure) {
  std::map<std::string, FanPoint> found;
  for (const red_barricades::CampaignDay& day :
       red_barricades::read_campaign_days(test::read_folder(folder))) {
    if (day.so_far && day.measure == measure) found[day.date] = day.percentiles;
  }
  return found;
}

TEST_CASE("running totals of a campaign end with its totals and begin on the first day") {
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
    const CsvTable summary = test::read_csv_file(workspace.path() / "d/campaign-summary.csv");
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
  // With dice in the budget, the totals of the main measures and of the one asked for are counted.
  // Here everything comes on its date, so the percentiles are the exact ones except near steps.
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
  // The second colour, although the first plan is not in this panel.
  CHECK(has(fan_chart(chart), "fill=\"#E69F00\""));
  CHECK_THROWS_WITH(red_barricades::campaign_fan(days, "guns", "t", "n"),
                    "--plot: these plans never bring any 'guns' (a larger budget or another "
                    "--plot-measure)");
}

}  // namespace
}  // namespace combat_odds
