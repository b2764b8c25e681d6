#pragma once

#include <string>

#include "ask/evaluate.hpp"

namespace combat_odds {

/// A chance in whole per cent, as it is spoken of: "47 %", "0.4 %"; "0 %" and "100 %" are certain.
std::string spoken_percent(double probability);

/// The situation in a few words: those of its rule, else the parameters that are not at their
/// defaults, else what the procedure is about.
std::string situation_text(const SituationOdds& result);

/// The one plain sentence of what matters most: "8 FP (8 column), +1, at 2*4-6-7 8-1: at least one
/// breaks or worse 47 %, the leader is lost 24 %, nothing happens 38 %." What it tells is what the
/// procedure declares (Declaration::headline), else the common words that it has, else its
/// likeliest outcomes. Exact chances where they are known, else simulated ones. Empty where nothing
/// was simulated.
std::string headline(const SituationOdds& result);

}  // namespace combat_odds
