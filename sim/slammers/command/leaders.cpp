#include "sim/slammers/command/leaders.hpp"

#include <fmt/format.h>

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"
#include "core/text/words.hpp"

namespace combat_odds::slammers {
namespace {

const std::vector<std::string>& rank_names() {
  static const std::vector<std::string> names = {"sergeant", "lieutenant", "captain",
                                                 "major",    "colonel",    "none"};
  return names;
}

/// A Communications Technician, a command tank and the skill Inspirational Leader give 2 LP each
/// (Supplement 4 and the authors' reports).
constexpr int leadership_gain = 2;

}  // namespace

Leaders::Leaders(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {"quality", "rank", "leader_value"});
  for (const Columns::Row row : columns) {
    values_[{row.text("quality"), row.text("rank")}] = row.whole_number("leader_value");
  }
}

int Leaders::value(Quality quality, Rank rank) const {
  const std::string& of_quality = quality_names()[static_cast<std::size_t>(quality)];
  const std::string& of_rank = rank_names()[static_cast<std::size_t>(rank)];
  const auto known = values_.find({of_quality, of_rank});
  if (known != values_.end()) return known->second;
  throw ArgumentError(
      "leader_value",
      fmt::format("the leader value of a {} ({}) is not known", of_rank, of_quality),
      "--leader-value, the number printed on the Detachment Card");
}

void Leadership::describe(Declaration<Leadership>& asks) {
  const auto led = [](const Leadership& asked) { return asked.rank != Rank::none; };
  asks.asks(&Leadership::rank, "rank", one_of(rank_names()),
            "who leads; none: all leaders are dead")
      .includes(&Leadership::troops, "", "the troops")
      .only_when({"quality"}, led, "there is no leader", "")
      .asks(&Leadership::leader_value, "leader_value", 0, 20,
            "the leader value, in place of that of rank and quality")
      .only_when(led, "there is no leader", "")
      .asks(&Leadership::inspirational, "inspirational_leader",
            "the skill Inspirational Leader: +2")
      .only_when(led, "there is no leader left", "")
      .asks(&Leadership::technician, "technician", "a Communications Technician: +2")
      .only_when(led, "there is no leader left", "")
      .asks(&Leadership::command_tank, "command_tank", "a command tank: +2")
      .only_when(led, "without leaders, 2D6 less the losses is all that is rolled", "")
      .asks(&Leadership::losses, "losses", 0, 60, "TUs lost so far (Mounting Chaos): -1 each")
      .also_open("slammers.leaders");
}

void Leadership::prepare(const Charts& charts) {
  if (leader_value) {
    bonus = *leader_value;
  } else if (rank != Rank::none) {
    bonus = charts.get<Leaders>().value(troops.as_leaders(charts), rank);
  }
  for (const bool gain : {inspirational, technician, command_tank}) {
    if (gain) bonus += leadership_gain;
  }
  bonus -= losses;
}

int cost_of_moves(int moves) {
  int cost = 0;
  for (int move = 0; move < moves; ++move) cost += 1 << move;
  return cost;
}

std::vector<int> read_moves(std::string_view text, std::string_view parameter) {
  constexpr int most = 3;
  constexpr int most_tus = 60;
  std::vector<int> moves;
  for (const std::string_view word : words_of(text)) {
    const std::optional<CountedWord> tus = counted_word(word, most_tus);
    const std::optional<int> number = tus ? number_in<int>(tus->word) : std::nullopt;
    if (!number || *number < 0 || *number > most) {
      throw ArgumentError(
          parameter, fmt::format("'{}' is no number of moves", word),
          fmt::format("numbers from 0 to {}, separated by spaces; 4*1 is four TUs with one", most));
    }
    moves.insert(moves.end(), static_cast<std::size_t>(tus->count), *number);
  }
  return moves;
}

}  // namespace combat_odds::slammers
