#include <cstdlib>
#include <cstring>
#include <string>

#include "combat_odds/reports/question_json.hpp"
#include "combat_odds/scenarios/library.hpp"

namespace {

combat_odds::Library& library() {
  static combat_odds::Library library;
  return library;
}

}  // namespace

extern "C" char* combat_odds_call(const char* question) {
  std::string answers;
  combat_odds::answer_json(library(), question, {}, [&](const std::string& answer) {
    answers += (answers.empty() ? "" : "\n") + answer;
  });
  return strdup(answers.c_str());
}
