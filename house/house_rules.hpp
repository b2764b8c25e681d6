#pragma once

#include <vector>

#include "sim/declare/rule_source.hpp"

namespace combat_odds::house {

/// Makes a procedure of a rule that somebody wrote in Lua (docs/house-rules.md). The charts
/// `beside` it, by the names of their files, are added to `charts` as house/NAME where the rule
/// asks for them.
///
/// Throws InputError with the rule's file and line where it is no such rule. While it is played,
/// its errors come out as InputError too, with the situation. Its rules may be played from several
/// threads.
Procedure read_rule(const TextFile& rule, const std::vector<TextFile>& beside, Charts& charts);

}  // namespace combat_odds::house
