#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include "ask/library.hpp"
#include "reports/text/asked_before.hpp"
#include "reports/text/csv_report.hpp"

namespace combat_odds {

/// What a service allows a question.
struct QuestionLimits {
  std::uint64_t trials = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t situations = std::numeric_limits<std::uint64_t>::max();
};

/// Answers one question that other programs ask as a JSON object:
///
///     {"procedure":"asl.fire","parameters":{"firepower":8,"drm":[1,2],"target":"4-6-7"},
///      "method":"exact","trials":"1M","seed":1}
///     {"say":"2*4-6-7 LMG 8-1 at 4-4-7 in a stone building, range 3","method":"exact"}
///
/// docs/question.schema.json tells what a question may hold, docs/answer.schema.json what an answer
/// holds. Each situation's answer is handed to `say` as one line of JSON without its end, as soon
/// as it is known; a question that is refused gets one line with "error" (parameter, wrong, right,
/// and for a sentence the commands that it names).
/// False where it was refused.
///
/// `preset` holds what the question leaves out; its control may end an answer before all its
/// situations are known, which is refused. No question gets more than `limits`. With `before` (may
/// be null) the answers are the same and come sooner; preset and limits must be those of before.
bool answer_json(const Library& library, std::string_view question, const OddsOptions& preset,
                 const std::function<void(const std::string&)>& say,
                 const QuestionLimits& limits = {}, AskedBefore* before = nullptr);

}  // namespace combat_odds
