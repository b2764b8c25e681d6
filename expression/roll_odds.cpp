// The exact odds of a roll, worked out from its expression: independent parts apart, then joined.
#include <fmt/format.h>

#include <algorithm>

#include "expression/roll_rule.hpp"

namespace combat_odds::expression {
namespace {

using Value = Distribution::Value;
using Weight = Distribution::Weight;

/// About a second.
constexpr double most_work = 3e8;

/// Rolled again until one is ahead: each margin is as likely as before beside the others.
Distribution without_ties(const Distribution& margin) {
  std::vector<Distribution::Entry> entries;
  for (const Distribution::Entry& entry : margin.entries()) {
    if (entry.first != 0) entries.push_back(entry);
  }
  return Distribution(std::move(entries));
}

}  // namespace

RollOdds::RollOdds(const RollRule& rule, const RunControl* control)
    : rule_(rule), limit_(most_work, control), uses_(rule.program().names.size(), 0) {
  const Program& program = rule.program();
  for (const Node& definition : program.definitions) count_uses(definition, 1);
  count_uses(program.result, 1);
  for (const Node& worth : program.worth) count_uses(worth, 1);
}

/// A roll that is named once is a part like any other. What is named more often must be the same in
/// every place.
void RollOdds::count_uses(const Node& node, int times) {
  if (node.kind == Node::Kind::name) uses_[node.name] += times;
  const bool often = node.kind == Node::Kind::until || node.kind == Node::Kind::repeat;
  for (const Node& child : node.children) count_uses(child, often ? 2 : times);
}

void RollOdds::collect(const Node& node, std::vector<char>& wanted) const {
  if (node.kind == Node::Kind::name && wanted[node.name] == 0) {
    wanted[node.name] = 1;
    collect(rule_.program().definitions[node.name], wanted);
  }
  for (const Node& child : node.children) collect(child, wanted);
}

Distribution RollOdds::of(const Node& node) {
  std::vector<char> wanted(uses_.size(), 0);
  collect(node, wanted);
  std::vector<std::size_t> fixed;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] != 0 && uses_[i] > 1) fixed.push_back(i);
  }
  Env env(uses_.size());
  if (fixed.empty()) return node_odds(node, env);
  Mixture mixture(limit_);
  enumerate(node, fixed, 0, env, 1, 1, mixture);
  return std::move(mixture).mixed();
}

/// Goes through what the named rolls may come to.
void RollOdds::enumerate(const Node& node, const std::vector<std::size_t>& names, std::size_t next,
                         Env& env, const Weight& weight, const Weight& total, Mixture& mixture) {
  if (next == names.size()) {
    limit_.spend(1000);
    mixture.add(weight, total, node_odds(node, env));
    return;
  }
  const std::size_t name = names[next];
  const Distribution odds = node_odds(rule_.program().definitions[name], env);
  for (auto entry = odds.entries().rbegin(); entry != odds.entries().rend(); ++entry) {
    env[name] = entry->first;
    enumerate(node, names, next + 1, env, weight * entry->second, total * odds.total(), mixture);
  }
  env[name].reset();
}

Distribution RollOdds::node_odds(const Node& node, const Env& env) {
  if (node.kind == Node::Kind::number) return Distribution(rule_.number(node.number));
  if (node.kind == Node::Kind::name) {
    if (env[node.name]) return Distribution(*env[node.name]);
    return node_odds(rule_.program().definitions[node.name], env);
  }
  std::vector<char> wanted(uses_.size(), 0);
  if (!wanted.empty()) collect(node, wanted);
  Env relevant(env.size());
  for (std::size_t i = 0; i < env.size(); ++i) {
    if (wanted[i] != 0) relevant[i] = env[i];
  }
  const auto key = std::pair(node.id, relevant);
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  Distribution odds = own_odds(node, env);
  rule_.checked(node, odds.least());
  rule_.checked(node, odds.most());
  return known_.emplace(key, std::move(odds)).first->second;
}

Distribution RollOdds::own_odds(const Node& node, const Env& env) {
  using Kind = Node::Kind;
  const auto child = [&](std::size_t i) { return node_odds(node.children[i], env); };
  const auto applied = [&](Value first, Value second) {
    return static_cast<Value>(rule_.applied(node, first, second));
  };
  switch (node.kind) {
    case Kind::pool:
      return pool_of(node, node.children.empty() ? Distribution(1) : child(0),
                     rule_.pool(node).reading);
    case Kind::until:
      return until_of(node, env);
    case Kind::highest:
    case Kind::lowest:
      return highest_of(node, env);
    case Kind::repeat:
      return sum_of(child(0), rule_.number(node.number), limit_);
    case Kind::add:
      return sum(child(0), child(1), limit_);
    case Kind::subtract:
    case Kind::versus: {
      Distribution margin =
          sum(child(0), child(1).mapped([](Value value) { return -value; }), limit_);
      return node.rerolls_ties ? without_ties(margin) : margin;
    }
    case Kind::compare: {
      const Distribution order = compared(child(0), child(1), limit_);
      return order.mapped([&](Value value) { return applied(value, 0); });
    }
    case Kind::choose:
    case Kind::step: {
      const Distribution chosen = child(0);
      Mixture mixture(limit_);
      for (std::size_t i = 1; i < node.children.size(); ++i) {
        const Weight weight = chosen.weight([&](Value value) {
          if (node.kind == Kind::choose) return (value != 0) == (i == 1);
          const auto line = line_of(node.lines, value);
          if (!line) {
            throw SyntaxError(node.column, std::to_string(value) + " is on no line of the table",
                              "a line for every number");
          }
          return *line + 1 == i;
        });
        if (weight != 0) mixture.add(weight, chosen.total(), child(i));
      }
      return std::move(mixture).mixed();
    }
    default:
      break;
  }
  Distribution so_far = child(0);
  if (node.children.size() == 1) {
    return so_far.mapped([&](Value value) { return applied(value, 0); });
  }
  const auto negated = [](Value value) { return -value; };
  for (std::size_t i = 1; i < node.children.size(); ++i) {
    const Distribution next = child(i);
    if (node.kind == Kind::max) {
      so_far = larger(so_far, next, limit_);
    } else if (node.kind == Kind::min) {
      so_far = larger(so_far.mapped(negated), next.mapped(negated), limit_).mapped(negated);
    } else {
      so_far = joined(so_far, next, applied, limit_);
    }
  }
  return so_far;
}

Distribution RollOdds::pool_of(const Node& node, const Distribution& count,
                               const PoolReading& reading) {
  const RolledPool& pool = rule_.pool(node);
  if (count.certain()) {
    return pool.odds(rule_.dice_of(node, count.least()), reading, limit_);
  }
  Mixture mixture(limit_);
  for (auto entry = count.entries().rbegin(); entry != count.entries().rend(); ++entry) {
    const int dice = rule_.dice_of(node, entry->first);
    mixture.add(entry->second, count.total(), pool.odds(dice, reading, limit_));
  }
  return std::move(mixture).mixed();
}

/// The highest (lowest) of several values added up: the best so far, in order, are the state.
Distribution RollOdds::highest_of(const Node& node, const Env& env) {
  const bool highest = node.kind == Node::Kind::highest;
  const auto kept = static_cast<std::size_t>(rule_.number(node.number));
  std::map<std::vector<Value>, Weight> best{{{}, 1}};
  for (const Node& child : node.children) {
    const Distribution odds = node_odds(child, env);
    limit_.spend(static_cast<double>(best.size() * odds.entries().size()) * 60);
    std::map<std::vector<Value>, Weight> next;
    for (const auto& [values, weight] : best) {
      for (const auto& [value, of] : odds.entries()) {
        std::vector<Value> all = values;
        const auto at = std::upper_bound(all.begin(), all.end(), value,
                                         [&](Value a, Value b) { return highest ? a > b : a < b; });
        all.insert(at, value);
        if (all.size() > kept) all.pop_back();
        next[std::move(all)] += weight * of;
      }
    }
    best = std::move(next);
  }
  std::vector<Distribution::Entry> entries;
  for (const auto& [values, weight] : best) {
    Value sum = 0;
    for (const Value value : values) sum += value;
    entries.emplace_back(sum, weight);
  }
  return Distribution(std::move(entries));
}

/// Rolled once more as long as it fails; at the last roll it ends.
Distribution RollOdds::until_of(const Node& node, const Env& env) {
  const Distribution one = node_odds(node.children[0], env);
  Weight met = one.weight([&](Value value) { return rule_.meets(node.condition, value); });
  const Weight common = gcd(met, one.total());
  met /= common;
  const Weight total = one.total() / common;
  const Weight failed = total - met;
  const int most = rule_.most_rolls(node);
  // Each chance is reduced, the first ones by almost all of their denominator.
  const double words = most * (static_cast<double>(msb(total)) + 1) / 64 + 1;
  limit_.spend(most * words * words / 20);
  std::vector<Distribution::Entry> entries;
  Weight after = 1;              // failed^(roll - 1)
  std::vector<Weight> later{1};  // powers of the total
  for (int i = 2; i < most; ++i) later.push_back(later.back() * total);
  for (int roll = 1; roll < most && after != 0; ++roll) {
    entries.emplace_back(roll, after * met * later[static_cast<std::size_t>(most - 1 - roll)]);
    after *= failed;
  }
  if (after != 0) entries.emplace_back(most, after);
  return Distribution(std::move(entries));
}

void RollOdds::add_measure(std::vector<Chance>& chances, const std::string& name,
                           const Distribution& odds) {
  const std::vector<ExactProbability> probabilities = odds.probabilities();
  for (std::size_t i = 0; i < probabilities.size(); ++i) {
    chances.push_back({Chance::Kind::measure, name, static_cast<double>(odds.entries()[i].first), 0,
                       probabilities[i]});
  }
}

/// A series that is too long for whole numbers: the chance of each roll is p (1 - p)^(roll - 1),
/// the first ones as fractions. Nothing where the roll is another, or whole numbers do.
std::vector<Chance> RollOdds::long_series() {
  const Program& program = rule_.program();
  const Node& result = program.result;
  constexpr int least_rolls = 3000;
  if (result.kind != Node::Kind::until || !program.names.empty() || !program.table.empty() ||
      rule_.most_rolls(result) < least_rolls) {
    return {};
  }
  const Distribution one = of(result.children[0]);
  const Weight met = one.weight([&](Value value) { return rule_.meets(result.condition, value); });
  const int most = rule_.most_rolls(result);
  const auto missed =
      static_cast<long double>(Weight(one.total() - met)) / static_cast<long double>(one.total());
  constexpr int most_fractions = 8;
  std::vector<Chance> chances{{Chance::Kind::outcome, "rolled", 0, 0, ExactProbability{1, "1/1"}}};
  long double after = 1;  // missed^(roll - 1)
  Weight above = met;
  Weight below = one.total();
  for (int roll = 1; roll <= most; ++roll) {
    ExactProbability exact{static_cast<double>(roll == most ? after : after * (1 - missed)), ""};
    if (roll <= most_fractions) {
      exact = Distribution({{0, Weight(below - above)}, {1, above}}).probabilities().back();
      above *= one.total() - met;
      below *= one.total();
    }
    chances.push_back({Chance::Kind::measure, "total", static_cast<double>(roll), 0, exact});
    after *= missed;
  }
  return chances;
}

std::vector<Chance> RollOdds::chances() {
  const Program& program = rule_.program();
  const Node& result = program.result;
  std::vector<Chance> chances = long_series();
  if (!chances.empty()) return chances;
  const Distribution total = of(result);
  std::vector<std::string> labels;
  const auto index = [&](const std::string& label) {
    const auto known = std::find(labels.begin(), labels.end(), label);
    if (known != labels.end()) return known - labels.begin();
    labels.push_back(label);
    return static_cast<std::ptrdiff_t>(labels.size()) - 1;
  };
  if (program.is_condition()) labels = {"yes", "no"};
  for (const Line& line : program.table) index(line.label);
  const Distribution by_label =
      program.shows_symbols() && !program.is_one_symbol()
          ? Distribution(index("rolled"))
          : total.mapped([&](Value value) { return index(rule_.label(value)); });
  constexpr std::size_t most_pairs = 10'000;
  if (!program.joint.empty() && labels.size() > most_pairs) {
    throw SyntaxError(result.column, "there are too many results to be seen together",
                      fmt::format("at most {}", most_pairs));
  }
  const std::vector<ExactProbability> outcomes = by_label.probabilities();
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const auto label = static_cast<std::size_t>(by_label.entries()[i].first);
    chances.push_back({Chance::Kind::outcome, labels[label], 0, 0, outcomes[i]});
  }
  for (std::size_t i = 0; i < program.names.size(); ++i) {
    if (!program.is_shown(i)) continue;
    add_measure(chances, program.names[i], of(program.definitions[i]));
  }
  for (std::size_t i = 0; i < program.joint.size(); ++i) {
    if (!program.is_named(i)) add_measure(chances, program.joint[i], of(result.children[i]));
  }
  if (program.is_one_symbol() || !program.joint.empty()) return chances;
  if (program.shows_symbols()) {
    const Distribution count = result.children.empty() ? Distribution(1) : of(result.children[0]);
    for (std::size_t i = 0; i < result.pool.symbols.size(); ++i) {
      add_measure(chances, result.pool.symbols[i], pool_of(result, count, rule_.symbol_reading(i)));
    }
    return chances;
  }
  if (result.kind == Node::Kind::repeat && !program.counts_rolls()) {
    const Distribution one = of(result.children[0]);
    const auto negated = [](Value value) { return -value; };
    Distribution highest = one;
    Distribution lowest = one.mapped(negated);
    const Distribution negative = lowest;
    for (int i = 1; i < rule_.number(result.number); ++i) {
      highest = larger(highest, one, limit_);
      lowest = larger(lowest, negative, limit_);
    }
    add_measure(chances, "each", one);
    add_measure(chances, "lowest", lowest.mapped(negated));
    add_measure(chances, "highest", highest);
  }
  if (result.kind == Node::Kind::versus) {
    add_measure(chances, "margin", total);
  } else if (!program.is_condition()) {
    add_measure(chances, "total", total);
  }
  if (!program.worth.empty()) {
    // The line and what it is worth hang together only through named rolls.
    Node step = result;
    step.kind = Node::Kind::step;
    step.id = -1;
    step.lines = program.table;
    step.children.clear();
    step.children.push_back(result);
    step.children.insert(step.children.end(), program.worth.begin(), program.worth.end());
    add_measure(chances, "result", of(step));
  }
  return chances;
}

}  // namespace combat_odds::expression
