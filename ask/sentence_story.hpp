#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace combat_odds {

/// A sentence without what only tells a story, and what was taken out.
struct WithoutStory {
  std::string sentence;
  std::vector<std::string> taken;  ///< each once, in the order of the sentence
};

/// "Sadly, my poor 4-4-7 runs" as "my 4-4-7 runs": without the words that state nothing in any game
/// (<story>). A sentence of nothing else stays as it is.
WithoutStory take_story(std::string_view sentence);

}  // namespace combat_odds
