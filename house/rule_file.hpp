#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "house/interpreter.hpp"
#include "house/kept.hpp"
#include "house/lua_charts.hpp"
#include "house/parts.hpp"
#include "house/playing.hpp"
#include "sim/declare/procedure.hpp"
#include "sim/declare/rule_source.hpp"

namespace combat_odds::house {

class Instance;

/// Parameters of a rule that share a name: those of the attacker.
struct ParameterGroup {
  std::string name;
  std::vector<std::pair<std::string, std::size_t>> members;  ///< own names, and which parameters
};

/// A rule's text with what it declares, and interpreters that have it compiled.
struct RuleFile {
  explicit RuleFile(TextFile text) : rule(std::move(text)) {}

  /// One that nobody uses just now, or a new one.
  std::unique_ptr<Interpreter> take() const;
  void give_back(std::unique_ptr<Interpreter> interpreter) const;

  int parts_of(std::string_view measure) const {
    const auto known = parts.find(measure);
    return known == parts.end() ? 1 : known->second;
  }

  /// The line where the rule's text first has a word; 0 where it has not.
  int line_of(std::string_view word) const;

  TextFile rule;
  Procedure procedure;   ///< its names are those that outcomes refer to; without rule_for
  bool goes_on = false;  ///< start, step and outcome; else resolve
  bool in_rounds = false;
  bool has_alike = false;
  bool has_round = false;
  std::size_t asked = 0;                          ///< parameters that have been declared
  std::map<std::string, int, std::less<>> parts;  ///< of one, in which a measure comes; else 1
  std::vector<ParameterGroup> groups;
  /// Refuses values that do not go together: the conditions of the parameters.
  std::function<void(Instance&, const std::vector<Argument>&, const Charts&)> prepare;
  std::vector<SpokenWords> words;
  std::vector<SaidWords> said;
  RuleCharts::Named chart_named;

 private:
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Interpreter>> idle_;
};

/// The text of one rule as it was run, in one situation: an interpreter with its functions.
class Instance {
 public:
  /// Runs the text. `values` are those of the parameters. prepare() has to follow.
  Instance(std::shared_ptr<const RuleFile> file, const std::vector<Argument>& values,
           RuleCharts& charts, const Charts& all_charts);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  /// Whether a condition of the rule holds: a function at `path` of its table, such as
  /// "parameters/2/only_when/1", called with the values of a group of parameters (empty: all).
  bool holds(const std::string& path, const std::string& group);
  void prepare(RuleCharts& charts);

  Outcome resolve(Dice& dice);
  std::string first();
  std::string next(std::string_view state, Dice& dice);
  std::string alike(std::string_view state);
  int rounds();
  std::string round(std::string_view state, int number);
  bool round_over(std::string_view state);
  std::optional<Outcome> ended(std::string_view state, int played);

 private:
  void run(Dice* dice, FunctionRef<void(lua_State*)> body);
  /// The state that the function kept under `key` gives.
  template <class... Arguments>
  std::string state_by(const char& key, Dice* dice, Arguments... arguments);
  Kept kept();
  void check_nothing_kept();

  std::shared_ptr<const RuleFile> file_;
  std::unique_ptr<Interpreter> interpreter_;
  Playing playing_;
  Parts parts_;
  std::uint64_t plays_ = 0;
  Kept kept_;  ///< before it was played
};

/// The rule of one situation.
std::unique_ptr<Rule> make_rule(const std::shared_ptr<const RuleFile>& file,
                                const std::vector<Argument>& values, const Charts& charts);

/// What the rule's text gives stays on top: its table. Throws or raises where it is none.
void push_rule(lua_State* lua);

}  // namespace combat_odds::house
