#include "cli/options/own_listing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/files/input_file.hpp"
#include "cli/files/output_file.hpp"
#include "cli/options/own_presets.hpp"
#include "cli/options/own_settings.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::cli {
namespace fs = std::filesystem;
namespace {

constexpr const char* wanted_listing =
    "a listing of vehicles and guns (CSV), such as scenarios/listing/vehicles-and-guns.csv";

/// Charts of vehicles that lines of the user's may be added to.
constexpr const char* charts_of_vehicles[] = {"asl/afv.csv", "slammers/defence-values.csv"};

std::string first_line(std::string_view text) {
  std::string line(text.substr(0, text.find('\n')));
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

/// The chart whose headings the text has; empty: none.
std::string chart_with_headings_of(std::string_view text, const Charts& charts) {
  for (const char* const name : charts_of_vehicles) {
    if (first_line(text) == first_line(charts.text(name))) return name;
  }
  return "";
}

void add(Library& library, const TextFile& file) {
  const std::string chart = chart_with_headings_of(file.text, library.charts());
  if (chart.empty()) return library.listing().add(file);
  // In front of the chart's own lines, so that a fault is told at the line of the file.
  std::string text = file.text;
  if (!text.ends_with('\n')) text += '\n';
  const std::string_view printed = library.charts().text(chart);
  text += printed.substr(printed.find('\n') + 1);
  library.charts().replace(chart, file.name, text);
}

/// Reads all that parameters may be given by name. Throws InputError where a line makes no sense.
void read_names(const Library& library) {
  for (const Procedure* procedure : library.procedures()) {
    for (const Parameter& parameter : procedure->parameters) {
      known_names(parameter, library.charts());
    }
  }
}

}  // namespace

void OwnListing::add_option(const Command& command, const std::string& meaning) {
  command.add_option("--listing", file_, meaning);
}

std::vector<std::string> OwnListing::kept() {
  std::vector<std::string> files;
  std::error_code error;
  const fs::path usual = own_file("listing.csv");
  if (!usual.empty() && fs::is_regular_file(usual, error)) files.push_back(usual.string());
  const fs::path folder = own_file("listings");
  if (folder.empty() || !fs::is_directory(folder, error)) return files;
  const std::size_t first = files.size();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".csv") files.push_back(entry.path().string());
  }
  std::sort(files.begin() + static_cast<std::ptrdiff_t>(first), files.end());
  return files;
}

std::string OwnListing::keep(const std::string& path) {
  const TextFile file = read_file(path, wanted_listing);
  Library trial;
  add(trial, file);
  read_names(trial);
  const fs::path folder = made_settings_folder(own_file("listings").string());
  const std::string place = (folder / fs::path(path).filename().replace_extension(".csv")).string();
  write_file(place, file.text);
  return place;
}

void OwnListing::load_kept(Library& library) {
  const std::vector<TextFile>& known = library.listing().files();
  for (const std::string& path : kept()) {
    const bool is_known = std::ranges::find(known, path, &TextFile::name) != known.end();
    const bool is_chart = std::ranges::any_of(charts_of_vehicles, [&](const char* chart) {
      return library.charts().source(chart).file == path;
    });
    if (!is_known && !is_chart) add(library, read_file(path, wanted_listing));
  }
}

void OwnListing::load(Library& library) const {
  load_kept(library);
  if (!file_.empty()) library.listing().add(read_file(file_, wanted_listing));
}

}  // namespace combat_odds::cli
