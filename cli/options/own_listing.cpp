#include "cli/options/own_listing.hpp"

#include <filesystem>

#include "cli/files/input_file.hpp"
#include "cli/options/own_presets.hpp"

namespace combat_odds::cli {

void OwnListing::add_option(const Command& command, const std::string& meaning) {
  command.add_option("--listing", file_, meaning);
}

void OwnListing::load(Library& library) const {
  constexpr const char* wanted =
      "a listing of vehicles and guns (CSV), such as scenarios/listing/vehicles-and-guns.csv";
  const std::filesystem::path usual = own_file("listing.csv");
  std::error_code error;
  if (!usual.empty() && std::filesystem::is_regular_file(usual, error)) {
    library.listing().add(read_file(usual.string(), wanted));
  }
  if (!file_.empty()) library.listing().add(read_file(file_, wanted));
}

}  // namespace combat_odds::cli
