#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ask/library.hpp"
#include "ask/situation.hpp"
#include "cli/options/command.hpp"

namespace combat_odds::cli {

/// A text may stand in a file, and so may each of several: "plan-a.txt,plan-b.txt" as what their
/// lines say. Any other is as it was typed. Throws InputError.
std::string with_files(const std::string& typed);

/// The parameters of a procedure as options of a command. Must live until the command is read, and
/// stay where it is.
class ParameterOptions {
 public:
  ParameterOptions() = default;
  ParameterOptions(const ParameterOptions&) = delete;
  ParameterOptions& operator=(const ParameterOptions&) = delete;

  /// Adds an option for each parameter, called --parameter-... where `taken` (another command, or
  /// null) has one of its name. Required ones come first; then those that are `changed_most`, each
  /// in a group of its own.
  void add_to(const Command& command, const std::vector<Parameter>& parameters,
              const std::string& group, const Command* taken,
              const std::vector<std::string>& changed_most = {});

  /// What was given. Throws InputError for an option without a value; a flag alone means true.
  std::vector<GivenValue> given() const;

 private:
  struct Entry {
    const Parameter* parameter = nullptr;
    std::optional<Option> option;
    std::string value;
  };
  std::vector<std::unique_ptr<Entry>> entries_;
};

/// What `odds` can be told about one procedure.
struct ProcedureOptions {
  std::string preset;  ///< empty: none
  ParameterOptions parameters;
  /// By the names under which vehicles are given, where no parameter is called so.
  std::map<std::string, std::string> vehicles;

  /// Adds them to the subcommand of the procedure; `odds` is the command that it belongs to,
  /// `columns` takes the columns of measures that are to be shown. For help, what the presets
  /// change most stands before the rest.
  void add_to(const Command& command, const Command& odds, const Procedure& procedure,
              const Library& library, std::string& columns, bool for_help);

  /// What was given: the parameters, and the vehicles.
  std::vector<GivenValue> given() const;
};

}  // namespace combat_odds::cli
