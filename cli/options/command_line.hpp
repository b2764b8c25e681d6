#pragma once

#include <string>
#include <vector>

#include "cli/options/common.hpp"
#include "reports/text/written_command.hpp"

namespace combat_odds::cli {

/// What a word of the command line can be, for completions and the manual.
struct OptionText {
  std::string name;   ///< "--method"; empty: a word by its place
  std::string value;  ///< what it takes, as help shows it; empty: nothing
  std::string meaning;
  std::vector<std::string> choices;  ///< the values it takes, where they are few
  bool is_parameter = false;         ///< of the named procedure
  bool is_required = false;
};

struct CommandText {
  std::string name;
  std::string meaning;
  std::vector<OptionText> options;
};

/// The commands of the program, those that help leaves out excepted.
std::vector<CommandText> command_texts(const Command& program);

/// The parameters of a procedure as options of `odds`, and its presets; among the choices are the
/// names that a parameter takes.
std::vector<OptionText> parameter_texts(const Command& program, const Procedure& procedure,
                                        const Library& library);

/// What command.csv tells of this command as it was given: its files, and all options but those
/// that change no number (--out, --format, --quiet, --threads, --plot).
WrittenCommand command_given(const Command& command);

}  // namespace combat_odds::cli
