#include <cmath>
#include <sstream>

#include "ask/said.hpp"
#include "core/odds/odds.hpp"
#include "core/text/csv.hpp"
#include "core/text/words.hpp"
#include "expression/expression.hpp"
#include "expression/talk.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using test::has;

test::Answer rolled(const std::string& expression) {
  return test::Answer("dice.roll", {{"expression", expression}});
}

std::string total(const std::string& expression, double value) {
  return rolled(expression).measure("total", value);
}

TEST_CASE("dice are added up") {
  CHECK(total("2d6+1", 8) == "1/6");
  CHECK(total("d6", 3) == "1/6");
  CHECK(total("1d6 - 1d6", 0) == "1/6");
  CHECK(total("2*d6", 12) == "1/6");
  CHECK(total("2*d6", 11) == "0/1");
  CHECK(total("d100", 37) == "1/100");
  CHECK(total("d%", 100) == "1/100");
  // Four Fudge dice: 19 of 81 throws sum to 0 (1 + 12 + 6).
  CHECK(total("4dF", 0) == "19/81");
  CHECK(total("-(2d6)", -12) == "1/36");
  CHECK(total("7/2", 3) == "1/1");
  CHECK(total("0d6+2", 2) == "1/1");
  CHECK(rolled("20d20 + 20d20").mean("total") == Approx(420));
}

TEST_CASE("the highest or lowest are kept or dropped") {
  // 18 with three of four: all sixes, or one other die of five faces in four places: 21 of 1296.
  CHECK(total("4d6 kh3", 18) == "7/432");
  CHECK(total("4d6kh3", 3) == "1/1296");
  CHECK(total("4d6 dl1", 18) == "7/432");
  CHECK(total("4d6 kl3", 3) == "7/432");
  CHECK(total("4d6 dh1", 3) == "7/432");
  CHECK(total("2d20 k1", 20) == "39/400");
  CHECK(total("2d20 kl1", 20) == "1/400");
}

TEST_CASE("dice are rolled again or explode") {
  CHECK(total("d6 rr1", 2) == "1/5");
  CHECK(total("d6 rr=1", 1) == "0/1");
  CHECK(total("d6 rr<=2", 3) == "1/4");
  CHECK(total("d6 ro1", 1) == "1/36");
  CHECK(total("d6 ro1", 2) == "7/36");
  CHECK(total("d6!x1", 6) == "0/1");
  CHECK(total("d6!x1", 12) == "1/36");
  CHECK(total("d6!x2", 18) == "1/216");
  // Fives explode too: only 5 + 1 makes 6 (a 6 itself goes on).
  CHECK(total("d6!>=5x1", 6) == "1/36");
  // One exploding die, the lower one dropped: a 6 adds a second die and stays; otherwise no die is
  // left.
  CHECK(total("1d6!x1 dl1", 6) == "1/6");
}

TEST_CASE("dice are counted") {
  // Two of three dice with a chance of 1/3 each: 3 * 1/9 * 2/3.
  CHECK(total("3d6 c>=5", 2) == "2/9");
  CHECK(total("3d6 c=6", 3) == "1/216");
  CHECK(total("3d6 c>=5 + 1", 1) == "8/27");
  // Counted after the better of two is kept: 1 - (4/6)^2.
  CHECK(total("2d6 kh1 c>=5", 1) == "5/9");
  CHECK(total("d6!x1 c=6", 2) == "1/36");
}

TEST_CASE("comparisons, choices, names and functions") {
  CHECK(rolled("1d20+5 >= 15").outcome("yes") == "11/20");
  CHECK(rolled("2d6 > 2d6").outcome("yes") == "575/1296");  // (1296 - 146) / 2 of 1296
  CHECK(rolled("d6 != 1").outcome("no") == "1/6");
  CHECK(total("hit = 1d20; hit >= 11 ? 1d6 : 0", 0) == "1/2");
  CHECK(total("hit = 1d20; hit >= 11 ? 1d6 : 0", 6) == "1/12");
  CHECK(rolled("hit = 1d20; hit >= 11 ? 1d6 : 0").measure("hit", 7) == "1/20");
  CHECK(total("a = d6; a - a", 0) == "1/1");  // rolled once, however often it is named
  CHECK(total("max(d6; d6)", 6) == "11/36");
  CHECK(total("min(2;d6)", 2) == "5/6");
}

TEST_CASE("tables") {
  CHECK(rolled("d2 on 1:d4-1 2:3").measure("result", 3) == "5/8");  // 1/2 * 1/4 + 1/2
  CHECK(total("(d2 on 1:d4+1 2:-1)", 5) == "1/8");
  const test::Answer answer = rolled("2d6 on 2-4:miss 5-9:hit 10-12:kill");
  CHECK(answer.outcome("miss") == "1/6");
  CHECK(answer.outcome("hit") == "2/3");
  CHECK(answer.outcome("kill") == "1/6");
  CHECK(answer.measure("total", 7) == "1/6");
  CHECK(rolled("d6-3 on -2..0:\"no luck\" 1+:luck").outcome("no luck") == "1/2");
}

TEST_CASE("pools of many dice are exact") {
  // Counted by a few lines of Python over whole numbers: polynomials multiplied out, and for the
  // kept dice face by face with binomials.
  CHECK(rolled("50d6 > 50d6").outcome_value("yes") == Approx(0.48833869699232735));
  CHECK(rolled("100d6").mean("total") == Approx(350));
  CHECK(rolled("1000d6").mean("total") == Approx(3500));
  CHECK(total("100d10 c>=8", 0).empty());               // 0.7^100 has more than 40 digits
  CHECK(total("30d6 c>=4", 15) == "9694845/67108864");  // 155117520 / 2^30
  CHECK(rolled("100d6 kh10").mean("total") == Approx(59.96358879083272));
  CHECK(rolled("40d20 kh5").mean("total") == Approx(95.01644832221263));
  CHECK(rolled("20d20 kh10").mean("total") == Approx(152.53571428568807));
  CHECK(rolled("100d6 kl10").mean("total") == Approx(70 - 59.96358879083272));
  // Each die comes to 3.5 (1 + 1/6 + 1/36 + 1/216) = 4.19675926.
  CHECK(rolled("100d6!x3").mean("total") == Approx(419.6759259259));
  CHECK(total("10d10 largest set", 10) == "1/1000000000");
  CHECK(total("10d10 largest set", 3) == "596547/1250000");
  CHECK(total("10d10 largest set", 1) == "567/1562500");
  // By all 6^8 throws.
  CHECK(total("8d6 dh2 dl2", 24) == "247/559872");
  CHECK(total("8d6 middle 4", 14) == "97937/839808");
  // By all throws of three exploding dice.
  CHECK(total("3d6!x2 kh2", 12) == "19/144");
  CHECK(total("3d6!x2 kh2", 7) == "49/432");
  CHECK(total("2d6!x2", 20) == "17/1944");
}

TEST_CASE("trials roll the dice that the exact odds are of") {
  // Exact odds and trials share no arithmetic. The largest of about 500 deviations stays below 4.9
  // standard deviations but in one of 2,000 seeds.
  for (const char* const expression :
       {"30d6", "30d6 kh5", "30d6 ro1 kl7", "30d6!x2 c>=5", "3d6!! kh2", "12d6!x2 kh4",
        "9d6 dh2 dl2", "12d6 largest set", "12d8 straight", "(10d6 c>=3)d6 c>=4", "6 times 3d6",
        "3d6 vs 2d6+2", "d6 until 5", "9d{hit,crit,miss,miss}", "{2d6, d12, 3d4} kh2",
        "12d6 min3 c{3,6,6}", "hits = 10d6 c>=4; saved = (hits)d6 c>=5; hits - saved"}) {
    INFO(expression);
    const expression::Expression parsed(expression);
    OddsOptions options;
    options.trials = 50'000;
    const std::unique_ptr<Rule> rule = parsed.rule({});
    const Odds odds = odds_of(*rule, 7, options);
    REQUIRE(odds.trials == options.trials);
    for (const Chance& chance : odds.chances) {
      const double trials = static_cast<double>(odds.trials);
      const double expected = chance.exact->value * trials;
      if (expected < 20) continue;
      INFO(chance.name << " " << chance.value);
      const double deviation = std::sqrt(expected * (1 - chance.exact->value)) + 1e-9;
      CHECK(std::abs(static_cast<double>(chance.count) - expected) < 4.9 * deviation + 1e-6);
    }
  }
}

TEST_CASE("what is too large to be worked out is simulated") {
  OddsOptions options;
  options.trials = 1'000;
  const Odds odds = odds_of(*expression::Expression("400d20 dh100 dl100").rule({}), 1, options);
  CHECK(odds.trials == 1'000);
  CHECK(odds.way == Odds::Way::rolls);
  CHECK_FALSE(odds.chances.back().exact);
}

TEST_CASE("sets, straights, symbols and dice of one's own") {
  // Of 7776 throws of five dice: counted face by face with binomials in Python.
  CHECK(total("5d6 pairs", 2) == "175/648");
  CHECK(total("5d6 straight", 5) == "5/162");
  CHECK(total("5d6 distinct", 5) == "5/54");
  CHECK(total("5d6 sets3", 1) == "23/108");  // 1656 of 7776: (10 * 25 + 5 * 5 + 1) * 6
  CHECK(total("4d6 c>=5 f1", 0) == "107/432");
  CHECK(total("2d6 c{5,6,6}", 4) == "1/36");  // sixes count twice
  CHECK(total("d{1,1,2}", 1) == "2/3");
  CHECK(total("d{1:2,2}", 1) == "2/3");
  CHECK(total("2d{-1..1}", 0) == "1/3");
  CHECK(rolled("d{hit,miss,miss}").outcome("hit") == "1/3");
  CHECK(rolled("2d{hit,miss,miss}").measure("hit", 2) == "1/9");
  CHECK(rolled("2d{hit,miss,miss}").measure("miss", 1) == "4/9");
  CHECK(total("2d{hit,miss,miss} c=hit", 1) == "4/9");
  CHECK(total("d6 min3", 3) == "1/2");
}

TEST_CASE("a number of dice that is rolled, and steps by result") {
  CHECK(total("(2d6)d6", 2) == "1/1296");
  CHECK(rolled("(2d6)d6").mean("total") == Approx(24.5));
  CHECK(total("(2d6-5)d6", 0) == "5/18");  // 2 to 5 leave no dice: 10 of 36
  // Hits on 3+, wounds on 4+: each of the dice does both with a chance of 1/3.
  CHECK(total("(3d6 c>=3)d6 c>=4", 2) == "2/9");
  const test::Answer table = rolled("2d6 on 2-6:1 7:d6 8+:3");
  CHECK(table.outcome("1") == "5/12");
  CHECK(table.measure("result", 1) == "4/9");  // 15/36 + 1/6 * 1/6
  CHECK(table.measure("result", 3) == "4/9");
  CHECK(total("(d6 on 1-3:0 4+:d6) + 1", 1) == "1/2");
  // A six is waited for: 1/6, then 5/36.
  CHECK(total("d6 until 6", 2) == "5/36");
  CHECK(rolled("d6 until 6").mean("total") == Approx(6));
}

TEST_CASE("chains that are one die, and explosions without a limit") {
  CHECK(total("3d6!!x1 c>=7", 3) == "1/216");
  CHECK(total("d6!", 7) == "1/36");
  CHECK(total("d6!p", 6) == "1/36");                  // 6 + 1 - 1
  CHECK(rolled("d6!").mean("total") == Approx(4.2));  // 3.5 / (1 - 1/6)
  // Legend of the Five Rings: 32.034 on average.
  CHECK(rolled("10d10!! kh3").mean("total") == Approx(32.03440585337516));
}

TEST_CASE("and, or, not, sets of numbers, rounding") {
  CHECK(rolled("2d6 in {7,11}").outcome("yes") == "2/9");
  CHECK(rolled("d6 >= 3 and d6 >= 4").outcome("yes") == "1/3");
  CHECK(rolled("d6 = 6 or d6 = 6").outcome("yes") == "11/36");
  CHECK(rolled("not d6 = 6").outcome("yes") == "5/6");
  CHECK(total("max(d6,d6,d6)", 6) == "91/216");
  CHECK(total("ceil(d6/2)", 3) == "1/3");
  CHECK(total("floor(d6/2)", 3) == "1/6");
  CHECK(total("round(d6/4)", 1) == "2/3");         // 2, 3, 4 and 5
  CHECK(total("round(-1/2)", 0) == "1/1");         // halves up
  CHECK(total("round(-d6/2)", 0) == "1/6");        // -1/2
  CHECK(total("round(-d6/2)", -1) == "1/3");       // -2/2 and -3/2
  CHECK(total("round(d6/2)", 1) == "1/3");         // 1/2 and 2/2
  CHECK(total("floor(-d6/2)", -3) == "1/3");       // -6 and -5
  CHECK(total("ceil(d6/2 + d6/2)", 6) == "1/12");  // 11 and 12
  CHECK(total("abs(d6-d6)", 1) == "5/18");
  CHECK(total("-d6+7", 1) == "1/6");
  CHECK(total("{d6, d6, d6} kh2", 12) == total("3d6 kh2", 12));
}

TEST_CASE("rolls against each other and several times") {
  const test::Answer versus = rolled("2d6 vs 2d6");
  CHECK(versus.outcome("tie") == "73/648");  // 146 of 1296
  CHECK(versus.outcome("ahead") == "575/1296");
  CHECK(versus.measure("margin", 10) == "1/1296");
  const test::Answer six = rolled("6 times 3d6");
  CHECK(six.measure("each", 18) == "1/216");
  CHECK(six.measure("total", 108).empty() == false);
  CHECK(rolled("2 times d6").measure("highest", 6) == "11/36");
  CHECK(rolled("2 times d6").measure("lowest", 6) == "1/36");
  // A condition is 1 where it holds: both of two dice show 5 or 6 in 2/6 * 2/6.
  CHECK(rolled("2#((d6) >= 5)").measure("total", 2) == "1/9");
}

/// The odds of an expression as 'combat-odds roll' reads it; a list in --expression of dice.roll is
/// parted at its commas.
Odds odds_as_typed(const std::string& expression) {
  const Procedure procedure = expression::roll_procedure(expression);
  const Scenario scenario("roll", procedure, {}, {});
  OddsOptions exact;
  exact.method = Method::exact;
  return odds_of(*scenario.rule(0, test::charts()), 1, exact);
}

std::string fraction_of(const Odds& odds, Chance::Kind kind, const std::string& name,
                        double value = 0) {
  for (const Chance& chance : odds.chances) {
    if (chance.kind == kind && chance.name == name && chance.value == value) {
      return chance.exact->fraction;
    }
  }
  return "0/1";
}

/// The chances of an expression, as text.
std::string chances(const std::string& expression) {
  std::string text;
  const Odds odds = odds_as_typed(expression);
  for (const Chance& chance : odds.chances) {
    if (chance.exact->value < 1e-9) continue;
    text += chance.name + " " + std::to_string(chance.value) + " " + chance.exact->fraction + "\n";
  }
  return text;
}

TEST_CASE("spellings of other tools are read, or asked back") {
  const CsvTable table = read_csv(
      test::read_file(COMBAT_ODDS_SOURCE "/tests/data/spellings_of_dice.csv"), "spellings");
  REQUIRE(table.rows.size() > 80);
  for (const auto& row : table.rows) {
    const std::string& spelling = row.at(0).text;
    INFO(spelling);
    if (!row.at(2).text.empty()) {
      CHECK(chances(spelling) == chances(row.at(2).text));
      continue;
    }
    try {
      const expression::Expression parsed(spelling);
      FAIL("not asked back");
    } catch (const expression::SyntaxError& error) {
      CHECK(has(error.what(), "may mean two things"));
      CHECK(has(error.right(), row.at(3).text));
    }
  }
}

/// Mean and variance of what an expression comes to; a condition is 1 where it holds, else 0.
std::pair<double, double> moments(const std::string& expression) {
  double mean = 0;
  double square = 0;
  const Odds odds = odds_as_typed(expression);
  for (const Chance& chance : odds.chances) {
    const bool is_total = chance.kind == Chance::Kind::measure && chance.name == "total";
    if (!is_total && chance.name != "yes" && chance.name != "ahead") continue;
    const double value = is_total ? chance.value : 1;
    mean += value * chance.exact->value;
    square += value * value * chance.exact->value;
  }
  return {mean, square - mean * mean};
}

/// A fraction, or a decimal number.
double number_of(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return std::stod(text);
  return std::stod(text.substr(0, slash)) / std::stod(text.substr(slash + 1));
}

TEST_CASE("what others type comes to what they mean") {
  const CsvTable table =
      read_csv(test::read_file(COMBAT_ODDS_SOURCE "/tests/data/spellings_with_moments.csv"),
               "spellings with moments");
  REQUIRE(table.rows.size() > 100);
  for (const auto& row : table.rows) {
    const std::string& spelling = row.at(0).text;
    INFO(spelling);
    const auto expect = [&](const std::string& expression, std::size_t column) {
      // What explodes without a limit ends at a chance of 1e-12.
      const auto [mean, variance] = moments(expression);
      return mean == Approx(number_of(row.at(column).text)).epsilon(1e-8).margin(1e-8) &&
             variance == Approx(number_of(row.at(column + 1).text)).epsilon(1e-7);
    };
    const bool is_read = row.at(5).text.empty();
    try {
      const bool as_meant = expect(spelling, 3);
      CHECK(as_meant);
      CHECK(is_read);
    } catch (const InputError& error) {
      CHECK_FALSE(is_read);
      if (row.at(5).text == "not read") continue;
      CHECK(has(error.wrong(), "may mean two things"));
      // Both meanings are among those that are named: "(4d6) > 5 for the sum, or 4d6 c>5 for ...".
      bool one = false;
      bool other = false;
      std::string rest = error.right() + ", or ";
      for (std::size_t end = 0; (end = rest.find(", or ")) != std::string::npos;
           rest.erase(0, end + 5)) {
        const std::string expression = rest.substr(0, rest.rfind(" for ", end));
        INFO(expression);
        one = one || expect(expression, 3);
        other = other || expect(expression, 6);
      }
      CHECK(one);
      CHECK(other);
    }
  }
}

/// A line of dice_talk.csv: what it asks, as mean and variance.
struct Asked {
  std::string sentence;
  double mean = 0;
  double variance = 0;

  bool is(const std::string& expression) const {
    const auto [its_mean, its_variance] = moments(expression);
    return its_mean == Approx(mean).epsilon(1e-8).margin(1e-8) &&
           its_variance == Approx(variance).epsilon(1e-6);
  }
  /// One of the meanings that are named: "(2d6) > 8 for more than 8, or ...".
  bool is_among(const std::string& meanings) const {
    constexpr std::string_view option = "--expression '";
    std::string rest = meanings + ", or ";
    for (std::size_t end = 0; (end = rest.find(", or ")) != std::string::npos;
         rest.erase(0, end + 5)) {
      std::string expression = rest.substr(0, std::min(end, rest.find(" for ")));
      if (const std::size_t at = expression.find(option); at != std::string::npos) {
        expression = expression.substr(at + option.size());
        expression.erase(expression.rfind('\''));
      }
      if (is(expression)) return true;
    }
    return false;
  }
};

std::vector<Asked> asked_at_the_table() {
  const CsvTable table = read_csv(test::read_file(COMBAT_ODDS_SOURCE "/tests/data/dice_talk.csv"),
                                  "what is said about dice");
  std::vector<Asked> all;
  for (const auto& row : table.rows) {
    all.push_back({row.at(0).text, number_of(row.at(3).text), number_of(row.at(4).text)});
  }
  return all;
}

TEST_CASE("what people at a table say about dice comes to what they mean") {
  const std::vector<Asked> all = asked_at_the_table();
  REQUIRE(all.size() >= 120);
  // Of a sentence, and behind `roll`: none is answered wrongly, nine in ten are answered.
  std::size_t said_right = 0;
  std::size_t rolled_right = 0;
  for (const Asked& asked : all) {
    INFO(asked.sentence);
    try {
      const Said said = combat_odds::said(test::library(), asked.sentence, {});
      REQUIRE(said.procedure == "dice.roll");
      const bool is_right = asked.is(said.values.at(0).second);
      CHECK(is_right);
      ++said_right;
    } catch (const InputError& error) {
      CHECK(has(error.wrong(), "may mean two things"));
      CHECK(asked.is_among(error.right()));
    }
    try {
      const bool is_right = asked.is(asked.sentence);
      CHECK(is_right);
      ++rolled_right;
    } catch (const InputError& error) {
      CHECK(has(error.wrong(), "may mean two things"));
      CHECK(asked.is_among(error.right()));
    }
  }
  CHECK(said_right * 10 >= all.size() * 9);
  CHECK(rolled_right * 10 >= all.size() * 9);
}

TEST_CASE("no talk about dice ends in a crash or an expression that can't be read") {
  // Words of all the sentences, in any order.
  std::vector<std::string> words;
  for (const Asked& asked : asked_at_the_table()) {
    for (const std::string_view word : words_of(asked.sentence)) words.emplace_back(word);
  }
  std::uint64_t state = 47;
  const auto draw = [&](std::size_t below) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::size_t>((state >> 33) % below);
  };
  int read = 0;
  int refused = 0;
  for (int i = 0; i < 60'000; ++i) {
    std::string sentence = words[draw(words.size())];
    for (std::size_t more = 1 + draw(6); more > 0; --more) {
      sentence += " " + words[draw(words.size())];
    }
    const auto talk = expression::talk_of(sentence);
    if (!talk) continue;
    INFO(sentence);
    for (const std::string& text : talk->expressions) {
      INFO(text);
      try {
        const expression::Expression parsed(text);
        ++read;
      } catch (const expression::SyntaxError&) {  // refused: such as a die of too many sides
        ++refused;
      }
    }
  }
  CHECK(read > 100);
  CHECK(refused * 10 < read);
}

TEST_CASE("ties are rolled again") {
  // 1d8 against 1d6: of 48 throws 27 are higher, 15 lower, 6 ties; 27 of 42.
  CHECK(rolled("d8 vs d6 reroll ties").outcome("ahead") == "9/14");
  CHECK(chances("d8 vs d6, ties rerolled") == chances("d8 vs d6 reroll ties"));
  // By 7: 8 against 1, one of the 42.
  CHECK(rolled("d8 vs d6 reroll ties").measure("margin", 7) == "1/42");
  CHECK_THROWS(rolled("3 vs 3 reroll ties"));
}

TEST_CASE("pairs of dice that match") {
  // Of five dice three and two alike are 3 + 1 pairs, and nothing else is: 300 of 7776 throws.
  CHECK(total("5d6 matches", 4) == "25/648");
  CHECK(total("5d6 matches", 10) == "1/1296");
  CHECK(total("2d6 matches", 1) == "1/6");
  CHECK(total("2d10 matches", 0) == "9/10");
}

TEST_CASE("what is repeated in brackets is counted") {
  // 8 or more on 2d6: 15 of 36; twice in two: 25/144.
  CHECK(rolled("(2 times 2d6 >= 8) = 2").outcome("yes") == "25/144");
  CHECK(total("(2 times d6) + 1", 13) == "1/36");
  CHECK(rolled("3 times (2 times d6)").measure("highest", 12) == "3781/46656");  // 1 - (35/36)^3
}

TEST_CASE("a roll whose name begins with _ is no measure") {
  const test::Answer answer = rolled("_a = d6; b = d6; _a + b");
  CHECK(answer.measure("total", 12) == "1/36");
  CHECK(answer.measure("b", 6) == "1/6");
  for (const Chance& chance : odds_as_typed("_a = d6; b = d6; _a + b").chances) {
    CHECK(chance.name != "_a");
  }
}

TEST_CASE("a long series is exact") {
  // The mean is 300, the variance 300 * 299; less than 10^-12 are cut off.
  const auto [mean, variance] = moments("d300 until 7");
  CHECK(mean == Approx(300).epsilon(1e-8));
  CHECK(variance == Approx(300 * 299).epsilon(1e-7));
  CHECK(total("d300 until 7", 1) == "1/300");
  CHECK(total("d300 until 7", 2) == "299/90000");
}

TEST_CASE("what is asked back can be copied") {
  // Each of the two meanings of "10d6>5" is read without another question.
  for (const char* const meant :
       {"(10d6) > 5", "10d6 c>5", "10d6 c>=5", "4d6ro<=1", "4d6rr<=2", "10*d6 + d6", "d{1..66}",
        "6 times 3d6", "10d6*6", "2d6!>=5", "8d6rr1", "8d6ro1", "(10d10) >= 8", "10d10 c>=8",
        "(2d6)d6", "10d6 dl4", "2d6 until in {7,11}", "a = 2d6; a >= 8 or a in {3}"}) {
    INFO(meant);
    CHECK_NOTHROW(expression::Expression(meant));
  }
}

/// The cells of a line "| a | b |".
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> all;
  std::size_t first = 2;
  for (std::size_t bar = line.find(" |", first); bar != std::string::npos;
       bar = line.find(" |", first)) {
    all.push_back(line.substr(first, bar - first));
    first = bar + 3;
  }
  return all;
}

/// What stands in `backticks`.
std::vector<std::string> in_code(const std::string& text) {
  std::vector<std::string> all;
  for (std::size_t at = text.find('`'); at != std::string::npos; at = text.find('`', at + 1)) {
    const std::size_t end = text.find('`', at + 1);
    all.push_back(text.substr(at + 1, end - at - 1));
    at = end;
  }
  return all;
}

bool has_digit(const std::string& text) {
  return text.find_first_of("0123456789") != std::string::npos;
}

/// The rows of the tables between two headings of docs/rolls.md that begin with an expression.
std::vector<std::vector<std::string>> rows_of_page(const char* from, const char* to) {
  const std::string page = test::read_file(COMBAT_ODDS_SOURCE "/docs/rolls.md");
  const std::size_t first = page.find(from);
  std::istringstream lines(page.substr(first, page.find(to, first) - first));
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("| ") && line.find('`') != std::string::npos) rows.push_back(cells(line));
  }
  return rows;
}

TEST_CASE("docs/rolls.md: what an expression is said to be, it is") {
  int same = 0;
  for (const auto& row : rows_of_page("## What can be said", "## How large")) {
    const std::vector<std::string> is = in_code(row[1]);
    // "the better of `d8!` and `d6!`" are parts of it; `floor` is a word.
    if (is.empty() || !has_digit(is.front()) || has(row[1], "` and `")) continue;
    INFO(row[0] << " is " << is.front());
    CHECK(chances(in_code(row[0]).front()) == chances(is.front()));
    ++same;
  }
  CHECK(same >= 7);
}

TEST_CASE("docs/rolls.md: what is said is read as it says") {
  int same = 0;
  for (const auto& row : rows_of_page("| said | read as |", "`tests/data/dice_talk.csv`")) {
    const std::vector<std::string> read_as = in_code(row[1]);
    std::string rest = row[0];
    for (const std::string& expression : read_as) {
      const std::size_t first = rest.find('"') + 1;
      const std::string sentence = rest.substr(first, rest.find('"', first) - first);
      rest.erase(0, first + sentence.size() + 1);
      if (has(sentence, " to 8 dice")) continue;  // a list of numbers
      INFO(sentence << " is " << expression);
      CHECK(chances(sentence) == chances(expression));
      ++same;
    }
  }
  CHECK(same >= 20);
}

TEST_CASE("docs/rolls.md: what is asked back is asked with these expressions") {
  const auto asked = [](const std::string& typed) -> std::string {
    try {
      chances(typed);
    } catch (const InputError& error) {
      INFO(typed);
      CHECK(has(error.wrong(), "may mean two things"));
      return error.right();
    }
    FAIL_CHECK(typed << " is not asked back");
    return "";
  };
  int offered = 0;
  for (const auto& row : rows_of_page("| typed | may be | or |", "## Beside AnyDice")) {
    std::string meanings;
    for (const std::string& typed : in_code(row[0])) meanings += asked(typed) + ", or ";
    for (const std::size_t column : {1U, 2U}) {
      // Behind a semicolon stands what is not asked.
      for (const std::string& meant : in_code(row[column].substr(0, row[column].find(';')))) {
        INFO(row[0] << " offers " << meant << " among " << meanings);
        CHECK(has(", or " + meanings, ", or " + meant + " for "));
        ++offered;
      }
    }
  }
  CHECK(offered >= 35);
}

TEST_CASE("docs/rolls.md: the tools beside each other mean the same") {
  // AnyDice's [explode d6] ends after two dice, as the table says; the others are no expressions.
  const auto is_read = [](const std::string& cell) {
    return in_code(cell).size() == 1 && has_digit(cell) && cell.find("two deep") == cell.npos &&
           cell.find("[reroll") == cell.npos && cell.find("loop") == cell.npos;
  };
  int same = 0;
  for (const auto& row : rows_of_page("## Beside AnyDice", "Roll20's `>5`")) {
    const std::vector<std::string> here = in_code(row[1]);
    if (here.empty() || here.front().starts_with("{") || here.front().starts_with("on ")) continue;
    for (const std::size_t column : {2U, 3U}) {
      if (!is_read(row[column])) continue;
      const std::string there = in_code(row[column]).front();
      INFO(here.front() << " is " << there);
      std::string chances_there;
      try {
        chances_there = chances(there);
      } catch (const InputError& error) {
        CHECK(has(error.wrong(), "may mean two things"));
        continue;
      }
      CHECK(chances(here.front()) == chances_there);
      ++same;
    }
  }
  CHECK(same >= 12);
}

TEST_CASE("docs/rolls.md: every line of what can be said is true") {
  int said = 0;
  for (const auto& row : rows_of_page("## What can be said", "## How large")) {
    INFO(row[0]);
    REQUIRE(row.size() == 4);
    const Odds odds = odds_as_typed(row[0].substr(1, row[0].size() - 2));
    const std::string& result = row[2];
    const std::size_t blank = result.find_last_of(' ');
    const std::string number = blank == std::string::npos ? result : result.substr(blank + 1);
    const bool is_number = number.find_first_not_of("-.0123456789") == std::string::npos;
    if (is_number) {
      const std::string measure = blank == std::string::npos ? "total" : result.substr(0, blank);
      CHECK(fraction_of(odds, Chance::Kind::measure, measure, std::stod(number)) == row[3]);
    } else {
      CHECK(fraction_of(odds, Chance::Kind::outcome, result) == row[3]);
    }
    ++said;
  }
  CHECK(said >= 60);
}

/// The error for an expression, and its place.
std::string refusal(const std::string& expression) {
  return test::refused([&] {
    const Procedure procedure = expression::roll_procedure(expression);
    const Scenario scenario("roll", procedure, {}, {});
    decision_graph(*scenario.rule(0, test::charts()));
  });
}

TEST_CASE("numbers with decimals") {
  CHECK(total("2d6*0.5", 3.5) == "1/6");  // a 7
  CHECK(total("2d6*.5", 3) == "5/36");    // a 6
  CHECK(rolled("3d6*0.5").mean("total") == Approx(5.25));
  CHECK(total("d6 + 0.25", 6.25) == "1/6");
  CHECK(total("d6 - 1.5", -0.5) == "1/6");
  CHECK(total("(d6*0.5)*(d4*0.5)", 6) == "1/24");
  CHECK(total("max(d6*0.5, d4*0.25)", 3) == "1/6");
  // A divisor with decimals keeps the fraction, and so does exact(...); without, it is left out.
  CHECK(total("d6/2.0", 2.5) == "1/6");
  CHECK(total("exact(d6/2)", 2.5) == "1/6");
  CHECK(total("exact(d6/3 + d6/2)", 5.0 / 6) == "1/36");
  CHECK(total("d6/2", 2) == "1/3");
  // Wherever the quotient stands within it: 1 of 1/2 and 1; the die's half in a sixth of the
  // throws.
  CHECK(total("exact((d6 = 6 ? d4/2 : 9))", 1.5) == "1/24");
  CHECK(total("exact(max(d6/2, 1))", 1) == "1/3");
  CHECK(total("exact(max(d6/2, 1))", 1.5) == "1/6");
  CHECK(total("exact({d6/2, 1} kl1)", 0.5) == "1/6");
  CHECK(total("exact((d6 on 1-3:1 4-6:2)/4)", 0.25) == "1/2");
  CHECK(total("ceil(abs(0-d6/4))", 2) == "1/3");  // 5 and 6
  CHECK(total("d6*0.5/1", 2) == "1/3");
  CHECK(total("ceil(d6*0.5)", 2) == "1/3");
  CHECK(total("floor(d6*0.5)", 0) == "1/6");
  CHECK(total("round(d6*0.5)", 1) == "1/3");  // 0.5 and 1
  // A tie is worth a half: 1/6 of the throws, and 15 of 36 are won.
  const test::Answer tie = rolled("a = d6; b = d6; a > b ? 1 : a = b ? 0.5 : 0");
  CHECK(tie.measure("total", 0.5) == "1/6");
  CHECK(tie.measure("total", 1) == "5/12");
  CHECK(tie.measure("a", 4) == "1/6");
  CHECK(rolled("2d6*0.5 >= 3.5").outcome("yes") == "7/12");  // 7 or more
  const test::Answer named = rolled("a = d6*0.5; a + a");
  CHECK(named.measure("a", 1.5) == "1/6");
  CHECK(named.measure("total", 3) == "1/6");
  CHECK(rolled("d6 on 1-3:0 4-5:0.5 6:1").measure("result", 0.5) == "1/3");
  const test::Answer both = rolled("joint(d6*0.5, d4*0.25)");
  CHECK(both.outcome("0.5, 0.25") == "1/24");
  CHECK(both.measure("d4*0.25", 0.75) == "1/4");
  const test::Answer thrice = rolled("3 times d6*0.5");
  CHECK(thrice.measure("highest", 3) == "91/216");
  CHECK(thrice.measure("total", 1.5) == "1/216");
  CHECK(has(refusal("(d6*0.5)d6"), "dice are a whole number (floor(...)"));
  CHECK(has(refusal("d6*0.5 on 1-3:a"), "the lines of a table are of whole numbers (floor(...)"));
  CHECK(has(refusal("d6*0.12345"), "0.12345 has too many digits (at most 4 decimals)"));
}

TEST_CASE("halves are told as halves") {
  const test::Workspace here;
  const auto run = [&](const std::string& options) {
    const test::Run run = test::run(here, "combat-odds roll 'd2*0.5' --trials 1k " + options);
    INFO(run.err);
    CHECK(run.exit_code == 0);
    return run.out;
  };
  CHECK(has(run("--full"), "total 0.5"));
  CHECK(has(run("--full --at-least"), "total 0.5"));
  CHECK(has(run("--format csv"), ",measure,total,0.5,"));
  CHECK(has(run("--format json --method exact"), "\"value\": 0.5"));
  CHECK(has(run("--format json --method exact"), "\"value\": 1,"));
  run("--plot total.svg");
  CHECK(has(test::read_file(here.path() / "total.svg"), ">0.5</text>"));
}

TEST_CASE("several results at once") {
  const test::Answer both = rolled("a = d6; b = d6; joint(max(a,b), min(a,b))");
  CHECK(both.outcome("6, 1") == "1/18");  // 6 and 1, or 1 and 6
  CHECK(both.outcome("3, 3") == "1/36");
  CHECK(both.measure("max(a,b)", 6) == "11/36");
  CHECK(both.measure("min(a,b)", 6) == "1/36");
  // Negative values, three at once, and what hangs together: b is -6 to -1, c their sum.
  const test::Answer three = rolled("a = d6; b = -d6; c = a + b; joint(a, b, c)");
  CHECK(three.outcome("1, -6, -5") == "1/36");
  CHECK(three.measure("c", -5) == "1/36");
  CHECK(has(refusal("joint(d6, d8) + 1"), "joint is the whole result"));
  CHECK(has(refusal("joint(d6, d6)"), "'d6' stands there twice (named rolls"));
  CHECK(has(refusal("joint(d6, 1000000*d8)"), "too large to be seen together"));
}

TEST_CASE("faulty expressions are reported with the place") {
  CHECK(refusal("2d6!x") ==
        "EXPRESSION:1:6: the expression ends too early (a number, or values such as {1..3})");
  CHECK(has(refusal("1d6!>=1"), "EXPRESSION:1:1: every face explodes"));
  CHECK(has(refusal("d6!x21"), "an exploding die may add 21 dice (1 to 20)"));
  CHECK(has(refusal("d6 until 7"), "it never comes to that"));
  CHECK(has(refusal("ceil(d6/d4)"), "what is rounded must be divided by a number"));
  CHECK(has(refusal("d{hit,miss}+1"), "symbols can't be added up (count them: c=hit)"));
  CHECK(
      has(refusal("2d{hit,miss} c=crit"), "no face shows 'crit' (one of the faces, such as hit)"));
  CHECK(has(refusal("2d6 d8"), "EXPRESSION:1:5: 'd8' is not expected here"));
  CHECK(has(refusal("max(d6)"), "max of 1 (two values or more"));
  CHECK(has(refusal("4d6 kh3 kl1"), "is given twice"));
  CHECK(refusal("2d6 +") ==
        "EXPRESSION:1:6: the expression ends too early (dice such as 2d6, a "
        "number or a name)");
  CHECK(has(refusal("(1d6"), "EXPRESSION:1:5: the expression ends too early (a closing bracket )"));
  CHECK(has(refusal("2d6 4"), "'2d6 4' may mean two things ((2d6) >= 4, or (2d6) <= 4"));
  CHECK(has(refusal("damge = d6; damage"), "'damage' is not known (did you mean 'damge'?"));
  CHECK(has(refusal("1001d6"), "EXPRESSION:1:1: 1001 dice (0 to 1000)"));
  CHECK(has(refusal("d6 rr<=6"), "every face is rolled again"));
  CHECK(has(refusal("d6 on 1-3:low"), "4 is on no line of the table"));
  CHECK(has(refusal("d6 on 1-3:low 3+:high"), "two lines of the table have a number in common"));
  CHECK(has(refusal("1/(d6-1)"), "a division by 0"));
  CHECK(has(refusal("{1..3,2}d6"), "2 is given twice"));
  CHECK(has(refusal(""), "the expression ends too early"));
  CHECK(has(refusal(std::string(400, '(')), "too deep"));
  CHECK(has(refusal("999999999999d6"), "too large"));
  CHECK(has(refusal("1000000*1000000*1000000*1000000*d6"), "the result is too large"));
}

TEST_CASE("a number is no condition") {
  const auto says = [](const char* expression, const char* column, const char* number,
                       const char* right) {
    INFO(expression);
    CHECK(refusal(expression) == std::string("EXPRESSION:1:") + column + ": '" + number +
                                     "' is a number, not a condition (" + right + ")");
  };
  says("2d6 = 7 or 11", "12", "11", "2d6 in {7,11}");
  says("d6 = 5 or 6", "11", "6", "d6 in {5,6}");
  says("d8 + (d6 = 4 or 5 or 6)", "17", "5", "d8 + (d6 in {4,5,6})");
  says("2d6 in {2,3} or 11", "17", "11", "2d6 in {2,3,11}");
  says("2d6 = (7 or 11)", "8", "7", "a set of numbers, such as 2d6 in {7,11}");
  says("2d6 >= 8 or 3", "13", "3", "a = 2d6; a >= 8 or a in {3}");
  CHECK(chances("2d6 until 7 or 11") == chances("2d6 until in {7,11}"));
  says("10d6 c=5 or 6", "1", "10d6 c=5", "10d6 c{5,6}");
  CHECK(chances("best of d8 and d6") == chances("max(d8, d6)"));
  says("lowest of 2d8 and 2d6", "1", "lowest of 2d8", "min(2d8, 2d6)");
  says("best 2 of d8 and d6 and d4", "1", "best 2 of d8", "{d8, d6, d4} kh2");
  says("2d6 & 1d4", "1", "2d6", "a comparison such as 2d6 >= 4; + adds up");
  says("d6 = 6 and d4", "12", "d4", "a comparison such as d4 >= 4");
  says("not d6", "5", "d6", "a comparison such as d6 >= 4");
  says("d6 ? 1 : 2", "1", "d6", "a comparison such as d6 >= 4");
  says("hits = 3d6 c>=5; hits ? 1 : 0", "18", "hits", "a comparison such as hits >= 1");
  says("3d6 c>=5 | d6 = 6", "1", "3d6 c>=5", "a comparison such as 3d6 c>=5 >= 1");
  CHECK(rolled("hit = d6 >= 5; hit and d6 = 6").outcome("yes") == "1/18");
  CHECK(rolled("(d6 >= 5 ? d6 = 6 : d6 = 5) or d6 = 1").outcome("yes") == "11/36");
  CHECK(total("2d6 until in {7,11}", 1) == "2/9");
  CHECK(total("2d6 until in {7,11}", 2) == "14/81");  // 7/9 * 2/9
}

TEST_CASE("what is kept or dropped leaves dice") {
  CHECK(has(refusal("2d6 kh3"), "3 of 2 dice are kept (1 to 2)"));
  CHECK(has(refusal("2d6 kl0"), "0 of 2 dice are kept (1 to 2)"));
  CHECK(has(refusal("4d6 dl4"), "4 of 4 dice are dropped (1 to 3)"));
  CHECK(has(refusal("4d6 dl2 dh2"), "4 of 4 dice are dropped (1 to 3)"));
  CHECK(has(refusal("d6 dl1"), "1 of 1 die is dropped (two dice or more)"));
  CHECK(has(refusal("{d6, d8} kh3"), "3 of 2 values are kept (1 to 2)"));
  CHECK(has(refusal("2d{a,b} kh1"), "of symbols none is the highest (count them: c=a)"));
  CHECK(total("2d6!x1 kh3", 18) == "11/1296");  // an explosion adds dice
  CHECK(total("(d{1,2})d6 kh2", 1) == "1/12");  // one die may be all there is
}

TEST_CASE("what is counted is said in words") {
  const test::Workspace workspace;
  const auto rolled = [&](const std::string& expression) {
    return test::run(workspace, "combat-odds roll '" + expression + "' --method exact").out;
  };
  CHECK(has(rolled("4d6 kh3"), "4d6 kh3: the sum of the highest 3 of 4d6\n"));
  CHECK(has(rolled("10d6 c>=5"), "how many of 10d6 show 5 or more\n"));
  CHECK(has(rolled("d6!"), "add at most 16 dice each here"));
}

TEST_CASE("the command rolls, sweeps and draws") {
  const test::Workspace here;
  const test::Run plain = test::run(here, "combat-odds roll 2d6+1 --trials 1000");
  CHECK(plain.exit_code == 0);
  CHECK(has(plain.out, "1/36"));
  const test::Run csv =
      test::run(here, "combat-odds roll '{dice=1..2}d6+{0,3}' --method exact --format csv");
  CHECK(csv.exit_code == 0);
  CHECK(has(csv.out, "{dice=1..2}d6+3[dice=2],dice.roll,measure,total,15,,,,"));
  CHECK(test::run(here, "combat-odds roll '{dice=1..4}d6' --pivot dice expression --show total")
            .exit_code == 0);
  const test::Run at_least = test::run(here, "combat-odds roll 3d6 --at-least --method exact");
  CHECK(has(at_least.out, "1.85 %"));  // 17 or more: 4 of 216
  CHECK(test::run(here, "combat-odds roll 3d6 --method exact --plot roll.svg").exit_code == 0);
  CHECK(has(test::read_file(here.path() / "roll.svg"), "total"));
  CHECK(test::run(here, "combat-odds roll 3d6 --format json").exit_code == 0);
  CHECK(has(test::run(here, "combat-odds roll 3d6 --title Strength --method exact").out,
            "Strength: the sum of 3d6\n"));
  // An expression may begin with a minus; what the answer says was typed has it, too.
  for (const char* const typed : {"roll '-d6+7' --method exact", "roll --method exact '-(d6)+7'",
                                  "ROLL '-d6 + 7' --method exact"}) {
    const test::Run minus = test::run(here, std::string("combat-odds ") + typed);
    INFO(minus.err);
    CHECK(minus.exit_code == 0);
    CHECK(has(minus.out, "Total 3.5 on average"));
  }
  CHECK(has(test::run(here, "combat-odds roll '-h'").out, "EXPRESSION"));
  // A comma in braces or brackets belongs to the expression.
  for (const char* const typed :
       {"d{1,1,2}", "d6 in {1,3}", "4d6 c{5,6,6}", "[count {5,6} in 4d6]"}) {
    INFO(typed);
    CHECK(test::run(here, std::string("combat-odds odds dice.roll --expression '") + typed +
                              "' --method exact")
              .exit_code == 0);
  }
  CHECK(has(test::refused_run(here, "combat-odds roll 2d6xx"),
            "EXPRESSION:1:4: 'xx' is not expected here"));
}

TEST_CASE("several expressions stand beside each other") {
  const test::Workspace here;
  const auto out = [&](const std::string& typed) {
    const test::Run run = test::run(here, "combat-odds roll --method exact " + typed);
    INFO(run.out << run.err);
    CHECK(run.exit_code == 0);
    return run.out;
  };
  // Two: 1/36, no throw of 3d4. Eight: 5/36 and 12 of 64 (2, 2, 4 and so on), by hand.
  const std::string both = out("2d6 3d4");
  CHECK(has(both, "total      2d6      3d4\n"));
  CHECK(has(both, "8      13.89 %  18.75 %\n"));
  // A sum and a table have no outcome in common: no sentence of a range.
  CHECK(!has(out("2d6 'd20 on 1-5:a 6+:b'"), "from 0 %"));
  CHECK(has(out("'d6 on 1-2:a 3+:b' 'd20 on 1-5:a 6+:b'"), "from"));
  CHECK(has(out("2d6 3d4 --by 'total>=8'"), "best: 3d4"));  // 32 of 64 against 15 of 36
  CHECK(has(out("d6 '{1..2}d4'"), "2d4"));
  CHECK(has(out("2d6 3d4 --title Damage --plot x.svg"), "2d6"));
  const std::string svg = test::read_file(here.path() / "x.svg");
  CHECK(has(svg, ">2d6<"));
  CHECK(has(svg, ">3d4<"));
  const auto err = [&](const std::string& typed) {
    const test::Run run = test::run(here, "combat-odds roll " + typed);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    return run.err;
  };
  CHECK(has(err("d6 '{n=1..2}d6'"), "names a list, n"));
  CHECK(has(out("d6 '8 dice, 5+'"), "8d6 c>=5"));
  // Their means and how far they spread: of 3d6 a variance of 105/12.
  CHECK(has(out("2d6 3d6"), "10.500               2.958"));
  // Square brackets stay: AnyDice explodes twice at most.
  CHECK(has(out("'[explode d6]'"), "adds two dice at most"));
  CHECK(has(out("d6 '[explode d6]' --at-least"), "[explode d6]"));
  CHECK(has(err("d6 kk"), "'kk' is not known"));
}

TEST_CASE("dice that explode by themselves never show more than their sides") {
  const test::Workspace here;
  const auto roll = [&](const std::string& typed) {
    return test::run(here, "combat-odds roll --method exact '" + typed + "'");
  };
  for (const char* typed : {"5d6!x5 c>=7", "5d6! c>6", "5d6! c=7"}) {
    const test::Run run = roll(typed);
    INFO(typed << run.out << run.err);
    CHECK(run.exit_code == 2);
    CHECK(run.out.empty());
    CHECK(has(run.err, "may mean two things"));
  }
  CHECK(has(roll("5d6!x5 c>=7").err, "5d6!!x5 c>=7 for"));
  CHECK(has(roll("5d6!x5 c>=7").err, "(5d6!x5) >= 7 for the sum"));
  // Both are to be copied. A die that adds its sixes is 7 or more where its first is a 6: 5/6.
  CHECK(has(roll("5d6!!x5 c>=7").out, "0.833 on average"));
  CHECK(roll("(5d6!x5) >= 7").exit_code == 0);
  CHECK(roll("5d6! c>=6").exit_code == 0);  // every six counts, those of explosions, too
}

TEST_CASE("sets are counted in words, spaces stand anywhere, a denial turns its comparison") {
  const test::Workspace here;
  const auto out = [&](const std::string& typed) {
    const test::Run run = test::run(here, "combat-odds roll --method exact '" + typed + "'");
    INFO(run.out << run.err);
    CHECK(run.exit_code == 0);
    return run.out;
  };
  // Six dice with two faces of six each: 6 * 1/3.
  CHECK(has(out("6d6 c in {1,6}"), "how many of 6d6 show 1 or 6"));
  CHECK(has(out("6d6 c in {1,6}"), "Total 2 on average"));
  CHECK(has(out("2 d 6 + 1"), "Total 8 on average"));
  CHECK(has(out("not d6 = 6"), "whether d6 is not 6"));
  CHECK(has(out("not d6 >= 5"), "whether d6 is less than 5"));
  CHECK(has(out("not (2d6 = 7 or d6 = 1)"), "whether the sum of 2d6 is not 7 and d6 is not 1"));
  CHECK(has(out("not (d6 = 6 and d8 >= 8)"), "whether d6 is not 6 or d8 is less than 8"));
  CHECK(has(out("not 2d6 in {7,11}"), "whether the sum of 2d6 is neither 7 nor 11"));
  CHECK(has(out("not (2d6 in {7} or d4 > 3)"), "whether the sum of 2d6 is not 7 and d4 is 3 or"));
  CHECK(has(out("not not d6 = 6"), "whether d6 is 6"));
  CHECK(
      has(out("(d6 = 1 or d8 = 2) and d4 = 3"), "whether either d6 is 1 or d8 is 2, and d4 is 3"));
  // What no words say shorter.
  CHECK(has(out("exact((d6 = 6 ? d4/2 : 9))"), ": what it comes to"));
  CHECK(has(out("d6 vs {d4, d8} kh1"), ": which of both comes to more"));
  CHECK(has(out("{d4, d8} kh1 = 2"), ": whether it holds"));
  // Expressions stay as they are typed.
  CHECK(has(out("max(d6, d6)"), "\nmax(d6, d6). Total"));
  CHECK(has(out("d{1,1,2}"), "\nd{1,1,2}. Total"));
}

}  // namespace
}  // namespace combat_odds
