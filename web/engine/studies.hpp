#pragma once

#include "reports/text/json_parts.hpp"

namespace combat_odds::web {

/// {log, width?}, a log of dice as `combat-odds luck` reads it: {"sentences", "csv", "svg",
/// "page"}.
Json luck(const Json& request);

/// {log}: {"rolls": [{"roll", "kind", "player", "note"}, ...]}, refused as `combat-odds luck`
/// refuses.
Json read_luck(const Json& request);

/// {plans: [{name, text}, ...], budget?, points?, battery_full?, german_balance?,
/// russian_balance?, measure?, width?}, texts as `combat-odds campaign` reads files: {"files",
/// "svg", "page", "measures"}. Exact where every purchase has its day, else simulated.
Json campaign(const Json& request, const Charts& charts);

}  // namespace combat_odds::web
