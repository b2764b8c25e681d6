#include "cli/options/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "cli/options/parameter_options.hpp"
#include "core/text/parts.hpp"
#include "reports/text/text.hpp"
#include "sim/declare/names.hpp"

namespace combat_odds::cli {
namespace {

/// "both|exact" as its words; nothing where `value` is no list of choices.
std::vector<std::string> split_choices(const std::string& value) {
  if (value.find('|') == std::string::npos) return {};
  const std::vector<std::string_view> choices = parts_of(value, '|');
  return {choices.begin(), choices.end()};
}

std::vector<OptionText> option_texts(const CLI::App& command) {
  std::vector<OptionText> texts;
  for (const CLI::Option* option : command.get_options()) {
    OptionText text;
    if (option->get_group().empty()) continue;
    const bool is_word = option->get_positional();
    if (!is_word) text.name = "--" + option->get_lnames().front();
    if (is_word) text.value = option->get_name(true);
    if (!is_word && option->get_items_expected_max() > 0) text.value = option->get_type_name();
    text.meaning = option->get_description();
    text.choices = split_choices(option->get_type_name());
    const bool is_required_one = option->get_group() == "Required parameters";
    text.is_parameter = option->get_group() == "Parameters" || is_required_one;
    text.is_required = option->get_required() || is_required_one;
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

std::vector<CommandText> command_texts(const Command& program) {
  std::vector<CommandText> texts;
  for (const CLI::App* command :
       std::as_const(program.app()).get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_group().empty()) continue;
    texts.push_back({command->get_name(), command->get_description(), option_texts(*command)});
    if (command->get_require_subcommand_min() == 0) continue;
    OptionText procedure;
    procedure.value = "PROCEDURE";
    procedure.meaning = "such as asl.fire; 'combat-odds list' names them";
    procedure.is_required = true;
    texts.back().options.insert(texts.back().options.begin(), std::move(procedure));
  }
  return texts;
}

std::vector<OptionText> parameter_texts(const Command& program, const Procedure& procedure,
                                        const Library& library) {
  CLI::App command;
  ProcedureOptions asked;
  std::string columns;
  asked.add_to(Command(command), Command(*program.app().get_subcommand("odds")), procedure, library,
               columns, false);
  std::vector<OptionText> texts = option_texts(command);
  std::erase_if(texts, [](const OptionText& text) { return text.name == "--help"; });
  for (const Parameter& parameter : procedure.parameters) {
    const std::vector<std::string> names = known_names(parameter, library.charts());
    const auto option = std::find_if(texts.begin(), texts.end(), [&](const OptionText& text) {
      return text.name == parameter.option();
    });
    option->choices.insert(option->choices.end(), names.begin(), names.end());
  }
  return texts;
}

namespace {

bool is_one_of(const CLI::Option& option, const std::set<std::string>& names) {
  const std::vector<std::string>& long_names = option.get_lnames();
  return !long_names.empty() && names.contains(long_names.front());
}

/// Options that say only where a picture goes and what it shows.
bool draws(const CLI::Option& option) {
  return is_one_of(option, {"plot", "plot-measure", "tree", "narrow"});
}

/// Options that change neither a number nor a picture. A command that writes to no standard output
/// needs its folder.
bool is_beside(const CLI::Option& option) {
  static const std::set<std::string> names = {"help",   "format",  "quiet",  "force",
                                              "page",   "shard",   "full",   "for-spreadsheet",
                                              "resume", "threads", "policy", "wide"};
  return is_one_of(option, names) || (is_one_of(option, {"out"}) && !option.get_required());
}

/// Options that change no number.
bool changes_nothing(const CLI::Option& option) {
  return is_beside(option) || draws(option) || is_one_of(option, {"out", "title", "subtitle"});
}

/// A page or a picture shows nobody's folders.
std::string without_folders(const std::string& value) {
  namespace fs = std::filesystem;
  if (!value.starts_with('/')) return value;
  std::error_code error;
  const fs::path within = fs::path(value).lexically_relative(fs::current_path(error));
  const bool is_within = !within.empty() && *within.begin() != "..";
  return is_within ? within.string() : fs::path(value).filename().string();
}

/// The options of a command that were given, as words for a shell.
std::string words_given(const CLI::App& command, bool drawn) {
  std::string words;
  for (const CLI::Option* option : command.get_options()) {
    const bool is_for_it =
        drawn ? !is_beside(*option)
              : !is_beside(*option) && !draws(*option) && !is_one_of(*option, {"out"});
    if (option->count() == 0 || !is_for_it) continue;
    if (!option->get_positional()) words += " --" + option->get_lnames().front();
    for (const std::string& typed_value : option->results()) {
      const std::string value = without_folders(typed_value);
      const bool bare = value.empty() || (option->get_expected_max() == 0 && value == "true");
      if (bare) continue;
      // With "=" a value may begin with a dash: --drm=-2..2.
      const bool dash = value.starts_with('-') && option->count() == 1 && !option->get_positional();
      words += (dash ? "=" : " ") + shell_word(value);
    }
  }
  return words;
}

std::string typed(const CLI::App& command, bool drawn = false) {
  std::string words = "combat-odds " + command.get_name();
  for (const CLI::App* asked : command.get_subcommands()) {
    words += " " + asked->get_name() + words_given(*asked, drawn);
  }
  return words + words_given(command, drawn);
}

}  // namespace

WrittenCommand command_given(const Command& command) {
  WrittenCommand given;
  given.program = program_version;
  given.name = command.app().get_name();
  given.typed = typed(command.app());
  given.drawn = typed(command.app(), true);
  for (const CLI::Option* option : std::as_const(command.app()).get_options()) {
    if (changes_nothing(*option)) continue;
    std::vector<std::string> values = option->results();
    if (option->count() == 0) values = {option->get_default_str()};
    if (option->count() == 0 && values.front().empty()) continue;
    for (const std::string& value : values) {
      // A flag may stand without a value.
      given.options.emplace_back(option->get_name(), value.empty() ? "true" : value);
    }
  }
  return given;
}

}  // namespace combat_odds::cli
