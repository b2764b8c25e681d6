#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace combat_odds::house {

/// A field of a table that a rule declares, or a function that it calls: the one list from which
/// tables are checked, the dice get their methods and editors their annotations.
struct ApiField {
  std::string_view name;
  std::string_view type;  ///< as LuaLS writes it; it ends with ? where it may be left out
  std::string_view meaning;
};

/// A method of the dice.
struct ApiMethod {
  std::string_view name;
  std::string_view parameters;  ///< "count integer, sides integer?"
  std::string_view gives;       ///< the types that it returns, with commas between them
  std::string_view meaning;
};

std::span<const ApiField> rule_fields();
std::span<const ApiField> parameter_fields();
std::span<const ApiField> group_fields();
std::span<const ApiField> condition_fields();
std::span<const ApiField> term_fields();
std::span<const ApiField> measure_fields();
std::span<const ApiField> headline_fields();
std::span<const ApiField> choice_fields();
std::span<const ApiMethod> dice_methods();

std::vector<std::string> names_of(std::span<const ApiField> fields);

/// A file of annotations for the Lua language server (LuaLS): what a rule may declare and call, as
/// an editor completes and checks it.
std::string annotations();

/// What the first line of such a file is: it is no rule.
inline constexpr std::string_view annotations_mark = "---@meta";

}  // namespace combat_odds::house
