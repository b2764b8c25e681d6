#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"

namespace combat_odds {
namespace {

using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

/// The words that bash offers for the last of these.
std::string offered(const Workspace& workspace, const std::string& words, int cursor) {
  const Run result = run(
      workspace, "combat-odds completion bash >completion && source ./completion && COMP_WORDS=(" +
                     words + ") COMP_CWORD=" + std::to_string(cursor) +
                     " && _combat_odds && echo \" ${COMPREPLY[*]} \"");
  INFO(result.err);
  CHECK(result.exit_code == 0);
  return result.out;
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("bash completes commands, procedures, parameters and values") {
  const Workspace workspace;
  CHECK(has(offered(workspace, "combat-odds ''", 1), " describe ask odds run "));
  CHECK(offered(workspace, "combat-odds odds asl.fi", 2) ==
        " asl.fire asl.fire-groups asl.firefight \n");
  CHECK(offered(workspace, "combat-odds describe sl.ra", 2) == " sl.rally \n");
  CHECK(has(offered(workspace, "combat-odds odds asl.fire ''", 3), " --firepower --drm "));
  CHECK(offered(workspace, "combat-odds odds asl.fire --firepower 8 --cow", 5) == " --cowering \n");
  CHECK(offered(workspace, "combat-odds odds asl.fire --cowering ''", 4) ==
        " none cower inexperienced never \n");
  CHECK(offered(workspace, "combat-odds odds asl.fire --method e", 4) == " exact \n");
  CHECK(offered(workspace, "combat-odds list --format ''", 3) == " table csv json markdown \n");
  CHECK(offered(workspace, "combat-odds completion z", 2) == " zsh \n");
  // Files are left to bash.
  CHECK(offered(workspace, "combat-odds run ''", 2) == "  \n");
}

TEST_CASE("bash completes presets and the names of units, weapons and vehicles") {
  const Workspace workspace;
  CHECK(offered(workspace, "combat-odds odds asl.fire --preset squad-in-st", 4) ==
        " squad-in-stone-building \n");
  CHECK(has(offered(workspace, "combat-odds odds sl.rally --preset ''", 4), " under-fire "));
  CHECK(has(offered(workspace, "combat-odds odds asl.fire ''", 3), " --preset "));
  CHECK(offered(workspace, "combat-odds odds asl.fire --firepower russian\\ h", 4) ==
        " Russian\\ HMG \n");
  // Within quotes a name needs no backslashes.
  CHECK(offered(workspace, "combat-odds odds asl.fire --firepower '\"German L'", 4) ==
        " German LMG \n");
  CHECK(offered(workspace, "combat-odds odds sl.to-hit --gun t", 4) == " T-34 \n");
  CHECK(offered(workspace, "combat-odds odds slammers.direct-fire --weapon trib", 4) ==
        " tribarrel_2cm \n");
  CHECK(offered(workspace, "combat-odds odds rb.platoon --group PSW", 4) ==
        " PSW\\ Pltn PSW\\ 222 \n");
  CHECK(offered(workspace, "combat-odds odds asl.fire --target 4-6", 4) == " 4-6-8 4-6-7 \n");
  CHECK(offered(workspace, "combat-odds list --pre", 2) == " --presets \n");
}

TEST_CASE("zsh and fish know every procedure") {
  const Workspace workspace;
  const std::string zsh = run(workspace, "combat-odds completion zsh").out;
  const std::string fish = run(workspace, "combat-odds completion fish").out;
  CHECK(zsh.starts_with("#compdef combat-odds\n"));
  for (const Procedure* procedure : test::library().procedures()) {
    INFO(procedure->name);
    CHECK(has(zsh, "'odds " + procedure->name + "')"));
    CHECK(has(fish, "__fish_seen_subcommand_from " + procedure->name + "'"));
  }
  CHECK(has(fish, " -l cowering -x -a 'none cower inexperienced never' "));
  CHECK(has(fish, " -l movement -x -a '\"PzKw IV F2\" "));
  CHECK(has(fish, " -l preset -x -a 'squad-in-stone-building "));
  CHECK(has(zsh, "'asl.fire --firepower') value_names='German LMG\nGerman MMG\n"));
  CHECK(has(zsh, "'asl.fire --preset') value_names='squad-in-stone-building\n"));
}

TEST_CASE("another shell is refused") {
  const Workspace workspace;
  CHECK(has(refused_run(workspace, "combat-odds completion fissh"), "did you mean 'fish'"));
}

TEST_CASE("the manual has every command, every procedure and the exit codes") {
  const Workspace workspace;
  const std::string page = run(workspace, "combat-odds manual").out;
  CHECK(page.starts_with(".TH COMBAT\\-ODDS 1"));
  for (const char* const command : {"list", "describe", "odds", "run", "completion"}) {
    CHECK(has(page, std::string("\n.SS combat\\-odds ") + command + "\n"));
  }
  CHECK(has(page, "\n.B asl.fire\n"));
  CHECK(has(page, ".SH EXIT STATUS"));
}

TEST_CASE("the version shows commit, build and instruction set") {
  const Workspace workspace;
  const Run version = run(workspace, "combat-odds --version");
  CHECK(version.exit_code == 0);
  CHECK(version.out.starts_with("combat-odds 0."));
  CHECK(has(version.out, " build, "));
  const Run commit =
      run(workspace, "test -e '" COMBAT_ODDS_SOURCE "/.git' && git -C '" COMBAT_ODDS_SOURCE
                     "' rev-parse --short=12 HEAD");
  if (commit.exit_code == 0) {
    CHECK(has(version.out, "(commit " + commit.out.substr(0, commit.out.size() - 1)));
  }
  CHECK(has(version.out, " instructions)\n"));
}

}  // namespace
}  // namespace combat_odds
