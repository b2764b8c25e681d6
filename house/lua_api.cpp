#include "house/lua_api.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace combat_odds::house {
namespace {

constexpr ApiField rule_list[] = {
    {"name", "string", "game.rule, in lower case"},
    {"summary", "string", "one line"},
    {"rule", "string?", "the rule's number"},
    {"author", "string?", "who wrote it"},
    {"details", "string?", "what it leaves open, in paragraphs"},
    {"verbs", "string?", "what it is called in sentences: \"battle|fights>\""},
    {"said", "string?", "how an answer's first sentence begins"},
    {"parameters", "(Parameter|Group)[]?", "what it asks for"},
    {"outcomes", "Term[]?", "what it may come to"},
    {"events", "Term[]?", "what may happen besides"},
    {"measures", "Measure[]?", "what is counted"},
    {"headline", "Headline[]?", "the sentences that an answer begins with"},
    {"prepare", "(fun(situation: Situation))?", "called once for each situation"},
    {"parts", "table<string, fun(dice: Dice, question: any, situation: Situation): any>?",
     "functions that dice:play plays"},
    {"resolve", "(fun(dice: Dice, situation: Situation): string|table)?", "plays the rule once"},
    {"start", "(fun(situation: Situation): any)?", "the first state"},
    {"step", "(fun(dice: Dice, state: any, situation: Situation): any)?",
     "plays on from a state, and gives the next"},
    {"outcome", "(fun(state: any, situation: Situation, played: integer): string|table|nil)?",
     "what a state comes to; nil where it goes on"},
    {"alike", "(fun(state: any, situation: Situation): any)?",
     "the state that stands for all that are as good"},
    {"rounds", "(integer|fun(situation: Situation): integer)?", "how many rounds are played"},
    {"round", "(fun(state: any, number: integer, situation: Situation): any)?",
     "the state in which a round begins, the first being 1"},
    {"round_over", "(fun(state: any, situation: Situation): boolean)?", "whether a round is over"},
};

constexpr ApiField parameter_list[] = {
    {"1", "string", "its name, in lower case with underscores"},
    {"2", "string", "what it means"},
    {"type", "\"integer\"|\"number\"|\"flag\"|\"choice\"|\"text\"|nil", "integer if left out"},
    {"least", "number?", "the least number"},
    {"most", "number?", "the largest number"},
    {"choices", "string[]?", "of a choice"},
    {"form", "string?", "what a text looks like"},
    {"default", "any", "what it is where it is left out"},
    {"optional", "boolean?", "it may be left out and is nil then"},
    {"tried", "any[]?", "values that the checks try"},
    {"decides", "boolean|\"other\"|nil", "it fixes a decision"},
    {"words", "string|table<any, string>|nil", "its words in sentences: \"{} armies\""},
    {"said", "string|table<any, string>|nil", "its words where an answer says the situation"},
    {"side", "\"subject\"|\"object\"|nil", "which side of the verb it stands on"},
    {"only_when", "Condition|Condition[]|nil",
     "a value other than the default needs this, or is refused"},
    {"needed_when", "Condition|Condition[]|nil", "the default is refused where this holds"},
};

constexpr ApiField group_list[] = {
    {"1", "string", "its name: attacker makes attacker_infantry of infantry"},
    {"2", "string", "put in front of what each of them means"},
    {"group", "Parameter[]", "the parameters, which several groups may share"},
};

constexpr ApiField condition_list[] = {
    {"1", "fun(own: table, situation: Situation): any",
     "whether it holds; own is the group's, else the situation"},
    {"needs", "string?", "what to type: \"--rate-of-fire 1 or more\""},
    {"why", "string?", "\"no MG keeps its rate\""},
};

constexpr ApiField term_list[] = {
    {"1", "string", "its name"},
    {"2", "string", "what it means"},
};

constexpr ApiField measure_list[] = {
    {"1", "string", "its name"},
    {"2", "string", "what it means"},
    {"only_where", "string|string[]|nil", "the outcomes or events where it exists"},
    {"less_is_better", "boolean?", "for rankings"},
    {"step", "number?", "what it comes in where it is no whole number: 0.5, 1/3"},
};

constexpr ApiField headline_list[] = {
    {"1", "string", "an outcome, an event, or \"mean\" and a measure"},
    {"2", "string", "its words; {} is the number"},
    {"of_one", "string?", "its words where there is a single unit"},
};

constexpr ApiField choice_list[] = {
    {"by", "string", "the parameter that fixes the decision"},
    {"question", "string", "what the player is asked"},
    {"options", "string[]", "what he may do"},
    {"otherwise", "string", "what habit does"},
    {"state", "any", "all that the rest depends on"},
    {"words", "any[][]?", "the situation as a player sees it: {{\"phase\", 3}}"},
};

constexpr ApiMethod dice_list[] = {
    {"dr", "class (fun(roll: integer): any)?", "any", "One die: 1 to 6, or the class of it."},
    {"DR", "class (fun(total: integer, coloured: integer, white: integer): any)?",
     "any, integer, integer", "Two dice: their total, the coloured and the white one."},
    {"die", "sides integer, class (fun(roll: integer): any)?", "any", "One die of so many sides."},
    {"chit", "count integer, class (fun(drawn: integer): any)?", "any",
     "One of so many chits: 1 to count."},
    {"sum", "count integer, sides integer?", "integer", "The sum of several dice."},
    {"hits", "count integer, sides integer, most integer", "integer",
     "How many of several dice show most or less."},
    {"pool", "count integer, sides integer?", "integer[]",
     "Several dice: how many of them show each face."},
    {"random_selection", "units integer, at_least integer?", "boolean[]", "Random Selection."},
    {"choose", "decision Choice", "string", "A player decides: one of the options."},
    {"play", "part string, question any", "any",
     "Plays a part of the rule, or a procedure of the program by its name. What comes of it depends "
     "on the question alone, and is worked out once for each."},
    {"crowd", "part string, units integer|table, question any", "table",
     "Plays a part once for each of so many like units, and tells how many came to what: "
     "{hit = 7, missed = 13}. With a table of numbers by kind the part is asked with the kind, or "
     "with {kind, question}."},
    {"spread", "hits integer, targets integer", "integer[]",
     "Hits that fall on like targets at random: how many of these take 1, 2 and so on; at 0, how "
     "many take none."},
    {"at", "state any", "",
     "A checkpoint: all that follows depends on the state alone (and on the situation)."},
};

/// "---@field name type meaning" for each.
std::string described(std::string_view name, std::span<const ApiField> fields) {
  std::string text = fmt::format("\n---@class {}\n", name);
  for (const ApiField& field : fields) {
    const bool is_item = field.name == "1" || field.name == "2";
    text += fmt::format("---@field {} {} {}\n",
                        is_item ? fmt::format("[{}]", field.name) : std::string(field.name),
                        field.type, field.meaning);
  }
  return text;
}

/// A method with its parameters: "count integer, sides integer?".
std::string described(const ApiMethod& method) {
  std::string text = fmt::format("\n---{}\n", method.meaning);
  std::vector<std::string_view> names;
  std::string_view rest = method.parameters;
  while (!rest.empty()) {
    // A comma within brackets stands between the parameters of a function.
    std::size_t end = 0;
    for (int depth = 0; end < rest.size() && (depth > 0 || rest[end] != ','); ++end) {
      depth += rest[end] == '(' ? 1 : rest[end] == ')' ? -1 : 0;
    }
    const std::string_view one = rest.substr(0, end);
    names.push_back(one.substr(0, one.find(' ')));
    text += fmt::format("---@param {}\n", one);
    rest.remove_prefix(std::min(rest.size(), end + 2));
  }
  if (!method.gives.empty()) text += fmt::format("---@return {}\n", method.gives);
  return text + fmt::format("function Dice:{}({}) end\n", method.name, fmt::join(names, ", "));
}

}  // namespace

std::span<const ApiField> rule_fields() { return rule_list; }
std::span<const ApiField> parameter_fields() { return parameter_list; }
std::span<const ApiField> group_fields() { return group_list; }
std::span<const ApiField> condition_fields() { return condition_list; }
std::span<const ApiField> term_fields() { return term_list; }
std::span<const ApiField> measure_fields() { return measure_list; }
std::span<const ApiField> headline_fields() { return headline_list; }
std::span<const ApiField> choice_fields() { return choice_list; }
std::span<const ApiMethod> dice_methods() { return dice_list; }

std::vector<std::string> names_of(std::span<const ApiField> fields) {
  std::vector<std::string> names;
  for (const ApiField& field : fields) names.emplace_back(field.name);
  return names;
}

std::string annotations() {
  std::string text = std::string(annotations_mark) + " combat-odds\n";
  text +=
      "\n-- What house rules of combat-odds may declare and call, for the Lua language server. Put "
      "this file into the\n-- folder of your rules, and ---@type Rule above the table that a rule "
      "returns.\n";
  text += "\n---The values of the parameters, and what prepare(situation) puts there.\n";
  text += "---@alias Situation table<string, any>\n";
  text += described("Condition", condition_list);
  text += described("Parameter", parameter_list);
  text += described("Group", group_list);
  text += described("Term", term_list);
  text += described("Measure", measure_list);
  text += described("Headline", headline_list);
  text += described("Choice", choice_list);
  text += described("Rule", rule_list);
  text += "\n---@class Dice\nlocal Dice = {}\n";
  for (const ApiMethod& method : dice_list) text += described(method);
  text +=
      "\n---A chart: its rows, by the columns' headings, and the headings.\n---@param name string\n"
      "---@return table<string, any>[], string[]\nfunction chart(name) end\n"
      "\n---In prepare: the values do not go together.\n---@param parameter string\n"
      "---@param wrong string\n---@param right string?\nfunction refuse(parameter, wrong, right) "
      "end\n"
      "\n---Takes a text apart at any of the characters.\n---@param text string\n"
      "---@param separators string?\n---@return string[]\nfunction string.split(text, separators) "
      "end\n";
  return text;
}

}  // namespace combat_odds::house
