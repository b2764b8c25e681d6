#pragma once

#include <functional>
#include <set>
#include <span>

#include "ask/situation.hpp"
#include "core/odds/odds.hpp"

namespace combat_odds {

/// The odds of one situation of a run.
struct SituationOdds {
  Situation situation;
  std::string name;
  Odds odds;
  Working working = {};                            ///< how its numbers come about
  bool complete = true;                            ///< false: options.control cut it short
  std::shared_ptr<const Policy> policy = nullptr;  ///< what best play does, where it was asked for
};

/// Constructs the rule of every situation, so that faulty input is found before anything is
/// simulated. Gives the names of the charts that the rules looked things up in.
std::set<std::string> check(SituationSource& situations, const Charts& charts);
std::set<std::string> check(std::span<const Situation> situations, const Charts& charts);

/// The part of a situation that a machine plays: blocks of small situations are spread over the
/// shards, too.
Shard shard_of_situation(const Shard& shard, std::size_t situation);

/// The odds of a situation by its rule, the key of its random words and its place in the run.
using OddsOf = std::function<Odds(const Rule& rule, std::uint64_t key, const OddsOptions& options,
                                  std::size_t situation)>;

/// Works out the situations, many at a time on all cores, and hands each to `sink` in order. Keeps
/// only a batch in memory. `work` is odds_of() where it is left out; it is called from many
/// threads.
void evaluate(SituationSource& situations, const Charts& charts, const OddsOptions& options,
              const std::function<void(SituationOdds&&)>& sink, const OddsOf& work = {});
void evaluate(std::span<const Situation> situations, const Charts& charts,
              const OddsOptions& options, const std::function<void(SituationOdds&&)>& sink,
              const OddsOf& work = {});
/// How many situations are worked out before the first of them goes to `sink`.
constexpr std::size_t evaluated_at_once = 2048;

}  // namespace combat_odds
