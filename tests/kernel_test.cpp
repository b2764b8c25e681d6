#include <map>
#include <numeric>
#include <random>
#include <set>

#include "core/play/monte_carlo.hpp"
#include "core/play/roll_kernel.hpp"
#include "core/play/roll_kernel_simd.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

bool same_state(const WordStream& one, const WordStream& two) {
  return one.a == two.a && one.b == two.b && one.c == two.c && one.counter == two.counter;
}

/// Restores the machine's best instruction set, whatever happens.
struct Restored {
  ~Restored() { kernel::use_instruction_set(""); }
};

TEST_CASE("SFC64 as its author published it") {
  // One lane by hand, in the words of PractRand: tmp = a + b + counter++; a = b ^ (b >> 11);
  // b = c + (c << 3); c = rotl(c, 24) + tmp; return tmp.
  WordStream words({5, 6, 7});
  std::uint64_t a = words.a[3], b = words.b[3], c = words.c[3], counter = words.counter[3];
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t tmp = a + b + counter++;
    a = b ^ (b >> 11);
    b = c + (c << 3);
    c = ((c << 24) | (c >> 40)) + tmp;
    REQUIRE(words.next()[3] == tmp);
  }
}

TEST_CASE("every instruction set counts the same words as the portable code") {
  const Restored restored;
  const std::vector<std::string> sets = kernel::instruction_sets();
  // The last one runs on every machine: newer versions of Highway compile nothing older for x86.
  CHECK((sets.back() == "portable" || sets.back() == "SSE2"));
  CHECK(std::set<std::string>(sets.begin(), sets.end()).size() == sets.size());
  std::mt19937_64 engine(7);
  for (const std::string& set : sets) {
    INFO(set);
    kernel::use_instruction_set(set);
    for (const std::uint64_t numbers : {std::uint64_t{65536}, std::uint64_t{256}}) {
      for (const std::size_t classes : {1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 36, 100}) {
        std::vector<std::uint32_t> ends(classes);
        for (std::uint32_t& end : ends) end = static_cast<std::uint32_t>(engine() % numbers + 1);
        if (classes % 2 == 0) ends.back() = static_cast<std::uint32_t>(numbers);
        std::sort(ends.begin(), ends.end());
        for (const std::uint64_t trials :
             {1, 31, 32, 33, 63, 64, 65, 127, 500, 4096, 20'000, 65'536}) {
          WordStream fast({1, classes, trials});
          WordStream slow({1, classes, trials});
          std::vector<std::uint64_t> counted(classes, 0);
          std::vector<std::uint64_t> expected(classes, 0);
          kernel::count_below(fast, trials, ends, numbers, counted.data());
          kernel::count_below_portable(slow, trials, ends, numbers, expected.data());
          REQUIRE(counted == expected);
          REQUIRE(same_state(fast, slow));
        }
      }
    }
  }
}

TEST_CASE("the portable code counts word by word") {
  for (const std::uint64_t trials : {1, 40, 64, 1000, 5000}) {
    const std::vector<std::uint32_t> ends = {100, 20'000, 65'520};
    WordStream words({3, 1, trials});
    WordStream again({3, 1, trials});
    std::vector<std::uint64_t> below(3, 0);
    kernel::count_below_portable(words, trials, ends, 65536, below.data());
    std::vector<std::uint64_t> expected(3, 0);
    WordStream::Lanes row{};
    for (std::uint64_t i = 0; i < trials; ++i) {
      if (i % 32 == 0) row = again.next();
      const auto word = static_cast<std::uint16_t>(row[i % 32 / 4] >> (16 * (i % 4)));
      for (std::size_t c = 0; c < 3; ++c) expected[c] += word_value(word) < ends[c] ? 1 : 0;
    }
    CHECK(below == expected);
  }
}

TEST_CASE("the ends give every throw the same number of words") {
  const std::vector<std::uint64_t> throws = {1, 10, 25};
  CHECK(class_ends(throws, 65536) == std::vector<std::uint32_t>{1820, 20'020, 65'520});
  CHECK(class_ends(throws, 256) == std::vector<std::uint32_t>{7, 77, 252});
  CHECK(class_ends(std::vector<std::uint64_t>{100, 100}, 256).empty());  // 56 of 256 rejected
  CHECK(class_ends(std::vector<std::uint64_t>{32768, 32768}, 65536).back() == 65536);
  CHECK(class_ends(std::vector<std::uint64_t>{65537}, 65536).empty());
}

TEST_CASE("every face is equally likely, and a biased mapping is caught") {
  // 36 classes of one throw each, 2e8 rolls; false-alarm rate 1e-9 for each of six checks. A
  // mapping that gives the words past the last whole multiple to the last face (1836 words to 1820)
  // is caught: its chi-squared is about 2e8 * (16/1820)^2 / 36 = 430 on 35 degrees of freedom.
  const std::vector<std::uint64_t> throws(36, 1);
  const std::vector<std::uint32_t> fair = class_ends(throws, 65536);
  const std::vector<std::uint32_t> fair_bytes = class_ends(throws, 256);
  std::vector<std::uint32_t> biased = fair;
  biased.back() = 65536;
  const auto p_of = [&](const RollTable& table, std::uint64_t seed) {
    std::vector<std::uint64_t> counts(36, 0);
    for (std::uint64_t block = 0; block < 200'000'000 / block_trials; ++block) {
      WordStream words({seed, 1, block});
      roll_classes(words, block_trials, table, counts);
    }
    return test::chi_squared_p(counts, std::vector<double>(36, 1.0 / 36));
  };
  for (const std::uint64_t seed : {1, 2, 3}) {
    CHECK(p_of({fair, {}}, seed) > 1e-9);
    CHECK(p_of({fair, fair_bytes}, seed) > 1e-9);
    CHECK(p_of({biased, {}}, seed) < 1e-9);
  }
}

TEST_CASE("a simulation has the same counts on every instruction set") {
  const Restored restored;
  class Rolls : public Rule {
    Outcome resolve(Dice& dice) const override {
      const int first = dice.DR([](TwoDice roll) { return roll.total(); });
      if (first < 5) return Outcome("chit " + std::to_string(dice.chit(11)));
      if (first == 7)
        return Outcome(dice.die(70'000, [](int n) { return n < 9000; }) ? "low" : "high");
      return Outcome("total " + std::to_string(first));
    }
  };
  const DecisionGraph graph = decision_graph(Rolls());
  std::vector<std::vector<std::uint64_t>> results;
  for (const std::string& set : kernel::instruction_sets()) {
    kernel::use_instruction_set(set);
    results.push_back(simulate(RollingGraph(graph), {4, 4, 0}, 1'000'003));
  }
  for (const auto& counts : results) {
    CHECK(counts == results.front());
    CHECK(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == 1'000'003);
  }
}

TEST_CASE("streams differ by seed, situation, block and lane") {
  std::map<std::uint64_t, int> seen;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    for (std::uint64_t situation = 0; situation < 4; ++situation) {
      for (std::uint64_t block = 0; block < 4; ++block) {
        for (const std::uint64_t lane : WordStream({seed, situation, block}).next()) ++seen[lane];
      }
    }
  }
  CHECK(seen.size() == 4 * 4 * 4 * 8);
}

}  // namespace
}  // namespace combat_odds
