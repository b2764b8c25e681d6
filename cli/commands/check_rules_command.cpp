#include <fmt/format.h>

#include <algorithm>

#include "cli/interrupts/watch.hpp"
#include "cli/options/common.hpp"
#include "cli/options/house_rule_folders.hpp"
#include "core/text/place_in_text.hpp"
#include "studies/soundness/soundness.hpp"

namespace combat_odds::cli {
namespace {

/// The line where a rule first names something in quotes, or as a word; 1 where it does not.
int line_of(const std::string& text, const std::string& name) {
  std::size_t at = std::string::npos;
  if (!name.empty()) {
    at = std::min({text.find('"' + name + '"'), text.find('\'' + name + '\''), std::string::npos});
    if (at == std::string::npos) at = find_word(text, name);
  }
  return at == std::string::npos ? 1 : line_at(text, at);
}

std::string told(const Procedure& procedure, const Fault& fault) {
  const TextFile& file = source_of(procedure)->rule;
  return InputError({file.name, line_of(file.text, fault.name), 0},
                    procedure.name + ": " + fault.wrong, fault.right)
      .what();
}

/// What is wrong with a rule, a line each. The screen tells how far it is.
std::vector<std::string> faults_told(const Library& library, const Procedure& procedure) {
  RunControl control;
  const Watch watch(control, 0, false);
  Thoroughness thoroughness;
  thoroughness.control = &control;
  thoroughness.ignored_in_all = 5'000;  // a second of Lua
  std::vector<std::string> found;
  try {
    for (const Fault& fault : faults(library, procedure, thoroughness)) {
      found.push_back(told(procedure, fault));
    }
  } catch (const InputError& error) {
    found.emplace_back(error.what());
  } catch (const Interrupted&) {
    watch.tell_interruption("the rules that are named above were checked");
  }
  return found;
}

void run(const std::string& folder) {
  Library library;
  std::vector<std::string> wrong;
  add_house_rules(library, folder, &wrong);
  for (const Procedure* procedure : library.procedures()) {
    if (source_of(*procedure) == nullptr) continue;
    const std::vector<std::string> found = faults_told(library, *procedure);
    if (found.empty()) {
      print(fmt::format("{}: {} is sound\n", source_of(*procedure)->rule.name, procedure->name));
    }
    wrong.insert(wrong.end(), found.begin(), found.end());
  }
  if (wrong.empty()) return;
  throw FaultyRules{fmt::format("{}", fmt::join(wrong, "\n"))};
}

}  // namespace

void add_check_rules(const Command& program, Library& /*library*/) {
  const Command command = program.add_command(
      "check-rules", "play the house rules of a folder in three ways: are they sound?");
  const auto folder = std::make_shared<std::string>();
  const auto for_editor = std::make_shared<bool>(false);
  command.add_option("FOLDER", *folder, "a folder with rules in Lua, such as risk.lua");
  command.add_flag("--editor", *for_editor,
                   "print what rules may say, for an editor with the Lua language server");
  command.footer("For an editor: combat-odds check-rules --editor > my-rules/combat-odds.lua");
  command.callback([folder, for_editor] {
    if (*for_editor) {
      print(rule_annotations());
      return;
    }
    if (folder->empty()) {
      throw InputError({"check-rules"}, "the folder is missing",
                       "a folder with rules in Lua, such as risk.lua");
    }
    run(*folder);
  });
}

}  // namespace combat_odds::cli
