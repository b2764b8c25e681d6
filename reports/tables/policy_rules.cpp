#include "reports/tables/policy_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/dynamic_bitset.hpp>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace combat_odds {
namespace {

using Set = boost::dynamic_bitset<>;

/// More situations than these are not put into words: the whole list has them.
constexpr std::size_t most_points = 4'096;
/// What a longer line must gain to be preferred: one condition more, for so much more covered.
constexpr double worth_a_condition = 0.6;
constexpr std::size_t beam = 48;

/// Situations that a player can't tell apart.
struct Point {
  Facts facts;
  std::set<std::string> options;  ///< that are best in all of them
  bool fails = false;             ///< no option is
  std::string chosen;
  double visits = 0;
  double least_cost = 0;
  double most_cost = 0;
};

/// Something said of a situation: a fact lies between two values, or is a word.
struct Condition {
  std::string text;
  Set holds;
};

/// A line in the making.
struct Draft {
  std::vector<std::size_t> conditions;
  Set holds;
};

Point point_of(const Choice& choice) {
  Point point;
  point.facts = choice.facts;
  point.chosen = choice.options[choice.chosen];
  point.visits = choice.visits;
  bool first = true;
  for (std::size_t option = 0; option < choice.options.size(); ++option) {
    if (choice.best[option]) {
      point.options.insert(choice.options[option]);
      continue;
    }
    const double cost = choice.cost(option);
    point.least_cost = first ? cost : std::min(point.least_cost, cost);
    point.most_cost = std::max(point.most_cost, cost);
    first = false;
  }
  return point;
}

void join(Point& known, const Point& other) {
  std::set<std::string> both;
  std::set_intersection(known.options.begin(), known.options.end(), other.options.begin(),
                        other.options.end(), std::inserter(both, both.end()));
  known.fails = known.fails || both.empty();
  if (!both.empty()) known.options = both;
  known.visits += other.visits;
  known.least_cost = std::min(known.least_cost, other.least_cost);
  known.most_cost = std::max(known.most_cost, other.most_cost);
}

class RuleFinder {
 public:
  explicit RuleFinder(const std::vector<Point>& points) : points_(points), left_(points.size()) {
    left_.set();
    for (const Point& point : points) {
      for (const std::string& option : point.options) options_.insert(option);
      weights_.push_back(std::sqrt(point.visits));
    }
    for (const std::string& option : options_) {
      Set& allowed = allowed_.emplace_back(points.size());
      for (std::size_t i = 0; i < points.size(); ++i) {
        allowed[i] = points[i].options.contains(option);
      }
    }
    find_conditions();
  }

  std::vector<PolicyRule> rules() {
    std::vector<PolicyRule> rules;
    while (left_.any()) {
      if (const auto option = only_option(left_)) {
        rules.push_back(rule({{}, left_}, *option));
        break;
      }
      if (rules.size() + 1 >= most_policy_rules) {
        rules.push_back(rule({{}, left_}, std::nullopt));
        break;
      }
      const auto [draft, option] = next();
      rules.push_back(rule(draft, option));
      left_ -= draft.holds;
    }
    return rules;
  }

 private:
  void add(std::string text, auto&& holds) {
    Condition condition{std::move(text), Set(points_.size())};
    for (std::size_t i = 0; i < points_.size(); ++i) condition.holds[i] = holds(points_[i].facts);
    if (condition.holds.none() || condition.holds.all()) return;
    for (const Condition& known : conditions_) {
      if (known.holds == condition.holds) return;  // said in other words already
    }
    conditions_.push_back(std::move(condition));
  }

  void find_conditions() {
    constexpr std::size_t few = 12;
    std::vector<std::string> names;
    for (const Point& point : points_) {
      for (const Fact& fact : point.facts) {
        if (std::ranges::find(names, fact.name) == names.end()) names.push_back(fact.name);
      }
    }
    for (const std::string& name : names) {
      const auto find = [&](const Facts& facts) -> const Fact* {
        const auto fact = std::ranges::find(facts, name, &Fact::name);
        return fact == facts.end() ? nullptr : &*fact;
      };
      std::set<int> numbers;
      std::set<std::string> words;
      bool flags = false;
      for (const Point& point : points_) {
        const Fact* const fact = find(point.facts);
        if (fact == nullptr) continue;
        flags = flags || fact->is_flag;
        if (fact->is_number) {
          numbers.insert(fact->number);
        } else {
          words.insert(fact->text);
        }
      }
      for (const std::string& word : words) {
        std::string text = !flags ? name + " " + word : word == "yes" ? name : name + ": no";
        add(std::move(text), [&](const Facts& facts) {
          const Fact* const fact = find(facts);
          return fact != nullptr && !fact->is_number && fact->text == word;
        });
      }
      const auto range = [&](const std::string& text, int low, int high) {
        add(name + " " + text, [&](const Facts& facts) {
          const Fact* const fact = find(facts);
          return fact != nullptr && fact->is_number && fact->number >= low && fact->number <= high;
        });
      };
      for (const int low : numbers) range(std::to_string(low), low, low);
      for (const int low : numbers) {
        range(fmt::format("{} or more", low), low, *numbers.rbegin());
        range(fmt::format("{} or less", low), *numbers.begin(), low);
      }
      for (const int low : numbers) {
        if (numbers.size() > few) break;
        for (const int high : numbers) {
          if (low < high) range(fmt::format("{} to {}", low, high), low, high);
        }
      }
    }
  }

  /// The option that is right in all of these; nothing where none is.
  std::optional<std::size_t> only_option(const Set& points) const {
    for (std::size_t option = 0; option < allowed_.size(); ++option) {
      if (points.is_subset_of(allowed_[option])) return option;
    }
    return std::nullopt;
  }

  /// How much a line says that covers these: what comes up often counts more, and so stands first.
  double weight(const Set& points) const {
    double sum = 0;
    for (std::size_t i = points.find_first(); i != Set::npos; i = points.find_next(i)) {
      sum += weights_[i];
    }
    return sum;
  }

  /// The line that says most of what is left in the fewest words.
  std::pair<Draft, std::size_t> next() const {
    std::optional<std::pair<Draft, std::size_t>> best;
    double best_score = 0;
    std::vector<Draft> open{{{}, left_}};
    double factor = 1;
    for (std::size_t length = 1; length <= conditions_.size() && !open.empty(); ++length) {
      std::vector<std::pair<double, Draft>> longer;
      for (const Draft& draft : open) {
        const std::size_t first = draft.conditions.empty() ? 0 : draft.conditions.back() + 1;
        for (std::size_t c = first; c < conditions_.size(); ++c) {
          Set holds = draft.holds & conditions_[c].holds;
          const double count = weight(holds);
          if (count == 0 || count * factor <= best_score || holds == draft.holds) continue;
          Draft made{draft.conditions, std::move(holds)};
          made.conditions.push_back(c);
          if (const auto option = only_option(made.holds)) {
            best_score = count * factor;
            best.emplace(std::move(made), *option);
            continue;
          }
          double most_right = 0;
          for (const Set& allowed : allowed_) {
            most_right = std::max(most_right, weight(made.holds & allowed));
          }
          longer.emplace_back(most_right * most_right / count, std::move(made));
        }
      }
      const std::size_t kept = std::min(beam, longer.size());
      std::partial_sort(longer.begin(), longer.begin() + static_cast<std::ptrdiff_t>(kept),
                        longer.end(), [](const auto& a, const auto& b) {
                          return std::tie(b.first, a.second.conditions) <
                                 std::tie(a.first, b.second.conditions);
                        });
      open.clear();
      for (std::size_t i = 0; i < kept; ++i) open.push_back(std::move(longer[i].second));
      factor *= worth_a_condition;
    }
    return best ? *best : about_first();
  }

  /// What is true of the first that is left, word by word until one option is right wherever it is
  /// true; where no words tell it apart, that one alone.
  std::pair<Draft, std::size_t> about_first() const {
    const std::size_t first = left_.find_first();
    Set only(points_.size());
    only.set(first);
    const std::size_t wanted = *only_option(only);
    Draft draft{{}, left_};
    while (!only_option(draft.holds)) {
      std::optional<std::size_t> next;
      double most_right = 0;
      std::size_t most = 0;
      for (std::size_t c = 0; c < conditions_.size(); ++c) {
        if (!conditions_[c].holds[first]) continue;
        const Set holds = draft.holds & conditions_[c].holds;
        if (holds == draft.holds) continue;
        const std::size_t count = holds.count();
        const double right =
            static_cast<double>((holds & allowed_[wanted]).count()) / static_cast<double>(count);
        if (next && std::pair(right, count) <= std::pair(most_right, most)) continue;
        next = c;
        most_right = right;
        most = count;
      }
      if (!next) return {{{}, only}, wanted};
      draft.conditions.push_back(*next);
      draft.holds &= conditions_[*next].holds;
    }
    drop_what_is_not_needed(draft);
    return {draft, *only_option(draft.holds)};
  }

  /// Fewer words that leave one option.
  void drop_what_is_not_needed(Draft& draft) const {
    std::ranges::sort(draft.conditions);
    for (std::size_t i = draft.conditions.size(); i-- > 0;) {
      Draft shorter{{}, left_};
      for (std::size_t j = 0; j < draft.conditions.size(); ++j) {
        if (j == i) continue;
        shorter.conditions.push_back(draft.conditions[j]);
        shorter.holds &= conditions_[draft.conditions[j]].holds;
      }
      if (only_option(shorter.holds)) draft = std::move(shorter);
    }
  }

  PolicyRule rule(const Draft& draft, std::optional<std::size_t> option) const {
    PolicyRule rule;
    for (const std::size_t c : draft.conditions) {
      rule.when += (rule.when.empty() ? "" : ", ") + conditions_[c].text;
    }
    bool first = true;
    bool either = true;
    bool fails = false;
    for (std::size_t i = draft.holds.find_first(); i != Set::npos; i = draft.holds.find_next(i)) {
      const Point& point = points_[i];
      ++rule.situations;
      rule.visits += point.visits;
      rule.least_cost = first ? point.least_cost : std::min(rule.least_cost, point.least_cost);
      rule.most_cost = std::max(rule.most_cost, point.most_cost);
      either = either && point.most_cost == 0;
      fails = fails || point.fails;
      first = false;
    }
    if (!option) {
      rule.what = "as the whole list says";
    } else {
      rule.what =
          either ? "either" : *std::next(options_.begin(), static_cast<std::ptrdiff_t>(*option));
    }
    if (fails) rule.what += " (mostly)";
    return rule;
  }

  const std::vector<Point>& points_;
  Set left_;
  std::vector<double> weights_;
  std::set<std::string> options_;
  std::vector<Set> allowed_;  ///< by option: where it is right
  std::vector<Condition> conditions_;
};

}  // namespace

std::vector<PolicyTable> policy_tables(const Policy& policy) {
  using Key = std::tuple<std::string, std::string, int>;
  std::vector<Key> order;
  std::map<Key, std::vector<const Choice*>> groups;
  for (const Choice& choice : policy.choices) {
    const Key key{choice.parameter, choice.question, choice.side};
    if (!groups.contains(key)) order.push_back(key);
    groups[key].push_back(&choice);
  }
  std::vector<PolicyTable> tables;
  for (const Key& key : order) {
    PolicyTable table;
    table.question = std::get<1>(key);
    table.side = std::get<2>(key);
    std::map<std::string, std::size_t> known;
    std::vector<Point> points;
    for (const Choice* const choice : groups[key]) {
      if (choice->visits < 1e-12) {
        ++table.never_met;
        continue;
      }
      const Point point = point_of(*choice);
      std::string words;
      for (const Fact& fact : point.facts) words += fact.name + '\n' + fact.text + '\n';
      const auto [place, is_new] = known.try_emplace(words, points.size());
      if (is_new) {
        points.push_back(point);
      } else {
        join(points[place->second], point);
      }
    }
    table.situations = points.size();
    const auto is_rare = [](const Point& point) { return point.visits * rare_games < 1; };
    if (!std::ranges::all_of(points, is_rare)) std::erase_if(points, is_rare);
    table.rare = table.situations - points.size();
    if (points.empty()) continue;
    for (Point& point : points) {
      table.words_fail = table.words_fail || point.fails;
      // Of several that are best the one that the policy takes, for what follows it is in the list;
      // where all are best anything will do.
      const bool some_are_worse = point.most_cost > 0;
      const bool takes_it = point.options.contains(point.chosen);
      if (point.fails || (some_are_worse && takes_it)) point.options = {point.chosen};
    }
    if (points.size() > most_points) {
      std::ranges::stable_sort(points, std::ranges::greater(), &Point::visits);
      points.resize(most_points);
    }
    table.rules = RuleFinder(points).rules();
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace combat_odds
