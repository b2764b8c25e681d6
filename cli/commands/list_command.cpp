#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/options/common.hpp"
#include "cli/options/output_words.hpp"
#include "cli/options/own_presets.hpp"
#include "cli/options/topics.hpp"
#include "core/text/suggest.hpp"
#include "reports/text/description.hpp"
#include "reports/text/json_report.hpp"
#include "reports/text/procedure_reference.hpp"
#include "sim/declare/games.hpp"
#include "studies/plan/fortification_list.hpp"
#include "studies/plan/one_day.hpp"

namespace combat_odds::cli {
namespace {

std::string procedure_list(const Output& output, const Library& library,
                           std::span<const Procedure* const> procedures) {
  if (output.is_csv()) return procedure_csv(procedures);
  if (output.is_json()) return json_list(procedures);
  if (output.is_markdown()) return procedure_reference(library);
  return is_terminal() ? procedure_table(procedures, terminal_width())
                       : procedure_lines(procedures);
}

std::string preset_list(const Output& output, std::span<const Preset> presets) {
  if (output.is_csv()) return preset_csv(presets);
  if (output.is_json()) return json_list(presets);
  if (output.is_markdown()) return preset_markdown(presets);
  return is_terminal() ? preset_table(presets, terminal_width()) : preset_lines(presets);
}

struct Input {
  OutputWords format{{"table", "csv", "json", "markdown"}};
  std::string presets;  ///< a table of one's own, or what else stands in WHAT
  std::vector<std::string> what;
};

/// The procedures of a game ("asl", "Red Barricades"), or one by its name; all where `what` is
/// empty, none where it names neither.
std::vector<const Procedure*> procedures_asked(const std::string& what, const Library& library) {
  if (what.empty()) return library.procedures();
  std::vector<const Procedure*> found;
  const std::string wanted = folded(what);
  for (const Procedure* procedure : library.procedures()) {
    const std::string game = procedure->game();
    const bool titled =
        wanted.size() > 3 && folded(game_title(game)).find(wanted) != std::string::npos;
    if (folded(game) == wanted || titled) found.push_back(procedure);
  }
  if (found.empty() && library.find(what) != nullptr) return {library.find(what)};
  return found;
}

/// What is neither a game nor a procedure is looked for.
std::string searched(const std::string& what, const Command& program, const Library& library) {
  // "asl.fier" is a name, not words.
  const bool is_name = what.find('.') != what.npos && what.find(' ') == what.npos;
  const std::vector<Found> found =
      is_name ? std::vector<Found>() : search(library, what, topics(program));
  if (found.empty()) {
    std::vector<std::string> names = library.procedure_names();
    for (const Procedure* procedure : library.procedures()) names.push_back(procedure->game());
    throw InputError(
        {"list"}, fmt::format("nothing is about '{}'", what),
        did_you_mean(what, names, "other words; 'combat-odds list' names all procedures"));
  }
  constexpr std::size_t whole_lines = 1'000'000;
  return found_table(found, is_terminal() ? terminal_width() : whole_lines);
}

std::string presets_of(const std::vector<const Procedure*>& procedures, const Output& output,
                       const Library& library) {
  std::vector<Preset> presets;
  for (const Procedure* procedure : procedures) {
    const std::span<const Preset> own = library.presets_of(*procedure);
    presets.insert(presets.end(), own.begin(), own.end());
  }
  return preset_list(output, presets);
}

/// What the FPP of a Red Barricades campaign buy.
std::string fortifications(const Output& output, const Library& library) {
  if (output.is_csv()) return red_barricades::fortification_csv(library.charts());
  return "\n" + red_barricades::fortification_table(library.charts(), output.style()) +
         "The best for so many FPP: combat-odds plan --fpp 40 --values VALUES.csv\n"
         "What a list costs: combat-odds points FORTIFICATIONS.csv --side russian\n";
}

void run(const Input& typed, bool presets_asked, const Command& program, Library& library) {
  const Output output = typed.format.read();
  // "list --presets asl.fire" is how one asks, and "list --presets my.csv", too.
  const bool is_file =
      typed.presets.find('/') != std::string::npos || folded(typed.presets).ends_with("csv");
  OwnPresets::load(library, is_file ? typed.presets : "");
  std::string what = fmt::format("{}", fmt::join(typed.what, " "));
  if (!is_file && !typed.presets.empty()) what = typed.presets + (what.empty() ? "" : " " + what);
  if (!presets_asked && folded(what) == "fortifications") {
    print(fortifications(output, library));
    return;
  }
  if (!presets_asked && folded(what) == "rb") {
    print(output.is_csv() ? red_barricades::price_csv(library.charts())
                          : red_barricades::price_table(library.charts(), output.style()) +
                                fortifications(output, library));
    return;
  }
  const std::vector<const Procedure*> asked = procedures_asked(what, library);
  print_long(asked.empty()   ? searched(what, program, library)
             : presets_asked ? presets_of(asked, output, library)
                             : procedure_list(output, library, asked));
}

}  // namespace

void add_list(const Command& program, Library& library) {
  const Command command =
      program.add_command("list", "name the procedures or their presets, or look for words");
  const auto typed = std::make_shared<Input>();
  typed->format.add_to(command, "markdown is the whole reference (docs/procedures.md)");
  const Option presets =
      command.add_option("--presets", typed->presets,
                         "the situations that 'combat-odds odds PROCEDURE --preset NAME' knows; "
                         "with those of your own table where a file is named");
  presets.type_name("[FILE]").expected(0, 1);
  command.add_option(
      "WHAT", typed->what,
      "a game (asl, sl, cos, slammers, 'red barricades'), a procedure, or words to look for, "
      "such as: clear mines; rb: the prices of a campaign; fortifications: those of its "
      "fortifications");
  command.callback(
      [typed, presets, program, &library] { run(*typed, presets.given(), program, library); });
}

}  // namespace combat_odds::cli
