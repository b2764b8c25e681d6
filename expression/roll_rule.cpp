#include "expression/roll_rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "core/dice/many_dice.hpp"
#include "core/text/error.hpp"
#include "core/text/measure_text.hpp"

namespace combat_odds::expression {
namespace {

constexpr int most_dice = 1'000;
constexpr int most_sides = 5'000;
constexpr int most_added = 1'000;
constexpr long long most_value = 1'000'000'000;
/// What is rolled on without a limit ends where going on has less than this chance.
constexpr double least_rest = 1e-12;

}  // namespace

bool holds(Compare compare, long long left, long long right) {
  switch (compare) {
    case Compare::equal:
      return left == right;
    case Compare::unequal:
      return left != right;
    case Compare::less:
      return left < right;
    case Compare::at_most:
      return left <= right;
    case Compare::more:
      return left > right;
    case Compare::at_least:
      return left >= right;
  }
  return false;
}

std::optional<std::size_t> line_of(const std::vector<Line>& lines, long long value) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].least <= value && value <= lines[i].most) return i;
  }
  return std::nullopt;
}

std::vector<std::int64_t> RolledPool::weights() const {
  const auto rolled_again = std::count(again.begin(), again.end(), char{1});
  const auto sides = static_cast<std::int64_t>(faces.size());
  std::vector<std::int64_t> all;
  for (const char once_more : again) {
    all.push_back(rolled_again == 0 ? 1 : (once_more != 0 ? 0 : sides) + rolled_again);
  }
  return all;
}

Distribution RolledPool::die() const {
  std::vector<Distribution::Entry> entries;
  const std::vector<std::int64_t> weight = weights();
  for (std::size_t i = 0; i < faces.size(); ++i) entries.emplace_back(faces[i], weight[i]);
  return Distribution(std::move(entries));
}

Distribution RolledPool::odds(int count, const PoolReading& read_as, WorkLimit& work) const {
  if (how == Pool::Explodes::no) return pool_odds({{die(), count}}, read_as, work);
  ExplodingDie exploding;
  exploding.most = limit;
  // A face that is rolled again once is as likely as its weight says: it stands there so often.
  const std::vector<std::int64_t> weight = weights();
  for (std::size_t i = 0; i < faces.size(); ++i) {
    auto& to = explodes[i] != 0 ? exploding.goes_on : exploding.stays;
    to.insert(to.end(), static_cast<std::size_t>(weight[i]), faces[i]);
  }
  if (!compounds()) return pool_odds(exploding, count, read_as, work);
  const int less = how == Pool::Explodes::penetrates ? 1 : 0;
  const Distribution one = exploding.sum(
      [&](Distribution::Value face, int roll) { return face - (roll > 0 ? less : 0); }, work);
  return pool_odds({{one, count}}, read_as, work);
}

/// One roll of the expression. `pending_` and `named_` hold the intermediate results that are still
/// needed: with the position and the dice of the pool being rolled, they are the whole state.
class RollPlay {
 public:
  RollPlay(const RollRule& rule, Dice& dice)
      : rule_(rule), dice_(dice), many_(dynamic_cast<ManyDice*>(&dice)) {}

  Outcome outcome() {
    const Program& program = rule_.program();
    for (const Node& definition : program.definitions) {
      named_.push_back(value(definition, 0, 1));
      if (known_) return {};
    }
    const long long total = value(program.result, 0, 1);
    if (known_) return {};
    pending_.push_back(total);
    std::optional<long long> worth;
    if (!program.worth.empty()) {
      if (const auto line = line_of(program.table, total))
        worth = value(program.worth[*line], 0, 1);
      if (known_) return {};
    }
    Outcome outcome(rule_.label(total));
    if (!program.joint.empty()) {
      const std::vector<int> parts = rule_.parts_of(total);
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (!program.is_named(i)) outcome.measure(program.joint[i], parts[i]);
      }
    }
    for (std::size_t i = 0; i < named_.size(); ++i) {
      if (!program.is_shown(i)) continue;
      outcome.measure(program.names[i], static_cast<int>(named_[i]));
    }
    if (program.is_one_symbol() || !program.joint.empty()) return outcome;
    if (program.shows_symbols()) {
      const std::vector<std::string>& symbols = program.result.pool.symbols;
      for (std::size_t i = 0; i < symbols.size(); ++i) {
        outcome.measure(symbols[i], static_cast<int>(read(rule_.symbol_reading(i), shown_)));
      }
      return outcome;
    }
    if (program.result.kind == Node::Kind::repeat && !program.counts_rolls()) {
      outcome.measure("each", static_cast<int>(first_));
      outcome.measure("lowest", static_cast<int>(lowest_));
      outcome.measure("highest", static_cast<int>(highest_));
    }
    if (program.result.kind == Node::Kind::versus) {
      outcome.measure("margin", static_cast<int>(total));
    } else if (!program.is_condition()) {
      outcome.measure("total", static_cast<int>(total));
    }
    if (worth) outcome.measure("result", static_cast<int>(*worth));
    return outcome;
  }

 private:
  /// base + sign * the node's value. A sum carries its running total along in `base`, so that the
  /// state holds only the total.
  long long value(const Node& node, long long base, int sign) {
    using Kind = Node::Kind;
    if (known_) return 0;
    switch (node.kind) {
      case Kind::add:
        return value(node.children[1], value(node.children[0], base, sign), sign);
      case Kind::subtract:
        return value(node.children[1], value(node.children[0], base, sign), -sign);
      case Kind::negative:
        return value(node.children[0], base, -sign);
      case Kind::pool:
        return rule_.checked(node, rolled(node, base, sign));
      default:
        break;
    }
    pending_.push_back(base);
    const std::size_t pending = pending_.size();
    const long long own = alone(node);
    pending_.resize(pending - 1);
    return known_ ? 0 : rule_.checked(node, base + sign * own);
  }

  long long alone(const Node& node) {
    using Kind = Node::Kind;
    switch (node.kind) {
      case Kind::number:
        return rule_.number(node.number);
      case Kind::name:
        return named_[node.name];
      case Kind::until:
        return until(node);
      case Kind::repeat:
        return repeated(node);
      case Kind::versus:
        if (node.rerolls_ties) return decided(node);
        break;
      case Kind::highest:
      case Kind::lowest:
        return several(node);
      default:
        break;
    }
    const long long first = value(node.children[0], 0, 1);
    if (known_) return 0;
    switch (node.kind) {
      case Kind::choose:
        return value(node.children[first != 0 ? 1 : 2], 0, 1);
      case Kind::step: {
        const auto line = line_of(node.lines, first);
        if (!line) {
          throw SyntaxError(node.column, fmt::format("{} is on no line of the table", first),
                            fmt::format("such as {}:1", first));
        }
        return value(node.children[*line + 1], 0, 1);
      }
      default:
        break;
    }
    if (node.children.size() == 1) return rule_.applied(node, first, 0);
    long long so_far = first;
    for (std::size_t i = 1; i < node.children.size(); ++i) {
      pending_.push_back(so_far);
      const long long second = value(node.children[i], 0, 1);
      pending_.pop_back();
      if (known_) return 0;
      so_far = rule_.applied(node, so_far, second);
    }
    return so_far;
  }

  long long until(const Node& node) {
    const int most = rule_.most_rolls(node);
    for (int roll = 1; roll < most; ++roll) {
      pending_.push_back(roll);
      const long long shown = value(node.children[0], 0, 1);
      pending_.pop_back();
      if (known_) return 0;
      if (rule_.meets(node.condition, shown)) return roll;
    }
    return most;
  }

  /// The margin by which one is ahead in the end.
  long long decided(const Node& node) {
    const int most = rule_.most_rolls(node);
    for (int roll = 1; roll <= most; ++roll) {
      pending_.push_back(roll);
      const long long first = value(node.children[0], 0, 1);
      pending_.push_back(first);
      const long long second = value(node.children[1], 0, 1);
      pending_.resize(pending_.size() - 2);
      if (known_) return 0;
      if (first != second) return first - second;
    }
    return -1;
  }

  long long repeated(const Node& node) {
    const int times = rule_.number(node.number);
    long long sum = 0;
    long long first = 0;
    long long lowest = 0;
    long long highest = 0;
    for (int i = 0; i < times; ++i) {
      pending_.insert(pending_.end(), {i, sum, first, lowest, highest});
      const long long one = value(node.children[0], 0, 1);
      pending_.resize(pending_.size() - 5);
      if (known_) return 0;
      sum += one;
      if (i == 0) first = lowest = highest = one;
      lowest = std::min(lowest, one);
      highest = std::max(highest, one);
    }
    first_ = first;
    lowest_ = lowest;
    highest_ = highest;
    return sum;
  }

  long long several(const Node& node) {
    std::vector<long long> values;
    for (const Node& child : node.children) {
      const std::size_t pending = pending_.size();
      std::sort(values.begin(), values.end());
      pending_.insert(pending_.end(), values.begin(), values.end());
      values.push_back(value(child, 0, 1));
      pending_.resize(pending);
      if (known_) return 0;
    }
    std::sort(values.begin(), values.end());
    if (node.kind == Node::Kind::highest) std::reverse(values.begin(), values.end());
    const auto kept = std::min(values.size(), static_cast<std::size_t>(rule_.number(node.number)));
    long long sum = 0;
    for (std::size_t i = 0; i < kept; ++i) sum += values[i];
    return sum;
  }

  long long rolled(const Node& node, long long base, int sign) {
    const RolledPool& pool = rule_.pool(node);
    int count = 1;
    if (!node.children.empty()) {
      pending_.push_back(base);
      count = rule_.dice_of(node, value(node.children[0], 0, 1));
      pending_.pop_back();
      if (known_) return 0;
    }
    if (thrown_at_once(pool, count)) return base + sign * read(pool.reading, shown_);
    const bool adds_up = pool.reading.adds_up() && !pool.shows;
    std::vector<ShownFace> shown;
    long long sum = base;
    for (int i = 0; i < count; ++i) {
      long long chain = 0;
      for (int more = 0;; ++more) {
        if (arrived(node.id, {count, i, more, chain, sum}, shown)) return 0;
        const std::size_t face = die(pool);
        if (known_) return 0;
        const bool goes_on = more < pool.limit && pool.explodes[face] != 0;
        long long showing = pool.faces[face];
        if (pool.how == Pool::Explodes::penetrates && more > 0) --showing;
        chain += showing;
        if (!pool.compounds()) chain = showing;
        if (!pool.compounds() || !goes_on) {
          if (adds_up) {
            sum += sign * pool.reading.worth_of(chain);
          } else {
            show(pool, shown, chain);
          }
          chain = 0;
        }
        if (!goes_on) break;
      }
    }
    if (adds_up) return sum;
    shown_ = shown;
    return base + sign * read(pool.reading, shown);
  }

  /// Many dice, where the dice are thrown: only how many show each face is needed.
  bool thrown_at_once(const RolledPool& pool, int count) {
    constexpr int worth_it = 2;
    if (many_ == nullptr || count < worth_it || pool.compounds()) return false;
    const std::size_t sides = pool.faces.size();
    counts_.assign(sides, 0);
    if (!throw_dice(pool, static_cast<std::uint64_t>(count), counts_)) return false;
    const auto exploding = [&](const std::vector<std::uint64_t>& counts) {
      std::uint64_t dice = 0;
      for (std::size_t i = 0; i < sides; ++i) dice += pool.explodes[i] != 0 ? counts[i] : 0;
      return dice;
    };
    if (pool.limit > 0) {
      std::vector<std::uint64_t> added = counts_;
      for (int more = 0; more < pool.limit; ++more) {
        const std::uint64_t dice = exploding(added);
        if (dice == 0) break;
        added.assign(sides, 0);
        throw_dice(pool, dice, added);
        for (std::size_t i = 0; i < sides; ++i) counts_[i] += added[i];
      }
    }
    shown_.clear();
    for (std::size_t i = 0; i < sides; ++i) {
      if (counts_[i] == 0) continue;
      if (!shown_.empty() && shown_.back().face == pool.faces[i]) {
        shown_.back().dice += counts_[i];
      } else {
        shown_.push_back({pool.faces[i], counts_[i]});
      }
    }
    return true;
  }

  bool throw_dice(const RolledPool& pool, std::uint64_t dice, std::vector<std::uint64_t>& counts) {
    const auto sides = static_cast<int>(counts.size());
    if (!many_->throw_many(dice, sides, counts)) return false;
    std::uint64_t again = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (pool.again[i] != 0) again += std::exchange(counts[i], 0);
    }
    return again == 0 || many_->throw_many(again, sides, counts);
  }

  static void show(const RolledPool& pool, std::vector<ShownFace>& shown, long long face) {
    const auto at =
        std::lower_bound(shown.begin(), shown.end(), face,
                         [](const ShownFace& of, long long wanted) { return of.face < wanted; });
    if (at != shown.end() && at->face == face) {
      ++at->dice;
    } else {
      shown.insert(at, {face, 1});
    }
    // Dice that can't be kept any more are forgotten.
    using Way = PoolReading::Kept::Way;
    const PoolReading::Kept& kept = pool.reading.kept;
    if (kept.way != Way::keep_highest && kept.way != Way::keep_lowest) return;
    std::uint64_t all = 0;
    for (const ShownFace& of : shown) all += of.dice;
    if (all <= static_cast<std::uint64_t>(kept.count)) return;
    const auto out = kept.way == Way::keep_highest ? shown.begin() : std::prev(shown.end());
    if (--out->dice == 0) shown.erase(out);
  }

  /// The index of the face that a die shows.
  std::size_t die(const RolledPool& pool) {
    const auto roll = [&] {
      return dice_.die(static_cast<int>(pool.faces.size()),
                       [&](int face) { return pool.classes[static_cast<std::size_t>(face) - 1]; });
    };
    const int face = roll();
    return static_cast<std::size_t>(pool.again[static_cast<std::size_t>(face)] != 0 ? roll()
                                                                                    : face);
  }

  bool arrived(int id, std::initializer_list<long long> position,
               const std::vector<ShownFace>& shown) {
    if (many_ != nullptr) return false;  // dice that are thrown know nothing of what follows
    state_.clear();
    const auto put = [&](long long number) {
      state_.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    put(id);
    for (const long long number : position) put(number);
    put(static_cast<long long>(shown.size()));
    for (const ShownFace& of : shown) {
      put(of.face);
      put(static_cast<long long>(of.dice));
    }
    put(static_cast<long long>(named_.size()));
    for (const long long number : named_) put(number);
    for (const long long number : pending_) put(number);
    known_ = dice_.at(std::string_view(state_));
    return known_;
  }

  const RollRule& rule_;
  Dice& dice_;
  ManyDice* many_;  ///< null: dice are rolled one by one
  std::vector<long long> named_;
  std::vector<long long> pending_;
  std::vector<std::uint64_t> counts_;
  std::vector<ShownFace> shown_;  ///< of the last pool that was not just added up
  long long first_ = 0;           ///< of what is repeated
  long long lowest_ = 0;
  long long highest_ = 0;
  std::string state_;
  bool known_ = false;  ///< the rest is known: the roll can stop here
};

RollRule::RollRule(std::shared_ptr<const Program> program, std::vector<int> chosen)
    : program_(std::move(program)), chosen_(std::move(chosen)) {
  for (const Node& definition : program_->definitions) prepare(definition);
  prepare(program_->result);
  for (const Node& worth : program_->worth) prepare(worth);
}

bool RollRule::meets(const Condition& condition, long long value) const {
  if (!condition.set.empty()) {
    return std::find(condition.set.begin(), condition.set.end(), value) != condition.set.end();
  }
  return holds(condition.compare, value, number(condition.number));
}

int RollRule::dice_of(const Node& node, long long count) const {
  if (count > most_dice) {
    throw SyntaxError(node.column, fmt::format("{} dice", count),
                      fmt::format("0 to {}", most_dice));
  }
  return static_cast<int>(std::max(count, 0LL));
}

long long RollRule::checked(const Node& node, long long value) const {
  if (std::abs(value) <= most_value) return value;
  throw SyntaxError(node.column, "the result is too large", fmt::format("at most {}", most_value));
}

std::string RollRule::label(long long total) const {
  const Program& program = *program_;
  if (program.is_condition()) return total != 0 ? "yes" : "no";
  if (program.is_one_symbol()) {
    return program.result.pool.symbols.at(static_cast<std::size_t>(total) - 1);
  }
  if (program.result.kind == Node::Kind::versus && program.table.empty()) {
    return total > 0 ? "ahead" : total < 0 ? "behind" : "tie";
  }
  if (!program.joint.empty()) {
    std::string label;
    const std::vector<int> values = parts_of(total);
    for (std::size_t i = 0; i < values.size(); ++i) {
      label += (i == 0 ? "" : ", ") +
               measure_text(static_cast<double>(values[i]) / program.joint_parts[i]);
    }
    return label;
  }
  if (program.table.empty()) return "rolled";
  if (const auto line = line_of(program.table, total)) return program.table[*line].label;
  throw SyntaxError(program.table_column, fmt::format("{} is on no line of the table", total),
                    fmt::format("such as {}:miss", total));
}

long long RollRule::joint_base() const { return program_->joint.size() == 2 ? 20'001 : 501; }

std::vector<int> RollRule::parts_of(long long joint) const {
  const long long base = joint_base();
  std::vector<int> parts(program_->joint.size());
  for (std::size_t i = parts.size(); i-- > 1;) {
    long long part = joint % base;
    if (2 * part > base) part -= base;
    if (2 * part < -base) part += base;
    parts[i] = static_cast<int>(part);
    joint = (joint - part) / base;
  }
  parts[0] = static_cast<int>(joint);
  return parts;
}

long long RollRule::applied(const Node& node, long long first, long long second) const {
  using Kind = Node::Kind;
  const auto floored = [](long long top, long long bottom) {
    return top / bottom - (top % bottom != 0 && (top < 0) != (bottom < 0) ? 1 : 0);
  };
  switch (node.kind) {
    case Kind::add:
      return first + second;
    case Kind::subtract:
    case Kind::versus:
      return first - second;
    case Kind::joint:
      if (2 * std::abs(second) >= joint_base() || 2 * std::abs(first) > most_value / joint_base()) {
        throw SyntaxError(node.column, "the results are too large to be seen together",
                          fmt::format("less than {} each", joint_base() / 2));
      }
      return first * joint_base() + second;
    case Kind::multiply:
      return first * second;
    case Kind::divide:
      if (second == 0) throw SyntaxError(node.column, "a division by 0", "another divisor");
      return first / second;
    case Kind::max:
      return std::max(first, second);
    case Kind::min:
      return std::min(first, second);
    case Kind::negative:
      return -first;
    case Kind::absolute:
      return std::abs(first);
    case Kind::round_down:
      return floored(first, node.number.value);
    case Kind::round_up:
      return -floored(-first, node.number.value);
    case Kind::round_nearest:  // halves up
      return floored(2 * first + node.number.value, 2LL * node.number.value);
    case Kind::both:
      return first != 0 && second != 0 ? 1 : 0;
    case Kind::either:
      return first != 0 || second != 0 ? 1 : 0;
    case Kind::none:
      return first == 0 ? 1 : 0;
    case Kind::within:
      return meets(node.condition, first) ? 1 : 0;
    case Kind::compare:
      return holds(node.compare, first, second) ? 1 : 0;
    default:
      return first;
  }
}

PoolReading RollRule::symbol_reading(std::size_t i) const {
  PoolReading reading = pool(program_->result).reading;
  const auto symbol = static_cast<Distribution::Value>(i) + 1;
  reading.worth = [symbol](Distribution::Value face) { return face == symbol ? 1 : 0; };
  return reading;
}

void RollRule::prepare(const Node& node) {
  if (node.kind == Node::Kind::pool) pools_.emplace(node.id, rolled(node));
  for (const Node& child : node.children) prepare(child);
  if (node.kind == Node::Kind::until) prepare_until(node);
  if (node.kind == Node::Kind::versus && node.rerolls_ties) prepare_ties(node);
  if (node.kind == Node::Kind::repeat) {
    constexpr int most_repeated = 100;
    if (const int times = number(node.number); times < 1 || times > most_repeated) {
      throw SyntaxError(node.column, fmt::format("{} times", times),
                        fmt::format("1 to {}", most_repeated));
    }
  }
}

/// How often a roll is tried that ends it with this chance, until going on is too seldom to matter.
double RollRule::rolls_until(double chance) {
  return chance >= 1 ? 1 : std::ceil(std::log(least_rest) / std::log1p(-chance)) + 1;
}

void RollRule::prepare_ties(const Node& node) {
  constexpr int most_times = 100'000;
  Node once = node;
  once.rerolls_ties = false;
  once.id = -1;
  const Distribution margin = RollOdds(*this, nullptr).of(once);
  const Distribution::Weight decided =
      margin.weight([](Distribution::Value by) { return by != 0; });
  if (decided == 0) throw SyntaxError(node.column, "it is always a tie", "other dice");
  const double rolls =
      rolls_until(static_cast<double>(decided) / static_cast<double>(margin.total()));
  if (rolls > most_times) {
    throw SyntaxError(node.column, "almost every roll is a tie", "other dice");
  }
  most_rolls_.emplace(node.id, static_cast<int>(rolls));
}

void RollRule::prepare_until(const Node& node) {
  constexpr int most_times = 100'000;
  const Distribution one = RollOdds(*this, nullptr).of(node.children[0]);
  const auto holds_here = [&](Distribution::Value value) { return meets(node.condition, value); };
  const Distribution::Weight met = one.weight(holds_here);
  if (met == 0) throw SyntaxError(node.column, "it never comes to that", "another number");
  const double chance = static_cast<double>(met) / static_cast<double>(one.total());
  const double rolls = rolls_until(chance);
  if (rolls > most_times) {
    throw SyntaxError(node.column, "it comes to that too seldom to be rolled for",
                      "a likelier one");
  }
  most_rolls_.emplace(node.id, static_cast<int>(rolls));
}

RolledPool RollRule::rolled(const Node& node) const {
  const Pool& pool = node.pool;
  const auto fail = [&](const std::string& wrong, const std::string& right) {
    throw SyntaxError(node.column, wrong, right);
  };
  const bool known_count = !node.children.empty() && node.children[0].kind == Node::Kind::number;
  if (known_count) {
    const int count = number(node.children[0].number);
    if (count < 0 || count > most_dice) {
      fail(fmt::format("{} dice", count), fmt::format("0 to {}", most_dice));
    }
  }
  RolledPool rolled;
  std::vector<int> faces = pool.faces;
  if (faces.empty()) {
    const int sides = number(pool.sides);
    if (sides < 1) fail(fmt::format("a die of {} sides", sides), "1 or more");
    if (sides > most_sides) {
      fail(fmt::format("a die of {} sides is too large", sides),
           fmt::format("at most {}", most_sides));
    }
    for (int face = 1; face <= sides; ++face) faces.push_back(face);
  }
  std::sort(faces.begin(), faces.end());
  for (int face : faces) {
    if (pool.at_least) face = std::max(face, number(*pool.at_least));
    if (pool.at_most) face = std::min(face, number(*pool.at_most));
    const bool again = pool.rerolls && meets(pool.reroll, face);
    if (again && !pool.rerolls_once) continue;  // rolled again until another face shows
    rolled.faces.push_back(face);
    rolled.again.push_back(again ? 1 : 0);
  }
  if (rolled.faces.empty()) fail("every face is rolled again", "a face that stays");
  rolled.explodes.assign(rolled.faces.size(), 0);
  rolled.how = pool.explodes;
  if (pool.explodes != Pool::Explodes::no) explode(rolled, node);

  PoolReading& reading = rolled.reading;
  const auto kept = [&](const Number& of) {
    const int dice = number(of);
    if (dice < 0 || dice > most_dice) {
      fail(fmt::format("{} dice are kept or dropped", dice), fmt::format("0 to {}", most_dice));
    }
    return dice;
  };
  check_kept(node);
  using Way = PoolReading::Kept::Way;
  switch (pool.keep) {
    case Pool::Keep::all:
      break;
    case Pool::Keep::highest:
      reading.kept = {Way::keep_highest, kept(pool.kept), 0, 0};
      break;
    case Pool::Keep::lowest:
      reading.kept = {Way::keep_lowest, kept(pool.kept), 0, 0};
      break;
    case Pool::Keep::middle:
      reading.kept = {Way::keep_middle, kept(pool.kept), 0, 0};
      break;
    case Pool::Keep::drop:
      reading.kept = {Way::drop, 0, kept(pool.drop_lowest), kept(pool.drop_highest)};
      break;
  }
  using Of = PoolReading::Of;
  reading.of = static_cast<Of>(pool.reading);
  if (reading.of == Of::sets) reading.set_size = std::max(number(pool.set_size), 1);
  if (pool.counts) {
    reading.worth = [this, counted = pool.count_if, less = pool.less](Distribution::Value face) {
      Distribution::Value worth = 0;
      if (counted.set.empty()) {
        worth = meets(counted, face) ? 1 : 0;
      } else {
        worth = std::count(counted.set.begin(), counted.set.end(), face);
      }
      return less && meets(*less, face) ? worth - 1 : worth;
    };
  }
  rolled.shows = !pool.symbols.empty() && !pool.counts;
  classify(rolled);
  return rolled;
}

/// What is kept or dropped of a stated number of dice leaves some. Of a list or range of numbers,
/// and of a number that is rolled, those that there are are kept.
void RollRule::check_kept(const Node& node) const {
  const Pool& pool = node.pool;
  const Number one{1, -1};
  const Number& dice = node.children.empty() ? one : node.children[0].number;
  const bool stated = node.children.empty() || node.children[0].kind == Node::Kind::number;
  if (pool.keep == Pool::Keep::all || !stated || dice.sweep >= 0 || dice.value == 0) return;
  const int count = dice.value;
  const auto fail = [&](int number, const char* done, const std::string& right) {
    throw SyntaxError(node.column,
                      fmt::format("{} of {} {} {} {}", number, count, count == 1 ? "die" : "dice",
                                  number == 1 ? "is" : "are", done),
                      right);
  };
  if (pool.keep == Pool::Keep::drop) {
    const int dropped = pool.drop_lowest.value + pool.drop_highest.value;
    const bool swept = pool.drop_lowest.sweep >= 0 || pool.drop_highest.sweep >= 0;
    if (swept || dropped < count || pool.explodes == Pool::Explodes::adds) return;
    fail(dropped, "dropped", count == 1 ? "two dice or more" : fmt::format("1 to {}", count - 1));
  }
  const int kept = pool.kept.value;
  const bool too_many = kept > count && pool.explodes != Pool::Explodes::adds;
  if (pool.kept.sweep >= 0 || (kept > 0 && !too_many)) return;
  fail(kept, "kept", count == 1 ? "1" : fmt::format("1 to {}", count));
}

/// Where dice are counted, faces that count, explode and reroll alike are one class.
void RollRule::classify(RolledPool& rolled) {
  const bool only_worth = rolled.reading.adds_up() && !rolled.shows && !rolled.compounds();
  std::map<std::tuple<Distribution::Value, char, char>, int> known;
  for (std::size_t i = 0; i < rolled.faces.size(); ++i) {
    const Distribution::Value face = rolled.faces[i];
    const Distribution::Value worth = only_worth ? rolled.reading.worth_of(face) : face;
    rolled.classes.push_back(
        known.try_emplace({worth, rolled.explodes[i], rolled.again[i]}, static_cast<int>(i))
            .first->second);
  }
}

void RollRule::explode(RolledPool& rolled, const Node& node) const {
  const Pool& pool = node.pool;
  const Distribution::Value highest = *std::max_element(rolled.faces.begin(), rolled.faces.end());
  const auto goes_on = [&](Distribution::Value face) {
    return pool.explode ? meets(*pool.explode, face) : face == highest;
  };
  for (std::size_t i = 0; i < rolled.faces.size(); ++i) {
    rolled.explodes[i] = goes_on(rolled.faces[i]) ? 1 : 0;
  }
  const Distribution die = rolled.die();
  const Distribution::Weight exploding = die.weight(goes_on);
  const double chance = static_cast<double>(exploding) / static_cast<double>(die.total());
  if (exploding == die.total()) {
    throw SyntaxError(node.column, "every face explodes", "a face that does not");
  }
  rolled.limited = pool.limit.has_value();
  if (pool.limit) {
    rolled.limit = number(*pool.limit);
    constexpr int most_stated = 20;
    if (rolled.limit < 0 || rolled.limit > most_stated) {
      throw SyntaxError(node.column, fmt::format("an exploding die may add {} dice", rolled.limit),
                        fmt::format("1 to {}", most_stated));
    }
  } else {
    rolled.limit =
        chance <= 0 ? 0
                    : std::min(static_cast<int>(std::ceil(std::log(least_rest) / std::log(chance))),
                               most_added);
    rolled.rest = chance <= 0 ? 0 : std::pow(chance, rolled.limit + 1);
  }
  if (exploding == 0 || rolled.limit == 0) rolled.how = Pool::Explodes::no;
  if (rolled.how == Pool::Explodes::no) rolled.limit = 0;
}

namespace {

/// How many dice a pool rolls; 0: that is rolled, too.
int plain_count(const RollRule& rule, const Node& node) {
  if (node.children.empty()) return 1;
  const Node& count = node.children[0];
  return count.kind == Node::Kind::number ? rule.number(count.number) : 0;
}

}  // namespace

/// About how long the graph of a node takes: its states, or a large number.
double RollRule::graph_size(const Node& node) const {
  constexpr double large = 1e12;
  using Kind = Node::Kind;
  if (node.kind == Kind::until || node.kind == Kind::repeat || node.rerolls_ties) return large;
  if (node.kind == Kind::pool) {
    const RolledPool& pool = this->pool(node);
    const int count = plain_count(*this, node);
    if (!node.children.empty() && node.children[0].kind != Kind::number) return large;
    const auto sides = static_cast<double>(pool.faces.size());
    const double dice = count * (1.0 + pool.limit);
    if (dice > 20) return large;
    // Each state's path is played again from its start, for each face.
    if (pool.reading.adds_up() && !pool.shows) {
      return dice <= 1 ? sides : std::max(sides, dice * dice * dice * sides * sides / 24);
    }
    // Multisets of the dice that are remembered.
    double sets = 1;
    for (double i = 1; i <= dice; ++i) sets *= (sides + i - 1) / i;
    return std::max(1.0, sets * std::max(dice, 1.0));
  }
  const bool adds = node.kind == Kind::add || node.kind == Kind::subtract;
  double size = adds ? 0 : 1;
  for (const Node& child : node.children) {
    size = adds ? size + graph_size(child) : size * std::max(1.0, graph_size(child));
  }
  return std::min(size, large);
}

bool RollRule::has_small_graph() const {
  constexpr double most = 20'000;
  double size = graph_size(program_->result);
  for (const Node& definition : program_->definitions) size *= graph_size(definition);
  for (const Node& worth : program_->worth) size *= graph_size(worth);
  return size <= most;
}

Working RollRule::working() const {
  const Program& program = *program_;
  Working working;
  working.notes = program.notes;
  for (const auto& [id, pool] : pools_) {
    if (pool.limited || pool.limit == 0) continue;
    working.notes.push_back(fmt::format(
        "dice that explode without a limit add at most {} dice each here; the chance of more is "
        "{:.0e} a die",
        pool.limit, pool.rest));
  }
  const Node& result =
      program.result.kind == Node::Kind::compare ? program.result.children[0] : program.result;
  const auto is_count = [](const Node& node) {
    return node.kind == Node::Kind::pool && node.pool.counts;
  };
  const bool counts_twice =
      result.kind == Node::Kind::subtract && result.children.size() == 2 &&
      is_count(result.children[0]) && is_count(result.children[1]) &&
      result.children[0].pool.sides.value == result.children[1].pool.sides.value;
  if (counts_twice) {
    working.notes.push_back(
        "two separate throws; of one throw f takes off what shows that number, as in "
        "7d10 c>=7 f1");
  }
  for (const auto& [id, most] : most_rolls_) {
    working.notes.push_back(
        fmt::format("it is rolled {} times at most; the chance of more is below 1e-12", most));
  }
  return working;
}

int RollRule::parts(std::string_view measure) const {
  const Program& program = *program_;
  const auto of = [&](const std::vector<std::string>& names, const std::vector<int>& parts) {
    const auto at = std::find(names.begin(), names.end(), measure) - names.begin();
    return static_cast<std::size_t>(at) < parts.size() ? parts[static_cast<std::size_t>(at)] : 0;
  };
  if (const int parts = of(program.names, program.name_parts); parts > 0) return parts;
  if (const int parts = of(program.joint, program.joint_parts); parts > 0) return parts;
  return measure == "result" && !program.worth.empty() ? program.worth_parts : program.parts;
}

Outcome RollRule::resolve(Dice& dice) const { return RollPlay(*this, dice).outcome(); }

std::vector<Chance> RollRule::exact_chances(const RunControl* control) const {
  return RollOdds(*this, control).chances();
}

bool Node::is_condition() const {
  return kind == Kind::compare || kind == Kind::both || kind == Kind::either ||
         kind == Kind::none || kind == Kind::within;
}

bool Program::is_condition() const { return table.empty() && result.is_condition(); }

bool Program::counts_rolls() const {
  return result.kind == Node::Kind::repeat && result.children[0].is_condition();
}

bool Program::is_named(std::size_t part) const {
  return result.children.at(part).kind == Node::Kind::name;
}

bool Program::shows_symbols() const {
  return result.kind == Node::Kind::pool && !result.pool.symbols.empty() && !result.pool.counts &&
         result.pool.reading == Pool::Reading::total;
}

bool Program::is_one_symbol() const {
  return shows_symbols() && result.children.empty() && result.pool.keep == Pool::Keep::all &&
         result.pool.explodes == Pool::Explodes::no;
}

}  // namespace combat_odds::expression
