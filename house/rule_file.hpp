#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "house/interpreter.hpp"
#include "house/kept.hpp"
#include "house/lua_charts.hpp"
#include "house/playing.hpp"
#include "sim/declare/procedure.hpp"
#include "sim/declare/rule_source.hpp"

namespace combat_odds::house {

/// A rule's text with what it declares, and interpreters that have it compiled.
struct RuleFile {
  explicit RuleFile(TextFile text) : rule(std::move(text)) {}

  /// One that nobody uses just now, or a new one.
  std::unique_ptr<Interpreter> take() const;
  void give_back(std::unique_ptr<Interpreter> interpreter) const;

  /// The line where the rule's text first has a word; 0 where it has not.
  int line_of(std::string_view word) const;

  TextFile rule;
  Procedure procedure;   ///< its names are those that outcomes refer to; without rule_for
  bool goes_on = false;  ///< start, step and outcome; else resolve
  std::vector<SpokenWords> words;
  RuleCharts::Named chart_named;

 private:
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Interpreter>> idle_;
};

/// The text of one rule as it was run, in one situation: an interpreter with its functions.
class Instance {
 public:
  /// Runs the text. `values` are those of the parameters.
  Instance(std::shared_ptr<const RuleFile> file, const std::vector<Argument>& values,
           RuleCharts& charts);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  Outcome resolve(Dice& dice);
  std::string first();
  std::string next(std::string_view state, Dice& dice);
  std::optional<Outcome> ended(std::string_view state);

 private:
  void run(Dice* dice, FunctionRef<void(lua_State*)> body);
  Kept kept();
  void check_nothing_kept();

  std::shared_ptr<const RuleFile> file_;
  std::unique_ptr<Interpreter> interpreter_;
  Playing playing_;
  std::uint64_t plays_ = 0;
  Kept kept_;  ///< before it was played
};

/// The rule of one situation.
std::unique_ptr<Rule> make_rule(const std::shared_ptr<const RuleFile>& file,
                                const std::vector<Argument>& values, const Charts& charts);

/// What the rule's text gives stays on top: its table. Throws or raises where it is none.
void push_rule(lua_State* lua);

}  // namespace combat_odds::house
