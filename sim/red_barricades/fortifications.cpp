#include "combat_odds/sim/red_barricades/fortifications.hpp"

#include "combat_odds/core/chart.hpp"
#include "combat_odds/core/number_text.hpp"

namespace combat_odds::red_barricades {

FortificationTable::FortificationTable(const CsvTable& chart) {
  const std::size_t name = chart_column(chart, "fortification");
  const std::size_t cost = chart_column(chart, "fpp");
  for (const std::vector<CsvCell>& row : chart.rows) {
    const std::optional<int> fpp = number_in<int>(row[cost].text);
    if (!fpp || *fpp < 1 || *fpp > 1000) {
      throw InputError(chart.place(row[cost]), "fpp is '" + row[cost].text + "'",
                       "a whole number from 1 to 1000");
    }
    if (!fpp_.emplace(row[name].text, *fpp).second) {
      throw InputError(chart.place(row[name]), row[name].text + " stands here twice",
                       "each fortification once");
    }
    names_.push_back(row[name].text);
  }
}

std::optional<int> FortificationTable::fpp(const std::string& name) const {
  const auto known = fpp_.find(name);
  if (known != fpp_.end()) return known->second;
  constexpr std::string_view pillbox = " Pillbox";
  if (!name.ends_with(pillbox)) return std::nullopt;
  std::string_view numbers(name);
  numbers.remove_suffix(pillbox.size());
  int sum = 0;
  for (int n = 0; n < 3; ++n) {
    const std::optional<int> number = number_at_front<int>(numbers);
    if (!number || *number < 0 || *number > 20) return std::nullopt;
    sum += *number;
    if (n < 2 && !numbers.starts_with('-')) return std::nullopt;
    if (n < 2) numbers.remove_prefix(1);
  }
  return numbers.empty() && sum > 0 ? std::optional<int>(3 * sum) : std::nullopt;
}

}  // namespace combat_odds::red_barricades
