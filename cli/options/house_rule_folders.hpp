#pragma once

#include <string>
#include <vector>

#include "ask/library.hpp"
#include "cli/options/command.hpp"
#include "sim/declare/rule_source.hpp"

namespace combat_odds::cli {

/// The folders that --rules names among the words of the command line: their procedures are
/// commands of `odds`, so they have to be known before the words are read.
std::vector<std::string> rule_folders(const std::vector<std::string>& words);

/// Adds the house rules of a folder to the library: every *.lua in it is a procedure, the CSV files
/// beside are their charts, presets.csv their presets. A rule that is faulty is left out and named
/// on standard error, or in `faulty`, a line each, unless that is null. Throws InputError where the
/// folder can't be read or no rule is left.
void add_house_rules(Library& library, const std::string& folder,
                     std::vector<std::string>* faulty = nullptr);

/// The same of the user's own configuration folder (combat-odds/rules in $XDG_CONFIG_HOME, else in
/// ~/.config), where it is there. What is faulty is left out, and told on standard error.
void add_own_house_rules(Library& library);

/// Makes procedures of rules that a shard brings along.
Procedure read_house_rule(const RuleSource& source, Charts& charts);

/// A rule's file with the charts that it asks for, from the folder where it is, in one text.
std::string packed_rule(const std::string& path);

/// What rules may declare and call, for the Lua language server.
std::string rule_annotations();

/// The commands check-rules and pack.
void add_check_rules(const Command& program, Library& library);
void add_pack(const Command& program, Library& library);

/// Ends the program with exit code 2 and all that is wrong, a line each.
struct FaultyRules {
  std::string lines;
};

}  // namespace combat_odds::cli
