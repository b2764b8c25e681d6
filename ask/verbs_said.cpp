#include "ask/verbs_said.hpp"

#include <algorithm>
#include <set>

#include "ask/said_choice.hpp"
#include "ask/spoken_words.hpp"
#include "core/text/parts.hpp"
#include "core/text/words.hpp"
#include "sim/declare/rule_source.hpp"

namespace combat_odds {
namespace {

/// Behind a parameter <verb> makes verbs of its words.
bool has_verbs(const WordsLine& line) {
  return line.parameters.empty() ||
         std::ranges::find(line.parameters, "<verb>") != line.parameters.end();
}

const std::vector<const WordsLine*>& lines_of_verbs() {
  static const std::vector<const WordsLine*> all = [] {
    std::vector<const WordsLine*> found;
    for (const WordsLine& line : spoken_lines()) {
      if (has_verbs(line)) found.push_back(&line);
    }
    return found;
  }();
  return all;
}

}  // namespace

VerbsSaid::VerbsSaid(const std::vector<std::string>& words) {
  std::set<std::string, std::less<>> said(words.begin(), words.end());
  for (const std::string& word : words) said.insert(singular_of(word));
  const auto may_stand = [&](const SpokenText& verb) {
    if (verb.text == "<bare>") return true;
    return std::ranges::all_of(verb.words, [&](const std::string& word) {
      return word.find('{') != word.npos || said.contains(word);
    });
  };
  for (const WordsLine* line : lines_of_verbs()) {
    if (std::ranges::any_of(line->spoken, may_stand)) lines_.push_back(line);
  }
}

bool VerbsSaid::may_ask(const Procedure& procedure) const {
  return source_of(procedure) != nullptr || std::ranges::any_of(lines_, [&](const WordsLine* line) {
           return is_for(*line, procedure.name);
         });
}

std::size_t procedures_with(const std::string& verb, const Library& library,
                            std::string_view game) {
  const std::vector<std::string> words = copied(words_of(verb));
  std::vector<const WordsLine*> lines;
  for (const WordsLine* const line : lines_of_verbs()) {
    const bool has_it =
        line->parameters.empty() &&
        std::ranges::find(line->spoken, words, &SpokenText::words) != line->spoken.end();
    if (has_it) lines.push_back(line);
  }
  const std::vector<std::string> names = library.procedure_names();
  return static_cast<std::size_t>(
      std::count_if(names.begin(), names.end(), [&](const std::string& name) {
        const bool is_of_it = game.empty() || is_of(name.substr(0, name.find('.')), game);
        return is_of_it && std::ranges::any_of(
                               lines, [&](const WordsLine* line) { return is_for(*line, name); });
      }));
}

}  // namespace combat_odds
