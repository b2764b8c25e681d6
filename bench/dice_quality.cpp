// Are the dice fair? Run on demand, not as a test of the build: the raw words for test suites of
// random numbers, and tests of thousands of millions of dice. The results are in docs/method.md.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include "core/explore/decision_graph.hpp"
#include "core/play/monte_carlo.hpp"
#include "core/play/roll_kernel.hpp"
#include "tests/support/agreement.hpp"

namespace combat_odds {
namespace {

constexpr std::uint64_t situation = 2;  // any number: it is a hash

/// Writes random words to standard output until the reader stops: of one stream, or as a simulation
/// reads them, block after block, each from its own stream. A block of 65,536 trials reads 64 KiB
/// for each roll with 8-bit words; here it gives 128 KiB.
void write_words(std::uint64_t seed, bool one_stream) {
  std::vector<WordStream::Lanes> rows(2048);
  WordStream words({seed, situation, 0});
  for (std::uint64_t block = 0;; ++block) {
    if (!one_stream) words = WordStream({seed, situation, block});
    for (WordStream::Lanes& row : rows) row = words.next();
    if (std::fwrite(rows.data(), sizeof(WordStream::Lanes), rows.size(), stdout) < rows.size()) {
      return;
    }
  }
}

/// The settings of the tests.
struct Settings {
  std::uint64_t dice = 10'000'000'000;
  std::uint64_t seed = 1;
  bool biased = false;  ///< give the words that should be rejected to the last face

  /// The throws of each of `faces` faces, for words with `numbers` different values.
  std::vector<std::uint64_t> throws(std::uint64_t faces, std::uint64_t numbers) const {
    if (!biased) return std::vector<std::uint64_t>(faces, 1);
    std::vector<std::uint64_t> throws(faces, numbers / faces);
    throws.back() += numbers % faces;
    return throws;
  }
};

/// Prints lines; notes whether any p was too extreme for chance (one in 500,000 for each line).
class Results {
 public:
  Results() {
    fmt::print("{:36}  {:>6}  {:>14}  {:>11}  {:>4}  {:>8}\n", "test", "words", "counted",
               "chi-squared", "df", "p");
  }

  void add(const std::string& test, int bits, const std::vector<std::uint64_t>& counts,
           const std::vector<double>& probabilities) {
    const test::ChiSquared result = test::chi_squared(counts, probabilities);
    fmt::print("{:36}  {:>3} bit  {:>14}  {:>11.2f}  {:>4}  {:>8.2g}\n", test, bits,
               std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}), result.statistic,
               result.degrees_of_freedom, result.p);
    std::fflush(stdout);
    fair_ = fair_ && result.p > 1e-6 && result.p < 1 - 1e-6;
  }

  bool fair() const { return fair_; }

 private:
  bool fair_ = true;
};

std::vector<double> equal_chances(std::size_t classes) {
  return std::vector<double>(classes, 1.0 / static_cast<double>(classes));
}

/// The sums of two dice, from the counts (or chances) of their 36 throws.
template <class Number>
std::vector<Number> sums_of(const std::vector<Number>& throws) {
  std::vector<Number> sums(11, 0);
  for (std::size_t face = 0; face < 36; ++face) sums[face % 6 + face / 6] += throws[face];
  return sums;
}

/// Block by block through the counting kernel: the faces of one die, the 36 throws of two dice, and
/// their sums.
void test_counts(const Settings& settings, int bits, Results& results) {
  const std::uint64_t numbers = std::uint64_t{1} << bits;
  const auto roll = [&](std::uint64_t faces, std::uint64_t rolls) {
    const std::vector<std::uint64_t> throws = settings.throws(faces, numbers);
    const std::vector<std::uint32_t> byte_ends = class_ends(throws, 256);
    // Biased throws are laid out for one width of words only.
    const std::vector<std::uint32_t> ends =
        bits == 16 || !settings.biased ? class_ends(throws, most_word_throws) : byte_ends;
    RollTable table{ends, {}};
    if (bits == 8) table.byte_ends = byte_ends;
    std::vector<std::uint64_t> counts(faces, 0);
    for (std::uint64_t block = 0; block < rolls / block_trials; ++block) {
      WordStream words({settings.seed, situation, block});
      roll_classes(words, block_trials, table, counts);
    }
    return counts;
  };
  results.add("one die, counted", bits, roll(6, settings.dice), equal_chances(6));
  const std::vector<std::uint64_t> pairs = roll(36, settings.dice / 2);
  results.add("two dice, counted", bits, pairs, equal_chances(36));
  results.add("two dice, sums", bits, sums_of(pairs), sums_of(equal_chances(36)));
}

/// Dice in order.
class SerialTests {
 public:
  void add(std::size_t pips) {  // 0 to 5
    ++faces_[pips];
    pair_ = pair_ * 6 + pips;
    triple_ = triple_ * 6 + pips;
    if (++dice_in_pair_ == 2) {
      ++pairs_[pair_];
      pair_ = dice_in_pair_ = 0;
    }
    if (++dice_in_triple_ == 3) {
      ++triples_[triple_];
      triple_ = dice_in_triple_ = 0;
    }
    if (pips == 5) {
      if (six_seen_) ++gaps_[std::min(gap_, longest_gap)];
      six_seen_ = true;
      gap_ = 0;
    } else {
      ++gap_;
    }
  }

  void report(int bits, Results& results) const {
    results.add("dice in order, faces", bits, faces_, equal_chances(6));
    results.add("dice in order, pairs", bits, pairs_, equal_chances(36));
    results.add("dice in order, triples", bits, triples_, equal_chances(216));
    // Knuth's gap test: the number of other faces between two sixes.
    std::vector<double> chances(longest_gap + 1);
    for (std::size_t gap = 0; gap < longest_gap; ++gap) {
      chances[gap] = std::pow(5.0 / 6, static_cast<double>(gap)) / 6;
    }
    chances[longest_gap] = std::pow(5.0 / 6, static_cast<double>(longest_gap));
    results.add("dice in order, gaps between sixes", bits, gaps_, chances);
    results.add("dice in order, sums of two", bits, sums_of(pairs_), sums_of(equal_chances(36)));
  }

 private:
  static constexpr std::size_t longest_gap = 100;  // or more
  std::vector<std::uint64_t> faces_ = std::vector<std::uint64_t>(6, 0);
  std::vector<std::uint64_t> pairs_ = std::vector<std::uint64_t>(36, 0);
  std::vector<std::uint64_t> triples_ = std::vector<std::uint64_t>(216, 0);
  std::vector<std::uint64_t> gaps_ = std::vector<std::uint64_t>(longest_gap + 1, 0);
  std::size_t pair_ = 0, triple_ = 0, gap_ = 0;
  int dice_in_pair_ = 0, dice_in_triple_ = 0;
  bool six_seen_ = false;
};

/// `dice` dice rolled at once, with every combination of faces a result.
class OneRoll : public Rule {
 public:
  explicit OneRoll(std::vector<std::uint64_t> throws) : throws_(std::move(throws)) {}

  Outcome resolve(Dice& dice) const override {
    const auto sides = static_cast<int>(std::accumulate(throws_.begin(), throws_.end(), 0ull));
    return Outcome(std::to_string(dice.die(sides, [&](int throw_) {
      std::size_t face = 0;
      for (std::uint64_t end = throws_[0]; static_cast<std::uint64_t>(throw_) > end;) {
        end += throws_[++face];
      }
      return face;
    })));
  }

 private:
  std::vector<std::uint64_t> throws_;
};

/// In order, through the kernel that plays trial by trial. It uses 8-bit words where it can: one
/// die for those, and three dice in one roll (216 throws are too many for 8 bits) for 16-bit words.
void test_order(const Settings& settings, int bits, Results& results) {
  const int dice_in_roll = bits == 8 ? 1 : 3;
  const std::uint64_t faces = bits == 8 ? 6 : 216;
  const DecisionGraph graph =
      decision_graph(OneRoll(settings.throws(faces, std::uint64_t{1} << bits)));
  const RollingGraph rolling(graph);
  std::vector<std::size_t> face_of;
  for (const Outcome& leaf : graph.leaves) face_of.push_back(std::stoul(leaf.label()));
  std::vector<std::uint32_t> leaves(block_trials);
  SerialTests tests;
  const std::uint64_t blocks = settings.dice / dice_in_roll / block_trials;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    WordStream words({settings.seed, situation, block});
    rolling.play_each(words, leaves);
    for (const std::uint32_t leaf : leaves) {
      std::size_t face = face_of[leaf];
      for (int die = 0; die < dice_in_roll; ++die) {
        tests.add(face % 6);
        face /= 6;
      }
    }
  }
  tests.report(bits, results);
}

bool test_dice(const Settings& settings) {
  Results results;
  for (const int bits : {8, 16}) test_counts(settings, bits, results);
  for (const int bits : {8, 16}) test_order(settings, bits, results);
  fmt::print("{}\n", results.fair() ? "fair: every p between 1e-6 and 1 - 1e-6"
                                    : "NOT FAIR: a p outside of 1e-6 and 1 - 1e-6");
  return results.fair();
}

}  // namespace
}  // namespace combat_odds

int main(int argc, char** argv) {
  using namespace combat_odds;
  CLI::App app("Are the dice of combat-odds fair?");
  app.require_subcommand(1);
  Settings settings;

  CLI::App& words = *app.add_subcommand("words", "random words as bytes, for dieharder -g 200");
  bool one_stream = false;
  words.add_option("--seed", settings.seed, "")->capture_default_str();
  words.add_flag("--one-stream", one_stream, "not a stream for every block");

  CLI::App& dice = *app.add_subcommand("dice", "tests dice; exit code 1 where they are not fair");
  dice.add_option("--dice", settings.dice, "for every test")
      ->transform(CLI::AsNumberWithUnit(std::map<std::string, std::uint64_t>{
          {"k", 1000}, {"M", 1'000'000}, {"G", 1'000'000'000}}))
      ->capture_default_str();
  dice.add_option("--seed", settings.seed, "")->capture_default_str();
  dice.add_flag("--biased", settings.biased, "loaded dice, to see that the tests notice");

  CLI11_PARSE(app, argc, argv);
  if (words.parsed()) {
    write_words(settings.seed, one_stream);
    return 0;
  }
  return test_dice(settings) ? 0 : 1;
}
