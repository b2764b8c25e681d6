#include <cstdlib>
#include <cstring>

#include "web/engine/engine.hpp"

/// What the page calls. The answer is to be freed by it.
extern "C" char* combat_odds_call(const char* request) {
  static combat_odds::web::Engine engine;
  const std::string answer = engine.call(request);
  char* const copy = static_cast<char*>(std::malloc(answer.size() + 1));
  if (copy != nullptr) std::memcpy(copy, answer.c_str(), answer.size() + 1);
  return copy;
}
