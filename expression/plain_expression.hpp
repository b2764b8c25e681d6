#pragma once

#include <string>

namespace combat_odds::expression {

/// Typeset signs, and what chats and tools put before a roll, as plain ASCII of the same length:
/// columns stay those of the text.
std::string plain_expression(const std::string& text);

}  // namespace combat_odds::expression
