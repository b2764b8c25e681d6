#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ask/library.hpp"
#include "ask/words_lines.hpp"
#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// The verbs of procedures that may stand in a sentence: only those procedures are worth a
/// Vocabulary, which takes a thousand times as long to make.
class VerbsSaid {
 public:
  explicit VerbsSaid(const std::vector<std::string>& words);

  /// Whether all plain words of one of its verbs are said, or it needs none. A house rule may
  /// always be asked.
  bool may_ask(const Procedure& procedure) const;

 private:
  std::vector<const WordsLine*> lines_;
};

/// How many procedures of a game, or of all where it is empty, have that verb; house rules aside.
std::size_t procedures_with(const std::string& verb, const Library& library, std::string_view game);

}  // namespace combat_odds
