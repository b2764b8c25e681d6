#include "house/rule_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <deque>
#include <unordered_map>
#include "house/lua_library.hpp"

#include "core/dice/in_parts.hpp"
#include "core/text/place_in_text.hpp"
#include "core/text/suggest.hpp"
#include "house/lua_dice.hpp"
#include "house/lua_outcome.hpp"
#include "house/state.hpp"

namespace combat_odds::house {
namespace {

// The addresses of these are keys in Lua's registry.
const char rule_key = 0;
const char resolve_key = 0;
const char start_key = 0;
const char step_key = 0;
const char outcome_key = 0;
const char alike_key = 0;
const char rounds_key = 0;
const char round_key = 0;
const char round_over_key = 0;

constexpr std::pair<const char*, const char*> kept_fields[] = {
    {"resolve", &resolve_key}, {"start", &start_key},           {"step", &step_key},
    {"outcome", &outcome_key}, {"alike", &alike_key},           {"rounds", &rounds_key},
    {"round", &round_key},     {"round_over", &round_over_key}, {"parts", &parts_key}};

void push(lua_State* lua, const char& key) { lua_rawgetp(lua, LUA_REGISTRYINDEX, &key); }

// What a rule's functions are called with.
struct TheDice {};
struct TheSituation {};
constexpr TheDice the_dice{};
constexpr TheSituation the_situation{};

void push(lua_State* lua, TheDice) { push_dice(lua); }
void push(lua_State* lua, TheSituation) { push(lua, situation_key); }
void push(lua_State* lua, std::string_view state) { push_state(lua, state); }
void push(lua_State* lua, int number) { lua_pushinteger(lua, number); }

/// Calls the function that is kept under `key`; what it gives is on top of the stack then.
template <class... Arguments>
void call(lua_State* lua, const char& key, Arguments... arguments) {
  push(lua, key);
  (push(lua, arguments), ...);
  lua_call(lua, static_cast<int>(sizeof...(arguments)), 1);
}

void push_argument(lua_State* lua, const Parameter& parameter, const Argument& value) {
  using Type = Parameter::Type;
  if (value.text.empty()) {
    lua_pushnil(lua);
  } else if (parameter.type == Type::flag) {
    lua_pushboolean(lua, value.number != 0 ? 1 : 0);
  } else if (parameter.type == Type::integer || parameter.type == Type::number) {
    const auto whole = static_cast<lua_Integer>(value.number);
    if (static_cast<double>(whole) == value.number) {
      lua_pushinteger(lua, whole);
    } else {
      lua_pushnumber(lua, value.number);
    }
  } else {
    lua_pushlstring(lua, value.text.data(), value.text.size());
  }
}

/// Refuses a field of the situation that is no parameter, or has no value.
int missing_field(lua_State* lua) {
  const std::string name = lua_type(lua, 2) == LUA_TSTRING ? lua_tostring(lua, 2) : "?";
  lua_getfield(lua, lua_upvalueindex(1), name.c_str());
  if (!lua_isnil(lua, -1)) return 0;
  std::vector<std::string> names;
  for (lua_pushnil(lua); lua_next(lua, lua_upvalueindex(1)) != 0; lua_pop(lua, 1)) {
    names.emplace_back(lua_tostring(lua, -2));
  }
  refuse(lua, fmt::format("the situation has no '{}'", name),
         did_you_mean(name, names, "a parameter, or what prepare(situation) puts there"));
}

/// Lets the table on top of the stack be asked for no other names than its own. Fields without a
/// value count: what was left out is nil.
void know_fields(lua_State* lua, const std::vector<std::string>& names) {
  lua_createtable(lua, 0, 1);
  lua_createtable(lua, 0, static_cast<int>(names.size()));
  for (const std::string& name : names) {
    lua_pushboolean(lua, 1);
    lua_setfield(lua, -2, name.c_str());
  }
  lua_pushcclosure(lua, guarded<missing_field>, 1);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
}

/// The values by the names of their parameters; those of a group also by their own names, in a
/// table of the group's.
void push_situation(lua_State* lua, const RuleFile& file, const std::vector<Argument>& values) {
  const std::vector<Parameter>& parameters = file.procedure.parameters;
  std::vector<std::string> names;
  lua_createtable(lua, 0, static_cast<int>(parameters.size()));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    push_argument(lua, parameters[i], values[i]);
    lua_setfield(lua, -2, parameters[i].name.c_str());
    names.push_back(parameters[i].name);
  }
  for (const ParameterGroup& group : file.groups) {
    std::vector<std::string> members;
    lua_createtable(lua, 0, static_cast<int>(group.members.size()));
    for (const auto& [name, at] : group.members) {
      push_argument(lua, parameters[at], values[at]);
      lua_setfield(lua, -2, name.c_str());
      members.push_back(name);
    }
    know_fields(lua, members);
    lua_setfield(lua, -2, group.name.c_str());
    names.push_back(group.name);
  }
  know_fields(lua, names);
}

std::string in_words(const Procedure& procedure, const std::vector<Argument>& values) {
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Parameter& parameter = procedure.parameters[i];
    if (values[i].text.empty() || values[i].text == parameter.default_value) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", parameter.name, values[i].text);
  }
  return fmt::format("playing {}{}{}", procedure.name, text.empty() ? "" : " with ", text);
}

/// A rule that several threads may play at the same time.
class Instances {
 public:
  Instances(std::shared_ptr<const RuleFile> file, const std::vector<Argument>& values,
            const Charts& charts)
      : file_(std::move(file)),
        values_(values),
        all_charts_(charts),
        charts_(charts, file_->chart_named) {
    auto first = std::make_unique<Instance>(file_, values_, charts_, all_charts_);
    file_->prepare(*first, values_, charts);
    first->prepare(charts_);
    idle_.push_back(std::move(first));
  }

  /// Calls `play` with an instance that nobody else uses. An instance that throws is dropped.
  template <class Play>
  auto with(Play&& play) const {
    std::unique_ptr<Instance> instance = take();
    auto result = play(*instance);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(instance));
    return result;
  }

 private:
  std::unique_ptr<Instance> make() const {
    auto made = std::make_unique<Instance>(file_, values_, charts_, all_charts_);
    made->prepare(charts_);
    return made;
  }
  std::unique_ptr<Instance> take() const {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return make();
    std::unique_ptr<Instance> instance = std::move(idle_.back());
    idle_.pop_back();
    return instance;
  }

  std::shared_ptr<const RuleFile> file_;
  std::vector<Argument> values_;
  Charts all_charts_;
  mutable std::mutex mutex_;
  mutable RuleCharts charts_;
  mutable std::vector<std::unique_ptr<Instance>> idle_;
};

class LuaRule : public Rule, public InParts {
 public:
  LuaRule(const std::shared_ptr<const RuleFile>& file, const std::vector<Argument>& values,
          const Charts& charts)
      : file_(file), instances_(file, values, charts) {}
  int parts(std::string_view measure) const override { return file_->parts_of(measure); }
  Outcome resolve(Dice& dice) const override {
    return instances_.with([&](Instance& instance) { return instance.resolve(dice); });
  }

 private:
  std::shared_ptr<const RuleFile> file_;
  Instances instances_;
};

/// Numbers the states, which may have any size: the engine's have one size.
class States {
 public:
  void put(std::byte* state, const std::string& bytes) {
    const std::lock_guard lock(mutex_);
    auto known = numbers_.find(bytes);
    if (known == numbers_.end()) {
      constexpr std::size_t most_bytes = std::size_t{1} << 30;
      kept_bytes_ += bytes.size();
      if (kept_bytes_ > most_bytes)
        throw SystemError("a house rule with more states than fit in 1 GiB");
      states_.push_back(bytes);
      known =
          numbers_.emplace(states_.back(), static_cast<std::uint32_t>(states_.size() - 1)).first;
    }
    std::memcpy(state, &known->second, size);
  }
  std::string_view get(const std::byte* state) const {
    std::uint32_t number = 0;
    std::memcpy(&number, state, size);
    const std::lock_guard lock(mutex_);
    return states_[number];
  }

  static constexpr std::size_t size = sizeof(std::uint32_t);

 private:
  mutable std::mutex mutex_;
  std::deque<std::string> states_;
  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::size_t kept_bytes_ = 0;
};

/// A house rule that is played step by step, or round after round.
class LuaProcess : public StagedRule, public InParts {
 public:
  LuaProcess(const std::shared_ptr<const RuleFile>& file, const std::vector<Argument>& values,
             const Charts& charts)
      : file_(file), instances_(file, values, charts) {
    if (!file->in_rounds) return;
    rounds_ = instances_.with([](Instance& instance) { return instance.rounds(); });
  }

  int parts(std::string_view measure) const override { return file_->parts_of(measure); }

  std::size_t state_size() const override { return States::size; }
  void first(std::byte* state) const override {
    states_.put(state, instances_.with([](Instance& instance) { return instance.first(); }));
  }
  void next(std::byte* state, Dice& dice) const override {
    change(state, [&](Instance& instance, std::string_view before) {
      return instance.next(before, dice);
    });
  }
  void make_alike(std::byte* state) const override {
    if (!file_->has_alike) return;
    change(state,
           [](Instance& instance, std::string_view before) { return instance.alike(before); });
  }

  int rounds() const override { return rounds_; }
  bool between_rounds(const std::byte* state) const override {
    if (rounds_ == 0) return false;
    const std::string_view bytes = states_.get(state);
    return instances_.with([&](Instance& instance) { return instance.round_over(bytes); });
  }
  void begin(std::byte* state, int round) const override {
    change(state, [&](Instance& instance, std::string_view before) {
      return instance.round(before, round + 1);
    });
  }
  std::optional<Outcome> ended(const std::byte* state, int played) const override {
    const std::string_view bytes = states_.get(state);
    return instances_.with([&](Instance& instance) { return instance.ended(bytes, played); });
  }

 private:
  template <class Change>
  void change(std::byte* state, Change&& changed) const {
    const std::string_view before = states_.get(state);
    states_.put(state,
                instances_.with([&](Instance& instance) { return changed(instance, before); }));
  }

  std::shared_ptr<const RuleFile> file_;
  Instances instances_;
  int rounds_ = 0;  ///< 0: it goes on until something happens
  mutable States states_;
};

}  // namespace

std::unique_ptr<Interpreter> RuleFile::take() const {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Interpreter> interpreter = std::move(idle_.back());
      idle_.pop_back();
      return interpreter;
    }
  }
  return std::make_unique<Interpreter>(rule);
}

void RuleFile::give_back(std::unique_ptr<Interpreter> interpreter) const {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(interpreter));
}

int RuleFile::line_of(std::string_view word) const {
  const std::size_t at = find_word(rule.text, word);
  return at == std::string_view::npos ? 0 : line_at(rule.text, at);
}

void push_rule(lua_State* lua) {
  Interpreter::push_text(lua);
  lua_call(lua, 0, 1);
  if (lua_istable(lua, -1)) return;
  throw Interpreter::of(lua).error(0, fmt::format("gives a {}", luaL_typename(lua, -1)),
                                   "a rule: return {name = \"game.rule\", ...}");
}

Instance::Instance(std::shared_ptr<const RuleFile> file, const std::vector<Argument>& values,
                   RuleCharts& charts, const Charts& all_charts)
    : file_(std::move(file)),
      interpreter_(file_->take()),
      parts_(*interpreter_, playing_, all_charts) {
  interpreter_->set_situation(in_words(file_->procedure, values));
  playing_.charts = &charts;
  playing_.procedure = &file_->procedure;
  playing_.parts = &parts_;
  run(nullptr, [&](lua_State* lua) {
    push_rule(lua);
    for (const auto& [name, key] : kept_fields) {
      lua_getfield(lua, 1, name);
      lua_rawsetp(lua, LUA_REGISTRYINDEX, key);
    }
    push_situation(lua, *file_, values);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &situation_key);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &rule_key);
  });
  playing_.charts = nullptr;
}

bool Instance::holds(const std::string& path, const std::string& group) {
  bool does = false;
  run(nullptr, [&](lua_State* lua) {
    push(lua, rule_key);
    for (std::size_t begin = 0; begin < path.size();) {
      const std::size_t end = std::min(path.find('/', begin), path.size());
      const std::string name = path.substr(begin, end - begin);
      begin = end + 1;
      if (name.find_first_not_of("0123456789") == std::string::npos) {
        lua_rawgeti(lua, -1, std::stoi(name));
      } else {
        lua_getfield(lua, -1, name.c_str());
      }
    }
    push(lua, situation_key);
    if (!group.empty()) lua_getfield(lua, -1, group.c_str());
    push(lua, situation_key);
    if (!group.empty()) lua_remove(lua, -3);
    lua_call(lua, 2, 1);
    does = lua_toboolean(lua, -1) != 0;
  });
  return does;
}

void Instance::prepare(RuleCharts& charts) {
  playing_.charts = &charts;
  run(nullptr, [&](lua_State* lua) {
    push(lua, rule_key);
    if (lua_getfield(lua, -1, "prepare") == LUA_TNIL) return;
    push(lua, situation_key);
    playing_.preparing = true;
    lua_call(lua, 1, 0);
  });
  playing_.charts = nullptr;
}

Instance::~Instance() { file_->give_back(std::move(interpreter_)); }

void Instance::run(Dice* dice, FunctionRef<void(lua_State*)> body) {
  playing_.dice = dice;
  playing_.classifying = false;
  playing_.preparing = false;
  playing_.in_part = false;
  playing_.rolled.clear();
  interpreter_->playing = &playing_;
  interpreter_->run(body);
}

Kept Instance::kept() {
  Kept kept;
  interpreter_->run([&](lua_State* lua) {
    for (const auto& [name, key] : kept_fields) {
      push(lua, *key);
      kept.look(lua, -1, "a function");
    }
    push(lua, situation_key);
    kept.look(lua, -1, "situation");
  });
  return kept;
}

/// Compares after the first, second, fourth, eighth ... play.
void Instance::check_nothing_kept() {
  if (!std::has_single_bit(++plays_)) return;
  const std::string name = kept_.difference(kept());
  if (name.empty()) return;
  throw interpreter_->error(
      file_->line_of(name),
      fmt::format(
          "the rule is not a function of its dice: it keeps '{}' from one throw to the next", name),
      "variables that are local to the function");
}

Outcome Instance::resolve(Dice& dice) {
  std::optional<Outcome> outcome;
  if (plays_ == 0) kept_ = kept();
  run(&dice, [&](lua_State* lua) {
    call(lua, resolve_key, the_dice, the_situation);
    outcome.emplace(read_outcome(lua, -1, *file_, "resolve"));
  });
  check_nothing_kept();
  return outcome ? *std::move(outcome) : Outcome();
}

template <class... Arguments>
std::string Instance::state_by(const char& key, Dice* dice, Arguments... arguments) {
  std::string state;
  run(dice, [&](lua_State* lua) {
    call(lua, key, arguments...);
    state = state_bytes(lua, -1);
  });
  return state;
}

std::string Instance::first() { return state_by(start_key, nullptr, the_situation); }

std::string Instance::next(std::string_view state, Dice& dice) {
  if (plays_ == 0) kept_ = kept();
  std::string next = state_by(step_key, &dice, the_dice, state, the_situation);
  check_nothing_kept();
  return next;
}

std::string Instance::alike(std::string_view state) {
  return state_by(alike_key, nullptr, state, the_situation);
}

std::string Instance::round(std::string_view state, int number) {
  if (!file_->has_round) return std::string(state);
  return state_by(round_key, nullptr, state, number, the_situation);
}

int Instance::rounds() {
  int rounds = 0;
  run(nullptr, [&](lua_State* lua) {
    push(lua, rounds_key);
    if (lua_isfunction(lua, -1)) call(lua, rounds_key, the_situation);
    int is_whole = 0;
    const lua_Integer number = lua_tointegerx(lua, -1, &is_whole);
    if (is_whole == 0 || number < 1 || number > StagedRule::most_rounds) {
      throw interpreter_->error(file_->line_of("rounds"), "rounds are no number of them",
                                fmt::format("1 to {}", StagedRule::most_rounds));
    }
    rounds = static_cast<int>(number);
  });
  return rounds;
}

bool Instance::round_over(std::string_view state) {
  bool is_over = false;
  run(nullptr, [&](lua_State* lua) {
    call(lua, round_over_key, state, the_situation);
    is_over = lua_toboolean(lua, -1) != 0;
  });
  return is_over;
}

std::optional<Outcome> Instance::ended(std::string_view state, int played) {
  std::optional<Outcome> outcome;
  run(nullptr, [&](lua_State* lua) {
    call(lua, outcome_key, state, the_situation, played);
    if (!lua_isnil(lua, -1)) outcome.emplace(read_outcome(lua, -1, *file_, "outcome"));
  });
  return outcome;
}

std::unique_ptr<Rule> make_rule(const std::shared_ptr<const RuleFile>& file,
                                const std::vector<Argument>& values, const Charts& charts) {
  if (file->goes_on) return std::make_unique<LuaProcess>(file, values, charts);
  return std::make_unique<LuaRule>(file, values, charts);
}

}  // namespace combat_odds::house
