#pragma once

#include <string>
#include <vector>

#include "core/text/text_file.hpp"

namespace combat_odds::house {

// A rule and its charts in one file: behind the rule's text each chart is a comment of Lua,
//
//     --[==[ chart fire.csv
//     roll,result
//     1,miss
//     ]==]

/// The charts in a rule's text. Throws InputError where one does not end.
std::vector<TextFile> packed_charts(const TextFile& rule);

/// The rule's text with those charts behind it. Throws InputError where a chart can't be packed.
std::string packed(const TextFile& rule, const std::vector<TextFile>& charts);

}  // namespace combat_odds::house
