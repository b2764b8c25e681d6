#include <catch2/catch.hpp>

#include "sim/registry.hpp"
#include "tests/support/program.hpp"

namespace combat_odds {
namespace {

using test::run;
using test::Run;
using test::Workspace;

/// What bash offers for the last of these words.
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
  CHECK(has(offered(workspace, "combat-odds ''", 1), " describe odds run "));
  CHECK(offered(workspace, "combat-odds odds asl.fi", 2) == " asl.fire \n");
  CHECK(offered(workspace, "combat-odds describe sl.ra", 2) == " sl.rally \n");
  CHECK(has(offered(workspace, "combat-odds odds asl.fire ''", 3), " --firepower --drm "));
  CHECK(offered(workspace, "combat-odds odds asl.fire --firepower 8 --cow", 5) == " --cowering \n");
  CHECK(offered(workspace, "combat-odds odds asl.fire --cowering ''", 4) ==
        " none cower inexperienced \n");
  CHECK(offered(workspace, "combat-odds odds asl.fire --method e", 4) == " exact \n");
  CHECK(offered(workspace, "combat-odds list --format ''", 3) == " table csv json markdown \n");
  CHECK(offered(workspace, "combat-odds completion z", 2) == " zsh \n");
  // Files are bash's own business.
  CHECK(offered(workspace, "combat-odds run ''", 2) == "  \n");
}

TEST_CASE("zsh and fish know every procedure") {
  const Workspace workspace;
  const std::string zsh = run(workspace, "combat-odds completion zsh").out;
  const std::string fish = run(workspace, "combat-odds completion fish").out;
  CHECK(zsh.starts_with("#compdef combat-odds\n"));
  for (const Procedure* procedure : procedures()) {
    INFO(procedure->name);
    CHECK(has(zsh, "'odds " + procedure->name + "')"));
    CHECK(has(fish, "__fish_seen_subcommand_from " + procedure->name + "'"));
  }
  CHECK(has(fish, " -l cowering -x -a 'none cower inexperienced' "));
}

TEST_CASE("another shell is refused") {
  const Workspace workspace;
  const Run result = run(workspace, "combat-odds completion fissh");
  CHECK(result.exit_code == 2);
  CHECK(has(result.err, "did you mean 'fish'"));
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

TEST_CASE("the version tells build and instruction set") {
  const Workspace workspace;
  const Run version = run(workspace, "combat-odds --version");
  CHECK(version.exit_code == 0);
  CHECK(version.out.starts_with("combat-odds 0."));
  CHECK(has(version.out, " build, "));
  CHECK(has(version.out, " instructions)\n"));
}

}  // namespace
}  // namespace combat_odds
