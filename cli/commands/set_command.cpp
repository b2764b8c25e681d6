#include <algorithm>

#include "ask/unlisted.hpp"
#include "ask/vocabulary.hpp"
#include "cli/options/common.hpp"
#include "cli/options/own_listing.hpp"
#include "cli/options/own_settings.hpp"

namespace combat_odds::cli {
namespace {

struct Words {
  std::string what;
  std::string value;
};

void run_listing(const std::string& file) {
  if (!file.empty()) return print("kept as " + OwnListing::keep(file) + "\n");
  for (const std::string& kept : OwnListing::kept()) print(kept + "\n");
}

/// "asl:Panther", or the name alone: of the usual game.
void print_template(const std::string& asked) {
  const std::size_t colon = std::min(asked.find(':'), asked.size());
  const bool has_game = colon < asked.size();
  const std::string game = has_game ? asked.substr(0, colon) : usual_game();
  const std::string text = listing_template(game, has_game ? asked.substr(colon + 1) : asked);
  if (asked.empty() || text.empty()) {
    throw bad_option("set template", asked, "a vehicle's name, such as sl:Panther or asl:Tiger");
  }
  print(text);
}

void run_page(const std::string& address) {
  if (address.empty()) return print(page_address() + "\n");
  if (!is_page_address(address)) {
    throw bad_option("set page", address, "the page's address, such as https://odds.example.org/");
  }
  keep_setting("page", address);
}

void run(const Words& typed) {
  if (typed.what == "listing") return run_listing(typed.value);
  if (typed.what == "template") return print_template(typed.value);
  if (typed.what == "page") return run_page(typed.value);
  if (typed.what != "game") {
    throw bad_option("set", typed.what, "game, listing, template or page, as in: set game sl");
  }
  if (typed.value.empty()) return print(usual_game() + "\n");
  const auto known = common_words().games.find(spoken_form(typed.value));
  if (known == common_words().games.end()) {
    throw bad_option("set game", typed.value, "asl, sl, slammers, rb or cos");
  }
  keep_setting("game", known->second);
}

}  // namespace

void add_set(const Command& program, Library&) {
  const Command command =
      program.add_command("set", "keep the game of sentences, and vehicles of your own");
  const auto typed = std::make_shared<Words>();
  command
      .add_option("WHAT", typed->what,
                  "game: what a sentence means that names none; listing: vehicles and guns that "
                  "are known by name from then on; template: prints one to fill in; page: where "
                  "the page stands, for links")
      .required();
  command.add_option("VALUE", typed->value,
                     "asl, sl, slammers, rb or cos; a file (CSV); a vehicle such as sl:Panther; an "
                     "address. "
                     "Without it what is kept is shown");
  command.callback([typed] { run(*typed); });
}

}  // namespace combat_odds::cli
