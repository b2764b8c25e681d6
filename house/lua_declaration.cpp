#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include "house/lua_library.hpp"

#include "core/text/measure_text.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/suggest.hpp"
#include "house/house_rules.hpp"
#include "house/lua_api.hpp"
#include "house/packed.hpp"
#include "house/rule_file.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::house {
namespace {

using Type = Parameter::Type;

constexpr std::string_view small = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view digits = "0123456789";

bool is_word(std::string_view text, std::string_view letters) {
  return !text.empty() && small.find(text.front()) != std::string_view::npos &&
         text.find_first_not_of(letters) == std::string_view::npos;
}

/// A rule in one situation, while its values are checked: what a struct is to a rule in C++.
struct Asked {
  Instance& instance;
  std::vector<Argument> values;
};

/// Declares a rule from the table that its text returns (index 1 of the stack).
class LuaDeclaration : AnyDeclaration {
 public:
  LuaDeclaration(lua_State* lua, RuleFile& file, std::set<std::string>& names,
                 std::string_view prefix = "")
      : AnyDeclaration(prefix), lua_(lua), file_(file), names_(names) {}

  void read() {
    check_fields(1, "the rule", names_of(rule_fields()));
    const std::string called = text(1, "the rule", "name");
    check_name(called);
    const std::string summary = text(1, "the rule", "summary");
    name(called, text_or(1, "the rule", "rule", "house rule"), summary);
    const std::string author = text_or(1, "the rule", "author", "");
    reports_.details = paragraphs(text_or(1, "the rule", "details", "")) +
                       fmt::format("A house rule{}{}, read from {}.\n",
                                   author.empty() ? "" : " by ", author, one_line(file_.rule.name));
    const std::string verbs = text_or(1, "the rule", "verbs", "");
    if (!verbs.empty()) file_.words.push_back({"", "", "", spoken(verbs, "verbs")});
    const std::string said = text_or(1, "the rule", "said", "");
    if (!said.empty()) file_.said.push_back({"", "", said});
    each("parameters", [&](const std::string& where, lua_Unsigned number) {
      read_asked(where, fmt::format("parameters/{}", number));
    });
    if (!file_.words.empty() && verbs.empty()) {
      fail("parameters have words, but no verb goes with them", "verbs = \"battle|fights>\"",
           "words");
    }
    add(reports_.outcomes, terms("outcomes", false));
    add(reports_.events, terms("events", true));
    add(reports_.measures, terms("measures", true));
    for (const Term& event : reports_.events) {
      if (has(reports_.measures, event.name)) {
        fail(fmt::format("'{}' is an event and a measure", event.name), "another name", event.name);
      }
    }
    each("headline", [&](const std::string& where, lua_Unsigned) { read_headline(where); });
    read_functions();
    file_.procedure = reports_;
    for (const BoundParameter& bound : bound_) {
      file_.procedure.parameters.push_back(bound.parameter);
    }
  }

  /// Ends the declaration: how the rule of a situation is made.
  static Procedure made(const std::shared_ptr<const LuaDeclaration>& declared,
                        const std::shared_ptr<RuleFile>& file) {
    file->prepare = [declared](Instance& instance, const std::vector<Argument>& values,
                               const Charts& charts) {
      Asked asked{instance, values};
      declared->fill(&asked, values, charts);
    };
    return declared->AnyDeclaration::made(
        [file](const std::vector<Argument>& values, const Charts& charts) {
          return make_rule(file, values, charts);
        });
  }

 private:
  [[noreturn]] void fail(const std::string& wrong, const std::string& right,
                         const std::string& near) const {
    throw Interpreter::of(lua_).error(near.empty() ? 0 : file_.line_of(near), wrong, right);
  }

  static bool has(const std::vector<Term>& terms, const std::string& name) {
    return std::any_of(terms.begin(), terms.end(),
                       [&](const Term& term) { return term.name == name; });
  }

  void check_name(const std::string& name) const {
    const std::size_t dot = std::min(name.find('.'), name.size());
    const std::string letters = std::string(small) + std::string(digits) + "-";
    const std::string_view rest = std::string_view(name).substr(std::min(dot + 1, name.size()));
    if (is_word(name.substr(0, dot), letters) && is_word(rest, letters) && name.size() <= 60)
      return;
    fail(fmt::format("the name is '{}'", name), "game.rule in lower case, such as risk.battle",
         "name");
  }

  /// Refuses fields that are not in `known`, where "1" is the first item of a list.
  void check_fields(int index, const std::string& where, const std::vector<std::string>& known) {
    const int table = lua_absindex(lua_, index);
    for (lua_pushnil(lua_); lua_next(lua_, table) != 0; lua_pop(lua_, 1)) {
      std::string name = "?";
      if (lua_type(lua_, -2) == LUA_TSTRING) name = lua_tostring(lua_, -2);
      if (lua_type(lua_, -2) == LUA_TNUMBER) name = fmt::format("{}", lua_tonumber(lua_, -2));
      if (std::find(known.begin(), known.end(), name) != known.end()) continue;
      fail(fmt::format("{} has no '{}'", where, name),
           did_you_mean(name, known, fmt::format("{}", fmt::join(known, ", "))), name);
    }
  }

  void push(int index, const std::string& name) {
    const int table = lua_absindex(lua_, index);
    if (digits.find(name.front()) != std::string_view::npos) {
      lua_rawgeti(lua_, table, name.front() - '0');
    } else {
      lua_pushlstring(lua_, name.data(), name.size());
      lua_rawget(lua_, table);
    }
  }

  /// A text that is safe to print anywhere.
  std::string text(int index, const std::string& where, const std::string& name) {
    push(index, name);
    if (lua_type(lua_, -1) != LUA_TSTRING) {
      fail(lua_isnil(lua_, -1)
               ? fmt::format("{} lacks {}", where, named(name))
               : fmt::format("{} of {} is a {}", named(name), where, luaL_typename(lua_, -1)),
           "a text", name);
    }
    std::size_t length = 0;
    const char* const start = lua_tolstring(lua_, -1, &length);
    std::string text(start, length);
    lua_pop(lua_, 1);
    if (first_not_text(text) != std::string::npos || (name != "details" && text.empty())) {
      fail(fmt::format("{} of {} is '{}'", named(name), where, one_line(text)),
           "a text without control characters", name);
    }
    return name == "details" ? text : one_line(text);
  }
  std::string text_or(int index, const std::string& where, const std::string& name,
                      const std::string& otherwise) {
    push(index, name);
    const bool is_there = !lua_isnil(lua_, -1);
    lua_pop(lua_, 1);
    return is_there ? text(index, where, name) : otherwise;
  }
  static std::string named(const std::string& name) {
    return name == "1" ? "a name" : name == "2" ? "what it means" : name;
  }

  /// Joins the lines of a paragraph; an empty line ends it.
  static std::string paragraphs(const std::string& text) {
    std::string joined;
    bool ends = false;
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      std::string line = text.substr(start, end - start);
      start = end + 1;
      const std::size_t first = line.find_first_not_of(" \t");
      if (first == std::string::npos) {
        ends = true;
        continue;
      }
      if (!joined.empty()) joined += ends ? '\n' : ' ';
      joined += line.substr(first);
      ends = false;
    }
    return joined.empty() ? "" : joined + "\n";
  }

  /// Calls read(where, number) for every table of a list of the rule, with the table on top of the
  /// stack.
  template <class Read>
  void each(const std::string& list, Read&& read) {
    each(1, list, read);
  }
  template <class Read>
  void each(int of, const std::string& list, Read&& read) {
    push(of, list);
    if (lua_isnil(lua_, -1)) {
      lua_pop(lua_, 1);
      return;
    }
    if (!lua_istable(lua_, -1)) {
      fail(fmt::format("{} is a {}", list, luaL_typename(lua_, -1)), "a list of tables", list);
    }
    constexpr lua_Unsigned most = 100;
    const lua_Unsigned count = lua_rawlen(lua_, -1);
    if (count > most) {
      fail(fmt::format("{} has {} lines", list, count), fmt::format("at most {}", most), list);
    }
    for (lua_Unsigned i = 1; i <= count; ++i) {
      lua_rawgeti(lua_, -1, static_cast<lua_Integer>(i));
      const std::string where = fmt::format("line {} of {}", i, list);
      if (!lua_istable(lua_, -1)) {
        fail(fmt::format("{} is a {}", where, luaL_typename(lua_, -1)),
             "{\"name\", \"what it means\"}", list);
      }
      read(where, i);
      lua_pop(lua_, 1);
    }
    lua_pop(lua_, 1);
  }

  std::vector<Term> terms(const std::string& list, bool are_words) {
    std::vector<Term> terms;
    each(list, [&](const std::string& where, lua_Unsigned) {
      const bool are_measures = list == "measures";
      check_fields(-1, where, names_of(are_measures ? measure_fields() : term_fields()));
      Term term{text(-1, where, "1"), text(-1, where, "2")};
      if (are_measures) read_order(where, term);
      if (are_words && !is_word(term.name, std::string(small) + std::string(digits) + "_")) {
        fail(fmt::format("{} is called '{}'", where, term.name),
             "a word in lower case, with underscores", term.name);
      }
      if (has(terms, term.name)) {
        fail(fmt::format("{} names '{}' twice", list, term.name), "each once", term.name);
      }
      terms.push_back(std::move(term));
    });
    return terms;
  }

  /// only_where = "cleared" or a list, less_is_better = true, step = 0.5.
  void read_order(const std::string& where, Term& measure) {
    push(-1, "less_is_better");
    measure.less_is_better = lua_toboolean(lua_, -1) != 0;
    lua_pop(lua_, 1);
    push(-1, "only_where");
    const bool is_one = lua_type(lua_, -1) == LUA_TSTRING;
    if (is_one) measure.only_where = {lua_tostring(lua_, -1)};
    const bool is_there = !lua_isnil(lua_, -1);
    lua_pop(lua_, 1);
    if (is_there && !is_one) measure.only_where = list_of_texts(where, "only_where");
    for (const std::string& name : measure.only_where) {
      if (has(reports_.outcomes, name) || has(reports_.events, name)) continue;
      fail(fmt::format("{}: only_where names '{}'", where, name), "an outcome or event of the rule",
           measure.name);
    }
    if (is_there) measure.meaning += "; only where " + measure.where_text();
    read_step(where, measure);
  }

  /// step = 0.5
  void read_step(const std::string& where, Term& measure) {
    push(-1, "step");
    const bool is_there = !lua_isnil(lua_, -1);
    lua_pop(lua_, 1);
    if (!is_there) return;
    constexpr double most_parts = 1000;
    const double step = number(where, "step", 1);
    const double parts = step > 0 ? std::round(1 / step) : 0;
    if (parts < 1 || parts > most_parts || std::abs(step * parts - 1) > 1e-9) {
      fail(fmt::format("step of {} is {}", where, step),
           "a whole part of one, such as 0.5, 0.25, 0.1 or 1/3", "step");
    }
    if (parts > 1) {
      file_.parts[measure.name] = static_cast<int>(parts);
      measure.meaning += fmt::format("; in steps of {}", measure_text(1 / parts));
    }
  }

  double number(const std::string& where, const std::string& name, double most) {
    push(-1, name);
    if (lua_type(lua_, -1) != LUA_TNUMBER || !(std::abs(lua_tonumber(lua_, -1)) <= most)) {
      fail(fmt::format(
               "{} of {} is {}", name, where,
               lua_isnil(lua_, -1) ? "missing" : std::string("a ") + luaL_typename(lua_, -1)),
           "a number", name);
    }
    const double value = lua_tonumber(lua_, -1);
    lua_pop(lua_, 1);
    return value;
  }

  std::vector<std::string> list_of_texts(const std::string& where, const std::string& name) {
    std::vector<std::string> all;
    push(-1, name);
    if (!lua_istable(lua_, -1)) {
      fail(fmt::format(
               "{} of {} is {}", name, where,
               lua_isnil(lua_, -1) ? "missing" : std::string("a ") + luaL_typename(lua_, -1)),
           "a list of texts", name);
    }
    const lua_Unsigned count = std::min<lua_Unsigned>(lua_rawlen(lua_, -1), 1000);
    for (lua_Unsigned i = 1; i <= count; ++i) {
      lua_rawgeti(lua_, -1, static_cast<lua_Integer>(i));
      all.push_back(plain_value(where + ": " + name));
    }
    lua_pop(lua_, 1);
    return all;
  }

  /// The value on top of the stack as text; pops it.
  std::string plain_value(const std::string& where) {
    std::string value;
    if (lua_isboolean(lua_, -1)) {
      value = lua_toboolean(lua_, -1) != 0 ? "true" : "false";
    } else if (lua_type(lua_, -1) == LUA_TNUMBER) {
      value = number_text(lua_tonumber(lua_, -1));
    } else if (lua_type(lua_, -1) == LUA_TSTRING) {
      value = lua_tostring(lua_, -1);
    } else {
      fail(fmt::format("{} is a {}", where, luaL_typename(lua_, -1)),
           "a text, a number, true or false", "");
    }
    lua_pop(lua_, 1);
    return value;
  }

  /// A parameter or a group of them, on top of the stack; `path` leads there from the rule's table.
  void read_asked(const std::string& where, const std::string& path) {
    push(-1, "group");
    const bool is_group = !lua_isnil(lua_, -1);
    lua_pop(lua_, 1);
    if (is_group) {
      read_group(where, path);
    } else {
      read_parameter(where, path, "", "");
    }
  }

  /// {"attacker", "the attacker's", group = army}
  void read_group(const std::string& where, const std::string& path) {
    check_fields(-1, where, names_of(group_fields()));
    const std::string called = text(-1, where, "1");
    const std::string whose = text(-1, where, "2");
    check_parameter_name(where, called);
    LuaDeclaration group(lua_, file_, names_, called + "_");
    ParameterGroup members{called, {}};
    group.each(lua_gettop(lua_), "group", [&](const std::string& of, lua_Unsigned number) {
      members.members.emplace_back(text(-1, of, "1"), file_.asked);
      group.read_parameter(of, fmt::format("{}/group/{}", path, number), called, whose + " ");
    });
    if (members.members.empty()) fail(where + " has no parameters", "group = {...}", called);
    file_.groups.push_back(std::move(members));
    adopt(std::move(group), 0);
  }

  void check_parameter_name(const std::string& where, const std::string& called) {
    constexpr std::string_view of_the_program[] = {"scenario", "procedure", "note",   "say",
                                                   "preset",   "best",      "against"};
    const bool is_taken = std::ranges::find(of_the_program, called) != std::end(of_the_program) ||
                          !names_.insert(called).second;
    if (is_word(called, std::string(small) + std::string(digits) + "_") && !is_taken) return;
    fail(fmt::format("{} is called '{}'", where, called),
         is_taken ? "another name" : "a word in lower case, with underscores", called);
  }

  /// A parameter of the rule, or of the group of that name.
  void read_parameter(const std::string& where, const std::string& path, const std::string& group,
                      const std::string& whose) {
    Parameter parameter;
    parameter.name = prefix_ + text(-1, where, "1");
    parameter.meaning = whose + text(-1, where, "2");
    check_parameter_name(where, parameter.name);
    const std::string kind = text_or(-1, where, "type", "integer");
    const std::vector<std::string> kinds = {"integer", "number", "choice", "flag", "text"};
    const auto found = std::find(kinds.begin(), kinds.end(), kind);
    if (found == kinds.end()) {
      fail(fmt::format("{} has the type '{}'", where, kind),
           did_you_mean(kind, kinds, fmt::format("one of {}", fmt::join(kinds, ", "))),
           parameter.name);
    }
    parameter.type = static_cast<Type>(found - kinds.begin());
    const std::set<std::string> own = read_range(where, parameter);
    std::vector<std::string> known;
    for (const std::string& field : names_of(parameter_fields())) {
      const bool is_of_a_type =
          field == "least" || field == "most" || field == "choices" || field == "form";
      if (!is_of_a_type || own.contains(field)) known.push_back(field);
    }
    check_fields(-1, where, known);
    read_default(where, parameter);
    read_decides(where, parameter);
    read_words(where, parameter);
    read_said(where, parameter);
    push(-1, "tried");
    const bool is_tried = !lua_isnil(lua_, -1);
    lua_pop(lua_, 1);
    if (is_tried) parameter.tried = list_of_texts(where, "tried");
    if (parameter.type == Type::text && parameter.tried.empty() &&
        parameter.default_value.value_or("").empty()) {
      fail(fmt::format("{} lacks tried", where), "tried = {\"some\", \"values\"}, for the checks",
           parameter.name);
    }
    const std::size_t at = file_.asked++;
    read_text(0, true, "", "", "", [at](void* asked, const Argument& value, const Charts&) {
      static_cast<Asked*>(asked)->values[at] = value;
    });
    latest().parameter = std::move(parameter);
    read_conditions(where, path + "/only_when", group);
    read_conditions(where, path + "/needed_when", group);
  }

  /// only_when = {function(own, situation) ... end, needs = "--drm 1 or more", why = "..."}, or a
  /// list of such tables.
  void read_conditions(const std::string& where, const std::string& path,
                       const std::string& group) {
    const std::string field = path.substr(path.rfind('/') + 1);
    push(-1, field);
    if (lua_istable(lua_, -1)) {
      lua_rawgeti(lua_, -1, 1);
      const bool are_several = lua_istable(lua_, -1);
      lua_pop(lua_, 1);
      if (!are_several) {
        read_condition(where, path, field, group);
      } else {
        const lua_Unsigned count = std::min<lua_Unsigned>(lua_rawlen(lua_, -1), 100);
        for (lua_Unsigned i = 1; i <= count; ++i) {
          lua_rawgeti(lua_, -1, static_cast<lua_Integer>(i));
          read_condition(where, fmt::format("{}/{}", path, i), field, group);
          lua_pop(lua_, 1);
        }
      }
    } else if (!lua_isnil(lua_, -1)) {
      fail_condition(where, field);
    }
    lua_pop(lua_, 1);
  }
  [[noreturn]] void fail_condition(const std::string& where, const std::string& field) const {
    fail(fmt::format("{}: {} has no condition", where, field),
         field + " = {function(s) return s.drm > 0 end, needs = \"--drm 1 or more\"}", field);
  }
  void read_condition(const std::string& where, const std::string& path, const std::string& field,
                      const std::string& group) {
    if (!lua_istable(lua_, -1)) fail_condition(where, field);
    check_fields(-1, where + ": " + field, names_of(condition_fields()));
    lua_rawgeti(lua_, -1, 1);
    const bool is_function = lua_isfunction(lua_, -1);
    lua_pop(lua_, 1);
    if (!is_function) fail_condition(where, field);
    const std::string why = text_or(-1, where, "why", "");
    const std::string needs = text_or(-1, where, "needs", "");
    const Holds holds = [path = path + "/1", group](const void* asked) {
      return static_cast<const Asked*>(asked)->instance.holds(path, group);
    };
    if (field == "needed_when") {
      missing(holds, why, needs);
    } else {
      condition(false, holds, why, needs);
    }
  }

  /// {"taken", "the attacker takes it"}
  void read_headline(const std::string& where) {
    check_fields(-1, where, names_of(headline_fields()));
    const std::string of = text(-1, where, "1");
    const bool is_mean = of.starts_with("mean ");
    const bool is_known = is_mean ? has(reports_.measures, of.substr(5))
                                  : has(reports_.outcomes, of) || has(reports_.events, of) ||
                                        (reports_.outcomes.empty() && !has(reports_.measures, of));
    if (!is_known) {
      fail(fmt::format("{} names '{}'", where, of),
           "an outcome, an event, or \"mean\" and a measure", of);
    }
    headline_part(of, text(-1, where, "2"), text_or(-1, where, "of_one", ""));
  }

  /// Reads the range of the parameter's type; returns the names of the fields it used.
  std::set<std::string> read_range(const std::string& where, Parameter& parameter) {
    switch (parameter.type) {
      case Type::integer:
      case Type::number: {
        const bool whole = parameter.type == Type::integer;
        parameter.least = number(where, "least", 1e9);
        parameter.most = number(where, "most", 1e9);
        const bool fits = !whole || (parameter.least == std::floor(parameter.least) &&
                                     parameter.most == std::floor(parameter.most));
        if (parameter.least > parameter.most || !fits) {
          fail(fmt::format("{} runs from {} to {}", where, parameter.least, parameter.most),
               whole ? "whole numbers, the least first" : "the least first", parameter.name);
        }
        return {"least", "most"};
      }
      case Type::choice: {
        parameter.choices = list_of_texts(where, "choices");
        const std::string letters = std::string(small) + std::string(digits) + "_-";
        for (const std::string& choice : parameter.choices) {
          if (choice.empty() || choice.find_first_not_of(letters) != std::string::npos) {
            fail(fmt::format("{} has the choice '{}'", where, one_line(choice)),
                 "words in lower case", parameter.name);
          }
        }
        if (parameter.choices.empty()) fail(where + " has no choices", "a list", parameter.name);
        return {"choices"};
      }
      case Type::text:
        parameter.form = text(-1, where, "form");
        return {"form"};
      case Type::flag:
      case Type::date:
        break;
    }
    return {};
  }

  void read_default(const std::string& where, Parameter& parameter) {
    push(-1, "default");
    const bool is_there = !lua_isnil(lua_, -1);
    const std::string value = is_there ? plain_value(where + ": default") : "";
    if (!is_there) lua_pop(lua_, 1);
    push(-1, "optional");
    const bool is_optional = lua_toboolean(lua_, -1) != 0;
    lua_pop(lua_, 1);
    if (is_optional && is_there) {
      fail(where + " is optional and has a default", "one of the two", parameter.name);
    }
    if (is_optional) parameter.default_value = "";
    if (!is_there && parameter.type == Type::flag && !is_optional)
      parameter.default_value = "false";
    if (!is_there) return;
    try {
      parameter.default_value = read_argument(parameter, value).text;
    } catch (const ArgumentError& error) {
      fail(fmt::format("the default of {}: {}", where, error.wrong()), error.right(),
           parameter.name);
    }
  }

  /// true: fixes a decision of this side; "other": one of the other side.
  void read_decides(const std::string& where, Parameter& parameter) {
    push(-1, "decides");
    const bool is_other =
        lua_type(lua_, -1) == LUA_TSTRING && std::string_view(lua_tostring(lua_, -1)) == "other";
    const bool is_flag = lua_isnil(lua_, -1) || lua_isboolean(lua_, -1);
    if (is_other || lua_toboolean(lua_, -1) != 0) parameter.decides = is_other ? 1 : 0;
    lua_pop(lua_, 1);
    if (is_other || is_flag) return;
    fail(where + ": decides is neither true nor \"other\"", "decides = true", parameter.name);
  }

  /// Words of sentences, without what words.csv alone may have.
  std::string spoken(const std::string& text, const std::string& near) const {
    if (text.find('<') != text.npos) fail(near + " have a '<'", "words, with | between them", near);
    return text;
  }

  /// words = "{} armies|armies {}", or of a choice {stone = "in stone"}; side = "subject" or
  /// "object": what stands before or behind the verb.
  void read_words(const std::string& where, const Parameter& parameter) {
    const std::string side = text_or(-1, where, "side", "");
    if (!side.empty() && side != "subject" && side != "object") {
      fail(fmt::format("{} has the side '{}'", where, side), "subject or object", parameter.name);
    }
    std::vector<SpokenWords>& words = file_.words;
    if (!side.empty()) words.push_back({parameter.name, "", "", "<" + side + ">"});
    push(-1, "words");
    if (lua_istable(lua_, -1)) {
      std::map<std::string, std::string> by_value;  // Lua's own order differs from run to run
      for (lua_pushnil(lua_); lua_next(lua_, -2) != 0;) {
        std::string said = spoken(plain_value(where + ": words"), "words");
        lua_pushvalue(lua_, -1);
        by_value.emplace(argument(where, parameter, plain_value(where + ": words")),
                         std::move(said));
      }
      lua_pop(lua_, 1);
      for (const auto& [value, said] : by_value) {
        words.push_back({parameter.name, value, side, said});
      }
      return;
    }
    lua_pop(lua_, 1);
    const std::string said = spoken(text_or(-1, where, "words", ""), "words");
    if (said.empty()) return;
    const bool is_flag = parameter.type == Type::flag;
    if ((said.find('{') == said.npos) != is_flag) {
      fail(fmt::format("the words of {} are '{}'", where, said),
           is_flag ? "words without {}" : "words with {} for a number, {name} for a choice",
           parameter.name);
    }
    words.push_back({parameter.name, is_flag ? "true" : "{}", side, said});
  }

  /// said = "{} armies", or by value {mud = "in the mud"}: what an answer says of the situation.
  void read_said(const std::string& where, const Parameter& parameter) {
    push(-1, "said");
    std::map<std::string, std::string> by_value;  // Lua's own order differs from run to run
    if (lua_istable(lua_, -1)) {
      for (lua_pushnil(lua_); lua_next(lua_, -2) != 0;) {
        std::string said = one_line(plain_value(where + ": said"));
        lua_pushvalue(lua_, -1);
        const std::string value = plain_value(where + ": said");
        by_value.emplace(value == "*" ? value : argument(where, parameter, value), said);
      }
      lua_pop(lua_, 1);
    } else {
      lua_pop(lua_, 1);
      const std::string said = text_or(-1, where, "said", "");
      if (!said.empty()) by_value.emplace(parameter.type == Type::flag ? "true" : "", said);
    }
    // What stands for every value comes last: the first line that holds is said.
    for (const bool all : {false, true}) {
      for (const auto& [value, said] : by_value) {
        if ((value == "*") == all) file_.said.push_back({parameter.name, value, said});
      }
    }
  }

  /// A value as the parameter takes it.
  std::string argument(const std::string& where, const Parameter& parameter,
                       const std::string& value) const {
    try {
      return read_argument(parameter, value).text;
    } catch (const ArgumentError& error) {
      fail(fmt::format("{}: words of '{}'", where, value), error.right(), parameter.name);
    }
  }

  bool is_there(const char* name, int wanted, const char* right) {
    push(1, name);
    const int type = lua_type(lua_, -1);
    lua_pop(lua_, 1);
    const bool may_be_number = std::string_view(name) == "rounds" && type == LUA_TNUMBER;
    if (type != LUA_TNIL && type != wanted && !may_be_number) {
      fail(fmt::format("{} is a {}", name, lua_typename(lua_, type)), right, name);
    }
    return type != LUA_TNIL;
  }

  void read_functions() {
    const auto is_function = [&](const char* name) {
      return is_there(name, LUA_TFUNCTION, "a function");
    };
    is_function("prepare");
    is_there("parts", LUA_TTABLE, "parts = {volley = function(dice, question) ... end}");
    const bool once = is_function("resolve");
    const int turns =
        int{is_function("start")} + int{is_function("step")} + int{is_function("outcome")};
    if (once == (turns > 0) || (turns > 0 && turns < 3)) {
      fail("the rule has " + std::string(once ? "resolve and others" : "not all of its functions"),
           "resolve, or start, step and outcome", once ? "resolve" : "");
    }
    file_.goes_on = !once;
    file_.has_alike = is_function("alike");
    file_.in_rounds = is_there("rounds", LUA_TFUNCTION, "a number, or a function that gives one");
    file_.has_round = is_function("round");
    const bool has_end = is_function("round_over");
    if (once && (file_.has_alike || file_.in_rounds)) {
      fail("alike and rounds are of rules that go on", "start, step and outcome",
           file_.has_alike ? "alike" : "rounds");
    }
    if (file_.in_rounds != has_end || (file_.has_round && !file_.in_rounds)) {
      fail(file_.in_rounds ? "rounds without round_over" : "round or round_over without rounds",
           "rounds, and round_over(state, situation)", file_.in_rounds ? "rounds" : "");
    }
  }

  lua_State* lua_;
  RuleFile& file_;
  std::set<std::string>& names_;  ///< of parameters and their groups
};

/// Adds the chart file beside the rule, if there is one, to the program's charts.
std::string add_chart(const std::string& name, const TextFile& rule,
                      const std::vector<TextFile>& beside, Charts& charts,
                      std::vector<TextFile>& used) {
  if (name.find('/') != std::string::npos) return name;
  std::string full = "house/" + name;
  const auto own = std::find_if(beside.begin(), beside.end(),
                                [&](const TextFile& file) { return file.name == name; });
  if (own == beside.end()) return full;
  const std::vector<std::string> known = charts.names();
  if (std::find(known.begin(), known.end(), full) == known.end()) {
    read_csv(own->text, full);
    charts.add({full, "house", name, "house rule", "user", "beside " + one_line(rule.name), ""},
               own->text);
  } else if (charts.source(full).file.empty() && charts.text(full) != own->text) {
    throw InputError({rule.name}, fmt::format("another rule has another chart '{}'", name),
                     "a chart of another name");
  }
  if (std::none_of(used.begin(), used.end(),
                   [&](const TextFile& file) { return file.name == name; })) {
    used.push_back(*own);
  }
  return full;
}

}  // namespace

Procedure read_rule(const TextFile& rule, const std::vector<TextFile>& beside, Charts& charts) {
  const auto file = std::make_shared<RuleFile>(rule);
  const auto source = std::make_shared<RuleSource>();
  source->rule = rule;
  std::vector<TextFile> own = packed_charts(rule);
  own.insert(own.end(), beside.begin(), beside.end());
  file->chart_named = [&](const std::string& name) {
    return add_chart(name, rule, own, charts, source->charts);
  };
  RuleCharts readable(charts, file->chart_named);
  Playing playing;
  playing.charts = &readable;
  std::unique_ptr<Interpreter> interpreter = file->take();
  interpreter->playing = &playing;
  std::set<std::string> names;
  std::shared_ptr<LuaDeclaration> declared;
  interpreter->run([&](lua_State* lua) {
    push_rule(lua);
    declared = std::make_shared<LuaDeclaration>(lua, *file, names);
    declared->read();
  });
  file->give_back(std::move(interpreter));
  file->chart_named = [](const std::string& name) {
    return name.find('/') == std::string::npos ? "house/" + name : name;
  };
  source->words = file->words;
  source->said = file->said;
  Procedure procedure = LuaDeclaration::made(declared, file);
  procedure.rule_for = SourcedRule{source, std::move(procedure.rule_for)};
  return procedure;
}

}  // namespace combat_odds::house
