#include "combat_odds/sim/asl/close_fight/close_combat_table.hpp"

#include "combat_odds/core/number_text.hpp"

namespace combat_odds::asl {
namespace {

std::size_t row_named(const CsvTable& chart, const std::string& name) {
  for (std::size_t i = 0; i < chart.rows.size(); ++i) {
    if (chart.rows[i].front().text == name) return i;
  }
  throw InputError({chart.file, 1, 1}, "the row '" + name + "' is missing",
                   "kill_number and hand_to_hand_kill_number");
}

}  // namespace

CloseCombatTable::CloseCombatTable(const CsvTable& chart) {
  const auto& kill = chart.rows[row_named(chart, "kill_number")];
  const auto& hand_to_hand = chart.rows[row_named(chart, "hand_to_hand_kill_number")];
  for (std::size_t c = 1; c < chart.header.size(); ++c) {
    const CsvCell& cell = chart.header[c];
    Column column;
    column.odds = cell.text;
    std::string_view odds = cell.text;
    const bool first = c == 1 && cell.text.starts_with('<');
    const bool last = c + 1 == chart.header.size() && cell.text.starts_with('>');
    column.beyond = first || last;
    if (column.beyond) odds.remove_prefix(1);
    const int attack = number_at_front<int>(odds).value_or(0);
    const bool dash = odds.starts_with('-');
    const int defence = dash ? number_in<int>(odds.substr(1)).value_or(0) : 0;
    if (attack < 1 || defence < 1) {
      throw InputError(chart.place(cell), "'" + cell.text + "' is not odds", "such as 3-2");
    }
    column.attack = attack;
    column.defence = defence;
    if (columns_.size() > 1 && !last &&
        column.attack * columns_.back().defence <= columns_.back().attack * column.defence) {
      throw InputError(chart.place(cell), "the odds do not rise", "columns from low to high odds");
    }
    column.kill_number = chart_integer(chart, kill[c]);
    column.hand_to_hand = chart_integer(chart, hand_to_hand[c]);
    columns_.push_back(column);
  }
  if (columns_.size() < 3 || !columns_.front().beyond || !columns_.back().beyond) {
    throw InputError({chart.file, 1, 1}, "the odds columns are not complete",
                     "<1-8,1-8,...,10-1,>10-1");
  }
}

const CloseCombatTable::Column& CloseCombatTable::column(double attack, double defence) const {
  const Column& last = columns_.back();
  if (attack * last.defence > last.attack * defence) return last;
  for (std::size_t c = columns_.size() - 1; c-- > 1;) {
    if (attack * columns_[c].defence >= columns_[c].attack * defence) return columns_[c];
  }
  return columns_.front();
}

int CloseCombatTable::columns_below_even(double attack, double defence) const {
  const auto below = &column(1, 1) - &column(attack, defence);
  return below > 0 ? static_cast<int>(below) : 0;
}

const std::string& CloseCombatTable::odds(double attack, double defence) const {
  return column(attack, defence).odds;
}

int CloseCombatTable::kill_number(double attack, double defence, bool hand_to_hand) const {
  const Column& found = column(attack, defence);
  return hand_to_hand ? found.hand_to_hand : found.kill_number;
}

}  // namespace combat_odds::asl
