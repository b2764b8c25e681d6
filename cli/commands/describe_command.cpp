#include "cli/options/common.hpp"
#include "cli/options/own_presets.hpp"
#include "cli/options/pages.hpp"
#include "core/text/suggest.hpp"
#include "reports/text/description.hpp"

namespace combat_odds::cli {
namespace {

/// The page that is named "docs/rolls.md", "rolls.md" or "docs/rolls"; null: none is meant.
const DocumentPage* page_named(const std::string& name) {
  if (!name.starts_with("docs/") && !name.ends_with(".md")) return nullptr;
  std::string wanted = name.starts_with("docs/") ? name : "docs/" + name;
  if (!wanted.ends_with(".md")) wanted += ".md";
  std::vector<std::string> names;
  for (const DocumentPage& page : document_pages()) {
    if (page.name == wanted) return &page;
    names.emplace_back(page.name);
  }
  throw InputError({"describe"}, "no page '" + name + "'",
                   did_you_mean(wanted, names, "'combat-odds list WORDS' finds pages by words"));
}

}  // namespace

void add_describe(const Command& program, Library& library) {
  const Command command =
      program.add_command("describe",
                          "show a procedure's parameters, results, rules and charts, or "
                          "a page of the documents");
  const auto name = std::make_shared<std::string>();
  command.add_option("PROCEDURE", *name, "such as asl.fire, or docs/rolls.md").required();
  const auto presets = std::make_shared<OwnPresets>();
  presets->add_option(command);
  command.callback([name, presets, &library] {
    presets->load(library);
    if (const DocumentPage* const page = page_named(*name)) return print_long(page->text);
    print(description(library.procedure(*name), library));
  });
}

}  // namespace combat_odds::cli
