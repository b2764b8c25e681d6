#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "core/text/text_file.hpp"
#include "reports/tables/table.hpp"
#include "studies/matrix_game.hpp"
#include "studies/plan/plan_input.hpp"

namespace combat_odds::red_barricades {

/// The game in which each side chooses one of a few plans, without knowing the other's choice, to
/// be ahead of the other: which of my plans, against which of theirs, and how often.
struct PlanGame {
  struct Choice {
    std::string name;  ///< of its file
    double score = 0;  ///< against the other side's mix: the chance to be ahead, half when even
  };
  struct Meeting {
    double mine = 0;  ///< expected on the day that counts
    double theirs = 0;
    double ahead = 0;  ///< on that day, or on average over the days up to it
    double behind = 0;
    double score() const { return (1 + ahead - behind) / 2; }
  };

  std::array<std::string, 2> sides;  ///< mine, theirs: "german"
  std::string goal;                  ///< as it was asked for
  std::string date;                  ///< the day that counts, or the last of those that count
  bool over_days = false;
  std::vector<Choice> mine;
  std::vector<Choice> theirs;
  std::vector<std::vector<Meeting>> meetings;  ///< [mine][theirs]
  double value = 0;                            ///< my score where both choose as well as they can
  std::array<Mix, 2> mixes;                    ///< of mine, of theirs
};

/// `input` has the side, the goal (`best`: squads, leaders, afvs or points, "squads by 25-Oct", or
/// "squad-days": to be ahead on as many days as possible) and the settings. Purchases come on their
/// dates; whether the CPP suffice is for `campaign` to tell. Exact. Throws InputError.
PlanGame plan_game(const PlanInput& input, const std::vector<TextFile>& mine,
                   const std::vector<TextFile>& theirs, const Charts& charts);

/// mine,theirs,my_mean,their_mean,ahead,behind,score: each plan against each.
std::string plan_game_csv(const PlanGame& game);
/// side,plan,share,least_share,most_share,score
std::string plan_mix_csv(const PlanGame& game);
/// Which plan to take how often, in a sentence, and both tables.
std::string plan_game_text(const PlanGame& game, TableStyle style);

}  // namespace combat_odds::red_barricades
