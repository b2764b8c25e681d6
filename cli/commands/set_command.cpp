#include <fmt/format.h>

#include <filesystem>

#include "ask/vocabulary.hpp"
#include "cli/files/output_file.hpp"
#include "cli/options/common.hpp"
#include "cli/options/own_settings.hpp"

namespace combat_odds::cli {
namespace {

struct Words {
  std::string what;
  std::string value;
};

void run(const Words& typed) {
  if (typed.what != "game") throw bad_option("set", typed.what, "game, as in: set game sl");
  if (typed.value.empty()) return print(usual_game() + "\n");
  const auto known = common_words().games.find(spoken_form(typed.value));
  if (known == common_words().games.end()) {
    throw bad_option("set game", typed.value, "asl, sl, slammers, rb or cos");
  }
  const std::string folder = settings_folder();
  if (folder.empty()) throw SystemError("there is no HOME to keep settings in");
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw SystemError(fmt::format("{}: {}", folder, error.message()));
  write_file(folder + "/game", known->second + "\n");
}

}  // namespace

void add_set(const Command& program, Library&) {
  const Command command =
      program.add_command("set", "keep what a sentence means that names no game: set game sl");
  const auto typed = std::make_shared<Words>();
  command.add_option("WHAT", typed->what, "game").required();
  command.add_option("VALUE", typed->value, "asl, sl, slammers, rb or cos; alone: what is kept");
  command.callback([typed] { run(*typed); });
}

}  // namespace combat_odds::cli
