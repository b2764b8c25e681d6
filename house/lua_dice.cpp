#include "house/lua_dice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>
#include "house/lua_library.hpp"

#include "core/text/suggest.hpp"
#include "house/lua_api.hpp"
#include "house/parts.hpp"
#include "house/playing.hpp"
#include "house/state.hpp"

namespace combat_odds::house {
namespace {

/// The most faces of one roll: a decision graph enumerates them all.
constexpr lua_Integer most_faces = 65'536;

/// A loop around a roll may never end; where dice are thrown, chance ends it. Exploring it would
/// take for ever, so it is refused.
void count_roll(lua_State* lua, Playing& playing) {
  if (dynamic_cast<const ThrownDice*>(playing.dice) != nullptr) return;
  const int line = Interpreter::current_line(lua);
  const auto found = std::find_if(playing.rolled.begin(), playing.rolled.end(),
                                  [&](const auto& entry) { return entry.first == line; });
  if (found == playing.rolled.end()) {
    playing.rolled.emplace_back(line, 1);
  } else if (++found->second > limits::rolls_of_a_line) {
    refuse(lua,
           fmt::format("a loop rolls more than {} times without a checkpoint: it may never end",
                       limits::rolls_of_a_line),
           "dice:at {all that the rest depends on} before the roll, or an end such as until die < "
           "6 or rolls == 20");
  }
}

Dice& dice_of(lua_State* lua) {
  Playing& playing = Playing::of(lua);
  if (playing.dice == nullptr) {
    refuse(lua, "dice are rolled outside of the rule", "in resolve(dice, situation) or step");
  }
  if (playing.classifying) {
    refuse(lua, "dice are rolled while a roll is classified", "one roll after the other");
  }
  return *playing.dice;
}

/// The same, about to roll.
Dice& rolling(lua_State* lua) {
  Dice& dice = dice_of(lua);
  count_roll(lua, Playing::of(lua));
  return dice;
}

int whole_number(lua_State* lua, int index, const char* what, lua_Integer least, lua_Integer most) {
  int is_whole = 0;
  const lua_Integer value = lua_tointegerx(lua, index, &is_whole);
  if (is_whole == 0 || lua_type(lua, index) != LUA_TNUMBER || value < least || value > most) {
    refuse(lua,
           fmt::format("{} is {}", what,
                       lua_type(lua, index) == LUA_TNUMBER
                           ? fmt::format("{}", lua_tonumber(lua, index))
                           : std::string("a ") + luaL_typename(lua, index)),
           fmt::format("a whole number from {} to {}", least, most));
  }
  return static_cast<int>(value);
}

/// The first argument must be the dice: a common mistake is dice.dr() for dice:dr().
void check_called(lua_State* lua, const char* name) {
  if (lua_type(lua, 1) == LUA_TUSERDATA) return;
  refuse(lua, fmt::format("dice.{}(...) is called without the dice", name),
         fmt::format("dice:{}(...)", name));
}

/// The rule's function from a roll to its class. Every class that it returns gets a key.
class Classes {
 public:
  /// The function is at `index` of the stack.
  Classes(lua_State* lua, int index) : lua_(lua), function_(index) {
    luaL_checktype(lua, index, LUA_TFUNCTION);
    lua_Debug about;
    lua_pushvalue(lua, index);
    lua_getinfo(lua, ">u", &about);
    takes_one_ = about.nparams == 1 && about.isvararg == 0;
    luaL_checkstack(lua, 10, nullptr);
    lua_pushnil(lua);
    kept_ = lua_gettop(lua);
    lua_pushnil(lua);
    value_ = lua_gettop(lua);
  }

  /// Whether the function takes a single number.
  bool takes_one() const { return takes_one_; }

  /// Calls the function with a roll; returns the key of the class.
  std::uint64_t key(const std::array<int, 3>& roll, int numbers) {
    call(roll, numbers);
    return key_of_value();
  }

  /// Pushes the class of a roll.
  void push(const std::array<int, 3>& roll, int numbers) {
    if (!called_ || last_ != roll) call(roll, numbers);
    lua_pushvalue(lua_, value_);
  }

 private:
  void call(const std::array<int, 3>& roll, int numbers) {
    Playing& playing = Playing::of(lua_);
    lua_pushvalue(lua_, function_);
    for (int i = 0; i < numbers; ++i) {
      lua_pushinteger(lua_, roll[static_cast<std::size_t>(i)]);
    }
    playing.classifying = true;
    lua_call(lua_, numbers, 1);
    playing.classifying = false;
    lua_replace(lua_, value_);
    last_ = roll;
    called_ = true;
  }

  /// Whole numbers, true, false and nil have fixed keys; other values are numbered.
  std::uint64_t key_of_value() {
    constexpr lua_Integer far = lua_Integer{1} << 40;
    constexpr std::uint64_t others = std::uint64_t{1} << 50;
    const int type = lua_type(lua_, value_);
    if (type == LUA_TNUMBER) {
      int is_whole = 0;
      const lua_Integer value = lua_tointegerx(lua_, value_, &is_whole);
      if (is_whole != 0 && -far < value && value < far) {
        return static_cast<std::uint64_t>(value + far);
      }
    }
    if (type == LUA_TNIL) return others;
    if (type == LUA_TBOOLEAN) return others + (lua_toboolean(lua_, value_) != 0 ? 1 : 2);
    if (lua_isnil(lua_, kept_)) {
      lua_createtable(lua_, 0, 4);
      lua_replace(lua_, kept_);
    }
    if (type == LUA_TSTRING) {
      lua_pushvalue(lua_, value_);
      return others + 4 + numbered();
    }
    const std::string bytes = state_bytes(lua_, value_);
    lua_pushlstring(lua_, bytes.data(), bytes.size());
    return 2 * others + numbered();
  }

  /// The number of the text on top of the stack; pops it.
  std::uint64_t numbered() {
    lua_pushvalue(lua_, -1);
    if (lua_rawget(lua_, kept_) == LUA_TNIL) {
      lua_pushvalue(lua_, -2);
      lua_pushinteger(lua_, ++numbers_);
      lua_rawset(lua_, kept_);
      lua_pop(lua_, 2);
      return static_cast<std::uint64_t>(numbers_);
    }
    const auto number = static_cast<std::uint64_t>(lua_tointeger(lua_, -1));
    lua_pop(lua_, 2);
    return number;
  }

  lua_State* lua_;
  int function_;
  int kept_ = 0;
  int value_ = 0;
  bool takes_one_ = false;
  bool called_ = false;
  std::array<int, 3> last_{};
  lua_Integer numbers_ = 0;
};

/// dice:DR() returns the total, the coloured and the white die; dice:DR(classify) returns
/// classify(total, coloured, white).
int roll_two(lua_State* lua) {
  check_called(lua, "DR");
  Dice& dice = rolling(lua);
  if (lua_isnoneornil(lua, 2)) {
    const TwoDice roll = dice.DR();
    lua_pushinteger(lua, roll.total());
    lua_pushinteger(lua, roll.coloured);
    lua_pushinteger(lua, roll.white);
    return 3;
  }
  Classes classes(lua, 2);
  if (!classes.takes_one()) {
    std::array<int, 3> rolled{};
    dice.DR([&](TwoDice roll) {
      rolled = {roll.total(), roll.coloured, roll.white};
      return classes.key(rolled, 3);
    });
    classes.push(rolled, 3);
    return 1;
  }
  // Most functions take only the total: they need 11 calls, not 36.
  std::array<std::optional<std::uint64_t>, 13> by_total{};
  std::array<int, 3> rolled{};
  dice.DR([&](TwoDice roll) {
    rolled = {roll.total(), 0, 0};
    auto& key = by_total[static_cast<std::size_t>(roll.total())];
    if (!key) key = classes.key(rolled, 1);
    return *key;
  });
  classes.push(rolled, 1);
  return 1;
}

/// One die or chit of `sides`. A function at `function`, if there is one, classifies the faces.
int roll_one(lua_State* lua, int sides, int function) {
  Dice& dice = rolling(lua);
  int rolled = 0;
  if (lua_isnoneornil(lua, function)) {
    dice.die(sides, [&](int face) {
      rolled = face;
      return face;
    });
    lua_pushinteger(lua, rolled);
    return 1;
  }
  Classes classes(lua, function);
  dice.die(sides, [&](int face) {
    rolled = face;
    return classes.key({rolled, 0, 0}, 1);
  });
  classes.push({rolled, 0, 0}, 1);
  return 1;
}

int roll_dr(lua_State* lua) {
  check_called(lua, "dr");
  return roll_one(lua, 6, 2);
}

int roll_die(lua_State* lua) {
  check_called(lua, "die");
  return roll_one(lua, whole_number(lua, 2, "sides", 1, most_faces), 3);
}

int roll_chit(lua_State* lua) {
  check_called(lua, "chit");
  return roll_one(lua, whole_number(lua, 2, "chits", 1, most_faces), 3);
}

/// The number of faces of one roll that stands for all the dice; 0: too many for one.
lua_Integer faces_of(int count, int sides) {
  lua_Integer faces = 1;
  for (int i = 0; i < count && faces <= most_faces; ++i) faces *= sides;
  return faces <= most_faces ? faces : 0;
}

constexpr lua_Integer most_dice = 1000;

/// Plays a part whose question is a list of numbers, and pushes what comes of it.
int play_numbers(lua_State* lua, std::string_view part, std::initializer_list<int> numbers) {
  Dice& dice = rolling(lua);
  lua_createtable(lua, static_cast<int>(numbers.size()), 0);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    lua_pushinteger(lua, numbers.begin()[i]);
    lua_rawseti(lua, -2, static_cast<lua_Integer>(i) + 1);
  }
  Playing::of(lua).parts->push_played(lua, dice, part, state_bytes(lua, lua_gettop(lua)));
  return 1;
}

/// dice:sum(count, sides): the sum of `count` dice.
int roll_sum(lua_State* lua) {
  check_called(lua, "sum");
  const int count = whole_number(lua, 2, "count", 1, most_dice);
  const int sides = lua_isnoneornil(lua, 3) ? 6 : whole_number(lua, 3, "sides", 1, most_faces);
  const lua_Integer faces = faces_of(count, sides);
  if (faces == 0) return play_numbers(lua, Parts::sum, {count, sides});
  const int rolled = rolling(lua).chit(static_cast<int>(faces), [&](int face) {
    int sum = count;
    for (; face > 0; face /= sides) sum += face % sides;
    return sum;
  });
  lua_pushinteger(lua, rolled);
  return 1;
}

/// dice:hits(count, sides, most): how many of `count` dice show `most` or less.
int roll_hits(lua_State* lua) {
  check_called(lua, "hits");
  const int count = whole_number(lua, 2, "count", 0, most_dice);
  const int sides = whole_number(lua, 3, "sides", 1, most_faces);
  const int most = whole_number(lua, 4, "most", 0, sides);
  if (count == 0) {
    lua_pushinteger(lua, 0);
    return 1;
  }
  const lua_Integer faces = faces_of(count, sides);
  if (faces == 0) return play_numbers(lua, Parts::hits, {count, sides, most});
  const int hits = rolling(lua).chit(static_cast<int>(faces), [&](int face) {
    int hitting = 0;
    for (int i = 0; i < count; ++i, face /= sides) hitting += face % sides < most ? 1 : 0;
    return hitting;
  });
  lua_pushinteger(lua, hits);
  return 1;
}

/// dice:pool(count, sides): a list of how many dice show each face.
int roll_pool(lua_State* lua) {
  check_called(lua, "pool");
  const int count = whole_number(lua, 2, "count", 0, most_dice);
  const int sides = lua_isnoneornil(lua, 3) ? 6 : whole_number(lua, 3, "sides", 1, 100);
  return play_numbers(lua, Parts::pool, {count, sides});
}

/// dice:play(part, question): plays a part of the rule, or a procedure of the program.
int play_part(lua_State* lua) {
  check_called(lua, "play");
  Dice& dice = rolling(lua);
  if (lua_type(lua, 2) != LUA_TSTRING) {
    refuse(lua, fmt::format("play: the part is a {}", luaL_typename(lua, 2)),
           "its name: dice:play(\"volley\", {12, 3})");
  }
  lua_settop(lua, 3);
  const std::string name = lua_tostring(lua, 2);
  if (name.empty() || name.front() == '#') refuse(lua, "play: the part has no name", "its name");
  Playing::of(lua).parts->push_played(lua, dice, name, state_bytes(lua, 3));
  return 1;
}

/// dice:spread(hits, targets): how many of the targets take 0, 1, 2 ... of the hits.
int spread_hits(lua_State* lua) {
  check_called(lua, "spread");
  const int hits = whole_number(lua, 2, "hits", 0, 100);
  const int targets = whole_number(lua, 3, "targets", 1, most_dice);
  return play_numbers(lua, Parts::spread, {hits, targets});
}

/// dice:crowd(part, count, question), or dice:crowd(part, {kind = count, ...}, question).
int play_crowd(lua_State* lua) {
  check_called(lua, "crowd");
  Dice& dice = rolling(lua);
  if (lua_type(lua, 2) != LUA_TSTRING || lua_rawlen(lua, 2) == 0 || *lua_tostring(lua, 2) == '#') {
    refuse(lua, "crowd: the part has no name", "dice:crowd(\"volley\", 20)");
  }
  const std::string part = lua_tostring(lua, 2);
  lua_settop(lua, 4);
  std::vector<Parts::LikeUnits> units;
  if (!lua_istable(lua, 3)) {
    units.push_back({state_bytes(lua, 4), whole_number(lua, 3, "units", 0, most_dice)});
  } else {
    int all = 0;
    for (lua_pushnil(lua); lua_next(lua, 3) != 0; lua_pop(lua, 1)) {
      const int count = whole_number(lua, lua_gettop(lua), "units of a kind", 0, most_dice - all);
      all += count;
      lua_pushvalue(lua, -2);
      if (!lua_isnil(lua, 4)) {  // {kind, question}
        lua_createtable(lua, 2, 0);
        lua_pushvalue(lua, -2);
        lua_rawseti(lua, -2, 1);
        lua_pushvalue(lua, 4);
        lua_rawseti(lua, -2, 2);
        lua_remove(lua, -2);
      }
      units.push_back({state_bytes(lua, lua_gettop(lua)), count});
      lua_pop(lua, 1);
    }
  }
  std::erase_if(units, [](const Parts::LikeUnits& like) { return like.count == 0; });
  std::ranges::sort(units, {}, &Parts::LikeUnits::question);
  Playing::of(lua).parts->push_crowd(lua, dice, part, units);
  return 1;
}

/// dice:random_selection(units, at_least): a list of true (selected) and false.
int random_selection(lua_State* lua) {
  check_called(lua, "random_selection");
  const int units = whole_number(lua, 2, "units", 1, 20);
  const int at_least = lua_isnoneornil(lua, 3) ? 1 : whole_number(lua, 3, "at_least", 1, units);
  const std::uint32_t selected = rolling(lua).random_selection(units, at_least);
  lua_createtable(lua, units, 0);
  for (int i = 0; i < units; ++i) {
    lua_pushboolean(lua, static_cast<int>(selected >> i & 1));
    lua_rawseti(lua, -2, i + 1);
  }
  return 1;
}

/// dice:at(state): a checkpoint. Leaves the rule at once if the rest is known already.
int checkpoint(lua_State* lua) {
  check_called(lua, "at");
  Dice& dice = dice_of(lua);
  luaL_checkany(lua, 2);
  Playing::of(lua).rolled.clear();
  if (dice.at(state_bytes(lua, 2))) Interpreter::of(lua).leave(lua);
  return 0;
}

/// A field of the table at `index`, as text.
std::string text_field(lua_State* lua, int index, const char* name, const char* right) {
  lua_getfield(lua, index, name);
  if (lua_type(lua, -1) != LUA_TSTRING) {
    refuse(lua, fmt::format("choose: {} is a {}", name, luaL_typename(lua, -1)), right);
  }
  std::string text = lua_tostring(lua, -1);
  lua_pop(lua, 1);
  return text;
}

std::vector<std::string> options_of(lua_State* lua, int index) {
  constexpr const char* right = "a list of texts such as {\"roll\", \"hold\"}";
  lua_getfield(lua, index, "options");
  if (lua_type(lua, -1) != LUA_TTABLE) refuse(lua, "choose: options are missing", right);
  std::vector<std::string> options;
  for (lua_Integer i = 1; lua_geti(lua, -1, i) != LUA_TNIL; ++i) {
    if (lua_type(lua, -1) != LUA_TSTRING) {
      refuse(lua, fmt::format("choose: an option is a {}", luaL_typename(lua, -1)), right);
    }
    options.emplace_back(lua_tostring(lua, -1));
    lua_pop(lua, 1);
  }
  lua_pop(lua, 2);
  if (options.empty()) refuse(lua, "choose: there is no option", right);
  return options;
}

/// Reads {{"phase", 3}, {"leader", true}, {"weather", "snow"}}.
Facts words_of(lua_State* lua, int index) {
  constexpr const char* right = "a list of names and values such as {{\"phase\", 3}}";
  Facts facts;
  if (lua_getfield(lua, index, "words") == LUA_TNIL) {
    lua_pop(lua, 1);
    return facts;
  }
  if (lua_type(lua, -1) != LUA_TTABLE) refuse(lua, "choose: words are no table", right);
  constexpr lua_Integer largest = std::numeric_limits<int>::max();
  for (lua_Integer i = 1; lua_geti(lua, -1, i) != LUA_TNIL; ++i) {
    if (lua_type(lua, -1) != LUA_TTABLE) refuse(lua, "choose: a word is no table", right);
    lua_geti(lua, -1, 1);
    lua_geti(lua, -2, 2);
    if (lua_type(lua, -2) != LUA_TSTRING) refuse(lua, "choose: a word has no name", right);
    const std::string name = lua_tostring(lua, -2);
    int is_whole = 0;
    const lua_Integer number = lua_tointegerx(lua, -1, &is_whole);
    if (lua_type(lua, -1) == LUA_TBOOLEAN) {
      facts.emplace_back(name, lua_toboolean(lua, -1) != 0);
    } else if (lua_type(lua, -1) == LUA_TNUMBER && is_whole != 0 && number >= -largest &&
               number <= largest) {
      facts.emplace_back(name, static_cast<int>(number));
    } else if (lua_type(lua, -1) == LUA_TSTRING) {
      facts.emplace_back(name, std::string_view(lua_tostring(lua, -1)));
    } else {
      refuse(lua, fmt::format("choose: the word '{}' is a {}", name, luaL_typename(lua, -1)),
             "a whole number below 2^31, a text, true or false");
    }
    lua_pop(lua, 3);
  }
  lua_pop(lua, 2);
  return facts;
}

/// dice:choose {by = parameter, question = text, options = texts, otherwise = text, state = state,
/// words = words}: a player's decision, returned as one of the options.
int choose(lua_State* lua) {
  check_called(lua, "choose");
  Dice& dice = dice_of(lua);
  luaL_checktype(lua, 2, LUA_TTABLE);
  if (Playing::of(lua).in_part) {
    refuse(lua, "choose: a player decides within a part",
           "the decision in resolve or step, and its answer in the part's question");
  }
  const std::string by = text_field(lua, 2, "by", "the parameter that fixes the decision");
  const Playing& playing = Playing::of(lua);
  const Parameter* const parameter =
      playing.procedure == nullptr ? nullptr : playing.procedure->parameter(by);
  if (parameter == nullptr || !parameter->decides) {
    refuse(lua, fmt::format("choose: no parameter '{}' decides", by),
           "a parameter with decides = true");
  }
  const std::string question = text_field(lua, 2, "question", "a text such as \"roll again?\"");
  const std::vector<std::string> options = options_of(lua, 2);
  const std::string otherwise = text_field(lua, 2, "otherwise", "the option that habit takes");
  const auto habit = std::find(options.begin(), options.end(), otherwise);
  if (habit == options.end()) {
    refuse(lua, fmt::format("choose: '{}' is no option", otherwise), "one of the options");
  }
  lua_getfield(lua, 2, "state");
  if (lua_isnil(lua, -1)) {
    refuse(lua, "choose: state is missing", "all that the rest depends on");
  }
  const std::string state = state_bytes(lua, lua_gettop(lua));
  lua_pop(lua, 1);
  const std::vector<std::string_view> views(options.begin(), options.end());
  const auto words = [&] { return words_of(lua, 2); };
  const int chosen = dice.choose({by, question, views, *parameter->decides}, state, words,
                                 static_cast<int>(habit - options.begin()));
  const std::string& option = options[static_cast<std::size_t>(chosen)];
  lua_pushlstring(lua, option.data(), option.size());
  return 1;
}

int unknown(lua_State* lua) {
  const std::string name = lua_type(lua, 2) == LUA_TSTRING ? lua_tostring(lua, 2) : "?";
  std::vector<std::string> names;
  for (const ApiMethod& method : dice_methods()) names.emplace_back(method.name);
  refuse(lua, fmt::format("dice have no '{}'", name),
         did_you_mean(name, names, fmt::format("one of {}", fmt::join(names, ", "))));
}

const char dice_key = 0;  // its address is the key

lua_CFunction function_of(std::string_view method) {
  constexpr std::pair<std::string_view, lua_CFunction> functions[] = {
      {"dr", guarded<roll_dr>},         {"DR", guarded<roll_two>},
      {"die", guarded<roll_die>},       {"chit", guarded<roll_chit>},
      {"sum", guarded<roll_sum>},       {"hits", guarded<roll_hits>},
      {"pool", guarded<roll_pool>},     {"random_selection", guarded<random_selection>},
      {"choose", guarded<choose>},      {"play", guarded<play_part>},
      {"at", guarded<checkpoint>},      {"crowd", guarded<play_crowd>},
      {"spread", guarded<spread_hits>},
  };
  for (const auto& [name, function] : functions) {
    if (name == method) return function;
  }
  throw std::logic_error("no function for dice:" + std::string(method));
}

}  // namespace

void push_dice(lua_State* lua) {
  if (lua_rawgetp(lua, LUA_REGISTRYINDEX, &dice_key) == LUA_TUSERDATA) return;
  lua_pop(lua, 1);
  lua_newuserdatauv(lua, 1, 0);
  lua_createtable(lua, 0, 1);
  lua_createtable(lua, 0, static_cast<int>(dice_methods().size()));
  for (const ApiMethod& method : dice_methods()) {
    lua_pushlstring(lua, method.name.data(), method.name.size());
    lua_pushcfunction(lua, function_of(method.name));
    lua_rawset(lua, -3);
  }
  lua_createtable(lua, 0, 1);
  lua_pushcfunction(lua, guarded<unknown>);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  lua_pushvalue(lua, -1);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &dice_key);
}

}  // namespace combat_odds::house
