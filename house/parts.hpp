#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/dice/inner.hpp"
#include "core/dice/rule.hpp"
#include "sim/declare/procedure.hpp"

struct lua_State;

namespace combat_odds::house {

class Interpreter;
struct Playing;

/// Texts by number, each once.
class Numbered {
 public:
  std::uint32_t number(const std::string& text);
  const std::string& text(std::uint32_t number) const { return *texts_[number]; }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::vector<const std::string*> texts_;
};

/// What dice:play() plays, as a rule within the rule (see Inner): functions of the rule, procedures
/// of the program, and pools of many dice. Questions and replies are states (house/state.hpp).
class Parts final : public Inner<std::uint32_t, std::uint32_t> {
 public:
  /// Their own, where they are none of the rule's: names that no rule can give.
  static constexpr std::string_view sum = "#sum";    ///< of {count, sides}
  static constexpr std::string_view hits = "#hits";  ///< of {count, sides, most}
  static constexpr std::string_view pool = "#pool";  ///< of {count, sides}: how many show each face
  static constexpr std::string_view spread = "#spread";  ///< of {hits, targets}: how many take each
  static constexpr std::string_view crowd = "#crowd";    ///< of like units, see push_crowd()

  /// So many units, each of which plays a part with this question.
  struct LikeUnits {
    std::string question;
    int count = 0;
  };

  Parts(Interpreter& interpreter, Playing& playing, const Charts& charts)
      : interpreter_(interpreter), playing_(playing), charts_(charts) {}

  /// Plays a part and pushes what comes of it.
  void push_played(lua_State* lua, Dice& dice, std::string_view name,
                   const std::string& question) const;

  /// Plays a part once for each of the units and pushes how many came to what: a table from what a
  /// unit comes to to their number. Nothing but these numbers is told apart while they play.
  void push_crowd(lua_State* lua, Dice& dice, std::string_view part,
                  const std::vector<LikeUnits>& units) const;

  std::uint32_t play(const std::uint32_t& question, Dice& dice) const override;

 private:
  void push_counts(lua_State* lua, Dice& dice, std::string_view units_asked) const;
  std::string reply_of(lua_State* lua, const std::string& name, const std::string& question,
                       std::uint32_t number) const;
  const Rule& procedure_rule(lua_State* lua, const std::string& name, const std::string& question,
                             std::uint32_t number) const;

  Interpreter& interpreter_;
  Playing& playing_;
  const Charts& charts_;
  mutable Numbered questions_;
  mutable Numbered replies_;
  mutable std::map<std::string, Procedure> procedures_;
  mutable std::map<std::uint32_t, std::unique_ptr<Rule>> rules_;  ///< by their questions
};

/// The key of the rule's `parts` in Lua's registry.
extern const char parts_key;
/// The key of the situation there.
extern const char situation_key;

}  // namespace combat_odds::house
