#include "combat_odds/sim/slammers/command/leaders.hpp"

#include <fmt/format.h>

#include <optional>

#include "combat_odds/core/number_text.hpp"

namespace combat_odds::slammers {
namespace {

constexpr const char* quality_names[] = {"elite", "veteran", "trained", "untrained"};

/// Supplement 4 and the authors' reports: a Communications Technician, a command tank and the skill
/// Inspirational Leader give 2 LP each.
constexpr int leadership_gain = 2;

}  // namespace

const char* const leadership_details =
    "Each turn a detachment or troop has 2D6 + leader value leadership points (LP), less one for "
    "each TU lost (Mounting Chaos), and never fewer than none. A Communications Technician, a "
    "command tank and an Inspirational Leader add 2 each. With all leaders dead it is 2D6 less "
    "the losses. Classes of troops lead as the chart says: Commissars as elite, Warriors as "
    "trained, Fanatics as untrained. Leader values that were not found must be given as "
    "leader_value: the sources even disagree about an elite lieutenant (Huber's card says 4 before "
    "his +2, less than the ladder of sergeants suggests).";

Leaders::Leaders(const CsvTable& chart) {
  const auto quality = chart_column(chart, "quality");
  const auto rank = chart_column(chart, "rank");
  const auto value = chart_column(chart, "leader_value");
  for (const auto& row : chart.rows) {
    values_[{row[quality].text, row[rank].text}] = chart_integer(chart, row[value]);
  }
}

int Leaders::value(Quality quality, const std::string& rank) const {
  const char* const name = quality_names[static_cast<std::size_t>(quality)];
  const auto known = values_.find({name, rank});
  if (known != values_.end()) return known->second;
  throw ArgumentError("leader_value",
                      fmt::format("the leader value of a {} ({}) is not known", rank, name),
                      "give leader_value: the number printed on the Detachment Card");
}

std::vector<Parameter> Leadership::parameters() {
  return {
      choice("rank", {"sergeant", "lieutenant", "captain", "major", "colonel", "none"},
             "who leads; none: all leaders are dead"),
      quality_parameter("quality", "the quality, or class, of the troops"),
      integer("leader_value", 0, 20, "the leader value, in place of that of rank and quality")
          .optional()
          .tried_with({"", "0", "4"}),
      flag("inspirational_leader", "the skill Inspirational Leader: +2"),
      flag("technician", "a Communications Technician: +2"),
      flag("command_tank", "a command tank: +2"),
      integer("losses", 0, 60, "TUs lost so far (Mounting Chaos): -1 each").by_default("0"),
  };
}

Leadership Leadership::asked(const Arguments& arguments, const Charts& charts) {
  const std::string& rank = arguments.choice("rank");
  int value = 0;
  if (rank == "none") {
    for (const char* const gift : {"inspirational_leader", "technician"}) {
      if (arguments.flag(gift)) {
        throw ArgumentError(gift, "there is no leader left to gain by it", "false");
      }
    }
    if (arguments.given("leader_value")) {
      throw ArgumentError("leader_value", "a leader value without a leader", "leave it out");
    }
  } else if (arguments.given("leader_value")) {
    value = arguments.integer("leader_value");
  } else {
    const Quality quality = charts.get<TroopClasses>(TroopClasses::chart_name)
                                .leads_as(arguments.choice("quality"), "quality");
    value = charts.get<Leaders>(Leaders::chart_name).value(quality, rank);
  }
  for (const char* const gift : {"inspirational_leader", "technician", "command_tank"}) {
    if (arguments.flag(gift)) value += leadership_gain;
  }
  return {value - arguments.integer("losses")};
}

int cost_of_moves(int moves) {
  int cost = 0;
  for (int move = 0; move < moves; ++move) cost += 1 << move;
  return cost;
}

std::vector<int> read_moves(std::string_view text, std::string_view parameter, int most) {
  std::vector<int> moves;
  const auto refuse = [&](std::string_view token) {
    throw ArgumentError(
        parameter, fmt::format("'{}' is no number of moves", token),
        fmt::format("numbers from 0 to {}, separated by spaces; 4*1 is four TUs with one", most));
  };
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find(' ', start), text.size());
    const std::string_view token = text.substr(start, end - start);
    start = end + 1;
    if (token.empty()) continue;
    const std::size_t star = token.find('*');
    const std::optional<int> count =
        star == std::string_view::npos ? 1 : number_in<int>(token.substr(0, star));
    const std::optional<int> number =
        number_in<int>(star == std::string_view::npos ? token : token.substr(star + 1));
    if (!count || !number || *count < 1 || *count > 60 || *number < 0 || *number > most) {
      refuse(token);
    }
    moves.insert(moves.end(), static_cast<std::size_t>(*count), *number);
  }
  return moves;
}

}  // namespace combat_odds::slammers
