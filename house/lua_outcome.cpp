#include "house/lua_outcome.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include "house/lua_library.hpp"

#include "core/text/place_in_text.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/suggest.hpp"
#include "house/rule_file.hpp"

namespace combat_odds::house {
namespace {

constexpr std::size_t most_label_bytes = 200;
constexpr const char* form = "a text, or a table such as {\"hit\", hurt = true, losses = 2}";

class Reader {
 public:
  Reader(lua_State* lua, int index, const RuleFile& file, const char* function)
      : lua_(lua), index_(lua_absindex(lua, index)), file_(file), function_(function) {}

  Outcome outcome() {
    luaL_checkstack(lua_, 5, nullptr);
    if (lua_type(lua_, index_) == LUA_TSTRING) {
      Outcome outcome(label(index_));
      for (const Term& term : file_.procedure.measures) check_missing(outcome, term);
      return outcome;
    }
    if (!lua_istable(lua_, index_)) {
      fail(fmt::format("gives a {}", luaL_typename(lua_, index_)), form);
    }
    lua_rawgeti(lua_, index_, 1);
    if (lua_type(lua_, -1) != LUA_TSTRING) fail("gives a table without an outcome", form);
    Outcome outcome(label(-1));
    lua_pop(lua_, 1);
    read_events(outcome);
    read_measures(outcome);
    check_names();
    return outcome;
  }

 private:
  [[noreturn]] void fail(const std::string& wrong, const std::string& right) const {
    throw Interpreter::of(lua_).error(line(), fmt::format("{} {}", function_, wrong), right);
  }

  /// Where the outcome that was given is returned, as far as the text tells; else the function's
  /// line. (Lua knows no lines of a function that has returned.)
  int line() const {
    const std::string_view text = file_.rule.text;
    for (const char quote : {'"', '\''}) {
      const std::string quoted = quote + given_ + quote;
      for (std::size_t at = text.find(quoted); !given_.empty() && at != text.npos;
           at = text.find(quoted, at + 1)) {
        const std::size_t begins = text.rfind('\n', at) + 1;  // npos + 1 is 0
        if (find_word(text.substr(begins, at - begins), "return") != text.npos) {
          return line_at(text, at);
        }
      }
    }
    return file_.line_of(function_);
  }

  std::string label(int index) {
    std::size_t length = 0;
    const char* const start = lua_tolstring(lua_, index, &length);
    std::string text(start, length);
    const bool is_line =
        first_not_text(text) == std::string::npos && text.find('\n') == std::string::npos;
    if (text.empty() || text.size() > most_label_bytes || !is_line) {
      fail(fmt::format("gives the outcome '{}'", one_line(std::string(clipped(text, 40)))),
           fmt::format("a text of 1 to {} bytes in one line", most_label_bytes));
    }
    given_ = text;
    check_declared(text);
    return text;
  }

  /// A rule that lists its outcomes gives no others.
  void check_declared(const std::string& label) const {
    const std::vector<Term>& outcomes = file_.procedure.outcomes;
    if (outcomes.empty()) return;
    std::vector<std::string> names;
    for (const Term& term : outcomes) {
      if (term.name == label) return;
      names.push_back(term.name);
    }
    fail(fmt::format("gives the outcome '{}', which is not declared", label),
         did_you_mean(label, names, "outcomes = {{\"" + label + "\", \"what it means\"}}"));
  }

  /// A mean over some of the outcomes would be called that of all, unless the measure says so.
  void check_missing(const Outcome& outcome, const Term& measure) const {
    if (!measure.only_where.empty() && !exists_in(measure, outcome)) return;
    fail(fmt::format("gives the outcome '{}' without the measure '{}'", outcome.label(),
                     measure.name),
         fmt::format("{{\"{}\", {} = 0}}", outcome.label(), measure.name));
  }

  void push_field(const std::string& name) {
    lua_pushlstring(lua_, name.data(), name.size());
    lua_rawget(lua_, index_);
  }

  void read_events(Outcome& outcome) {
    for (const Term& term : file_.procedure.events) {
      push_field(term.name);
      if (!lua_isnil(lua_, -1) && !lua_isboolean(lua_, -1)) {
        fail(fmt::format("gives the event '{}' as a {}", term.name, luaL_typename(lua_, -1)),
             "true or false");
      }
      outcome.event(term.name, lua_toboolean(lua_, -1) != 0);
      seen_ += lua_isnil(lua_, -1) ? 0 : 1;
      lua_pop(lua_, 1);
    }
  }

  void read_measures(Outcome& outcome) {
    for (const Term& term : file_.procedure.measures) {
      push_field(term.name);
      if (lua_isnil(lua_, -1)) {
        check_missing(outcome, term);
        lua_pop(lua_, 1);
        continue;
      }
      const int value = measured(term);
      if (!exists_in(term, outcome)) {
        fail(fmt::format("gives the outcome '{}' with the measure '{}', which exists only where {}",
                         outcome.label(), term.name, term.where_text()),
             "leave it out there");
      }
      outcome.measure(term.name, value);
      ++seen_;
      lua_pop(lua_, 1);
    }
  }

  /// The number on top of the stack: so many steps of the measure, whole ones unless it says so.
  int measured(const Term& term) const {
    const int parts = file_.parts_of(term.name);
    constexpr double most = std::numeric_limits<int>::max();
    constexpr double rounding = 1e-6;
    const bool is_number = lua_type(lua_, -1) == LUA_TNUMBER;
    const double steps = lua_tonumber(lua_, -1) * parts;
    if (is_number && std::abs(steps) <= most && std::abs(steps - std::round(steps)) <= rounding) {
      return static_cast<int>(std::round(steps));
    }
    fail(fmt::format("gives the measure '{}' as {}", term.name,
                     is_number ? fmt::format("{:g}", lua_tonumber(lua_, -1))
                               : std::string("a ") + luaL_typename(lua_, -1)),
         !is_number ? "a number"
         : parts > 1
             ? fmt::format("a multiple of its step, {:g}, or another step", 1.0 / parts)
             : fmt::format("a whole number, or its step where it is declared: {{\"{}\", \"...\", "
                           "step = 0.5}}",
                           term.name));
  }

  /// Refuses fields that were not read.
  void check_names() {
    std::size_t fields = 0;
    for (lua_pushnil(lua_); lua_next(lua_, index_) != 0; lua_pop(lua_, 1)) ++fields;
    if (fields == seen_ + 1) return;
    std::vector<std::string> names;
    for (const auto* terms : {&file_.procedure.events, &file_.procedure.measures}) {
      for (const Term& term : *terms) names.push_back(term.name);
    }
    for (lua_pushnil(lua_); lua_next(lua_, index_) != 0; lua_pop(lua_, 1)) {
      const bool is_name = lua_type(lua_, -2) == LUA_TSTRING;
      if (!is_name && lua_tointeger(lua_, -2) == 1) continue;
      const std::string name = is_name ? lua_tostring(lua_, -2) : "?";
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      fail(fmt::format("gives '{}', which is not declared", name),
           did_you_mean(name, names, "events = {{\"" + name + "\", \"what it means\"}}"));
    }
  }

  lua_State* lua_;
  int index_;
  const RuleFile& file_;
  const char* function_;
  std::size_t seen_ = 0;
  std::string given_;  ///< the outcome, once it is read
};

}  // namespace

Outcome read_outcome(lua_State* lua, int index, const RuleFile& file, const char* function) {
  return Reader(lua, index, file, function).outcome();
}

}  // namespace combat_odds::house
