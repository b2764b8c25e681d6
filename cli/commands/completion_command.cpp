#include <fmt/format.h>

#include <algorithm>

#include "cli/options/command_line.hpp"
#include "cli/options/own_presets.hpp"
#include "studies/until/until.hpp"

namespace combat_odds::cli {
namespace {

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

/// Between single quotes of bash and zsh.
std::string single_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char character : text) {
    if (character == '\'') quoted += "'\\'";
    quoted += character;
  }
  return quoted + "'";
}

std::string names_of(const std::vector<OptionText>& options) {
  std::vector<std::string> names;
  for (const OptionText& option : options) {
    if (!option.name.empty()) names.push_back(option.name);
  }
  return joined(names);
}

/// What stands by its place after the command, where that is known: a procedure, a shell.
std::string place_names(const CommandText& command, const Library& library) {
  for (const OptionText& option : command.options) {
    if (!option.name.empty()) continue;
    if (option.value == "PROCEDURE") {
      std::vector<std::string> names;
      for (const Procedure* procedure : library.procedures()) names.push_back(procedure->name);
      return joined(names);
    }
    if (!option.choices.empty()) return joined(option.choices);
  }
  return "";
}

/// Lines of a shell's `case` for the options whose values are known: one a line, as names of units
/// and weapons have spaces.
std::string value_cases(const std::string& before, const std::vector<OptionText>& options) {
  std::string cases;
  for (const OptionText& option : options) {
    if (option.name.empty() || option.choices.empty()) continue;
    cases += fmt::format("    '{} {}') value_names={} ;;\n", before, option.name,
                         single_quoted(fmt::format("{}", fmt::join(option.choices, "\n"))));
  }
  return cases;
}

/// Options of `odds` that take what a procedure reports, or what it can be asked.
std::vector<OptionText> quantity_texts(const Procedure& procedure) {
  std::vector<std::string> reported;
  for (const auto* terms : {&procedure.events, &procedure.outcomes, &procedure.measures}) {
    for (const Term& term : *terms) {
      const bool known = std::ranges::find(reported, term.name) != reported.end();
      if (!known) reported.push_back(term.name);
    }
  }
  std::vector<std::string> swept;
  for (const Parameter* parameter : swept_parameters(procedure)) swept.push_back(parameter->name);
  std::vector<OptionText> texts;
  for (const char* const name : {"--by", "--show", "--until"}) {
    texts.push_back({name, "NAME", "what this procedure reports", reported, false, false});
  }
  texts.push_back({"--over", "PARAMETER", "what can be swept", swept, false, false});
  return texts;
}

/// What bash and zsh have in common: from the command, the word before the cursor and the words
/// between it finds the procedure, the values that the word before the cursor takes, the options,
/// and what stands by its place.
std::string shared_function(const Command& program, const Library& library) {
  std::string values;
  std::string names;
  for (const CommandText& command : command_texts(program)) {
    values += value_cases(command.name, command.options);
    names += fmt::format("    {}) option_names='{}' place_names='{}' ;;\n", command.name,
                         names_of(command.options), place_names(command, library));
  }
  std::string parameters;
  for (const Procedure* procedure : library.procedures()) {
    std::vector<OptionText> options = parameter_texts(program, *procedure, library);
    values += value_cases(procedure->name, options);
    values += value_cases(procedure->name, quantity_texts(*procedure));
    parameters += fmt::format("    'odds {}') option_names=\"{} $option_names\" ;;\n",
                              procedure->name, names_of(options));
  }
  return "_combat_odds_words() {\n"
         "  local command=$1 previous=$2 word\n"
         "  shift 2\n"
         "  procedure='' value_names='' option_names='' place_names=''\n"
         "  case $command in\n" +
         names +
         "  esac\n"
         "  for word in \"$@\"; do\n"
         "    case \" $place_names \" in *\" $word \"*) procedure=$word ;; esac\n"
         "  done\n"
         "  if [ -n \"$procedure\" ]; then place_names=''; fi\n"
         "  case \"$command $procedure\" in\n" +
         parameters +
         "  esac\n"
         "  case \"$command $previous\" in\n" +
         values +
         "  esac\n"
         "  case \"$procedure $previous\" in\n" +
         values +
         "  esac\n"
         "}\n\n";
}

std::string bash(const Command& program, const Library& library) {
  std::vector<std::string> names;
  for (const CommandText& command : command_texts(program)) names.push_back(command.name);
  return "# Completion of combat-odds for bash.\n" + shared_function(program, library) +
         fmt::format(R"bash(_combat_odds() {{
  local procedure value_names option_names place_names
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$current"))
    return
  fi
  _combat_odds_words "${{COMP_WORDS[1]}}" "$previous" "${{COMP_WORDS[@]:2:COMP_CWORD-2}}"
  if [ -n "$value_names" ]; then
    local value typed=${{current#[\"\']}}
    typed=${{typed//\\/}}
    while IFS= read -r value; do
      if [[ "${{value,,}}" == "${{typed,,}}"* ]]; then
        case $current in
          \"* | \'*) COMPREPLY+=("$value") ;;
          *) COMPREPLY+=("$(printf '%q' "$value")") ;;
        esac
      fi
    done <<<"$value_names"
  elif [[ $current == -* || (-n $procedure && $previous != -*) ]]; then
    COMPREPLY=($(compgen -W "$option_names" -- "$current"))
  elif [ -n "$place_names" ]; then
    COMPREPLY=($(compgen -W "$place_names" -- "$current"))
  fi
}}
complete -o default -F _combat_odds combat-odds
)bash",
                     joined(names));
}

std::string zsh(const Command& program, const Library& library) {
  std::string names;
  for (const CommandText& command : command_texts(program)) {
    names += "      " + single_quoted(command.name + ":" + command.meaning) + "\n";
  }
  return "#compdef combat-odds\n" + shared_function(program, library) + R"(_combat_odds() {
  local procedure value_names option_names place_names
  if (( CURRENT == 2 )); then
    local -a command_names=(
)" + names +
         R"(    )
    _describe command command_names
    return
  fi
  _combat_odds_words "$words[2]" "$words[CURRENT-1]" "${(@)words[3,CURRENT-1]}"
  if [[ -n $value_names ]]; then
    compadd -M 'm:{a-zA-Z}={A-Za-z}' -- "${(@f)value_names}"
  elif [[ $PREFIX == -* || ( -n $procedure && $words[CURRENT-1] != -* ) ]]; then
    compadd -- ${=option_names}
  elif [[ -n $place_names ]]; then
    compadd -- ${=place_names}
  else
    _files
  fi
}

if [[ $funcstack[1] == _combat-odds ]]; then
  _combat_odds "$@"
else
  compdef _combat_odds combat-odds
fi
)";
}

/// Between single quotes: fish's way.
std::string fish_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char character : text) {
    if (character == '\'' || character == '\\') quoted += '\\';
    quoted += character;
  }
  return quoted + "'";
}

/// The values as fish takes them after -a: each in double quotes where it has to be.
std::string fish_values(const std::vector<std::string>& values) {
  std::vector<std::string> words;
  for (const std::string& value : values) {
    const bool plain = value.find_first_of(" '*()$\"\\") == std::string::npos;
    words.push_back(plain ? value : "\"" + value + "\"");
  }
  return fish_quoted(joined(words));
}

std::string fish_options(const std::string& condition, const std::vector<OptionText>& options) {
  std::string lines;
  for (const OptionText& option : options) {
    if (option.name.empty()) continue;
    lines += fmt::format("complete -c combat-odds -n '{}' -l {}", condition, option.name.substr(2));
    if (!option.choices.empty()) {
      lines += " -x -a " + fish_values(option.choices);
    } else if (!option.value.empty()) {
      lines += " -r";
    }
    lines += " -d " + fish_quoted(option.meaning) + "\n";
  }
  return lines;
}

std::string fish(const Command& program, const Library& library) {
  std::string lines = "# Completion of combat-odds for fish.\n";
  for (const CommandText& command : command_texts(program)) {
    lines += fmt::format("complete -c combat-odds -n __fish_use_subcommand -f -a {} -d {}\n",
                         command.name, fish_quoted(command.meaning));
  }
  for (const CommandText& command : command_texts(program)) {
    const std::string seen = "__fish_seen_subcommand_from " + command.name;
    const std::string places = place_names(command, library);
    if (!places.empty()) {
      lines += fmt::format(
          "complete -c combat-odds -n '{0}; and not __fish_seen_subcommand_from {1}' "
          "-f -a '{1}'\n",
          seen, places);
    }
    lines += fish_options(seen, command.options);
  }
  for (const Procedure* procedure : library.procedures()) {
    lines += fish_options(
        "__fish_seen_subcommand_from odds; and __fish_seen_subcommand_from " + procedure->name,
        parameter_texts(program, *procedure, library));
    lines += fish_options(
        "__fish_seen_subcommand_from odds; and __fish_seen_subcommand_from " + procedure->name,
        quantity_texts(*procedure));
  }
  return lines;
}

}  // namespace

void add_completion(const Command& program, Library& library) {
  const Command command =
      program.add_command("completion", "print the completion for a shell: bash, zsh or fish");
  const auto shell = std::make_shared<std::string>();
  command.add_option("SHELL", *shell, "bash, zsh or fish").type_name("bash|zsh|fish").required();
  command.footer("For example: combat-odds completion bash >~/.bash_completion");
  const auto presets = std::make_shared<OwnPresets>();
  presets->add_option(command);
  command.callback([program, &library, shell, presets] {
    presets->load(library);
    const std::string chosen = read_choice("SHELL", *shell, {"bash", "zsh", "fish"});
    print(chosen == "bash"  ? bash(program, library)
          : chosen == "zsh" ? zsh(program, library)
                            : fish(program, library));
  });
}

}  // namespace combat_odds::cli
