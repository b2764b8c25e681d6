#include "studies/plan/fortify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/container/static_vector.hpp>
#include <set>

#include "core/text/columns.hpp"
#include "reports/tables/table.hpp"

namespace combat_odds::red_barricades {
namespace {

/// Some of the first fortifications: what they are worth, how many of the last, and which of the
/// sets of those before it.
struct Set {
  double value = 0;
  int quantity = 0;
  int rest = 0;
};

/// The best and the second best of the sets that cost the same; the second may be missing.
using Best = boost::container::static_vector<Set, 2>;

void put(Best& best, const Set& set) {
  const auto place = std::find_if(best.begin(), best.end(),
                                  [&](const Set& known) { return set.value > known.value; });
  if (best.size() < best.capacity()) {
    best.insert(place, set);
  } else if (place != best.end()) {
    std::move_backward(place, best.end() - 1, best.end());
    *place = set;
  }
}

/// A table over the FPP: for the first 0, 1, 2 ... fortifications, the best sets of each cost.
std::vector<std::vector<Best>> best_sets(const std::vector<Fortify::Bought>& offered, int fpp) {
  std::vector<std::vector<Best>> tables;
  tables.emplace_back(static_cast<std::size_t>(fpp) + 1).front().push_back({});
  for (const Fortify::Bought& one : offered) {
    const std::vector<Best>& before = tables.back();
    std::vector<Best> table(before.size());
    for (int cost = 0; cost <= fpp; ++cost) {
      const int most = std::min(one.quantity, (fpp - cost) / one.fpp);
      const Best& rest = before[static_cast<std::size_t>(cost)];
      for (int n = 0; n <= most && !rest.empty(); ++n) {
        for (std::size_t r = 0; r < rest.size(); ++r) {
          put(table[static_cast<std::size_t>(cost + n * one.fpp)],
              {rest[r].value + n * one.value, n, static_cast<int>(r)});
        }
      }
    }
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace

Fortify::Fortify(int fpp, const TextFile& values, const Charts& charts) : fpp_(fpp) {
  const auto& chart = charts.get<FortificationTable>();
  const Columns lines(read_csv(values), {"fortification", "value"}, {"most", "fpp"});
  lines.need_rows("fortification");
  constexpr std::size_t most_lines = 200;
  if (lines.size() > most_lines) {
    throw lines[most_lines].error("fortification",
                                  fmt::format("there are {} fortifications", lines.size()),
                                  fmt::format("at most {}", most_lines));
  }
  std::vector<Bought> offered;
  std::set<std::string> told;
  for (const Columns::Row row : lines) {
    Bought one;
    one.name = row.name("fortification");
    one.value = row.number_above_0("value");
    one.quantity = row.whole_number("most", 1, 1000, 1000);
    one.fpp = chart.price(row);
    if (!told.insert(one.name).second) {
      throw row.error("fortification", fmt::format("{} is listed twice", one.name),
                      "each fortification once");
    }
    offered.push_back(std::move(one));
  }
  const std::vector<std::vector<Best>> tables = best_sets(offered, fpp_);
  // Of equally good sets the cheapest.
  std::size_t cost = 0;
  Best best;
  for (std::size_t c = 0; c < tables.back().size(); ++c) {
    for (const Set& set : tables.back()[c]) {
      if (best.empty() || set.value > best.front().value) cost = c;
      put(best, set);
    }
  }
  value_ = best.front().value;
  next_best_ = best.size() > 1 ? best[1].value : 0;
  Set set = best.front();
  for (std::size_t i = offered.size(); i-- > 0;) {
    offered[i].quantity = set.quantity;
    cost -= static_cast<std::size_t>(set.quantity * offered[i].fpp);
    set = tables[i][cost][static_cast<std::size_t>(set.rest)];
  }
  for (const Bought& one : offered) {
    if (one.quantity > 0) bought_.push_back(one);
  }
}

std::string Fortify::csv() const {
  Table table({"fortification", "quantity", "fpp", "value"});
  for (const Bought& one : bought_) {
    table.add(one.name, one.quantity, one.quantity * one.fpp,
              fmt::format("{:.10g}", one.quantity * one.value));
  }
  return table.csv();
}

std::string Fortify::table(TableStyle style) const {
  Table grid({"fortification", "number", "FPP", "value"});
  int spent = 0;
  for (const Bought& one : bought_) {
    spent += one.quantity * one.fpp;
    grid.add(one.name, one.quantity, one.quantity * one.fpp,
             fmt::format("{:.6g}", one.quantity * one.value));
  }
  return grid.text(style) +
         fmt::format(
             "{:.6g} for {} of {} FPP, proven: no set is better; the next best has {:.6g}\n",
             value_, spent, fpp_, next_best_);
}

}  // namespace combat_odds::red_barricades
