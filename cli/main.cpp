#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <sstream>

#include "ask/search.hpp"
#include "ask/vocabulary.hpp"
#include "cli/options/common.hpp"
#include "cli/options/help.hpp"
#include "cli/options/house_rule_folders.hpp"
#include "cli/options/sentence_words.hpp"
#include "cli/show/show_odds.hpp"
#include "cli/spare_memory.hpp"
#include "cli/version.hpp"
#include "core/text/error.hpp"
#include "core/text/plain_text.hpp"
#include "core/text/suggest.hpp"
#include "core/text/words.hpp"
#include "reports/text/description.hpp"
#include "reports/text/wrapped.hpp"

namespace combat_odds::cli {
namespace {

constexpr int bad_input = 2;
constexpr int failure = 1;

/// "odds asl.fire " for its subcommand.
std::string path_of(const CLI::App& command) {
  std::string path;
  for (const CLI::App* app = &command; app->get_parent() != nullptr; app = app->get_parent()) {
    path = app->get_name() + " " + path;
  }
  return path;
}

/// What an option that is named after a kind of output says here: "--format csv" for --csv. Empty
/// where it is none, or where the command has no such output.
std::string meant_output(const std::string& name, const std::vector<std::string>& known) {
  struct Kind {
    const char* option;
    const char* has;
    const char* says;
  };
  static constexpr Kind kinds[] = {
      {"--csv", "--format", "--format csv"},           {"--json", "--format", "--format json"},
      {"--markdown", "--format", "--format markdown"}, {"--md", "--format", "--format markdown"},
      {"--svg", "--plot", "--plot NAME.svg"},          {"--png", "--plot", "--plot NAME.png"},
      {"--pdf", "--plot", "--plot NAME.pdf"},          {"--html", "--page", "--page NAME.html"},
  };
  for (const Kind& kind : kinds) {
    const bool is_known = std::ranges::find(known, kind.has) != known.end();
    if (name == kind.option && is_known) return fmt::format("did you mean '{}'?", kind.says);
  }
  return "";
}

/// A word that no option takes: most often the end of a value with spaces that was not quoted.
std::string extra_word(const std::string& extra, const std::vector<std::string>& words,
                       const std::vector<std::string>& known, const std::string& help) {
  const std::string name = extra.substr(0, extra.find('='));
  if (!extra.starts_with('-')) {
    const auto at = std::ranges::find(words, extra);
    auto option = at;
    while (option != words.begin() && !option->starts_with("--")) --option;
    if (at != words.end() && option != words.begin() && at - option >= 2) {
      const std::string value = fmt::format("{}", fmt::join(option + 1, at + 1, " "));
      return fmt::format("'{}' is not known here (quote a value with spaces: {} '{}')", extra,
                         *option, value);
    }
  }
  const std::string meant = meant_output(name, known);
  return fmt::format("'{}' is not known here ({})", name,
                     meant.empty() ? did_you_mean(name, known, help) : meant);
}

/// For who has typed no more than that.
std::string first_steps() {
  return R"(what are the odds? Three questions to begin with:
  combat-odds odds '2*4-6-7 LMG 8-1 at 4-4-7 in a stone building, range 3'
  combat-odds odds asl.rally --unit 4-6-7 --leader 8-1 --terrain stone
  combat-odds roll 2d6+1
'combat-odds list clear mines' looks for words, 'combat-odds list' names all that can be asked,
'combat-odds --help' the commands.)";
}

/// "help", "what can you do": no word says what about.
bool asks_for_help(std::string_view text) {
  static constexpr std::string_view empty[] = {"help", "me",   "what", "can",   "could", "you",
                                               "i",    "do",   "does", "how",   "to",    "this",
                                               "it",   "work", "ask",  "start", "use",   "begin"};
  const std::string form = spoken_form(text);
  const std::vector<std::string_view> words = words_of(form);
  return std::ranges::all_of(words, [](std::string_view word) {
    return std::ranges::find(empty, word) != std::end(empty);
  });
}

/// What `odds` may have been meant to ask, where a word is no procedure; empty where nothing is
/// about it.
std::string meant(const std::string& word, const Library* library) {
  if (library == nullptr || word.find('.') != std::string::npos) return "";
  if (asks_for_help(word)) return first_steps();
  constexpr std::size_t most = 8;
  const std::vector<Found> found = search(*library, word, {}, most);
  if (found.empty()) return "";
  const bool is_one_word = word.find(' ') == word.npos;
  return fmt::format(
      "'{}' {}. These are about it:\n{}", word,
      is_one_word ? "is no procedure" : "is not understood as a question (who does what to whom?)",
      found_table(found, terminal_width()));
}

/// What CLI11 found wrong, with the nearest option or command.
std::string usage_message(const CLI::App& program, const CLI::ParseError& error,
                          const std::vector<std::string>& words, const Library* library) {
  const CLI::App* command = &program;
  std::vector<std::string> known;
  std::vector<const CLI::Option*> options;
  while (true) {
    for (const CLI::Option* option : command->get_options()) {
      options.push_back(option);
      if (!option->get_lnames().empty()) known.push_back("--" + option->get_lnames().front());
    }
    const auto chosen = command->get_subcommands();
    if (chosen.empty()) break;
    command = chosen.front();
  }
  const bool names_missing = command->get_require_subcommand_min() > 0;
  if (names_missing) {
    for (const CLI::App* other : command->get_subcommands({})) known.push_back(other->get_name());
  }
  const std::string help = fmt::format("see 'combat-odds {}--help'", path_of(*command));
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) {
    for (const std::string& word : program.remaining(true)) {
      return extra_word(word, words, known, help);
    }
  }
  if (names_missing) {
    const std::string what = command == &program ? "command" : "procedure";
    // The word that should have been its name: the first that is neither an option nor a value.
    const auto word = std::find_if(words.begin(), words.end(), [&](const std::string& each) {
      return !each.starts_with('-') && each != command->get_name();
    });
    if (word == words.end()) return first_steps();
    if (command != &program) {
      std::string asked = *word;
      for (auto more = word + 1; more != words.end() && !more->starts_with('-'); ++more) {
        asked += " " + *more;
      }
      const std::string procedures = meant(asked, library);
      if (!procedures.empty()) return procedures;
    }
    return fmt::format("no {} '{}' ({})", what, *word, did_you_mean(*word, known, help));
  }
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch)) {
    const std::string what = error.what();
    const auto option = std::ranges::find_if(options, [&](const CLI::Option* each) {
      return what.starts_with(each->get_name() + ":") && each->get_expected_min() > 1;
    });
    if (option != options.end()) {
      const std::string name = (*option)->get_name();
      return fmt::format("{} wants more than that ({} {}{})", name, name,
                         (*option)->get_type_name(), name == "--pivot" ? " --show X" : "");
    }
  }
  return fmt::format("{} ({})", error.what(), help);
}

/// A line for each fault, on a terminal in lines of its width. Never throws: where standard error
/// can't be written to, nobody listens.
void complain(const std::string& message) {
  const std::size_t width = ::isatty(STDERR_FILENO) != 0 ? terminal_width() : 0;
  std::istringstream faults(message);
  for (std::string fault; std::getline(faults, fault);) {
    const std::string line = one_line(fault);
    // A table of what may have been meant stands as it is.
    const bool is_long = width > 0 && line.size() > width;
    std::fputs(((is_long ? wrapped(line, width, 2) : line) + "\n").c_str(), stderr);
  }
}

/// Every command takes --rules; rule_folders() has read what it says.
void add_rules_option(CLI::App& program, std::vector<std::string>& folders) {
  for (CLI::App* const command : program.get_subcommands({})) {
    command
        ->add_option("--rules", folders,
                     "a folder with your own rules in Lua; may stand several times")
        ->allow_extra_args(false)
        ->type_name("FOLDER");
  }
}

/// Words go into reports, messages and pictures.
void check_words(const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t wrong = first_not_text(words[i]);
    if (wrong == std::string::npos) continue;
    throw InputError({},
                     fmt::format("byte {} of word {} of the command line, '{}', is not text",
                                 wrong + 1, i + 1, one_line(words[i])),
                     "UTF-8 without control characters");
  }
}

/// An expression may begin with a minus, "roll -d6+7"; options begin with two. It is put behind
/// "--", where nothing is an option.
void put_expression_last(std::vector<std::string>& words) {
  if (words.empty() || folded(words.front()) != "roll") return;
  const auto expression = std::ranges::find_if(words, [](const std::string& word) {
    return word.size() > 1 && word[0] == '-' && word != "-h" && (word[1] != '-' || word == "--");
  });
  if (expression == words.end() || *expression == "--") return;
  std::rotate(expression, expression + 1, words.end());
  words.insert(words.end() - 1, "--");
}

/// CLI11 takes what stands in square brackets for a list, and the brackets off: not behind a blank.
void keep_brackets(std::vector<std::string>& words) {
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool is_value = words[i - 1].starts_with("--") && words[i - 1] != "--";
    if (!is_value && words[i].starts_with('[') && words[i].ends_with(']')) words[i].insert(0, " ");
  }
}

/// What a closed stream's number stands for next would be a file of ours, and messages would go
/// into it. So it stands for something that can't be used as the stream would be.
void occupy_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0 || errno != EBADF) continue;
    ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

struct NamedCommand {
  std::string_view name;
  void (*add)(const Command& program, Library& library);
  bool tells_of_all = false;  ///< of the other commands
};
constexpr NamedCommand all_commands[] = {
    {"list", add_list, true},
    {"describe", add_describe},
    {"ask", add_ask},
    {"odds", add_odds},
    {"run", add_run},
    {"merge", add_merge},
    {"compare", add_compare},
    {"balance", add_balance},
    {"points", add_points},
    {"campaign", add_campaign},
    {"plan", add_plan},
    {"completion", add_completion, true},
    {"manual", add_manual, true},
    {"luck", add_luck},
    {"report", add_report},
    {"charts", add_charts_command},
    {"check-rules", add_check_rules},
    {"pack", add_pack},
    {"set", add_set},
    {"roll", add_roll},
};

/// The commands and options of the program.
class CommandLine {
 public:
  enum class Case { as_written, ignored };

  CommandLine(const std::vector<std::string>& words, Case letters, Library& library)
      : program_("What are the odds? For tabletop war games: exact and by simulation.",
                 "combat-odds") {
    if (letters == Case::ignored) {
      program_.ignore_case();
      program_.option_defaults()->ignore_case();
    }
    wrap_help(program_);
    program_.require_subcommand(1);
    program_.set_version_flag("--version", version);
    const auto named = std::ranges::find(
        all_commands, words.empty() ? std::string_view() : words.front(), &NamedCommand::name);
    const bool only_named =
        letters == Case::as_written && named != std::end(all_commands) && !named->tells_of_all;
    if (only_named) {
      named->add(Command(program_, words), library);
    } else {
      for (const NamedCommand& command : all_commands) command.add(Command(program_), library);
    }
    add_rules_option(program_, folders_);
  }

  CLI::App& program() { return program_; }

 private:
  CLI::App program_;
  std::vector<std::string> folders_;  ///< of house rules, which have been read by then
};

/// Does what the words say. Commands and options are compared with each other as they are made,
/// which takes most of the time that the program needs to begin where upper and lower case are the
/// same: so they are at first taken as they are written.
void obey(std::unique_ptr<CommandLine>& line, const std::vector<std::string>& words,
          Library& library) {
  using Case = CommandLine::Case;
  const auto parse = [&](Case letters) {
    line = std::make_unique<CommandLine>(words, letters, library);
    line->program().parse(std::vector<std::string>(words.rbegin(), words.rend()));
  };
  try {
    return parse(Case::as_written);
  } catch (const CLI::Success&) {
    throw;
  } catch (const CLI::ParseError&) {
    // Then upper and lower case are the same, and what is wrong is told of all commands.
  }
  parse(Case::ignored);
}

/// What --help and --version show.
int show_help(const CLI::App& program, const CLI::Success& asked) try {
  std::ostringstream text;
  const int code = program.exit(asked, text, text);
  print(text.str());
  return code;
} catch (const SystemError& error) {
  complain(std::string("combat-odds: ") + error.what());
  return failure;
}

int main(int argc, char** argv) {
  occupy_closed_streams();
  keep_spare_memory();
  std::vector<std::string> words(argv + 1, argv + argc);
  std::unique_ptr<CommandLine> line;
  std::unique_ptr<Library> known;  // help asks it, too
  try {
    check_words(words);
    known = std::make_unique<Library>();
    Library& library = *known;
    add_own_house_rules(library);
    for (const std::string& folder : rule_folders(words)) add_house_rules(library, folder);
    words = with_sentence_read(std::move(words), library);
    put_expression_last(words);
    keep_brackets(words);
    obey(line, words, library);
  } catch (const CLI::Success& success) {
    return show_help(line->program(), success);
  } catch (const CLI::ParseError& error) {
    complain("combat-odds: " + usage_message(line->program(), error, words, known.get()));
    return bad_input;
  } catch (const RefusedQuestions&) {
    return bad_input;
  } catch (const FaultyRules& faulty) {
    complain(faulty.lines);
    return bad_input;
  } catch (const InputError& error) {
    complain((error.place().file.empty() ? "combat-odds: " : "") + std::string(error.what()));
    return bad_input;
  } catch (const std::bad_alloc&) {
    complain("combat-odds: there is not enough memory");
    return failure;
  } catch (const std::exception& error) {
    complain(std::string("combat-odds: ") + error.what());
    return failure;
  }
  return 0;
}

}  // namespace
}  // namespace combat_odds::cli

int main(int argc, char** argv) { return combat_odds::cli::main(argc, argv); }
