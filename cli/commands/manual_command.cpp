#include <fmt/format.h>

#include "cli/options/command_line.hpp"

namespace combat_odds::cli {
namespace {

/// Text as troff takes it: no hyphenation of options, no line that starts with a request.
std::string troff(const std::string& text) {
  std::string escaped;
  for (const char character : text) {
    if (character == '\\') {
      escaped += "\\e";
    } else if (character == '-') {
      escaped += "\\-";
    } else if (character == '\'') {
      escaped += "\\(aq";
    } else if (character == '.' && escaped.empty()) {
      escaped += "\\&.";
    } else {
      escaped += character;
    }
  }
  return escaped;
}

std::string item(const std::string& name, const std::string& meaning) {
  return fmt::format(".TP\n.B {}\n{}\n", troff(name), troff(meaning));
}

std::string options(const std::vector<OptionText>& list) {
  std::string text;
  for (const OptionText& option : list) {
    std::string name = option.name;
    if (!option.value.empty()) name += (name.empty() ? "" : " ") + option.value;
    text += item(name, option.meaning + (option.is_required ? " (required)" : ""));
  }
  return text;
}

std::string manual(const Command& program, const Library& library) {
  std::string text = fmt::format(
      ".TH COMBAT\\-ODDS 1 \"\" \"combat\\-odds {}\" \"Games\"\n"
      ".SH NAME\ncombat\\-odds \\- what are the odds? For tabletop war games\n"
      ".SH SYNOPSIS\n.B combat\\-odds\n.I COMMAND\n.RI [ OPTIONS ]\n"
      ".SH DESCRIPTION\n"
      "Plays a rule of a tabletop war game millions of times, works out its exact odds as\n"
      "fractions, and tells both. The games are Squad Leader and Cross of Iron, Advanced Squad\n"
      "Leader, Red Barricades, Crucible of Steel and Hammer\\(aqs Slammers.\n"
      ".SH EXAMPLES\n"
      "The odds of one fire attack, and of several at once:\n"
      ".PP\n.nf\n"
      "    combat\\-odds odds asl.fire \\-\\-firepower 8 \\-\\-drm 1 \\-\\-target 4\\-6\\-7\n"
      "    combat\\-odds odds asl.fire \\-\\-firepower 4,8,12 \\-\\-drm \\-2..4 \\-\\-target "
      "4\\-6\\-7\n"
      ".fi\n"
      ".SH COMMANDS\n",
      COMBAT_ODDS_VERSION);
  for (const CommandText& command : command_texts(program)) {
    text += fmt::format(".SS combat\\-odds {}\n{}.\n", troff(command.name), troff(command.meaning));
    text += options(command.options);
  }
  text +=
      ".SH PROCEDURES\n"
      "Each has parameters of its own:\n"
      ".B combat\\-odds describe\n.I PROCEDURE\ntells them.\n";
  for (const Procedure* procedure : library.procedures()) {
    text += item(procedure->name, procedure->summary + " (" + procedure->rule + ")");
  }
  text += ".SH EXIT STATUS\n" + item("0", "Success.") +
          item("2",
               "Bad usage or bad input: one line tells where, what is wrong and what would be "
               "right; nothing is written.") +
          item("1", "Anything else, such as a full disk.");
  return text;
}

}  // namespace

void add_manual(const Command& program, Library& library) {
  const Command command = program.add_command("manual", "print the manual page (troff)");
  command.callback([program, &library] { print(manual(program, library)); });
}

}  // namespace combat_odds::cli
