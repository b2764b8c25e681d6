#include "house/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include "house/lua_library.hpp"

#include "core/dice/in_parts.hpp"
#include "core/text/suggest.hpp"
#include "house/interpreter.hpp"
#include "house/lua_dice.hpp"
#include "house/playing.hpp"
#include "house/state.hpp"
#include "sim/declare/registry.hpp"

namespace combat_odds::house {

// Their addresses are the keys.
const char parts_key = 0;
const char situation_key = 0;

namespace {

/// While a part is played: other dice, and nobody decides.
class InPart {
 public:
  InPart(Playing& playing, Dice& dice) : playing_(playing), kept_(playing) {
    playing.dice = &dice;
    playing.in_part = true;
    playing.rolled.clear();
  }
  InPart(const InPart&) = delete;
  InPart& operator=(const InPart&) = delete;
  ~InPart() { playing_ = std::move(kept_); }

 private:
  Playing& playing_;
  Playing kept_;
};

/// The numbers of a list, the question of a pool.
std::vector<int> numbers_at(lua_State* lua, int index) {
  std::vector<int> numbers;
  const int list = lua_absindex(lua, index);
  for (lua_Integer i = 1; lua_geti(lua, list, i) == LUA_TNUMBER; ++i) {
    numbers.push_back(static_cast<int>(lua_tointeger(lua, -1)));
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return numbers;
}

template <class Value>
std::string_view bytes_of(const std::vector<Value>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(Value)};
}

/// The sum of dice, or how many show `most` or less: one die after the other.
void push_counted(lua_State* lua, Dice& dice, const std::vector<int>& asked) {
  const bool are_hits = asked.size() == 3;
  std::vector<int> state = {asked[0], 0};
  for (; state[0] > 0; --state[0]) {
    if (dice.at(bytes_of(state))) return;
    state[1] += dice.die(asked[1], [&](int face) {
      return !are_hits ? face : face <= asked[2] ? 1 : 0;
    });
  }
  lua_pushinteger(lua, state[1]);
}

void push_pool(lua_State* lua, Dice& dice, int count, int sides) {
  std::vector<std::uint16_t> shown(static_cast<std::size_t>(sides), 0);
  for (int left = count; left > 0; --left) {  // how many are left is known from what was shown
    if (dice.at(bytes_of(shown))) return;
    ++shown[static_cast<std::size_t>(dice.die(sides, [](int face) { return face; })) - 1];
  }
  lua_createtable(lua, sides, 0);
  for (int face = 1; face <= sides; ++face) {
    lua_pushinteger(lua, shown[static_cast<std::size_t>(face) - 1]);
    lua_rawseti(lua, -2, face);
  }
}

/// Hits fall on like targets at random: a list of how many targets take none, one, two and so on,
/// with how many take none at 0.
void push_spread(lua_State* lua, Dice& dice, int hits, int targets) {
  std::vector<std::uint16_t> taking = {static_cast<std::uint16_t>(targets)};
  for (int left = hits; left > 0; --left) {  // how many are left is known from what fell
    if (dice.at(bytes_of(taking))) return;
    const int hit = dice.die(targets, [&](int target) {
      std::size_t taken = 0;
      for (int before = taking[0]; target > before; before += taking[taken]) ++taken;
      return static_cast<int>(taken);
    });
    const auto from = static_cast<std::size_t>(hit);
    if (from + 1 == taking.size()) taking.push_back(0);
    --taking[from];
    ++taking[from + 1];
  }
  lua_createtable(lua, static_cast<int>(taking.size()), 1);
  for (std::size_t i = 0; i < taking.size(); ++i) {
    lua_pushinteger(lua, taking[i]);
    lua_rawseti(lua, -2, static_cast<lua_Integer>(i));
  }
}

/// An outcome as rules give them: {"hit", hurt = true, losses = 2}.
void push_outcome(lua_State* lua, const Rule& rule, const Outcome& outcome) {
  const auto push_text = [&](std::string_view text) {
    lua_pushlstring(lua, text.data(), text.size());
  };
  lua_createtable(lua, 1, 4);
  push_text(outcome.label());
  lua_rawseti(lua, -2, 1);
  for (const std::string_view event : outcome.events()) {
    push_text(event);
    lua_pushboolean(lua, 1);
    lua_rawset(lua, -3);
  }
  for (const auto& [name, value] : outcome.measures()) {
    push_text(name);
    const int parts = parts_of(rule, name);
    if (value % parts == 0) {
      lua_pushinteger(lua, value / parts);
    } else {
      lua_pushnumber(lua, static_cast<double>(value) / parts);
    }
    lua_rawset(lua, -3);
  }
}

std::string text_at(lua_State* lua, int index) {
  if (lua_isboolean(lua, index)) return lua_toboolean(lua, index) != 0 ? "true" : "false";
  if (lua_type(lua, index) == LUA_TNUMBER) return number_text(lua_tonumber(lua, index));
  return lua_type(lua, index) == LUA_TSTRING ? lua_tostring(lua, index) : "";
}

/// The values of a procedure's parameters from the table at `index`.
std::vector<Argument> arguments_at(lua_State* lua, int index, const Procedure& procedure) {
  std::map<std::string, std::string> given;
  if (lua_istable(lua, index)) {
    for (lua_pushnil(lua); lua_next(lua, index) != 0; lua_pop(lua, 1)) {
      const std::string name = lua_type(lua, -2) == LUA_TSTRING ? lua_tostring(lua, -2) : "?";
      std::vector<std::string> names;
      for (const Parameter& parameter : procedure.parameters) names.push_back(parameter.name);
      if (procedure.parameter(name) == nullptr) {
        refuse(lua, fmt::format("{} has no '{}'", procedure.name, name),
               did_you_mean(name, names, "one of its parameters"));
      }
      given[procedure.parameter(name)->name] = text_at(lua, -1);
    }
  }
  std::vector<Argument> values;
  for (const Parameter& parameter : procedure.parameters) {
    const auto found = given.find(parameter.name);
    if (found == given.end() && !parameter.default_value) {
      throw ArgumentError(parameter.name, procedure.name + " needs " + parameter.name,
                          parameter.allowed());
    }
    const std::string& text = found == given.end() ? *parameter.default_value : found->second;
    values.push_back(text.empty() ? Argument() : read_argument(parameter, text));
    values.back().given = found != given.end();
  }
  return values;
}

}  // namespace

std::uint32_t Numbered::number(const std::string& text) {
  const auto [entry, is_new] =
      numbers_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
  if (is_new) texts_.push_back(&entry->first);
  return entry->second;
}

void Parts::push_played(lua_State* lua, Dice& dice, std::string_view name,
                        const std::string& question) const {
  const std::uint32_t asked = questions_.number(std::string(name) + '\0' + question);
  const std::uint32_t reply = dice.play(*this, asked);
  push_state(lua, replies_.text(reply));
}

namespace {

/// A group of units in the question of a crowd.
struct AskedUnits {
  std::uint32_t asked = 0;
  std::uint32_t count = 0;
};

}  // namespace

void Parts::push_crowd(lua_State* lua, Dice& dice, std::string_view part,
                       const std::vector<LikeUnits>& units) const {
  std::vector<AskedUnits> asked;
  for (const LikeUnits& like : units) {
    const std::uint32_t question = questions_.number(std::string(part) + '\0' + like.question);
    asked.push_back({question, static_cast<std::uint32_t>(like.count)});
  }
  push_played(lua, dice, crowd, std::string(bytes_of(asked)));
}

void Parts::push_counts(lua_State* lua, Dice& dice, std::string_view units_asked) const {
  std::map<std::uint32_t, std::uint32_t> came;  // by what it is
  for (std::size_t at = 0; at < units_asked.size(); at += sizeof(AskedUnits)) {
    AskedUnits units;
    std::memcpy(&units, units_asked.data() + at, sizeof units);
    for (std::uint32_t left = units.count; left > 0; --left) {
      std::vector<std::uint32_t> state = {static_cast<std::uint32_t>(at), left};
      for (const auto& [reply, count] : came) state.insert(state.end(), {reply, count});
      if (dice.at(bytes_of(state))) return;
      ++came[dice.play(*this, units.asked)];
    }
  }
  lua_createtable(lua, 0, static_cast<int>(came.size()));
  for (const auto& [reply, count] : came) {
    push_state(lua, replies_.text(reply));
    if (lua_isnil(lua, -1) || lua_istable(lua, -1)) {
      refuse(lua, fmt::format("crowd: a unit comes to a {}", luaL_typename(lua, -1)),
             "a text, a number, true or false, of which there are so many");
    }
    lua_pushinteger(lua, count);
    lua_rawset(lua, -3);
  }
}

std::uint32_t Parts::play(const std::uint32_t& question, Dice& dice) const {
  const std::string asked = questions_.text(question);
  const std::size_t end = asked.find('\0');
  const InPart in_part(playing_, dice);
  std::string reply;
  interpreter_.run_within([&](lua_State* lua) {
    reply = reply_of(lua, asked.substr(0, end), asked.substr(end + 1), question);
  });
  return replies_.number(reply);
}

std::string Parts::reply_of(lua_State* lua, const std::string& name, const std::string& question,
                            std::uint32_t number) const {
  if (name == crowd) {
    lua_pushnil(lua);
    push_counts(lua, *playing_.dice, question);
  } else if (name.starts_with('#')) {
    push_state(lua, question);
    const std::vector<int> asked = numbers_at(lua, -1);
    if (name == pool) {
      push_pool(lua, *playing_.dice, asked[0], asked[1]);
    } else if (name == spread) {
      push_spread(lua, *playing_.dice, asked[0], asked[1]);
    } else {
      push_counted(lua, *playing_.dice, asked);
    }
  } else if (name.find('.') != std::string::npos) {
    const Rule& rule = procedure_rule(lua, name, question, number);
    push_outcome(lua, rule, rule.resolve(*playing_.dice));
  } else {
    if (lua_rawgetp(lua, LUA_REGISTRYINDEX, &parts_key) == LUA_TTABLE) {
      lua_getfield(lua, -1, name.c_str());
    }
    if (lua_type(lua, -1) != LUA_TFUNCTION) {
      refuse(lua, fmt::format("the rule has no part '{}'", name),
             fmt::format("parts = {{{} = function(dice, question) ... end}}", name));
    }
    push_dice(lua);
    push_state(lua, question);
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &situation_key);
    lua_call(lua, 3, 1);
  }
  return state_bytes(lua, lua_gettop(lua));
}

/// The rule of a procedure of the program, for the values that the question has.
const Rule& Parts::procedure_rule(lua_State* lua, const std::string& name,
                                  const std::string& question, std::uint32_t number) const {
  std::unique_ptr<Rule>& rule = rules_[number];
  if (rule) return *rule;
  if (!procedures_.contains(name)) {
    const auto all = built_in_procedures();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const BuiltInProcedure& one) { return one.name == name; });
    if (found == all.end()) {
      std::vector<std::string> names;
      for (const BuiltInProcedure& one : all) names.emplace_back(one.name);
      refuse(lua, fmt::format("the program has no '{}'", name),
             did_you_mean(name, names, "a procedure that comes with it, or a part of the rule"));
    }
    procedures_.emplace(name, found->declare());
  }
  const Procedure& procedure = procedures_.at(name);
  push_state(lua, question);
  std::string wrong;
  std::string right;
  try {
    rule = procedure.make_rule(arguments_at(lua, lua_gettop(lua), procedure), charts_);
  } catch (const ArgumentError& error) {
    wrong = error.wrong();
    right = error.right();
  }
  if (!rule) refuse(lua, fmt::format("{}: {}", name, wrong), right);
  return *rule;
}

}  // namespace combat_odds::house
