#pragma once

#include "ask/library.hpp"
#include "reports/text/json_parts.hpp"

namespace combat_odds::web {

// What the page makes its forms and its search of: {"name", "game", "rule", "summary", "details",
// "parameters", "outcomes", "events", "measures"}, and {"procedure", "name", "meaning",
// "parameters"}.
Json procedure_json(const Procedure& procedure);
Json preset_json(const Preset& preset);

}  // namespace combat_odds::web
