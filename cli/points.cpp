#include <fmt/format.h>

#include "cli/common.hpp"
#include "cli/files/text_file.hpp"
#include "combat_odds/core/error.hpp"
#include "combat_odds/studies/points/points_report.hpp"

namespace combat_odds::cli {
namespace {

struct Call {
  std::string force;
  std::string date;
  std::string listing;
  std::string format = "table";
  std::string charts;
};

void run(const Call& call, Library& library) {
  const std::string format =
      read_choice("--format", call.format, {"table", "csv", "json", "markdown"});
  const auto date = squad_leader::read_month(call.date);
  if (!date) {
    throw InputError({"--date", 0, 0}, fmt::format("'{}' is no month", call.date),
                     "a year and a month, such as 1942-10");
  }
  replace_charts(library.charts(), call.charts);
  const Charts& charts = library.charts();
  std::vector<squad_leader::ListedVehicle> listing;
  if (!call.listing.empty()) listing = read_listing(read_file(call.listing));
  const std::vector<PricedUnit> force = read_force(read_file(call.force), listing, *date, charts);
  if (format == "csv") {
    print(points_csv(force));
  } else if (format == "json") {
    print(points_json(force, *date));
  } else {
    print(
        points_table(force, *date, format == "markdown" ? TableStyle::markdown : terminal_style()));
  }
}

}  // namespace

void add_points(const Command& program, Library& library) {
  const Command command =
      program.add_command("points", "what a force costs: BPV, Rarity and NPV (Cross of Iron)");
  const auto call = std::make_shared<Call>();
  command.add_option("FORCE", call->force, "a force list (CSV: side,unit,quantity,...)").required();
  command.add_option("--date", call->date, "the month of the scenario, such as 1942-10").required();
  command.add_option("--listing", call->listing,
                     "your vehicles and guns (CSV: nationality,name,bpv,rarity,year_from,year_to)");
  command.add_option("--format", call->format, "how to print the costs")
      .type_name("table|csv|json|markdown")
      .shows_default();
  command.add_option("--charts", call->charts, "a folder with your own charts");
  command.callback([call, &library] { run(*call, library); });
}

}  // namespace combat_odds::cli
