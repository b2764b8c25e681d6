#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refused_run.hpp"
#include "tests/support/xml.hpp"

namespace combat_odds {
namespace {

using test::has;
using test::read_file;
using test::refused_run;
using test::run;
using test::Run;
using test::Workspace;

const std::string ask =
    "combat-odds odds asl.fire --firepower 4,8 --drm 1 --target 4-6-7 --trials 1k ";

TEST_CASE("odds --plot draws a complete file and leaves no other, and prints the odds too") {
  const Workspace workspace;
  const Run made = run(workspace, "mkdir d; PATH=/nonexistent; " + ask +
                                      "--format csv --plot d/x.svg && PATH=/bin && ls -A d");
  CHECK(made.exit_code == 0);
  CHECK(made.out.starts_with("scenario,procedure,kind,"));
  CHECK(made.out.ends_with("\nx.svg\n"));
  const std::string svg = read_file(workspace.path() / "d" / "x.svg");
  CHECK_NOTHROW(test::XmlReader::read(svg));
  CHECK(has(svg, ">4 or 8 FP (4 or 8 column), +1, at 4-6-7</text>"));
  CHECK(has(svg, ">a fire attack on the Infantry Fire Table against infantry</text>"));
  CHECK(has(svg, ">firepower 8</text>"));
  CHECK(has(svg, ">no effect</text>"));
  CHECK(has(svg, ">52.08 %</text>"));
}

TEST_CASE("the same picture as PNG and PDF, the same bytes each time") {
  const Workspace workspace;
  if (run(workspace, "command -v rsvg-convert").exit_code != 0) {
    WARN("rsvg-convert is missing: PNG and PDF are not tested");
    return;
  }
  struct Format {
    std::string ending;
    std::string begins;
  };
  for (const Format& format : {Format{"png", "\x89PNG\r\n\x1a\n"}, Format{"pdf", "%PDF-1."}}) {
    const Run made = run(workspace, "mkdir d; " + ask + "--quiet --plot d/x." + format.ending +
                                        " > /dev/null && ls -A d && sleep 1 && cp d/x.* first && " +
                                        ask + "--quiet --threads 1 --plot d/x." + format.ending +
                                        " > /dev/null && cmp d/x.* first; code=$?; mv d/x." +
                                        format.ending + " .; rm -r d; exit $code");
    CHECK(made.err.empty());
    CHECK(made.exit_code == 0);
    CHECK(made.out == "x." + format.ending + "\n");
    CHECK(read_file(workspace.path() / ("x." + format.ending)).starts_with(format.begins));
  }
}

TEST_CASE("names with any characters are drawn as they are") {
  const Workspace workspace;
  workspace.write("names.csv",
                  "scenario,procedure,firepower,drm,target\n"
                  "\"50 % cover, ''x'' ]]>\",asl.fire,8,-1,4-6-7\n"
                  "\"<b>&amp;\"\"</b> `date` $HOME \\\",asl.fire,8,1,4-6-7\n");
  const Run made =
      run(workspace, "combat-odds compare names.csv --by broken --trials 1k --quiet --plot x.svg");
  REQUIRE(made.exit_code == 0);
  std::string drawn;
  for (const test::XmlElement& element :
       test::XmlReader::read(read_file(workspace.path() / "x.svg"))) {
    if (element.name == "text") drawn += element.text + "\n";
  }
  CHECK(has(drawn, "50 % cover, ''x'' ]]>\n"));
  CHECK(has(drawn, "<b>&amp;\"</b> `date` $HOME \\\n"));
}

TEST_CASE("impossible pictures are refused before anything is simulated") {
  const Workspace workspace;
  CHECK(refused_run(workspace, ask + "--plot x.gif") ==
        "--plot: 'x.gif' is no kind of picture (a name that ends in .svg, .png or .pdf)\n");
  const Run folder = run(workspace, ask + "--plot no/x.svg");
  CHECK(folder.exit_code == 1);
  CHECK(folder.err == "combat-odds: no/x.svg: there is no folder no\n");
  for (const std::string file : {"x.png", "x.pdf"}) {
    const Run missing = run(workspace, "PATH=/nonexistent; " + ask + "--plot " + file);
    CHECK(missing.exit_code == 1);
    CHECK(missing.err ==
          "combat-odds: --plot: the program rsvg-convert is missing, which makes PNG and PDF "
          "(Debian: apt install librsvg2-bin; .svg needs nothing)\n");
    CHECK(missing.out.empty());
  }
}

TEST_CASE("every command draws its picture completely, and leaves no other file") {
  const Workspace workspace;
  workspace.write("units.csv", "nationality,unit\ngerman,4-6-7\nrussian,4-4-7\n");
  workspace.write("plan.csv",
                  "date,side,group,quantity\n1942-10-17,german,Rifle Coy,2\n"
                  "1942-10-20,russian,Rifle Coy,1\n");
  workspace.write("question.csv",
                  "scenario,procedure,firepower,drm,target\nopen,asl.fire,8,-1,4-6-7\n"
                  "woods,asl.fire,8,1,4-6-7\n");
  struct Drawn {
    std::string command;
    std::string shows;
  };
  const std::string fire = "odds asl.fire --firepower 4,8 --drm 0,1 --target 4-6-7 --trials 1k ";
  const std::vector<Drawn> all = {
      {"compare question.csv --by broken --trials 1k", "P(broken) in %"},
      {fire + "--by broken", "P(broken) in %"},
      {fire + "--pivot firepower drm --show broken", "P(broken) in %"},
      {"balance units.csv --out d", "chance to hold in %"},
      {"balance units.csv --range 2,4 --out d", "range 2, DRM"},
      {"campaign plan.csv --trials 1k --out d", "squads so far"},
      {"campaign plan.csv --trials 1k --plot-measure leaders --method monte-carlo --out d",
       "leaders so far"}};
  for (const Drawn& drawn : all) {
    const Run made =
        run(workspace, "mkdir d; combat-odds " + drawn.command +
                           " --quiet --plot d/x.svg > /dev/null; code=$?; "
                           "ls -A d | grep -v csv; mv d/x.svg . 2> /dev/null; rm -r d; "
                           "exit $code");
    INFO(drawn.command);
    CHECK(made.exit_code == 0);
    CHECK(made.err.empty());
    CHECK(made.out == "x.svg\n");
    const std::string svg = read_file(workspace.path() / "x.svg");
    CHECK(has(svg, drawn.shows));
    CHECK_NOTHROW(test::XmlReader::read(svg));
  }
}

TEST_CASE("impossible pictures are refused before anything is computed or written") {
  const Workspace workspace;
  workspace.write("units.csv", "nationality,unit\ngerman,4-6-7\nrussian,4-4-7\n");
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-17,german,Rifle Coy,2\n");
  const std::string fire = "odds asl.fire --target 4-6-7 --trials 1T ";
  struct Refused {
    std::string command;
    std::string message;
  };
  const std::vector<Refused> all = {
      {fire + "--firepower 4,8 --drm -10..10 --by broken --plot x.svg",
       "--plot: 42 situations are too many for one plot (at most 40, or leave --by out, for curves: "
       "--show broken --plot FILE)\n"},
      {fire + "--firepower 4,8 --drm -4..3 --elr 0..5 --attacks 1,2 --pivot drm firepower "
              "--show broken --plot x.svg",
       "--plot: 96 rows are too many for one plot (at most 80)\n"},
      {"odds asl.fire --trials 1T --firepower 4,8 --target 4-6-7,4-4-7,5-4-8,2-4-7,2-2-8 --plot x.svg",
       "--plot: 10 situations are too many for one plot (at most 8)\n"},
      {fire + "--firepower 4..20 --drm -4..4 --plot x.svg",
       "--plot: 153 situations are too many for one plot (at most 8)\n"},
      {fire + "--firepower 4,8 --by broken --plot x.svg --plot-measure hits",
       "--plot-measure does not go with --by (the plot shows what --by names)\n"},
      {fire + "--firepower 4,8 --plot-measure hits",
       "--plot-measure needs --plot (the file to draw to)\n"},
      {"balance units.csv --out d --plot d/x.gif",
       "--plot: 'd/x.gif' is no kind of picture (a name that ends in .svg, .png or .pdf)\n"},
      {"balance units.csv --drm -10..10 --out d --plot d/x.svg",
       "--plot: 21 tables are too many for one plot (at most 20)\n"},
      {"campaign plan.csv --trials 1T --out d --plot d/x.svg --plot-measure squad",
       "--plot-measure: these plans bring no 'squad' (did you mean 'squads'?)\n"}};
  for (const Refused& refused : all) {
    CHECK(refused_run(workspace, "combat-odds " + refused.command) == refused.message);
  }
}

/// The command in small print at a picture's foot, as a reader copies it.
std::string foot_of(const std::string& svg) {
  std::string command;
  const std::string mark = "font-size=\"10\"";
  for (std::size_t at = svg.find(mark); at != svg.npos; at = svg.find(mark, at + 1)) {
    const std::size_t begin = svg.find('>', at) + 1;
    command += svg.substr(begin, svg.find('<', begin) - begin) + "\n";
  }
  for (const auto& [escaped, sign] :
       {std::pair("&#39;", "'"), std::pair("&apos;", "'"), std::pair("&quot;", "\""),
        std::pair("&lt;", "<"), std::pair("&gt;", ">"), std::pair("&amp;", "&")}) {
    for (std::size_t at; (at = command.find(escaped)) != command.npos;) {
      command.replace(at, std::string(escaped).size(), sign);
    }
  }
  return command;
}

TEST_CASE("the command at a picture's foot remakes that very picture") {
  const std::string fire = "odds asl.fire --target '3*4-6-7 8-1' --trials 1k --drm=-1 ";
  for (const std::string& asked :
       {fire + "--firepower 4..12 --title 'Fire, and \"more\" of it' --plot x.svg",
        fire + "--firepower 4..8 --show 'mean broken' --narrow --plot x.svg",
        fire + "--firepower 8 --plot-measure broken --subtitle \"O'Hara\" --plot $PWD/x.svg",
        fire + "--firepower 8 --why 2 --tree x.svg",
        fire + "--firepower 8 --what-matters --plot x.svg",
        std::string(
            "odds asl.fire --target 4-6-7 --trials 1k --firepower 4,8 --drm -2..2 --pivot ") +
            "firepower drm --show broken --plot x.svg",
        std::string("roll '{1..3}d6' --trials 1k --title three --plot x.svg")}) {
    const Workspace workspace;
    INFO(asked);
    REQUIRE(run(workspace, "combat-odds " + asked + " > /dev/null").err.empty());
    const std::string first = read_file(workspace.path() / "x.svg");
    const std::string command = foot_of(first);
    INFO(command);
    CHECK_FALSE(has(command, workspace.path().string()));
    REQUIRE(run(workspace, "rm x.svg; " + command + " > /dev/null").err.empty());
    CHECK(read_file(workspace.path() / "x.svg") == first);
  }
}

TEST_CASE("a sweep over a number is drawn as curves, of outcomes or of what --show names") {
  const Workspace workspace;
  const std::string fire = "combat-odds odds asl.fire --target 4-6-7 --method exact --quiet ";
  const auto drawn = [&](const std::string& words) {
    REQUIRE(run(workspace, fire + words + " --plot x.svg > /dev/null").err.empty());
    return read_file(workspace.path() / "x.svg");
  };
  // 25/48 of 8 FP at +1 have no effect: 52.08 %.
  const std::string outcomes = drawn("--firepower 4..36 --drm 1");
  CHECK(has(outcomes, "no effect: 4 75.39 %"));  // 4 FP: 977 of 1296
  CHECK(has(outcomes, "8 52.08 %"));
  const std::string one = drawn("--firepower 4..12 --drm 0,1 --show no_effect");
  CHECK(has(one, "drm 1: "));
  CHECK_FALSE(has(one, "eliminated"));
  CHECK(
      run(workspace, fire + "--firepower 4..12 --show no_effect --plot-measure broken --plot x.svg")
          .err == "--show does not go with --plot-measure (one of the two)\n");
}

TEST_CASE("compare draws a curve for each line of its file where all sweep the same number") {
  const Workspace workspace;
  workspace.write("duel.csv",
                  "scenario,procedure,firepower,drm,target\n"
                  "calm,asl.fire,4..36,1,4-6-7\nhot,asl.fire,8..24,0,4-4-7\n");
  const std::string question =
      "combat-odds compare duel.csv --by no_effect --method exact --quiet --plot x.svg";
  const Run drawn = run(workspace, question);
  CHECK(drawn.err.empty());
  const std::string picture = read_file(workspace.path() / "x.svg");
  CHECK(has(picture, "No effect, by firepower"));
  // As in the picture of one sweep: 977 of 1296, and 25/48 of 8 FP.
  CHECK(has(picture, "calm: 4 75.39 %"));
  CHECK(has(picture, "8 52.08 %"));
  CHECK(has(picture, "hot: 8 "));
  CHECK(has(picture, "stroke-dasharray=\"8 4\""));  // the second line, in black and white, too
  workspace.write("duel.csv",
                  "scenario,procedure,firepower,drm,target\n"
                  "calm,asl.fire,4..36,1,4-6-7\nhot,asl.fire,8,-2..9,4-4-7\n");
  CHECK(run(workspace, question + " --force").err ==
        "--plot: 45 situations are too many for one plot (at most 40, or up to 8 lines of the file "
        "that each sweep the same number, such as range 1..24: a curve for each)\n");
  CHECK(has(run(workspace,
                "combat-odds odds asl.fire --target 4-6-7 --firepower 1..41 --by no_effect --plot "
                "y.svg")
                .err,
            "or leave --by out, for curves: --show no_effect --plot FILE"));
}

TEST_CASE("several dice expressions show their distributions") {
  const Workspace workspace;
  REQUIRE(run(workspace,
              "combat-odds odds dice.roll --expression 2d6,3d4 --method exact --quiet "
              "--plot x.svg > /dev/null")
              .err.empty());
  // 7 of two dice: 6 of 36.
  CHECK(has(read_file(workspace.path() / "x.svg"), "7 16.67 %"));
}

TEST_CASE("if nothing is bought, or a picture fails, the results are kept without it") {
  const Workspace workspace;
  workspace.write("plan.csv", "date,side,group,quantity\n1942-10-17,german,Rifle Coy,1\n");
  workspace.write("poor.csv", "date,side,cpp\n1942-10-17,german,1\n");
  const std::string campaign = "combat-odds campaign plan.csv --trials 1k --quiet --out d ";
  const Run poor = run(workspace, campaign + "--budget poor.csv --plot d/x.svg");
  CHECK(poor.exit_code == 2);
  CHECK(poor.err ==
        "--plot: these plans never bring any 'squads' (a larger budget or another "
        "--plot-measure)\n");
  CHECK(std::filesystem::exists(workspace.path() / "d/campaign-days.csv"));
  CHECK_FALSE(std::filesystem::exists(workspace.path() / "d/x.svg"));
  CHECK(run(workspace,
            campaign + "--budget poor.csv && combat-odds report d --out page.html && rm -r d")
            .exit_code == 0);

  workspace.write("bin/rsvg-convert", "#!/bin/sh\necho boom >&2\nexit 1\n");
  const Run failed = run(
      workspace, "chmod +x bin/rsvg-convert; PATH=$PWD/bin:$PATH; " + campaign + "--plot d/x.png");
  CHECK(failed.exit_code == 1);
  CHECK(failed.err ==
        "combat-odds: d/x.png: rsvg-convert could not make it: boom ; the results are written to "
        "d\n");
  CHECK(std::filesystem::exists(workspace.path() / "d/campaign-days.csv"));
  CHECK_FALSE(std::filesystem::exists(workspace.path() / "d/x.png"));
  // Half a picture counts as none.
  workspace.write("bin/rsvg-convert", "#!/bin/sh\nprintf half\nkill -9 $$\n");
  CHECK(run(workspace, "mkdir e; PATH=$PWD/bin:$PATH; " + ask + "--plot e/x.pdf").exit_code == 1);
  workspace.write("bin/rsvg-convert", "#!/bin/sh\nprintf '%%PDF-1.5 and half of it'\n");
  CHECK(run(workspace, "PATH=$PWD/bin:$PATH; " + ask + "--plot e/x.pdf").exit_code == 1);
  CHECK(run(workspace, "rmdir e").exit_code == 0);
}

}  // namespace
}  // namespace combat_odds
