#pragma once

#include <map>

#include "core/dice/in_parts.hpp"
#include "core/exact/dice_pool.hpp"
#include "core/odds/solved_rule.hpp"
#include "expression/program.hpp"

namespace combat_odds::expression {

/// A pool with its numbers: what its dice may show, and what becomes of it.
struct RolledPool {
  std::vector<Distribution::Value> faces;  ///< what one die may show, each equally likely
  std::vector<char> again;                 ///< of each: whether it is rolled once more
  std::vector<char> explodes;              ///< of each
  std::vector<int> classes;                ///< of each: the first face that is as good
  Pool::Explodes how = Pool::Explodes::no;
  int limit = 0;        ///< how many dice an exploding one may add
  bool limited = true;  ///< the limit was stated
  double rest = 0;      ///< the chance that a die would add more
  PoolReading reading;
  bool shows = false;  ///< what its dice show is read again

  bool compounds() const {
    return how == Pool::Explodes::compounds || how == Pool::Explodes::penetrates;
  }
  /// What a single roll of a die is like, rolled again once where it must be.
  Distribution die() const;
  Distribution odds(int count, const PoolReading& reading, WorkLimit& limit) const;

 private:
  /// Of each face: how likely it is beside the others, as some are rolled again once.
  std::vector<std::int64_t> weights() const;
};

/// A dice expression that is rolled: every sweep has its value.
class RollRule : public Rule, public SolvedRule, public InParts {
 public:
  /// Throws SyntaxError where the numbers make no sense.
  RollRule(std::shared_ptr<const Program> program, std::vector<int> chosen);

  Outcome resolve(Dice& dice) const override;
  std::vector<Chance> exact_chances(const RunControl* control) const override;
  bool has_small_graph() const override;
  int parts(std::string_view measure) const override;
  /// What was counted, in words, where an expression might be taken for another one.
  Working working() const override;

  const Program& program() const { return *program_; }
  int number(const Number& number) const { return number.of(chosen_); }
  const RolledPool& pool(const Node& node) const { return pools_.at(node.id); }
  bool meets(const Condition& condition, long long value) const;
  /// How many dice the node's pool has. Throws SyntaxError where that is too many.
  int dice_of(const Node& node, long long count) const;
  /// How often an `until`, or a `vs` that rolls ties again, rolls at most.
  int most_rolls(const Node& node) const { return most_rolls_.at(node.id); }
  std::string label(long long total) const;
  /// The values of a joint result.
  std::vector<int> parts_of(long long joint) const;
  long long checked(const Node& node, long long value) const;
  /// A node of two or more values, or one that changes its only one.
  long long applied(const Node& node, long long first, long long second) const;
  /// The reading of the dice that gives how many show symbol `i`.
  PoolReading symbol_reading(std::size_t i) const;

 private:
  void prepare(const Node& node);
  void prepare_until(const Node& node);
  void prepare_ties(const Node& node);
  static double rolls_until(double chance);
  RolledPool rolled(const Node& node) const;
  void check_kept(const Node& node) const;
  void explode(RolledPool& rolled, const Node& node) const;
  static void classify(RolledPool& rolled);
  /// A joint result is its values as the digits of a number to this base.
  long long joint_base() const;
  double graph_size(const Node& node) const;

  std::shared_ptr<const Program> program_;
  std::vector<int> chosen_;
  std::map<int, RolledPool> pools_;  ///< by the ids of their nodes
  std::map<int, int> most_rolls_;    ///< the same of each `until`
};

/// The least number of a line of `lines` that `value` is on; nothing: on none.
std::optional<std::size_t> line_of(const std::vector<Line>& lines, long long value);

/// The exact odds of a roll.
class RollOdds {
 public:
  RollOdds(const RollRule& rule, const RunControl* control);

  /// The odds of a node on its own, whatever the named rolls come to.
  Distribution of(const Node& node);
  std::vector<Chance> chances();

 private:
  std::vector<Chance> long_series();

  using Env = std::vector<std::optional<long long>>;

  Distribution node_odds(const Node& node, const Env& env);
  Distribution own_odds(const Node& node, const Env& env);
  Distribution pool_of(const Node& node, const Distribution& count, const PoolReading& reading);
  Distribution highest_of(const Node& node, const Env& env);
  Distribution until_of(const Node& node, const Env& env);
  void enumerate(const Node& node, const std::vector<std::size_t>& names, std::size_t next,
                 Env& env, const Distribution::Weight& weight, const Distribution::Weight& total,
                 Mixture& mixture);
  void count_uses(const Node& node, int times);
  void collect(const Node& node, std::vector<char>& wanted) const;
  void add_measure(std::vector<Chance>& chances, const std::string& name, const Distribution& odds);

  const RollRule& rule_;
  WorkLimit limit_;
  std::vector<int> uses_;  ///< of each named roll
  std::map<std::pair<int, std::vector<std::optional<long long>>>, Distribution> known_;
};

}  // namespace combat_odds::expression
