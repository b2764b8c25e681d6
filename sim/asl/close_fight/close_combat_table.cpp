#include "sim/asl/close_fight/close_combat_table.hpp"

#include "core/text/columns.hpp"
#include "core/text/number_text.hpp"

namespace combat_odds::asl {
namespace {

Columns::Row row_named(const Columns& columns, const std::string& name) {
  for (const Columns::Row row : columns) {
    if (row.cells().front().text == name) return row;
  }
  throw InputError({columns.file(), 1, 1}, "the row '" + name + "' is missing",
                   "kill_number and hand_to_hand_kill_number");
}

}  // namespace

CloseCombatTable::CloseCombatTable(const CsvTable& chart) {
  const Columns columns = Columns::of_chart(chart, {});
  const Columns::Row kill = row_named(columns, "kill_number");
  const Columns::Row hand_to_hand = row_named(columns, "hand_to_hand_kill_number");
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
    column.kill_number = kill.whole_number(cell.text);
    column.hand_to_hand = hand_to_hand.whole_number(cell.text);
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
