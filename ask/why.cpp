#include "ask/why.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/best/best_play.hpp"
#include "core/play/parallel.hpp"
#include "core/text/error.hpp"
#include "core/text/plain_text.hpp"

namespace combat_odds {
namespace {

using Path = std::vector<Dice::Face>;

std::string name_of(const Roll& roll) {
  if (roll.kind == Roll::Kind::random_selection) {
    return fmt::format("Random Selection of {}", roll.count);
  }
  const std::string sides = roll.sides == 6 ? "" : fmt::format(" of {}", roll.sides);
  return roll.count == 1 ? "a die" + sides : fmt::format("{} dice{}", roll.count, sides);
}

/// The next roll with several results. Rolls with a single one go into the path.
std::optional<RollMade> deciding_roll(const Rule& rule, Path& path) {
  constexpr std::size_t longest = 200;  // a rule that decides nothing for so long never will
  while (path.size() < longest) {
    std::optional<RollMade> made = roll_after(rule, path);
    if (!made || made->results.size() > 1) return made;
    path.push_back(made->results.front().face);
  }
  return std::nullopt;
}

class Explanation {
 public:
  Explanation(const Situation& situation, const Charts& charts, const OddsOptions& options,
              const Place& place)
      : rule_(situation.scenario->rule(situation.index, charts)),
        key_(situation_key(situation.scenario->procedure(),
                           situation.scenario->arguments(situation.index))),
        options_(options),
        place_(place) {
    find_policy(*rule_, options.control);
  }

  std::unique_ptr<WhyRoll> roll(Path path, double chance, int depth) {
    const std::optional<RollMade> made = deciding_roll(*rule_, path);
    if (!made) return nullptr;
    count_ += made->results.size();
    if (count_ > most_why_results) {
      throw InputError(place_, fmt::format("more than {} results to tell of", most_why_results),
                       "fewer rolls deep");
    }
    auto roll = std::make_unique<WhyRoll>();
    roll->what = name_of(made->roll);
    roll->throws = made->throws;
    roll->results.resize(made->results.size());
    parallel_for(made->results.size(), [&](std::size_t i) {
      const RollResult& result = made->results[i];
      WhyResult& told = roll->results[i];
      told.name = plain_name(result.label);
      told.dice = result.dice;
      told.throws = result.throws;
      told.chance = static_cast<double>(result.throws) / static_cast<double>(made->throws);
      told.path_chance = chance * told.chance;
      Path further = path;
      further.push_back(result.face);
      told.odds = odds_after(further);
    });
    for (std::size_t i = 0; depth > 1 && i < roll->results.size(); ++i) {
      Path further = path;
      further.push_back(made->results[i].face);
      roll->results[i].next = this->roll(further, roll->results[i].path_chance, depth - 1);
    }
    return roll;
  }

 private:
  Odds odds_after(const Path& path) const {
    const std::unique_ptr<Rule> rule = rule_after(*rule_, path);
    OddsOptions own = options_;
    if (own.method == Method::both) own.method = Method::exact;
    try {
      return odds_of(*rule, key_, own);
    } catch (const SystemError&) {  // too large for exact odds
      if (options_.method == Method::exact) throw;
      own.method = Method::monte_carlo;
      return odds_of(*rule, key_, own);
    }
  }

  std::unique_ptr<Rule> rule_;
  std::uint64_t key_;
  OddsOptions options_;
  Place place_;
  std::size_t count_ = 0;
};

}  // namespace

std::unique_ptr<const WhyRoll> why(const Situation& situation, const Charts& charts, int depth,
                                   const OddsOptions& options, const Place& place) {
  try {
    return Explanation(situation, charts, options, place).roll({}, 1, depth);
  } catch (const Interrupted&) {  // before best play was found
    return nullptr;
  }
}

}  // namespace combat_odds
