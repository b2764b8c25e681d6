#include "studies/plan/fortification_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "core/text/columns.hpp"
#include "reports/tables/table.hpp"
#include "sim/red_barricades/fortifications.hpp"

namespace combat_odds::red_barricades {

FortificationList::FortificationList(Side side, const TextFile& list, const Charts& charts)
    : side_(side) {
  const std::vector<ReinforcementGroup>& groups = charts.get<ReinforcementGroups>().all();
  const auto group = std::find_if(groups.begin(), groups.end(), [&](const auto& one) {
    return one.side == side && one.kind == ReinforcementGroup::Kind::fortifications;
  });
  if (group == groups.end()) {
    throw InputError({std::string(ReinforcementGroups::chart_name)},
                     "the chart has no group of Fortifications for the side", "the group M1");
  }
  fpp_each_ = group->units.front().number;
  cpp_each_ = group->cpp;
  const auto& chart = charts.get<FortificationTable>();
  const Columns lines(read_csv(list), {"fortification", "quantity"}, {"fpp", "note"});
  lines.need_rows("fortification");
  for (const Columns::Row row : lines) {
    Line line;
    line.name = row.name("fortification");
    line.quantity = row.whole_number("quantity", 1, 1000);
    line.fpp = chart.price(row);
    lines_.push_back(std::move(line));
  }
}

int FortificationList::fpp() const {
  return std::accumulate(lines_.begin(), lines_.end(), 0,
                         [](int sum, const Line& line) { return sum + line.quantity * line.fpp; });
}

std::string FortificationList::csv() const {
  Table table({"fortification", "quantity", "fpp", "total_fpp"});
  for (const Line& line : lines_) {
    table.add(line.name, line.quantity, line.fpp, line.quantity * line.fpp);
  }
  table.add("total", "", "", fpp());
  return table.csv();
}

std::string FortificationList::json() const {
  nlohmann::ordered_json document = {{"side", name_of(side_)}};
  document["fortifications"] = nlohmann::ordered_json::array();
  for (const Line& line : lines_) {
    document["fortifications"].push_back({{"fortification", line.name},
                                          {"quantity", line.quantity},
                                          {"fpp", line.fpp},
                                          {"total_fpp", line.quantity * line.fpp}});
  }
  document["fpp"] = fpp();
  document["cpp"] = cpp();
  document["left"] = left();
  return document.dump(2) + "\n";
}

std::string FortificationList::table(TableStyle style) const {
  Table grid({"fortification", "number", "FPP each", "FPP"});
  for (const Line& line : lines_) {
    grid.add(line.name, line.quantity, line.fpp, line.quantity * line.fpp);
  }
  grid.add("in all", "", "", fpp());
  return grid.text(style) + fmt::format("{}: {} CPP buy {} FPP ({} CPP each {}), and {} are left\n",
                                        name_of(side_), cpp(), fpp() + left(), cpp_each_, fpp_each_,
                                        left());
}

std::string fortification_csv(const Charts& charts) {
  const auto& chart = charts.get<FortificationTable>();
  Table table({"fortification", "fpp"});
  for (const std::string& name : chart.names()) table.add(name, *chart.fpp(name));
  return table.csv();
}

std::string fortification_table(const Charts& charts, TableStyle style) {
  const auto& chart = charts.get<FortificationTable>();
  Table grid({"fortification", "FPP"});
  for (const std::string& name : chart.names()) grid.add(name, *chart.fpp(name));
  grid.add("1-3-5 Pillbox", "3 x (1 + 3 + 5)");
  return grid.text(style);
}

}  // namespace combat_odds::red_barricades
