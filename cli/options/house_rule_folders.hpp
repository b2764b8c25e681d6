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
/// beside are their charts, presets.csv their presets. Throws InputError where the folder or
/// something in it can't be read, or is not as it should be.
void add_house_rules(Library& library, const std::string& folder);

/// The same of the user's own configuration folder (combat-odds/rules in $XDG_CONFIG_HOME, else in
/// ~/.config), where it is there. What is faulty is left out, and told on standard error.
void add_own_house_rules(Library& library);

/// Makes procedures of rules that a shard brings along.
Procedure read_house_rule(const RuleSource& source, Charts& charts);

/// The command check-rules.
void add_check_rules(const Command& program, Library& library);

/// Ends the program with exit code 2 and all that is wrong, a line each.
struct FaultyRules {
  std::string lines;
};

}  // namespace combat_odds::cli
