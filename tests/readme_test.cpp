#include <algorithm>
#include <utility>

#include "tests/support/catch.hpp"
#include "tests/support/lines.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using test::lines_of;
using Lines = std::vector<std::string>;

/// A command on a page, and the output that the page shows.
struct Example {
  std::string page;
  int line = 0;
  std::string command;
  Lines output;
};

std::vector<std::filesystem::path> pages() {
  const std::filesystem::path source = COMBAT_ODDS_SOURCE;
  std::vector<std::filesystem::path> pages = {source / "README.md"};
  for (const auto& entry : std::filesystem::directory_iterator(source / "docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  std::sort(pages.begin(), pages.end());
  return pages;
}

/// The commands ("$ combat-odds ...") of the page's console blocks.
std::vector<Example> console_examples(const std::filesystem::path& page) {
  std::vector<Example> examples;
  bool in_block = false;
  int number = 0;
  for (const std::string& line : lines_of(test::read_file(page))) {
    ++number;
    if (line.starts_with("```")) {
      in_block = line == "```console";
    } else if (in_block && line.starts_with("$ combat-odds")) {
      examples.push_back({page.filename().string(), number, line.substr(2), {}});
    } else if (in_block && !examples.empty()) {
      examples.back().output.push_back(line);
    }
  }
  return examples;
}

/// Commands that stand alone as code ("    combat-odds ..."), except those with a place to fill in
/// (PLAN.csv, ...) or without a folder for their reports.
std::vector<Example> bare_examples(const std::filesystem::path& page) {
  std::vector<Example> examples;
  int number = 0;
  for (const std::string& line : lines_of(test::read_file(page))) {
    ++number;
    if (!line.starts_with("    combat-odds odds ") && !line.starts_with("    combat-odds points "))
      continue;
    if (line.find_first_of("[]") != std::string::npos) continue;
    examples.push_back({page.filename().string(), number, line.substr(4), {}});
  }
  return examples;
}

/// The C++ blocks of a page, each with the file named in the line before it ("`sim/....cpp`:").
std::vector<Example> listings(const std::filesystem::path& page) {
  std::vector<Example> listings;
  std::string named;
  bool in_block = false;
  int number = 0;
  for (const std::string& line : lines_of(test::read_file(page))) {
    ++number;
    if (line == "```cpp") {
      listings.push_back({page.filename().string(), number, std::exchange(named, ""), {}});
      in_block = true;
    } else if (line == "```") {
      in_block = false;
    } else if (in_block) {
      listings.back().output.push_back(line);
    } else if (line.starts_with("`") && line.ends_with(".cpp`:")) {
      named = line.substr(1, line.size() - 3);
    }
  }
  return listings;
}

/// Whether the output is as on the page, where "..." stands for any lines.
bool shows(const Lines& page, std::size_t p, const Lines& output, std::size_t o) {
  if (p == page.size()) return o == output.size();
  if (page[p] == "...") {
    for (std::size_t next = o; next <= output.size(); ++next) {
      if (shows(page, p + 1, output, next)) return true;
    }
    return false;
  }
  return o < output.size() && page[p] == output[o] && shows(page, p + 1, output, o + 1);
}

/// Runs the command beside the shipped scenario files and house rules.
test::Run run_beside_scenarios(const test::Workspace& workspace, const std::string& command) {
  for (const char* const name : {"scenarios", "rules"}) {
    const auto folder = workspace.path() / name;
    if (std::filesystem::exists(folder)) continue;
    std::filesystem::create_directory_symlink(std::string(COMBAT_ODDS_SOURCE "/") + name, folder);
  }
  return test::run(workspace, command);
}

TEST_CASE("the console blocks of the pages show the program's output") {
  std::size_t found = 0;
  for (const auto& page : pages()) {
    for (const Example& example : console_examples(page)) {
      ++found;
      const test::Workspace workspace;
      const test::Run result = run_beside_scenarios(workspace, example.command);
      INFO(example.page << ":" << example.line << ": " << example.command);
      INFO("it printed:\n" << result.out << result.err);
      CHECK(result.exit_code == 0);
      CHECK(shows(example.output, 0, lines_of(result.out), 0));
      for (const auto& entry : std::filesystem::directory_iterator(workspace.path())) {
        const std::string name = entry.path().filename().string();
        if (!name.starts_with("tour-")) continue;
        INFO("docs/pictures/" << name);  // renewed by tests/renew-docs
        CHECK(test::read_file(entry.path()) ==
              test::read_file(COMBAT_ODDS_SOURCE "/docs/pictures/" + name));
      }
    }
  }
  CHECK(found > 0);
}

TEST_CASE("docs/README.md leads to every page, and the tour has ten questions") {
  const std::string index = test::read_file(COMBAT_ODDS_SOURCE "/docs/README.md");
  for (const auto& page : pages()) {
    const std::string name = page.filename().string();
    INFO(name);
    CHECK((name == "README.md" || index.find("(" + name) != std::string::npos));
  }
  CHECK(console_examples(COMBAT_ODDS_SOURCE "/docs/tour.md").size() == 10);
}

TEST_CASE("the commands of the pages run") {
  for (const auto& page : pages()) {
    for (const Example& example : bare_examples(page)) {
      const test::Workspace workspace;
      const test::Run result = run_beside_scenarios(workspace, example.command);
      INFO(example.page << ":" << example.line << ": " << example.command);
      CHECK(result.err == "");
      CHECK(result.exit_code == 0);
      CHECK_FALSE(result.out.empty());
    }
  }
}

TEST_CASE("docs/adding-a-procedure.md shows the files that it names") {
  std::size_t found = 0;
  for (const Example& shown : listings(COMBAT_ODDS_SOURCE "/docs/adding-a-procedure.md")) {
    if (shown.command.empty()) continue;  // an excerpt
    ++found;
    INFO("line " << shown.line << ": " << shown.command);
    CHECK(shown.output == lines_of(test::read_file(COMBAT_ODDS_SOURCE "/" + shown.command)));
  }
  CHECK(found >= 3);
}

TEST_CASE("the shipped scenario files run") {
  const test::Workspace workspace;
  const test::Run result = run_beside_scenarios(
      workspace,
      "combat-odds run scenarios/*.csv --out out --quiet --trials 100 --method monte-carlo");
  CHECK(result.err == "");
  CHECK(result.exit_code == 0);
}

TEST_CASE("a line of dots matches any number of lines, any other line itself") {
  const Lines output = {"a", "b", "c"};
  CHECK(shows({"a", "b", "c"}, 0, output, 0));
  CHECK(shows({"a", "..."}, 0, output, 0));
  CHECK(shows({"...", "c"}, 0, output, 0));
  CHECK(shows({"a", "...", "b", "c", "..."}, 0, output, 0));
  CHECK_FALSE(shows({"a", "b"}, 0, output, 0));
  CHECK_FALSE(shows({"a", "...", "b"}, 0, output, 0));
  CHECK_FALSE(shows({"b", "..."}, 0, output, 0));
}

}  // namespace
}  // namespace combat_odds
