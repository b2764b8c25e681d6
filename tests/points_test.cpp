#include <array>

#include "sim/squad_leader/counters/unit_points.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using squad_leader::InfantryPoints;
using squad_leader::ListedPoints;
using squad_leader::ListedVehicle;
using squad_leader::OptionRefused;
using squad_leader::PointOptions;
using squad_leader::UnitPrice;

/// Invented: BPV 120, Rarity 1.2, in common use from 1943 to 1944.
ListedVehicle tank() {
  return {"german", "Tank", 120, 1.2, {1943, 1}, Month{1944, 12}, {{"aa mg", 10}}};
}

const ListedPoints& listed(const char* nationality, const char* name) {
  const auto& prices = test::charts().get<InfantryPoints>(InfantryPoints::chart_name);
  const ListedPoints* found = find_points(prices.entries(), nationality, name);
  REQUIRE(found != nullptr);
  return *found;
}

TEST_CASE("Rarity by date: introduction, up to three months before, after the last year") {
  CHECK(availability(tank(), {1942, 9}) == Availability::not_yet);  // four months early
  CHECK(availability(tank(), {1942, 10}) == Availability::early);   // three months early
  CHECK(availability(tank(), {1942, 12}) == Availability::early);
  CHECK(availability(tank(), {1943, 1}) == Availability::common);  // the month of introduction
  CHECK(availability(tank(), {1944, 12}) == Availability::common);
  CHECK(availability(tank(), {1945, 1}) == Availability::late);
}

TEST_CASE("NPV = BPV x Rarity, by hand") {
  const UnitPrice common = price(tank(), {1943, 1}, {});
  CHECK(common.bpv == Approx(120));
  CHECK(common.rarity == Approx(1.2));
  CHECK(common.npv == Approx(144));                         // 120 x 1.2
  CHECK(price(tank(), {1942, 10}, {}).npv == Approx(288));  // Rarity doubled: 120 x 2.4
  CHECK(price(tank(), {1945, 1}, {}).npv == Approx(216));   // half as much again: 120 x 1.8
  CHECK(price(tank(), {1942, 10}, {}).bpv == Approx(120));  // the BPV never changes
}

TEST_CASE("optional armament and paste are added to the cost of the vehicle") {
  PointOptions options;
  options.armament = {{"aa mg", 10}};
  CHECK(price(tank(), {1943, 1}, options).bpv == Approx(130));
  CHECK(price(tank(), {1943, 1}, options).npv == Approx(154));  // 144 + 10
  options.paste = true;
  CHECK_THROWS_AS(price(tank(), {1944, 6}, options), OptionRefused);  // 86: from mid-1944 on
  CHECK(price(tank(), {1944, 7}, options).bpv == Approx(136.5));      // 130 + 5 %
  CHECK(price(tank(), {1944, 7}, options).npv == Approx(161.7));      // 154 + 5 %
}

TEST_CASE("SS, armour leaders, partisans") {
  const auto cost = [](const char* nationality, const char* name, bool ss, bool armor,
                       bool partisan) {
    PointOptions options;
    options.ss = ss;
    options.armor_leader = armor;
    options.partisan = partisan;
    return price(listed(nationality, name), {1943, 1}, options).npv;
  };
  CHECK(cost("german", "9-1", false, false, false) == Approx(65));
  CHECK(cost("german", "9-1", true, false, false) == Approx(75));
  CHECK(cost("german", "9-1", false, true, false) == Approx(60));
  CHECK(cost("german", "sniper -2", true, false, false) == Approx(33));
  CHECK(cost("russian", "9-1", false, true, false) == Approx(105));
  CHECK(cost("russian", "9-1", false, false, true) == Approx(105));  // "9-1 (Partisan: 105)"
  CHECK(cost("russian", "7-0", false, false, true) == Approx(45));
  CHECK_THROWS_AS(cost("russian", "9-1", true, false, false), OptionRefused);
  CHECK_THROWS_AS(cost("german", "4-6-7", true, false, false), OptionRefused);
  CHECK_THROWS_AS(cost("rumanian", "8-0", false, true, false), OptionRefused);
  CHECK_THROWS_AS(cost("russian", "10-3", false, false, true), OptionRefused);
}

const char* const listing =
    "nationality,name,bpv,rarity,year_from,year_to,options\n"
    "german,Tank,120,1.2,1943,1944,aa mg=10\n"
    "russian,Late Tank,200,1.5,1944-06,,\n";

TEST_CASE("the points command prices a force line by line and in all") {
  const test::Workspace here;
  here.write("list.csv", listing);
  here.write("force.csv",
             "side,unit,quantity,options,note\n"
             "german,4-6-7,3,,three squads\n"
             "german,8-1,1,ss,\n"
             "german,Tank,2,aa mg,\n"
             "russian,4-4-7,2,,\n"
             "russian,wire,4,,fortifications are for everybody\n");
  const test::Run run = test::run(
      here, "combat-odds points force.csv --date 1942-11 --listing list.csv --format csv");
  CHECK(run.err.empty());
  REQUIRE(run.exit_code == 0);
  // The tank is early: 120 x 2.4 + 10 = 298; BPV 120 + 10 = 130.
  CHECK(run.out ==
        "side,nationality,unit,kind,quantity,options,bpv,rarity,npv,total_bpv,total_npv,"
        "availability\n"
        "german,german,4-6-7,squad,3,,21,,21,63,63,\n"
        "german,german,8-1,leader,1,ss,60,,60,60,60,\n"
        "german,german,Tank,vehicle or gun,2,aa mg,130,2.4,298,260,596,early\n"
        "russian,russian,4-4-7,squad,2,,14,,14,28,28,\n"
        "russian,russian,wire,fortification,4,,10,,10,40,40,\n"
        "german,,total,,6,,,,,383,719,\n"
        "russian,,total,,6,,,,,68,68,\n");
  for (const char* format : {"table", "json", "markdown"}) {
    CHECK(test::run(here, std::string("combat-odds points force.csv --date 1942-11 --listing "
                                      "list.csv --format ") +
                              format)
              .out.find("719") != std::string::npos);
  }
  // 383 - 68 = 315, 383 / 68 = 5.632; 719 - 68 = 651, 719 / 68 = 10.574.
  const std::string priced = "combat-odds points force.csv --date 1942-11 --listing list.csv";
  const std::string table = test::run(here, priced).out;
  const auto line_with = [&](const std::string& name) {
    const std::size_t at = table.find(name);
    REQUIRE(at != std::string::npos);
    return table.substr(at, table.find('\n', at) - at);
  };
  const std::string difference = line_with("german to russian, difference");
  CHECK(difference.find("+315") < difference.find("+651"));
  CHECK(difference.find("+651") != std::string::npos);
  const std::string ratio = line_with("german to russian, ratio");
  CHECK(ratio.find("5.632") < ratio.find("10.574"));
  CHECK(ratio.find("10.574") != std::string::npos);
  CHECK(test::run(here, priced + " --format json").out.find("\"npv_difference\": 651") !=
        std::string::npos);
  here.write("alone.csv", "side,unit,quantity\ngerman,4-6-7,3\n");
  CHECK(test::run(here, "combat-odds points alone.csv --date 1942-11").out.find("ratio") ==
        std::string::npos);
}

TEST_CASE("points knows the listing of the configuration folder, and --listing goes before it") {
  const test::Workspace here;
  here.write("config/combat-odds/listing.csv", listing);
  here.write("force.csv", "side,unit,quantity\ngerman,Tank,2\n");
  const std::string question =
      "export XDG_CONFIG_HOME=\"$PWD/config\"; combat-odds points force.csv --date 1943-06 "
      "--format csv";
  // 120 x 1.2 = 144 each.
  const test::Run known = test::run(here, question);
  CHECK(known.err.empty());
  CHECK(known.out.ends_with("\ngerman,,total,,2,,,,,240,288,\n"));
  // Another price of the same tank: 100 x 1.5.
  here.write("mine.csv",
             "nationality,name,bpv,rarity,year_from,year_to\ngerman,Tank,100,1.5,1943,1944\n");
  CHECK(test::run(here, question + " --listing mine.csv")
            .out.ends_with("\ngerman,,total,,2,,,,,200,300,\n"));
}

TEST_CASE("nothing is sold before its time, and base-game and revised prices are distinguished") {
  const test::Workspace here;
  const auto bought = [&](const std::string& line, const std::string& date) {
    here.write("force.csv", "side,unit,quantity,options\n" + line + "\n");
    return test::run(here, "combat-odds points force.csv --format csv --date " + date);
  };
  // 85.2 July 1943; 85.5 the second half of 1942; 86.1 1944; Supplement A.1 spring 1941.
  for (const auto& [line, too_early, in_time] :
       {std::array{"german,panzerschreck,1,", "1943-06", "1943-07"},
        {"german,panzerfaust_42b,1,", "1942-06", "1942-07"},
        {"german,panzerfaust_44a,1,", "1943-12", "1944-01"},
        {"russian,atm,1,", "1943-12", "1944-01"},
        {"russian,sturmovik_41,1,", "1941-02", "1941-03"},
        {"russian,radio_43,1,", "1942-12", "1943-01"},
        {"russian,SU-152,1,", "1943-04", "1943-05"},
        {"russian,T-34,1,paste", "1944-06", "1944-07"}}) {
    INFO(line);
    CHECK(bought(line, too_early).exit_code == 2);
    CHECK(bought(line, too_early).err.find("not to be had before") != std::string::npos);
    CHECK(bought(line, in_time).exit_code == 0);
  }
  // A T-34 has 140 in the base game, a 4-4-7 14 in the revised list.
  CHECK(bought("russian,T-34,1,\nrussian,4-4-7,1,", "1943-01")
            .out.ends_with("russian,,total,,2,,,,,154,154,base-game and revised prices\n"));
  CHECK(bought("russian,4-4-7,1,", "1943-01").out.ends_with("russian,,total,,1,,,,,14,14,\n"));
}

TEST_CASE("the share of Rarity in an army's value, month by month") {
  const test::Workspace here;
  here.write(
      "listing.csv",
      "nationality,name,bpv,rarity,year_from,year_to\ngerman,Tank,100,1.5,1943-07,1944-02\n");
  here.write("force.csv", "side,unit,quantity\ngerman,4-6-7,10\ngerman,Tank,2\n");
  const test::Run months = test::run(here,
                                     "combat-odds points force.csv --listing listing.csv --date "
                                     "1943-03..1944-03 --plot prices.svg");
  INFO(months.err);
  REQUIRE(months.exit_code == 0);
  // BPV 10 x 21 + 2 x 100 = 410. NPV 210 + 2 x 100 x 1.5 = 510: 100 of 510 is Rarity. Early it is
  // doubled, NPV 810: 400 of 810.
  CHECK(months.out.find("german: Rarity is 19.6 % (1943-07) to 49.4 % (1943-04) of its NPV\n") !=
        std::string::npos);
  CHECK(test::read_file(here.path() / "prices.svg").find("What each unit costs by month") !=
        std::string::npos);
  const test::Run month =
      test::run(here, "combat-odds points force.csv --listing listing.csv --date 1943-08");
  CHECK(month.out.ends_with("\ngerman: Rarity is 19.6 % of its NPV\n"));
  // If nothing is listed, there is no Rarity to report.
  here.write("squads.csv", "side,unit,quantity\ngerman,4-6-7,10\n");
  CHECK(test::run(here, "combat-odds points squads.csv --date 1943-08").out.find("Rarity is") ==
        std::string::npos);
}

TEST_CASE("dice before the game: what a unit gets, and its cost on average and at worst") {
  const test::Workspace here;
  here.write("list.csv",
             "nationality,name,bpv,rarity,year_from,year_to,options\n"
             "german,Tank,100,1.5,1943,,aa mg=12@7;nbw=6@4\n");
  here.write("force.csv",
             "side,unit,quantity,options\ngerman,Tank,2,aa mg;smoke candles@4\n"
             "german,panzerfaust,3,versions=42b/42b/43a/43a/43b/44a\n");
  const std::string ask = "combat-odds points force.csv --listing list.csv --date 1944-08 ";
  const std::string paid = test::run(here, ask).out;
  INFO(paid);
  // A DR of 7 or less: 21/36; both tanks (21/36)^2, none (15/36)^2. A die of 4 or less: 4/6.
  CHECK(test::has(paid,
                  "german: Tank, aa mg on a DR of 7 or less: 58.33 % each; of 2 on average "
                  "1.17, none 17.36 %, all 34.03 %\n"));
  CHECK(test::has(paid, "smoke candles on a die of 4 or less: 66.67 % each"));
  CHECK(test::has(paid,
                  "german: panzerfaust, a die each: 42b 33.33 %, 43a 33.33 %, 43b 16.67 %, "
                  "44a 16.67 %\n"));
  // Tanks 2 (150 + 12) = 324; panzerfausts 3 (5 + 5 + 10 + 10 + 15 + 20) / 6 = 32.5, at worst 60.
  CHECK(test::has(paid, "german: NPV 356.5 on average, 384 at worst\n"));
  // Paying only for what is acquired: 2 (150 + 12 * 7/12) = 314.
  CHECK(test::has(test::run(here, ask + "--optional-armament acquired").out,
                  "german: NPV 346.5 on average, 384 at worst\n"));
  CHECK(test::has(test::run(here, ask + "--budget german=400").out,
                  "german: 16 of 400 points left at worst\n"));
  CHECK(test::has(test::run(here, ask + "--budget german=400 --budget german@1944-08=380").out,
                  "german: 4 points over its 380 at worst\n"));
  CHECK(test::has(test::run(here, ask + "--format json").out, "\"worst_npv\": 20"));
  CHECK(test::has(test::run(here, ask + "--budget italian=400").err,
                  "the force has no side 'italian'"));
  CHECK(test::has(test::run(here, ask + "--budget german").err, "'german' is no budget"));
}

TEST_CASE("dice before the game: most numbers of two dice") {
  const test::Workspace here;
  here.write("list.csv",
             "nationality,name,bpv,rarity,year_from,year_to,options\n"
             "german,Tank,100,1.5,1943,,aa mg=12@10\n");
  here.write("force.csv", "side,unit,quantity,options\ngerman,Tank,2,aa mg\n");
  // All but an 11 (2/36) and a 12 (1/36): 33/36.
  CHECK(test::has(
      test::run(here, "combat-odds points force.csv --listing list.csv --date 1944-08").out,
      "aa mg on a DR of 10 or less: 91.67 % each"));
}

TEST_CASE("equipment that dice decide on has its dates and its form") {
  const test::Workspace here;
  const auto bought = [&](const std::string& line, const std::string& date) {
    here.write("force.csv", "side,unit,quantity,options\n" + line + "\n");
    return test::run(here, "combat-odds points force.csv --date " + date);
  };
  // 64.8: from 1943; 64.5: by mid-1944.
  CHECK(bought("german,StuG III,1,smoke candles@3", "1942-12").exit_code == 2);
  CHECK(bought("german,StuG III,1,smoke candles@3", "1943-01").exit_code == 0);
  // 64.52: candles only where there is no nbw: (1 - 15/36) 4/6 = 7/18.
  CHECK(test::has(bought("german,StuG III,1,nbw@6; smoke candles@4", "1944-07").out,
                  "smoke candles on a die of 4 or less, without the nbw (64.52): 38.89 % each"));
  CHECK(test::has(bought("german,StuG III,1,nbw@12; smoke candles@4", "1944-07").err, "64.52"));
  // 64.8: never on halftracks.
  CHECK(test::has(bought("german,SPW 251 armed,1,smoke candles@3", "1943-06").err, "64.8"));
  // Air support has a price for each year.
  CHECK(test::has(bought("german,stuka_41,1,", "1944-01").err, "not to be had after 1941-12"));
  CHECK(bought("german,stuka_41,1,", "1941-12").exit_code == 0);
  CHECK(bought("german,StuG III,1,nbw92@8", "1944-06").exit_code == 2);
  CHECK(test::has(bought("german,StuG III,1,nbw92@8", "1944-07").out,
                  "nbw on a DR of 8 or less: 72.22 % each\n"));  // 26/36
  CHECK(test::has(bought("german,StuG III 105,2,canister", "1943-01").out,
                  "canister on a die of 1 or less: 16.67 % each"));
  CHECK(test::has(bought("german,StuG III,1,nbw92", "1944-07").err, "no option 'nbw92'"));
  CHECK(test::has(bought("german,StuG III,1,nbw92=5", "1944-07").err, "'nbw@6'"));
  CHECK(test::has(bought("german,StuG III,1,smoke candles@7", "1944-07").err, "a die from 1 to 6"));
  CHECK(test::has(bought("german,panzerfaust,1,", "1944-07").err,
                  "which versions of the panzerfaust does the die give?"));
  CHECK(test::has(bought("german,panzerfaust,1,versions=42b/43a", "1944-07").err,
                  "2 versions, where a die needs six"));
  CHECK(test::has(bought("german,panzerfaust,1,versions=42b/42b/42b/42b/42b/44a", "1943-07").err,
                  "'44a' is not to be had before 1944-01"));
}

TEST_CASE("a field phone costs 50 less than the radio of its year") {
  const test::Workspace here;
  const auto cost = [&](const std::string& side, const std::string& unit, const std::string& date) {
    here.write("force.csv", "side,unit,quantity\n" + side + "," + unit + ",1\n");
    return test::run(here, "combat-odds points force.csv --format csv --date " + date).out;
  };
  CHECK(test::has(cost("german", "Field Phone", "1943-05"), ",150,,150,"));      // 200 - 50
  CHECK(test::has(cost("russian", "field phone 41", "1941-08"), ",250,,250,"));  // 300 - 50
  CHECK(test::has(cost("russian", "field phone 42", "1942-08"), ",200,,200,"));  // 250 - 50
  CHECK(test::has(cost("russian", "field phone 43", "1944-08"), ",150,,150,"));  // 200 - 50
  CHECK(cost("russian", "field phone 41", "1942-01").empty());
}

TEST_CASE("what may not be bought is refused with its rule") {
  const test::Workspace here;
  const auto refused = [&](const std::string& line, const std::string& date) {
    here.write("force.csv", "side,unit,quantity,options\n" + line + "\n");
    return test::refused_run(here, "combat-odds points force.csv --date " + date);
  };
  CHECK(test::has(refused("german,atm,1,", "1943-12"), "not to be had before 1944-01 (86.1)"));
  CHECK(test::has(refused("german,panzerschreck,1,", "1943-06"), "(85.2)"));
  CHECK(test::has(refused("german,panzerfaust_43a,1,", "1942-12"), "(85.5)"));
  CHECK(test::has(refused("russian,radio_41,1,", "1942-06"), "the year in its name"));
  CHECK(test::has(refused("russian,T-34,1,smoke candles@3", "1944-07"),
                  "only German vehicles (64.8)"));
  CHECK(test::has(refused("russian,T-34,1,nbw@6", "1944-07"), "only German vehicles (64.5)"));
}

TEST_CASE("two forces beside each other, kind by kind") {
  const test::Workspace here;
  here.write("mine.csv", "side,unit,quantity\ngerman,4-6-7,3\ngerman,8-1,1\ngerman,StuG III,1\n");
  here.write("his.csv", "side,unit,quantity\nrussian,4-4-7,6\nrussian,6-2-8,2\n");
  const test::Run run = test::run(
      here,
      "combat-odds points mine.csv --compare his.csv --date 1942-10 --format csv >beside.csv");
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  const CsvTable beside = test::read_csv_file(here.path() / "beside.csv");
  REQUIRE(beside.rows.size() == 4);  // squads, leaders, vehicles, in all
  const auto cell = [&](std::size_t row, const char* column) {
    return beside.rows.at(row).at(static_cast<std::size_t>(beside.column(column))).text;
  };
  CHECK(cell(0, "mine: german") == "3");
  CHECK(cell(0, "mine: german NPV") == "63");        // 3 * 21
  CHECK(cell(0, "his: russian NPV") == "138");       // 6 * 14 + 2 * 27
  CHECK(cell(1, "mine: german share") == "19.8 %");  // 50 of 63 + 50 + 140 = 253
  CHECK(cell(1, "his: russian") == "0");
  CHECK(cell(3, "mine: german NPV") == "253");
  // On a screen the sides alone tell the columns apart.
  const test::Run shown =
      test::run(here, "combat-odds points mine.csv --compare his.csv --date 1942-10");
  CHECK(test::has(shown.out, "german  NPV"));
  CHECK_FALSE(test::has(shown.out, "mine"));
}

TEST_CASE("what is listed by its year goes by the month where no year is named") {
  const test::Workspace here;
  here.write("force.csv", "side,unit,quantity\nrussian,radio,1\nrussian,field phone,1\n");
  const auto cost = [&](const std::string& month) {
    const test::Run run =
        test::run(here, "combat-odds points force.csv --format csv --date " + month + " >cost.csv");
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    const CsvTable lines = test::read_csv_file(here.path() / "cost.csv");
    return lines.rows.at(2).at(static_cast<std::size_t>(lines.column("total_npv"))).text;
  };
  // Revised Point Values: radio 300, 250, 200 in 1941, 1942 and from 1943, the phone 50 less.
  CHECK(cost("1941-10") == "550");
  CHECK(cost("1942-06") == "450");
  CHECK(cost("1943-01") == "350");
  CHECK(cost("1945-03") == "350");
  here.write("early.csv", "side,unit,quantity\nrussian,sturmovik,1\n");
  CHECK(test::has(test::refused_run(here, "combat-odds points early.csv --date 1940-01"),
                  "not to be had before 1941-03"));
}

TEST_CASE("--from-listing: a force list of what there is, which points reads") {
  const test::Workspace workspace;
  workspace.write("mine.csv",
                  "nationality,name,bpv,rarity,year_from,year_to,options\n"
                  "german,Old,100,1,1940,1942-06,\n"
                  "german,New,80,1.5,1943-03,,aa mg=10\n"
                  "russian,Late,90,2,1944,,\n");
  const auto printed = [&](const std::string& date) {
    const test::Run made =
        test::run(workspace, "combat-odds points --from-listing --listing mine.csv --date " + date +
                                 " >force.csv");
    INFO(made.err);
    REQUIRE(made.exit_code == 0);
    return test::read_file(workspace.path() / "force.csv");
  };
  // In January 1943 the old one is half as much again, the new one double, the last not yet there.
  CHECK(printed("1943-01") ==
        "side,unit,quantity,options,note\n"
        "german,Old,1,,BPV 100 x Rarity 1.5 = 150\n"
        "german,New,1,,BPV 80 x Rarity 3 = 240; option aa mg (10)\n");
  const test::Run priced =
      test::run(workspace,
                "combat-odds points force.csv --listing mine.csv --date 1943-01 --format "
                "csv >priced.csv");
  REQUIRE(priced.exit_code == 0);
  const CsvTable table = test::read_csv_file(workspace.path() / "priced.csv");
  const auto column = static_cast<std::size_t>(table.column("total_npv"));
  CHECK(table.rows.at(2).at(column).text == "390");
  const auto refused = [&](const std::string& options) {
    return test::refused_run(workspace, "combat-odds points --from-listing " + options);
  };
  CHECK(test::has(refused("--listing mine.csv --date 1939-01"),
                  "nothing of the listing is to be had in 1939-01"));
  CHECK(test::has(refused("--date 1943-01"), "the listing has no prices"));
  CHECK(refused("--listing mine.csv").starts_with("--date is missing"));
  CHECK(refused("force.csv --date 1943-01 --listing mine.csv")
            .starts_with("FORCE does not go with --from-listing"));
  CHECK(test::has(test::refused_run(workspace, "combat-odds points --date 1943-01"),
                  "FORCE is missing"));
}

TEST_CASE("a faulty force list is reported with the place and the remedy") {
  const test::Workspace here;
  here.write("list.csv", listing);
  const auto complaint = [&](const std::string& lines, const std::string& more = "") {
    here.write("force.csv", "side,unit,quantity,options\n" + lines);
    return test::refused_run(
        here, "combat-odds points force.csv --date 1942-09 --listing list.csv " + more);
  };
  CHECK(complaint("german,Tank,1,\n") ==
        "force.csv:2:8: 'Tank' is introduced in 1943-01, more than 3 months after 1942-09 "
        "(another unit or a later --date)\n");
  CHECK(complaint("german,4-6-9,1,\n")
            .starts_with("force.csv:2:8: no price for a german '4-6-9' (did you mean '4-6-"));
  CHECK(complaint("germna,4-6-7,1,\n") ==
        "force.csv:2:1: no nationality 'germna' on the point lists (did you mean 'german'?)\n");
  CHECK(complaint("german,4-6-7,0,\n") ==
        "force.csv:2:14: quantity is '0' (a whole number from 1 to 10000)\n");
  CHECK(complaint("german,9-1,1,pasta\n") ==
        "force.csv:2:14: no option 'pasta' (did you mean 'paste'?)\n");
  CHECK(complaint("german,9-1,1,paste\n") ==
        "force.csv:2:14: 'paste' cannot be bought with '9-1': only vehicles (leave it out)\n");
  here.write("list.csv",
             "nationality,name,bpv,rarity,year_from,year_to\ngerman,Tank,120,0,1943,\n");
  CHECK(complaint("german,Tank,1,\n") ==
        "list.csv:2:17: rarity is '0' (a number above 0, at most 1000000)\n");
  here.write("list.csv",
             "nationality,name,bpv,rariti,year_from,year_to\ngerman,Tank,120,1,1943,\n");
  CHECK(complaint("german,Tank,1,\n") ==
        "list.csv:1:22: no column 'rariti' is known here (did you mean 'rarity'?)\n");
}

TEST_CASE("points balances many scenarios of one list, with prices of the list's own") {
  const test::Workspace here;
  // A: 4 * 21 = 84 and a Tank at 140 x 1.2 = 168: 252 (BPV 224); 10 * 14 and two T-34 at 140 x 0.8
  // = 112: 364 (BPV 420). 364 / 252 = 1.444. B: 100 to 110 is 10 %, not more. C: 100 to 111 is
  // more.
  const std::string good =
      "force,side,name,number,BPV,Rarity\n"
      "A,german,4-6-7,4,,\nA,german,Tank X,1,140,1.2\n"
      "B,red,Cossack,2,55,\nB,blue,Ranger,4,25,\n"
      "A,russian,4-4-7,10,,\nA,russian,T-34,2,140,0.8\n"
      "C,blue,Ranger,4,25,\nC,red,Cossack,1,111,\n"
      "D,german,8-0,1,,2\n";  // 30 x 2
  here.write("many.csv", good);
  const std::string question = "combat-odds points many.csv --date 1943-07";
  const std::string header =
      "scenario,first,second,first_bpv,second_bpv,bpv_difference,bpv_ratio,first_npv,second_npv,"
      "npv_difference,npv_ratio,verdict,prices\n";
  CHECK(test::run(here, question + " --format csv").out ==
        header +
            "A,german,russian,224,420,-196,0.533,252,364,-112,0.692,apart,\n"
            "B,red,blue,110,100,10,1.100,110,100,10,1.100,even,\n"
            "C,red,blue,111,100,11,1.110,111,100,11,1.110,apart,\n"
            "D,german,,30,,,,60,,,,one side,\n");
  CHECK(test::has(test::run(here, question + " --apart 11%").out,
                  "4 scenarios in 1943-07: 2 even, 1 apart"));
  CHECK(test::has(test::run(here, question + " --format json").out, "\"npv_difference\": -112"));
  const std::string one = test::run(here, question + " --scenario c --format csv").out;
  CHECK(test::has(one, "blue,,total,,4,,,,,100,100,\nred,,total,,1,,,,,111,111,\n"));

  // All faults at once, and nothing else; or what is sound.
  here.write("many.csv", good +
                             "E,german,4-6-7,2,,\nE,german,4-9-9,1,,\nF,german,Tnak,1,,\n"
                             "G,german,4-6-7,1,,\nG,russian,4-4-7,1,,\nG,finnish,4-4-7,1,,\n"
                             "H,german,4-6-7,many,,\n");
  const std::string faults =
      "many.csv:12:10: no price for a german '4-9-9' (did you mean '4-6-7'?)\n"
      "many.csv:13:10: no price for a german 'Tnak' (give vehicles and guns of your own list with "
      "--listing, or its price in a column bpv)\n"
      "many.csv:16:3: 'finnish' is a third side of scenario 'G' (two sides, to be set against each "
      "other)\n"
      "many.csv:17:16: quantity is 'many' (a whole number from 1 to 10000)\n";
  CHECK(test::refused_run(here, question) ==
        faults + "leave these scenarios out with --keep-going\n");
  const test::Run going = test::run(here, question + " --keep-going --format csv");
  CHECK(going.exit_code == 0);
  CHECK(going.err == "left out, scenarios with a fault:\n" + faults);
  CHECK(test::has(going.out, "\nB,red,blue,110,100,10,1.100,110,100,10,1.100,even,\n"));
  CHECK(test::has(going.out, "\nE,,,,,,,,,,,faulty,\nF,"));
  CHECK(test::refused_run(here, question + " --keep-going --apart much") ==
        "--apart: 'much' is not possible (how many percent the dearer side may cost more, such as "
        "10%)\n");
  CHECK(test::has(test::refused_run(here, question + " --scenario Z"), "no scenario 'Z'"));
  CHECK(test::has(test::refused_run(here, question + " --budget german=800"), "--scenario NAME"));
  here.write("one.csv", "side,unit,quantity\ngerman,4-6-7,1\n");
  CHECK(test::has(test::refused_run(here, "combat-odds points one.csv --date 1943-07 --apart 5"),
                  "--apart is for a list of many scenarios"));
}

// The Rarity of the list goes before that of the listing, whose years hold: 120 x 2 doubled in the
// three months before its introduction.
TEST_CASE("a Rarity of the force list goes by the years of the listing") {
  const test::Workspace here;
  here.write("list.csv", listing);
  here.write("force.csv", "side,unit,quantity,rarity\ngerman,Tank,1,2\n");
  const auto priced = [&](const std::string& month) {
    return test::run(here,
                     "combat-odds points force.csv --listing list.csv --format csv --date " + month)
        .out;
  };
  CHECK(test::has(priced("1943-06"), ",120,2,240,120,240,common\n"));
  CHECK(test::has(priced("1942-11"), ",120,4,480,120,480,early\n"));
}

}  // namespace
// 3 * (1 + 3 + 5) + 7 + 6 * 1 = 40 FPP, which is what a Russian CPP buys; a German one buys 20. One
// Trench more makes 47: two Russian CPP, with 33 FPP left; three German ones, with 13 left.
TEST_CASE("points prices a list of fortifications in FPP and CPP") {
  const test::Workspace here;
  const std::string list = "fortification,quantity\n1-3-5 Pillbox,1\nTrench,1\nA-P Mine 1,6\n";
  here.write("forts.csv", list);
  const auto told = [&](const std::string& side) {
    return test::run(here, "combat-odds points forts.csv --side " + side).out;
  };
  CHECK(told("russian").ends_with("russian: 1 CPP buy 40 FPP (1 CPP each 40), and 0 are left\n"));
  CHECK(told("german").ends_with("german: 2 CPP buy 40 FPP (1 CPP each 20), and 0 are left\n"));
  here.write("forts.csv", list + "Trench,1\n");
  CHECK(told("russian").ends_with("russian: 2 CPP buy 80 FPP (1 CPP each 40), and 33 are left\n"));
  CHECK(told("german").ends_with("german: 3 CPP buy 60 FPP (1 CPP each 20), and 13 are left\n"));
  here.write("forts.csv", "fortification,quantity\nTranch,2\n");
  CHECK(test::run(here, "combat-odds points forts.csv --side german").err ==
        "forts.csv:2:1: no fortification 'Tranch' (did you mean 'Trench'?)\n");
  CHECK(test::run(here, "combat-odds points forts.csv --side german --date 1942-10").exit_code ==
        2);
  CHECK(test::run(here, "combat-odds points forts.csv").exit_code == 2);
}

}  // namespace combat_odds
