#include "reports/tables/comparison.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

/// A procedure, and situations of it with odds set by hand.
class Situations {
 public:
  explicit Situations(const std::string& procedure = "test.fire") {
    procedure_.name = procedure;
    procedure_.outcomes = {{"eliminated", ""}, {"broken", ""}, {"no_effect", ""}};
    procedure_.measures = {{"casualties", ""}};
  }

  Situations& add(const std::string& name, std::uint64_t trials, std::vector<Chance> chances) {
    scenarios_.push_back(
        std::make_unique<Scenario>(name, procedure_, std::vector<GivenValue>{}, Place{}));
    results.push_back({{scenarios_.back().get(), 0}, name, {trials, std::move(chances)}});
    return *this;
  }
  /// `broken` of the trials have the outcome "broken".
  Situations& simulated(const std::string& name, std::uint64_t broken, std::uint64_t trials) {
    return add(name, trials,
               {{Chance::Kind::outcome, "broken", 0, broken, std::nullopt},
                {Chance::Kind::outcome, "no_effect", 0, trials - broken, std::nullopt}});
  }
  Situations& exact(const std::string& name, int thirty_sixths, const std::string& fraction) {
    const double value = thirty_sixths / 36.0;
    return add(name, 0,
               {{Chance::Kind::outcome, "broken", 0, 0, ExactProbability{value, fraction}},
                {Chance::Kind::outcome, "no_effect", 0, 0, ExactProbability{1 - value, ""}}});
  }
  Quantity quantity(const std::string& name) const { return {name, "--by", results}; }

  std::vector<SituationOdds> results;

 private:
  Procedure procedure_;
  std::vector<std::unique_ptr<Scenario>> scenarios_;
};

Chance casualties(double value, std::uint64_t count) {
  return {Chance::Kind::measure, "casualties", value, count, std::nullopt};
}

std::string refusal(const Situations& situations, const std::string& name) {
  return test::refused([&] { situations.quantity(name); });
}

TEST_CASE("a ranking by the turn of arrival prefers an early one") {
  // The second CPP is -2 to the die that has to be below the turn's number (E7.2): they come
  // sooner.
  const Workspace workspace;
  const std::string ask = "combat-odds odds rb.stuka --cpp 1,2 --turns 3 --by turn --method exact";
  const Run ranked = run(workspace, ask);
  CHECK(test::has(ranked.out, "best: cpp 2"));
  CHECK(test::has(ranked.out, "lower is better"));
  CHECK(test::has(run(workspace, ask + " --better higher").out, "best: cpp 1"));
}

TEST_CASE("exact odds are ranked without an interval; equal fractions tie and share a rank") {
  Situations asked;
  asked.exact("low", 6, "1/6").exact("high", 15, "5/12").exact("again", 15, "5/12");
  const auto ranked = ranking(asked.results, asked.quantity("broken"), Better::higher, 0.95);
  REQUIRE(ranked.size() == 3);
  CHECK(ranked[0].result->name == "high");
  CHECK(ranked[0].standing == Standing::tied);
  CHECK(ranked[1].result->name == "again");
  CHECK(ranked[1].standing == Standing::tied);
  CHECK(ranked[1].rank == 1);
  CHECK(ranked[2].result->name == "low");
  CHECK(ranked[2].rank == 3);
  CHECK(ranked[2].standing == Standing::behind);
  CHECK(ranked[2].exact);
  CHECK(ranked[2].difference == Approx(-0.25));  // 6/36 - 15/36 = -9/36
  CHECK(ranked[2].interval.low == Approx(-0.25));
  CHECK(ranked[2].interval.high == Approx(-0.25));
}

TEST_CASE("exact odds do not tie, even if trials could not show their difference") {
  Situations asked;
  asked.exact("a", 15, "5/12");
  asked.add("b", 0,
            {{Chance::Kind::outcome, "broken", 0, 0, ExactProbability{0.416666, "208333/500000"}}});
  const auto ranked = ranking(asked.results, asked.quantity("broken"), Better::higher, 0.95);
  CHECK(ranked[0].standing == Standing::best);
  CHECK(ranked[1].standing == Standing::behind);
}

TEST_CASE("the table shows the number of trials") {
  Situations asked;
  asked.simulated("a", 10, 100).simulated("b", 90, 100);
  const auto text = [&] {
    const Quantity quantity = asked.quantity("broken");
    return ranking_table(ranking(asked.results, quantity, Better::higher, 0.95), quantity,
                         Better::higher, {}, TableStyle::ascii);
  };
  CHECK(text().starts_with("best: b\n\n"));
  CHECK(text().ends_with("\nhigher is better; 100 trials each, seed 1\n"));
  asked.simulated("c", 100, 250);
  CHECK(text().find("; 100 to 250 trials each, seed 1\n") != std::string::npos);
}

TEST_CASE("a ranking keeps within the width of the page") {
  Situations asked;
  asked.simulated("from the street against a squad in stone[range=6]", 10, 100)
      .simulated("b", 90, 100);
  const Quantity quantity = asked.quantity("broken");
  const auto ranked = ranking(asked.results, quantity, Better::higher, 0.95);
  const auto widest = [](const std::string& text) {
    std::size_t most = 0;
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      most = std::max(most, end - start);
      start = end + 1;
    }
    return most;
  };
  const std::string whole = ranking_table(ranked, quantity, Better::higher, {}, TableStyle::ascii);
  CHECK(widest(whole) > 100);
  const std::string text =
      ranking_table(ranked, quantity, Better::higher, {}, TableStyle::ascii, 80);
  CHECK(widest(text) <= 80);
  INFO(text);
  CHECK(text.find("\n  a squad in stone\n  [range=6]\n") != std::string::npos);
  CHECK(text.find("--format csv tells all intervals") != std::string::npos);
  CHECK(text.find("% to") == std::string::npos);  // its own interval
  // Where there is room, nothing changes.
  CHECK(ranking_table(ranked, quantity, Better::higher, {}, TableStyle::ascii, 300) == whole);
}

TEST_CASE("better lower turns the order") {
  Situations asked;
  asked.exact("low", 6, "1/6").exact("high", 15, "5/12");
  const auto ranked = ranking(asked.results, asked.quantity("broken"), Better::lower, 0.95);
  CHECK(ranked[0].result->name == "low");
  CHECK(ranked[0].standing == Standing::best);
  CHECK(ranked[1].difference == Approx(0.25));
}

TEST_CASE("simulated proportions: the published example of Newcombe's interval") {
  // Newcombe, Statistics in Medicine 17 (1998), table II: 56/70 - 48/80 at 95 %, method 10:
  // 0.0524 to 0.3339.
  Situations asked;
  asked.simulated("48 of 80", 48, 80).simulated("56 of 70", 56, 70);
  const auto ranked = ranking(asked.results, asked.quantity("broken"), Better::higher, 0.95);
  CHECK(ranked[1].difference == Approx(-0.2));
  CHECK(ranked[1].interval.low == Approx(-0.3339).margin(0.00005));
  CHECK(ranked[1].interval.high == Approx(-0.0524).margin(0.00005));
  CHECK(ranked[0].standing == Standing::best);
  CHECK(ranked[1].standing == Standing::behind);
}

TEST_CASE("situations that trials cannot separate are tied, and so are the best") {
  // Two proportions of 1/2 out of 10000: standard error sqrt(2 * 0.25 / 10000) = 0.00707, so the
  // 95 % interval is about 0.0139 to both sides: 0.01 is within, 0.02 is not.
  Situations near;
  near.simulated("a", 5000, 10000).simulated("b", 5100, 10000);
  const auto tied = ranking(near.results, near.quantity("broken"), Better::higher, 0.95);
  CHECK(tied[0].standing == Standing::tied);
  CHECK(tied[1].standing == Standing::tied);
  CHECK(tied[1].rank == 2);
  CHECK(tied[1].interval.low == Approx(-0.01 - 0.01386).margin(0.0001));
  CHECK(tied[1].interval.high == Approx(-0.01 + 0.01386).margin(0.0001));

  Situations far;
  far.simulated("a", 5000, 10000).simulated("b", 5200, 10000);
  CHECK(ranking(far.results, far.quantity("broken"), Better::higher, 0.95)[1].standing ==
        Standing::behind);
}

TEST_CASE("never and always out of a few trials still have an interval") {
  Situations asked;
  asked.simulated("never", 0, 3).simulated("once", 1, 3);
  const auto ranked = ranking(asked.results, asked.quantity("broken"), Better::higher, 0.95);
  CHECK(ranked[1].standing == Standing::tied);
  CHECK(ranked[1].interval.high > 0);
}

TEST_CASE("an exact number does not widen the interval of a difference") {
  Situations asked;
  asked.exact("exact", 18, "1/2").simulated("simulated", 4000, 10000);
  const auto ranked = ranking(asked.results, asked.quantity("broken"), Better::higher, 0.95);
  const Interval wilson = wilson_interval(4000, 10000, 0.95);
  CHECK_FALSE(ranked[1].exact);
  CHECK(ranked[1].interval.low == Approx(wilson.low - 0.5));
  CHECK(ranked[1].interval.high == Approx(wilson.high - 0.5));
}

TEST_CASE("measures are ranked by their mean with the normal interval of two means") {
  // a: 0 in 50, 2 in 50 of 100 trials: mean 1, variance 1. b: 0 in 90, 1 in 10: mean 0.1,
  // variance 0.09. Difference -0.9, standard error sqrt(1/100 + 0.09/100) = 0.104403.
  Situations asked;
  asked.add("b", 100, {casualties(0, 90), casualties(1, 10)});
  asked.add("a", 100, {casualties(0, 50), casualties(2, 50)});
  const auto ranked = ranking(asked.results, asked.quantity("casualties"), Better::higher, 0.95);
  CHECK(ranked[0].result->name == "a");
  CHECK(ranked[0].estimate.best() == Approx(1));
  CHECK(ranked[1].difference == Approx(-0.9));
  CHECK(ranked[1].interval.low == Approx(-0.9 - 1.959964 * 0.104403).margin(1e-5));
  CHECK(ranked[1].interval.high == Approx(-0.9 + 1.959964 * 0.104403).margin(1e-5));
}

TEST_CASE("at least, at most and just a value of a measure are probabilities") {
  Situations asked;
  asked.add("a", 100, {casualties(0, 50), casualties(1, 30), casualties(2, 15), casualties(3, 5)});
  const auto simulated = [&](const std::string& name) {
    return *asked.quantity(name).of(asked.results.front(), 0.95).simulated;
  };
  CHECK(simulated("casualties>=2") == Approx(0.20));
  CHECK(simulated("casualties<=1") == Approx(0.80));
  CHECK(simulated("casualties=1") == Approx(0.30));
  CHECK(simulated("casualties>=4") == 0);
  CHECK(asked.quantity("casualties>=2").is_probability());
  CHECK_FALSE(asked.quantity("casualties").is_probability());
}

TEST_CASE("an outcome that is impossible in a situation has probability 0") {
  Situations asked;
  asked.exact("a", 6, "1/6");
  const Estimate estimate = asked.quantity("eliminated").of(asked.results.front(), 0.95);
  CHECK(*estimate.exact == 0);
  CHECK(estimate.fraction == "0/1");
}

TEST_CASE("an unknown name is refused with the nearest one") {
  Situations asked;
  asked.exact("a", 6, "1/6");
  CHECK(refusal(asked, "brokn") == "--by: nothing is called 'brokn' here (did you mean 'broken'?)");
  CHECK(refusal(asked, "xyz") ==
        "--by: nothing is called 'xyz' here (one of broken, casualties, eliminated, no_effect)");
  CHECK(refusal(asked, "broken>=1") ==
        "--by: a has no measure 'broken' (an outcome or event is asked for by its name alone)");
  for (const char* const text :
       {"casualties>=", "casualties<2", "casualties>=x", "casualties=>2"}) {
    CHECK(refusal(asked, text) ==
          "--by: '" + std::string(text) +
              "' is not possible (a name, a measure with =, >= or <= and a number, or "
              "measure/measure)");
  }
}

Chance cpp(double value, std::uint64_t count) {
  return {Chance::Kind::measure, "cpp", value, count, std::nullopt};
}

TEST_CASE("a ratio is the mean of a measure for each of another, and so is its interval") {
  // 0 in 50 and 2 in 50 of 100 trials: mean 1, variance 1, standard error 1/10. A quarter of that.
  Situations asked;
  asked.add("a", 100, {casualties(0, 50), casualties(2, 50), cpp(4, 100)});
  const Quantity ratio = asked.quantity("casualties/cpp");
  CHECK(ratio.title() == "mean casualties/cpp");
  CHECK_FALSE(ratio.is_probability());
  const Estimate estimate = ratio.of(asked.results.front(), 0.95);
  CHECK(*estimate.simulated == Approx(0.25));
  CHECK(estimate.interval.low == Approx(0.25 - 1.959964 * 0.025).margin(1e-6));
  CHECK(estimate.interval.high == Approx(0.25 + 1.959964 * 0.025).margin(1e-6));
  CHECK_FALSE(estimate.exact.has_value());

  Situations known;
  known.add("b", 0,
            {{Chance::Kind::measure, "casualties", 1, 0, ExactProbability{0.25, "1/4"}},
             {Chance::Kind::measure, "casualties", 3, 0, ExactProbability{0.75, "3/4"}},
             {Chance::Kind::measure, "cpp", 5, 0, ExactProbability{1, "1/1"}}});
  const Estimate exact = known.quantity("casualties/cpp").of(known.results.front(), 0.95);
  CHECK(*exact.exact == Approx(0.5));  // (1 * 1/4 + 3 * 3/4) / 5
  CHECK_FALSE(exact.simulated.has_value());
}

// The 75L hits by 10 or less, 11/12, and knocks out 95/324 in all: 95/297 of the hits.
TEST_CASE("a chance by another is the one given the other, with exact odds") {
  const Workspace workspace;
  const std::string shot =
      "combat-odds odds asl.engagement --gun PzIVF2 --vehicle 'T-34 M43' --range 6 --facing front "
      "--turns 1 --rate-of-fire 0 --hits --wide --show knocked_out/target_hit,target_hit ";
  const Run wide = run(workspace, shot + "--method exact");
  CHECK(wide.err.empty());
  CHECK(wide.out.find(",knocked_out/target_hit,target_hit\n") != std::string::npos);
  CHECK(wide.out.find(",0.31986531986531") != std::string::npos);
  CHECK(wide.out.find(",0.916666666666666") != std::string::npos);
  // 8 FP at +1: 389 of 1296 break a 4-6-7, 23/48 = 621 of 1296 at least pin it. "broken" is of a
  // stack a measure, too.
  const Run fire = run(workspace,
                       "combat-odds odds asl.fire --firepower 8 --drm 1 --target 4-6-7 --wide "
                       "--method exact --show broken/pinned_or_worse");
  CHECK(fire.out.find(",0.62640901771") != std::string::npos);
  const Run simulated = run(workspace, shot + "--method monte-carlo --trials 1k");
  CHECK(simulated.exit_code == 2);
  CHECK(simulated.err.find("--show: 'knocked_out/target_hit' needs exact odds") !=
        std::string::npos);
}

TEST_CASE("a ratio to a negative number keeps its interval the right way round") {
  Situations asked;
  asked.add("a", 100, {casualties(0, 50), casualties(2, 50), cpp(-4, 100)});
  const Estimate estimate = asked.quantity("casualties/cpp").of(asked.results.front(), 0.95);
  CHECK(*estimate.simulated == Approx(-0.25));
  CHECK(estimate.interval.low == Approx(-0.25 - 1.959964 * 0.025).margin(1e-6));
  CHECK(estimate.interval.high == Approx(-0.25 + 1.959964 * 0.025).margin(1e-6));
}

TEST_CASE("situations are ranked by a ratio: more for less comes first") {
  Situations asked;
  asked.add("dear", 100, {casualties(6, 100), cpp(4, 100)});     // 1.5
  asked.add("cheap", 100, {casualties(4, 100), cpp(2, 100)});    // 2
  asked.add("cheaper", 100, {casualties(1, 100), cpp(1, 100)});  // 1
  const auto ranked =
      ranking(asked.results, asked.quantity("casualties/cpp"), Better::higher, 0.95);
  CHECK(ranked[0].result->name == "cheap");
  CHECK(ranked[1].result->name == "dear");
  CHECK(ranked[1].difference == Approx(-0.5));
  CHECK(ranked[2].result->name == "cheaper");
}

TEST_CASE("a ratio's divisor must be a measure without dice, and not 0") {
  Situations asked;
  asked.add("a", 100, {casualties(0, 50), casualties(2, 50), cpp(4, 100)});
  CHECK(refusal(asked, "cpp/casualties") ==
        "--by: 'casualties' is not the same in every outcome of a (a ratio divides by a measure "
        "that no dice change, such as a price)");
  CHECK(refusal(asked, "casualties/cp") ==
        "--by: nothing is called 'cp' here (did you mean 'cpp'?)");
  CHECK(refusal(asked, "casualtis/cpp") ==
        "--by: nothing is called 'casualtis' here (did you mean 'casualties'?)");
  CHECK(refusal(asked, "casualties/broken") ==
        "--by: a has no measure 'broken' (an outcome or event is asked for by its name alone)");
  CHECK(refusal(asked, "casualties/").starts_with("--by: nothing is called '' here"));
  // A value that can come up but did not in these trials still varies.
  Situations rare;
  rare.add("a", 100, {casualties(1, 100), cpp(4, 100), cpp(5, 0)});
  CHECK(refusal(rare, "casualties/cpp").find("is not the same in every outcome") !=
        std::string::npos);
  Situations free;
  free.add("a", 100, {casualties(1, 100), cpp(0, 100)});
  CHECK(refusal(free, "casualties/cpp") ==
        "--by: 'cpp' is 0 in a (a ratio divides by a measure that is not 0)");
}

TEST_CASE("a measure that a situation does not report is reported as missing") {
  Situations asked;
  asked.add("a", 100, {casualties(1, 100), cpp(4, 100)});
  asked.add("b", 100, {cpp(4, 100)});
  CHECK(refusal(asked, "casualties/cpp") ==
        "--by: b does not report 'casualties' ('combat-odds describe test.fire' says when it "
        "does)");
}

TEST_CASE("a name that one of the procedures lacks is refused") {
  Situations fire;
  fire.exact("a", 6, "1/6");
  Situations climb("test.climb");
  climb.exact("b", 6, "1/6");
  std::vector<SituationOdds> both = fire.results;
  both.push_back(climb.results.front());
  CHECK_NOTHROW(Quantity("broken", "--by", both));
  both.front().odds.chances.push_back({Chance::Kind::event, "cowered", 0, 0, {}});
  CHECK_THROWS_WITH(Quantity("cowered", "--by", both),
                    "--by: test.climb has no 'cowered' (it has broken, casualties, eliminated, "
                    "no_effect)");
}

TEST_CASE("a name that is an outcome of one unit and a measure of a stack means the one reported") {
  const Chance outcome{Chance::Kind::outcome, "broken", 0, 30, std::nullopt};
  const std::vector<Chance> measure = {{Chance::Kind::measure, "broken", 0, 50, std::nullopt},
                                       {Chance::Kind::measure, "broken", 2, 50, std::nullopt}};
  Situations unit;
  unit.add("unit", 100, {outcome});
  CHECK(*unit.quantity("broken").of(unit.results[0], 0.95).simulated == Approx(0.3));
  Situations stack;
  stack.add("stack", 100, measure);
  CHECK(*stack.quantity("broken").of(stack.results[0], 0.95).simulated == Approx(1));
  CHECK(*stack.quantity("broken>=1").of(stack.results[0], 0.95).simulated == Approx(0.5));
  Situations both;
  both.add("unit", 100, {outcome}).add("stack", 100, measure);
  CHECK(refusal(both, "broken") ==
        "--by: 'broken' is a measure of some situations and an outcome or event of others (compare "
        "them apart)");
  Situations at_once;
  at_once.add(
      "all", 100,
      {outcome, {Chance::Kind::event, "broken", 0, 60, std::nullopt}, measure[0], measure[1]});
  const auto simulated = [&](const std::string& name) {
    return *at_once.quantity(name).of(at_once.results[0], 0.95).simulated;
  };
  CHECK(simulated("broken") == Approx(0.3));
  CHECK(simulated("outcome broken") == Approx(0.3));
  CHECK(simulated("event broken") == Approx(0.6));
  CHECK(simulated("mean broken") == Approx(1));
}

TEST_CASE("compare ranks a scenario file") {
  const Workspace workspace;
  workspace.write("s.csv",
                  "scenario,procedure,firepower,drm,target\nweak,asl.fire,4,2,4-6-7\n"
                  "strong,asl.fire,16,0,4-6-7\nagain,asl.fire,16,0,4-6-7\n");
  const Run table = run(workspace, "combat-odds compare s.csv --by no_effect --better lower");
  CHECK(table.exit_code == 0);
  CHECK(table.out.find("tied, exactly equal: strong and again\n") != std::string::npos);
  CHECK(table.out.find("lower is better; exact odds\n") != std::string::npos);
  const Run csv = run(workspace,
                      "combat-odds compare s.csv --by no_effect --better lower --format csv "
                      "--method monte-carlo --trials 20k | cut -d, -f1,2,4,5,14,15");
  CHECK(csv.out ==
        "rank,scenario,by,better,standing,trials\n1,strong,no_effect,lower,tied,20000\n"
        "2,again,no_effect,lower,tied,20000\n3,weak,no_effect,lower,behind,20000\n");
  const Run markdown = run(workspace, "combat-odds compare s.csv --by no_effect --format markdown");
  CHECK(markdown.out.find("\n| situation ") != std::string::npos);

  CHECK(refused_run(workspace, "combat-odds compare s.csv --by no_efect") ==
        "--by: nothing is called 'no_efect' here (did you mean 'no_effect'?)\n");
  CHECK(run(workspace, "combat-odds compare s.csv --by no_effect --better hihger").err ==
        "--better: 'hihger' is not possible (did you mean 'higher'?)\n");
}

/// The commands of a page ("$ ..." in a console block) with the output that it shows.
std::vector<std::pair<std::string, std::string>> shown_on(const std::string& page) {
  std::vector<std::pair<std::string, std::string>> shown;
  std::istringstream lines(page);
  bool in_console = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      in_console = line == "```console";
    } else if (in_console && line.starts_with("$ ")) {
      shown.emplace_back(line.substr(2), "");
    } else if (in_console) {
      shown.back().second += line + "\n";
    }
  }
  return shown;
}

TEST_CASE("docs/comparing.md shows the output of its commands") {
  const std::string source = COMBAT_ODDS_SOURCE;
  const auto shown = shown_on(test::read_file(source + "/docs/comparing.md"));
  CHECK(shown.size() == 8);
  const Workspace workspace;
  for (const auto& [command, output] : shown) {
    INFO(command);
    CHECK(run(workspace, "cd '" + source + "' && " + command).out == output);
  }
}

}  // namespace
}  // namespace combat_odds
