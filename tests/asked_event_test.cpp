#include <string>

#include "ask/measure_event.hpp"
#include "core/odds/odds.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

// What a question names, or leaves to the program, is what its table, picture and CSV show.
namespace combat_odds {
namespace {

using test::has;
using test::on_one_line;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

/// The header of the table in what was printed.
std::string header(const std::string& text) {
  const std::size_t at = text.find("situation ");
  return at == text.npos ? "" : text.substr(at, text.find('\n', at) - at);
}

/// The exact value in the line of a CSV that has this part.
std::string exact_in(const std::string& csv, const std::string& part) {
  std::size_t at = csv.find(part);
  if (at == csv.npos) return "";
  const std::size_t line = csv.rfind('\n', at) + 1;
  at = line;
  for (int cells = 0; cells < 8; ++cells) at = csv.find(',', at) + 1;
  return csv.substr(at, csv.find(',', at) - at);
}

const std::string exact = " --method exact";

TEST_CASE("a pivot without --show is of the first of the headline that can happen") {
  const Workspace workspace;
  const Run infantry = run(workspace,
                           "combat-odds odds slammers.direct-fire --weapon 'Powergun SMG' --dv "
                           "'infantry in body armour' --cover light --confire false,true "
                           "--rapid-fire none,rapid_fire --pivot confire rapid_fire" +
                               exact);
  CHECK(infantry.exit_code == 0);
  CHECK(has(infantry.out, "P(killed): confire down, rapid_fire across"));
  const Run vehicle = run(workspace,
                          "combat-odds odds slammers.close-assault --attackers '1*elite,2*elite' "
                          "--dv 4..6 --pivot attackers dv --plot map.svg" +
                              exact);
  CHECK(vehicle.exit_code == 0);
  CHECK(has(vehicle.out, "P(knocked_out): attackers down, dv across"));
  CHECK(has(test::read_file(workspace.path() / "map.svg"), "knocked out"));
}

TEST_CASE("a measure that is so much is an event for --show, as for --by") {
  const Workspace workspace;
  const std::string fire = "combat-odds odds asl.fire --target '3*4-6-7' --firepower ";
  const std::string several = run(workspace, fire + "8,12 --show 'broken>=2'" + exact).out;
  CHECK(header(several).find("broken>=2") == header(several).find_first_not_of(' ', 9));
  CHECK(has(several, "2 or more broken: from "));
  const std::string one = run(workspace, fire + "8 --show 'broken>=2'" + exact).out;
  CHECK(has(on_one_line(one), ": 2 or more broken."));
  CHECK(has(one, "\nbroken>=2 "));
  // The same number by another way: the ranking adds up the values of the measure itself.
  const std::string shown =
      run(workspace, fire + "8,12 --show 'broken>=2' --format csv" + exact).out;
  const std::string ranked =
      run(workspace, fire + "8,12 --by 'broken>=2' --format csv" + exact).out;
  const std::string chance = exact_in(shown, "[firepower=12]");
  REQUIRE(chance.size() > 6);
  CHECK(has(ranked, "," + chance + ","));
  const Run rally = run(workspace,
                        "combat-odds odds asl.rally --unit 4-6-7 --leader 8-1 --terrain stone "
                        "--show 'rallied>=1'" +
                            exact);
  CHECK(has(on_one_line(rally.out), ": 1 or more rallied."));
  CHECK(has(refused_run(workspace, fire + "8 --show 'broken>2'"), "--show: 'broken>2'"));
  CHECK(has(refused_run(workspace,
                        "combat-odds odds asl.fire --target 4-6-7 --firepower 8 --show "
                        "'broken>=2'"),
            "has no measure 'broken'"));
}

TEST_CASE("an event so many times of so many is an event for every option") {
  // 2d6 of 4 or less for a broken 4-4-7 under an 8-1 in its first Rally Phase
  // (Morale Level 7, -1 for the leader, +4 for DM): 6/36 = 1/6 to rally.
  const Workspace workspace;
  const std::string rally =
      "combat-odds odds asl.rally --unit 4-4-7 --leader 8-1 --rally-phases 1" + exact;
  const auto fraction = [&](const std::string& name) {
    const std::string csv = run(workspace, rally + " --format csv --show '" + name + "'").out;
    const std::string line = csv.substr(csv.find('\n') + 1);
    std::size_t at = 0;
    for (int cells = 0; cells < 9; ++cells) at = line.find(',', at) + 1;
    return line.substr(at, line.find(',', at) - at);
  };
  REQUIRE(fraction("rallied") == "1/6");
  CHECK(fraction("rallied>=1 of 3") == "91/216");  // 1 - (5/6)^3
  CHECK(fraction("rallied=1 of 3") == "25/72");    // 3 * 1/6 * (5/6)^2 = 75/216
  CHECK(fraction("rallied<=1 of 3") == "25/27");   // (125 + 75) / 216
  CHECK(fraction("rallied=2 of 2") == "1/36");
  CHECK(fraction("outcome rallied >= 0 of 1") == "1/1");
  // 3 of 4 or 4 of 4: (4 * 5 + 1) / 1296.
  CHECK(fraction("(rallied)>=3 of 4") == "7/432");
  const std::string told = on_one_line(run(workspace, rally + " --show 'rallied>=2 of 3'").out);
  CHECK(has(told, "7 %: at least 2 of 3 times: "));  // (15 + 1) / 216 = 2/27
  CHECK(has(told, "rallied>=2 of 3   7.41 %      2/27"));
  CHECK(has(run(workspace, rally + " --cite 'rallied>=2 of 3'").out, "2/27 = 7.41 %"));
  // With an 8-0 it is 3 or less, 3/36; with a 9-2 (or 10-2) 5 or less, 10/36.
  const std::string leaders =
      "combat-odds odds asl.rally --unit 4-4-7 --leader 8-0,8-1,9-2 --rally-phases 1" + exact;
  const std::string ranked = run(workspace, leaders + " --by 'rallied>=1 of 3' --format csv").out;
  CHECK(has(ranked, ",91/216"));
  CHECK(has(ranked, ",397/1728"));   // 1 - (11/12)^3
  CHECK(has(ranked, ",3635/5832"));  // 1 - (13/18)^3
  CHECK(has(run(workspace, leaders + " --show 'rallied>=1 of 3'").out,
            "at least 1 of 3 times: rallied: from 23 % (leader 8-0) to 62 % (leader 9-2)"));
  const std::string pivot =
      run(workspace,
          "combat-odds odds asl.rally --unit 4-4-7 --leader 8-0,8-1 --rally-phases 1,2 --pivot "
          "leader rally_phases --show 'rallied>=1 of 3'" +
              exact)
          .out;
  CHECK(has(pivot, "P(rallied>=1 of 3): leader down, rally_phases across"));
  CHECK(has(pivot, "42.1"));
  CHECK(has(run(workspace, rally + " --what-matters 'rallied>=1 of 3'").out, "42.1"));
}

TEST_CASE("a measure's value counts so many times of so many, too") {
  const Workspace workspace;
  // Three of them, each by itself 6 of 36: two or three with (15 + 1) / 216 = 2/27; at least once
  // in two such phases 1 - (25/27)^2 = 104/729.
  const std::string told =
      run(workspace,
          "combat-odds odds asl.rally --unit '3*4-4-7' --leader 8-1 --rally-phases 1 --show "
          "'(rallied>=2)>=1 of 2'" +
              exact)
          .out;
  CHECK(has(on_one_line(told), "14 %: at least 1 of 2 times: 2 or more rallied."));
  CHECK(has(told, "14.27 %"));
  const std::string number =
      refused_run(workspace,
                  "combat-odds odds asl.rally --unit '3*4-4-7' --leader 8-1 --rally-phases 1 "
                  "--show 'rallied>=1 of 2'" +
                      exact);
  CHECK(has(number, "--show: 'rallied' is a number here"));
}

TEST_CASE("simulated, it is what was rolled of one time, and so are the ends of its interval") {
  Chance chance;
  chance.count = 1000;
  chance.repeats = Repeats{3, Repeats::Relation::at_least, 1};
  const auto one_of_three = [](double once) { return 1 - (1 - once) * (1 - once) * (1 - once); };
  const Estimate once = estimate(std::uint64_t{1000}, 6000, 0.95);
  const Estimate thrice = estimate(chance, 6000, 0.95);
  CHECK(*thrice.simulated == Approx(91.0 / 216));
  CHECK(thrice.interval.low == Approx(one_of_three(once.interval.low)));
  CHECK(thrice.interval.high == Approx(one_of_three(once.interval.high)));
  CHECK_FALSE(thrice.exact);
  CHECK(chance.best(6000) == Approx(91.0 / 216));
  // Just one of two, 2 p (1 - p), is likeliest at p = 1/2: there between the ends is the most.
  chance.count = 10;
  chance.repeats = Repeats{2, Repeats::Relation::equal, 1};
  const Estimate half = estimate(chance, 21, 0.95);
  CHECK(half.interval.high == Approx(0.5));
  CHECK(half.interval.low < *half.simulated);
  // At most: the more often once, the less.
  chance.repeats = Repeats{2, Repeats::Relation::at_most, 0};
  const Estimate none = estimate(chance, 20, 0.95);
  CHECK(*none.simulated == Approx(0.25));
  CHECK(none.interval.low < 0.25);
  CHECK(none.interval.high > 0.25);
  // Never seen: impossible at least once, certain at most never.
  chance.count = 0;
  CHECK(*estimate(chance, 20, 0.95).simulated == 1);
}

TEST_CASE("a thousand times are no more than numbers") {
  const Repeats half{999, Repeats::Relation::at_least, 500};
  CHECK(half.chance(ExactProbability{0.5, "1/2"}).fraction == "1/2");  // by symmetry
  CHECK(half.chance(0.5) == Approx(0.5).epsilon(1e-12));
  // A millionth a thousand times: 1 - (1 - 1e-6)^1000 = 1e-3 - 999/2 * 1e-9 + ...
  const Repeats rare{1000, Repeats::Relation::at_least, 1};
  CHECK(rare.chance(1e-6) == Approx(9.99500666e-4).epsilon(1e-8));
  CHECK(rare.chance(ExactProbability{1e-6, ""}).fraction.empty());
  CHECK(rare.chance(0.0) == 0);
  CHECK(rare.chance(1.0) == 1);
}

TEST_CASE("what can't come so often is refused in one line") {
  const Workspace workspace;
  const auto refused = [&](const std::string& name) {
    const std::string text = refused_run(
        workspace, "combat-odds odds asl.fire --target 4-6-7 --firepower 8 --show '" + name + "'");
    CHECK(std::count(text.begin(), text.end(), '\n') == 1);
    return text;
  };
  CHECK(has(refused("brokn>=1 of 3"), "nothing is called 'brokn' here"));
  CHECK(has(refused("broken>=4 of 3"), "'broken' can't come 4 times of 3"));
  CHECK(has(refused("broken>=1 of 2.5"), "'2.5' in 'broken>=1 of 2.5' is no whole number"));
  CHECK(has(refused("broken>=x of 3"), "'x' in 'broken>=x of 3' is no whole number"));
  CHECK(has(refused("broken>=1 of 1001"), "1001 times"));
  CHECK(has(refused("broken>1 of 3"), "'broken>1 of 3' is not possible"));
  const std::string until =
      run(workspace,
          "combat-odds odds asl.rally --unit 4-4-7 --leader 8-1 --over rally_phases --until "
          "'rallied>=1 of 3 >= 40%'" +
              exact)
          .out;
  CHECK(has(until, "rally_phases 1"));  // 91/216 = 42 %
}

TEST_CASE("a stack's number that is asked for by a single unit's name is counted") {
  const Workspace workspace;
  const std::string told =
      run(workspace,
          "combat-odds odds asl.rally --unit '3*4-4-7' --leader 8-1 --rally-phases 1 --show "
          "rallied" +
              exact)
          .out;
  CHECK(has(told, "how many  mean  1 or more  2 or more"));
  CHECK(has(told, "7.41 %"));  // two or more: (15 + 1) / 216
}

TEST_CASE("--show with --format csv writes what it names, in the columns of all") {
  const Workspace workspace;
  const std::string csv = run(workspace,
                              "combat-odds odds asl.fire --target 4-6-7 --firepower 4,8 --show "
                              "broken_or_worse --format csv" +
                                  exact)
                              .out;
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 3);
  CHECK(
      csv.starts_with("scenario,procedure,kind,name,value,monte_carlo,ci_low,ci_high,exact,"
                      "exact_fraction,trials,seed\n"));
  CHECK(has(csv, "asl.fire[firepower=8],asl.fire,event,broken_or_worse,"));
  CHECK(has(refused_run(workspace,
                        "combat-odds odds asl.fire --target 4-6-7 --firepower 4,8 --show brokn "
                        "--format csv"),
            "nothing is called 'brokn'"));
}

TEST_CASE("what --show names and can't happen has a line of 0 in the CSV") {
  const Workspace workspace;
  // +6 makes 8 of a DR of 2, which does nothing on the column of 1 FP.
  const std::string fire = "combat-odds odds asl.fire --target 4-4-7 --drm 6 --format csv";
  const std::string one =
      run(workspace, fire + " --firepower 1 --show broken_or_worse,eliminated,no_effect" + exact)
          .out;
  CHECK(std::count(one.begin(), one.end(), '\n') == 4);
  CHECK(has(one, "asl.fire,asl.fire,outcome,eliminated,,,,,0,0/1,,\n"));
  CHECK(has(one, "asl.fire,asl.fire,outcome,no_effect,,,,,1,1/1,,\n"));
  CHECK(has(one, "asl.fire,asl.fire,event,broken_or_worse,,,,,0,0/1,,\n"));
  CHECK(one.find("outcome,eliminated") < one.find("outcome,no_effect"));
  const std::string two =
      run(workspace, fire + " --firepower 1,8 --show broken_or_worse" + exact).out;
  CHECK(std::count(two.begin(), two.end(), '\n') == 3);
  // Where dice were thrown, too, the interval says how much is known.
  const std::string played = run(workspace, fire +
                                                " --firepower 1 --show eliminated --trials 1000 "
                                                "--method monte-carlo")
                                 .out;
  CHECK(has(played, "asl.fire,asl.fire,outcome,eliminated,,0,0,0.003"));
}

TEST_CASE("--wide is a line for each situation, with parameters and numbers as columns") {
  const Workspace workspace;
  const std::string fire =
      "combat-odds odds asl.fire --firepower 1,12 --drm 0,6 --target '4-4-7,2*4-6-7'" + exact;
  const std::string shown = run(workspace, fire + " --wide --show broken_or_worse,no_effect").out;
  CHECK(shown.starts_with("scenario,procedure,firepower,drm,target,broken_or_worse,no_effect\n"));
  CHECK(std::count(shown.begin(), shown.end(), '\n') == 9);  // 2 x 2 x 2 and the names
  CHECK(has(shown, ",1,6,4-4-7,0,1\n"));
  CHECK(has(shown, ",1,6,2*4-6-7,0,1\n"));
  const std::string of_12 = exact_in(
      run(workspace,
          "combat-odds odds asl.fire --firepower 12 --drm 0 --target 4-4-7 --format csv" + exact)
          .out,
      "asl.fire,asl.fire,event,broken_or_worse,");
  CHECK_FALSE(of_12.empty());
  CHECK(has(shown, ",12,0,4-4-7," + of_12 + ","));

  const std::string all = run(workspace, fire + " --format csv --wide").out;
  const std::string names = all.substr(0, all.find('\n'));
  CHECK(has(names, "target,eliminated,reduced_broken,"));  // listed, whether or not it occurs
  CHECK(has(names, "mean_broken"));
  CHECK(std::count(all.begin(), all.end(), '\n') == 9);
  // Of one squad there is no measure of how many break: these cells alone are empty.
  CHECK(has(all, ",1,6,2*4-6-7,0,0,0,0,0,0,1,0,"));

  CHECK(has(refused_run(workspace, fire + " --wide --format json"), "--wide is for CSV"));
  CHECK(has(refused_run(workspace, fire + " --wide --by no_effect"), "does not go with --by"));
  const std::string ratio =
      run(workspace,
          "combat-odds odds rb.company --side german --group 'Rifle Coy,Pioneer Coy' --date "
          "1942-10-17 --wide --show cpp,squads/cpp" +
              exact)
          .out;
  CHECK(has(ratio, "side,group,date,mean_cpp,squads/cpp\n"));
}

TEST_CASE("run --wide writes a line for each situation of a file") {
  const Workspace workspace;
  workspace.write("s.csv",
                  "scenario,procedure,firepower,drm,target,range,gun\n"
                  "weak,asl.fire,1,6,4-4-7,,\n"
                  "gun,asl.to-hit,,,,6,50L\n");
  run(workspace, "combat-odds run s.csv --out out --wide" + exact);
  const std::string wide = test::read_file(workspace.path() / "out/wide.csv");
  CHECK(std::count(wide.begin(), wide.end(), '\n') == 3);
  CHECK(wide.starts_with("scenario,procedure,firepower,drm,target,"));
  CHECK(has(wide, "\nweak,asl.fire,1,6,4-4-7,,"));  // it has no gun: an empty cell
  CHECK(has(wide, "\ngun,asl.to-hit,,"));
  CHECK(has(refused_run(workspace, "combat-odds run s.csv --out other --wide --shard 1/2"),
            "--wide does not go with --shard and --resume"));
}

TEST_CASE("a picture of a few situations draws what --show names") {
  const Workspace workspace;
  run(workspace,
      "combat-odds odds asl.fire --target 4-6-7 --firepower 8 --terrain 'woods,open ground' --show "
      "broken_or_worse --plot a.svg" +
          exact);
  const std::string picture = test::read_file(workspace.path() / "a.svg");
  CHECK(has(picture, "broken or worse"));
  CHECK_FALSE(has(picture, "no effect"));
  CHECK(has(picture, ">woods<"));  // not "terrain woods"
  CHECK_FALSE(has(picture, "(8 column)"));
}

TEST_CASE("what the sentence of a sweep speaks of is the first column") {
  const Workspace workspace;
  const std::string told =
      run(workspace,
          "combat-odds odds slammers.direct-fire --weapon 'tribarrel 2cm' --fp-vehicle 5 --target "
          "vehicle --dv 'Br59 Dragoon rear' --overkill excess --damage-order "
          "supplement_4,play_sheet" +
              exact)
          .out;
  CHECK(told.starts_with("knocked out: 59 % in all of them; transmission destroyed: from "));
  CHECK(header(told).find("knocked_out") < header(told).find("destroyed"));
  const std::string assault =
      run(workspace,
          "combat-odds odds slammers.close-assault --attackers '1*elite,2*elite' --dv 4,10" + exact)
          .out;
  CHECK(assault.starts_with("knocked out: from "));
  CHECK(has(assault, "situation                 knocked_out"));
}

TEST_CASE("hints name what was meant") {
  const Workspace workspace;
  const std::string fire = "combat-odds odds asl.fire --target 4-6-7 --firepower 8 ";
  CHECK(has(refused_run(workspace, fire + "--csv"), "did you mean '--format csv'?"));
  CHECK(has(refused_run(workspace, fire + "--png"), "did you mean '--plot NAME.png'?"));
  CHECK(has(refused_run(workspace, "combat-odds odds asl.to-hit --gun T-34 --range 6"),
            "did you mean 'T-34 M41' or 'T-34 M43'?"));
  CHECK_FALSE(has(refused_run(workspace,
                              "combat-odds odds slammers.direct-fire --weapon 'tribarrel 2cm' "
                              "--target vehicle --dv 'Br59 Dragoon rear'"),
                  "--fp-vehicle 0 "));
  const std::string street = refused_run(
      workspace,
      "combat-odds odds asl.street-crossing --target 4-6-7 --firers '2*4-4-7' --range 4 --moves "
      "non_assault,assault,dash --by across");
  CHECK(has(street, "--moves non_assault,dash compares what crosses it"));
}

TEST_CASE("of two sides only the one without a leader cowers, and the other is told of") {
  const Workspace workspace;
  const std::string fire =
      "combat-odds odds asl.fire --target 4-6-7 --firepower 8 --terrain woods --format csv --show "
      "broken_or_worse" +
      exact;
  const std::string both = run(workspace, fire + " --leader none,9-1 --cowering cower").out;
  // A7.9: who is led does not cower, so that is the chance without it; who is not does.
  const std::string led = run(workspace, fire + " --leader 9-1").out;
  const std::string cowers = run(workspace, fire + " --cowering cower").out;
  const std::string never = run(workspace, fire).out;
  CHECK(exact_in(both, "leader=9-1") == exact_in(led, "broken_or_worse"));
  CHECK(exact_in(both, "[leader=]") == exact_in(cowers, "broken_or_worse"));
  CHECK(exact_in(cowers, "broken_or_worse") != exact_in(never, "broken_or_worse"));
  const std::string table = run(workspace,
                                "combat-odds odds asl.fire --target 4-6-7 --firepower 8 --leader "
                                "none,9-1" +
                                    exact)
                                .out;
  CHECK(has(on_one_line(table), "note (leader 9-1): a leader directs: nobody cowers;"));
}

TEST_CASE("--why says why a result has no range of dice, and --cite the rules of what is set") {
  const Workspace workspace;
  const std::string why = run(workspace,
                              "combat-odds odds asl.fire --target 4-6-7 --firepower 8 --cowering "
                              "cower --why" +
                                  exact)
                              .out;
  CHECK(has(why, "mixed: the total alone does not make it"));
  const std::string cited = run(workspace,
                                "combat-odds odds asl.fire --target 4-6-7 --firepower 8 --leader "
                                "9-1 --cite" +
                                    exact)
                                .out;
  CHECK(has(on_one_line(cited), "asl.fire (A7.3; with A7.53, A7.9)"));
}

TEST_CASE("one fault in many lines is told once") {
  const Workspace workspace;
  std::string log = "kind,roll,needed\n";
  for (int i = 0; i < 10; ++i) log += "DR,7,7\n";
  workspace.write("log.csv", log);
  const std::string refused = refused_run(workspace, "combat-odds luck log.csv");
  CHECK(refused.starts_with("log.csv:2:"));
  CHECK(has(refused, "needed is '7'; 9 lines more have it: 3, 4, 5 ... (<=7"));
  CHECK(std::count(refused.begin(), refused.end(), '\n') == 1);
}

TEST_CASE("a balance tells whose printed range its range is beyond") {
  const Workspace workspace;
  workspace.write("units.csv", "nationality,unit\ngerman,4-6-7\ngerman,8-3-8\nrussian,6-2-8\n");
  const std::string told = run(workspace, "combat-odds balance units.csv --out out").out;
  CHECK(has(told, "range 4 (long for 6-2-8, 8-3-8), DRM"));
}

TEST_CASE("a plan of one day says once what it ranks by, and what is left out") {
  const Workspace workspace;
  const std::string plan = run(workspace, "combat-odds plan --side german --on 17-Oct --cpp 9").out;
  const std::string line = plan.substr(0, plan.find('\n'));
  CHECK(line.find("squads") == line.rfind("squads"));
  CHECK(has(on_one_line(plan), "ranked by what it is expected to bring of 'squads'"));
  CHECK(has(on_one_line(plan), "guns, OBA and AFVs count nothing"));
}

}  // namespace
}  // namespace combat_odds
