#include "expression/roll_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/text/error.hpp"
#include "core/text/trimmed.hpp"

namespace combat_odds::expression {
namespace {

/// A pool has a state for every sum of every number of its dice, and the path to each state is
/// replayed from its start: the time grows with dice^3 * sides^2.
constexpr double most_work = 4e7;
constexpr const char* largest_pools = "such as 100d6, 40d20 or 15d100";
constexpr int most_dice = 200;
constexpr int most_sides = 5'000;
constexpr int most_added = 20;
constexpr long long most_value = 1'000'000'000;

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

bool has(const std::vector<int>& faces, int face) {
  return std::find(faces.begin(), faces.end(), face) != faces.end();
}

}  // namespace

/// One roll of the expression. `pending_` and `named_` hold the intermediate results that are still
/// needed: with the position and the dice of the pool being rolled, they are the whole state.
class RollRule::Play {
 public:
  Play(const RollRule& rule, Dice& dice) : rule_(rule), dice_(dice) {}

  Outcome outcome() {
    const Program& program = *rule_.program_;
    for (const Node& definition : program.definitions) {
      named_.push_back(value(definition, 0, 1));
      if (known_) return {};
    }
    const long long total = value(program.result, 0, 1);
    if (known_) return {};
    Outcome outcome(label(total));
    for (std::size_t i = 0; i < named_.size(); ++i) {
      outcome.measure(program.names[i], static_cast<int>(named_[i]));
    }
    if (!program.is_condition()) outcome.measure("total", static_cast<int>(total));
    return outcome;
  }

 private:
  std::string label(long long total) const {
    const Program& program = *rule_.program_;
    if (program.is_condition()) return total != 0 ? "yes" : "no";
    if (program.table.empty()) return "rolled";
    for (const Line& line : program.table) {
      if (line.least <= total && total <= line.most) return line.label;
    }
    throw SyntaxError(program.text.find(" on ") + 2,
                      fmt::format("{} is on no line of the table", total),
                      fmt::format("such as {}:miss", total));
  }

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
        return checked(node, rolled(rule_.pools_.at(node.id), node.id, base, sign));
      default:
        break;
    }
    pending_.push_back(base);
    const long long own = alone(node);
    pending_.pop_back();
    return checked(node, base + sign * own);
  }

  long long checked(const Node& node, long long value) const {
    if (std::abs(value) <= most_value) return value;
    throw SyntaxError(node.column, "the result is too large",
                      fmt::format("at most {}", most_value));
  }

  long long alone(const Node& node) {
    using Kind = Node::Kind;
    if (node.kind == Kind::number) return node.number.of(rule_.chosen_);
    if (node.kind == Kind::name) return named_[node.name];
    const long long first = value(node.children[0], 0, 1);
    if (known_) return 0;
    if (node.kind == Kind::choose) return value(node.children[first != 0 ? 1 : 2], 0, 1);
    pending_.push_back(first);
    const long long second = value(node.children[1], 0, 1);
    pending_.pop_back();
    if (known_) return 0;
    switch (node.kind) {
      case Kind::multiply:
        return first * second;
      case Kind::divide:
        if (second == 0) throw SyntaxError(node.column, "a division by 0", "another divisor");
        return first / second;
      case Kind::max:
        return std::max(first, second);
      case Kind::min:
        return std::min(first, second);
      default:
        return holds(node.compare, first, second) ? 1 : 0;
    }
  }

  long long rolled(const RolledPool& pool, int id, long long base, int sign) {
    std::vector<long long> kept;
    long long sum = base;
    const bool all = pool.keep == Pool::Keep::all;
    for (int i = 0; i < pool.count; ++i) {
      for (int more = 0;; ++more) {
        if (arrived(id, i, more, sum, kept)) return 0;
        const int face = die(pool);
        if (known_) return 0;
        if (all) {
          sum += sign * worth(pool, face);
        } else {
          keep(pool, kept, face);
        }
        if (more == pool.limit || !has(pool.explodes, face)) break;
      }
    }
    if (all) return sum;
    if (pool.drops) {
      // The dropped dice come first.
      const auto dropped = std::min(kept.size(), static_cast<std::size_t>(pool.kept));
      kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(dropped));
    }
    for (const long long face : kept) sum += sign * worth(pool, static_cast<int>(face));
    return sum;
  }

  static int worth(const RolledPool& pool, int face) {
    return pool.counts ? (has(pool.counted, face) ? 1 : 0) : face;
  }

  /// Keeps the best dice, best first (all dice if some are dropped at the end).
  static void keep(const RolledPool& pool, std::vector<long long>& kept, int face) {
    const bool highest = pool.keep == Pool::Keep::highest;
    const auto before = [&](long long a, long long b) { return highest ? a > b : a < b; };
    kept.insert(std::upper_bound(kept.begin(), kept.end(), face, before), face);
    if (!pool.drops && kept.size() > static_cast<std::size_t>(pool.kept)) kept.pop_back();
  }

  int die(const RolledPool& pool) {
    const auto roll = [&] {
      return dice_.die(static_cast<int>(pool.faces.size()), [&](int face) {
        return face_class(pool, pool.faces[static_cast<std::size_t>(face) - 1]);
      });
    };
    const int face = roll();
    return has(pool.again, face) ? roll() : face;
  }

  /// Where dice are counted, faces that count, explode and reroll alike are one class.
  static int face_class(const RolledPool& pool, int face) {
    if (!pool.counts || pool.keep != Pool::Keep::all) return face;
    const auto alike = std::find_if(pool.faces.begin(), pool.faces.end(), [&](int other) {
      return has(pool.counted, other) == has(pool.counted, face) &&
             has(pool.explodes, other) == has(pool.explodes, face) &&
             has(pool.again, other) == has(pool.again, face);
    });
    return *alike;
  }

  bool arrived(int id, int die, int more, long long sum, const std::vector<long long>& kept) {
    std::string state;
    const auto put = [&](long long number) {
      state.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    for (const long long number : {static_cast<long long>(id), static_cast<long long>(die),
                                   static_cast<long long>(more), sum}) {
      put(number);
    }
    put(static_cast<long long>(kept.size()));
    for (const long long number : kept) put(number);
    put(static_cast<long long>(named_.size()));
    for (const long long number : named_) put(number);
    for (const long long number : pending_) put(number);
    known_ = dice_.at(std::string_view(state));
    return known_;
  }

  const RollRule& rule_;
  Dice& dice_;
  std::vector<long long> named_;
  std::vector<long long> pending_;
  bool known_ = false;  ///< the rest is known: the roll can stop here
};

RollRule::RollRule(std::shared_ptr<const Program> program, std::vector<int> chosen)
    : program_(std::move(program)), chosen_(std::move(chosen)) {
  for (const Node& definition : program_->definitions) prepare(definition);
  prepare(program_->result);
}

void RollRule::prepare(const Node& node) {
  if (node.kind == Node::Kind::pool) pools_.emplace(node.id, rolled(node));
  for (const Node& child : node.children) prepare(child);
}

RollRule::RolledPool RollRule::rolled(const Node& node) const {
  const Pool& pool = node.pool;
  const auto fail = [&](const std::string& wrong, const std::string& right) {
    throw SyntaxError(node.column, wrong, right);
  };
  const int count = pool.count.of(chosen_);
  const int sides = pool.sides.of(chosen_);
  if (count < 0 || count > most_dice) {
    fail(fmt::format("{} dice", count), fmt::format("0 to {}", most_dice));
  }
  if (sides < 1) fail(fmt::format("a die of {} sides", sides), "1 or more");
  const double work = static_cast<double>(count) * count * count * sides * sides;
  if (sides > most_sides || work > most_work) {
    fail(fmt::format("{} dice of {} sides are too many", count, sides),
         fmt::format("at most {}", largest_pools));
  }
  const auto meets = [&](const Condition& condition, int face) {
    return holds(condition.compare, face, condition.number.of(chosen_));
  };
  RolledPool rolled;
  rolled.count = count;
  rolled.keep = pool.keep;
  rolled.drops = pool.drops;
  rolled.counts = pool.counts;
  if (pool.explodes) rolled.limit = pool.limit.of(chosen_);
  if (rolled.limit < 0 || rolled.limit > most_added) {
    fail(fmt::format("an exploding die may add {} dice", rolled.limit),
         fmt::format("1 to {}", most_added));
  }
  for (int i = 1; i <= sides; ++i) {
    const int face = pool.fudge ? i - 2 : i;
    const bool again = pool.rerolls && meets(pool.reroll, face);
    if (again && !pool.rerolls_once) continue;  // rerolled until another face shows
    rolled.faces.push_back(face);
    if (again) rolled.again.push_back(face);
    const int highest = pool.fudge ? 1 : sides;
    const bool explodes =
        pool.explodes && (pool.explodes_at_most ? face == highest : meets(pool.explode, face));
    if (explodes) rolled.explodes.push_back(face);
    if (pool.counts && meets(pool.count_if, face)) rolled.counted.push_back(face);
  }
  if (rolled.faces.empty()) fail("every face is rolled again", "a face that stays");
  if (pool.keep != Pool::Keep::all) {
    rolled.kept = pool.kept.of(chosen_);
    if (rolled.kept < 0 || rolled.kept > most_dice) {
      fail(fmt::format("{} dice are kept or dropped", rolled.kept), fmt::format("0 to {}", count));
    }
    // Without exploding dice the number of dice is known: dropping n keeps the others.
    if (rolled.drops && rolled.limit == 0) {
      rolled.drops = false;
      rolled.keep = pool.keep == Pool::Keep::highest ? Pool::Keep::lowest : Pool::Keep::highest;
      rolled.kept = std::max(count - rolled.kept, 0);
    }
  }
  return rolled;
}

Working RollRule::working() const {
  const Program& program = *program_;
  if (!program.is_condition() || !program.definitions.empty()) return {};
  const Node& left = program.result.children[0];
  const bool is_sum = left.kind == Node::Kind::pool && left.pool.keep == Pool::Keep::all &&
                      !left.pool.counts && left.pool.count.of(chosen_) > 1;
  if (!is_sum || program.result.children[1].kind != Node::Kind::number) return {};
  constexpr const char* operators = "<>=!";
  const std::size_t first = program.text.find_last_of(operators);
  const std::size_t start = program.text.find_last_not_of(operators, first) + 1;
  const std::string_view text = program.text;
  const std::string_view dice = trimmed(text.substr(0, start));
  Working working;
  working.notes.push_back(fmt::format("the sum of {} is compared; {} c{}{} counts the dice", dice,
                                      dice, text.substr(start, first + 1 - start),
                                      trimmed(text.substr(first + 1))));
  return working;
}

Outcome RollRule::resolve(Dice& dice) const { return Play(*this, dice).outcome(); }

}  // namespace combat_odds::expression
