#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "ask/library.hpp"
#include "core/odds/odds.hpp"
#include "reports/text/question_json.hpp"

namespace combat_odds {

/// Whether the JSON question of another program asks for the least value that is enough: it has the
/// key "over".
bool asks_until(std::string_view question);

/// Answers it (reports/text/question_json.hpp):
///
///     {"say":"8 FP at 4-6-7","until":"broken_or_worse>=50%","over":"firepower"}
///
/// with one line: "until" has what until_json() writes. False where it was refused, with a line
/// that says so.
bool answer_until(const Library& library, std::string_view question, const OddsOptions& preset,
                  const std::function<void(const std::string&)>& say,
                  const QuestionLimits& limits = {});

}  // namespace combat_odds
