#include <algorithm>
#include <cmath>
#include <filesystem>

#include "ask/said.hpp"
#include "core/dice/reference.hpp"
#include "core/play/monte_carlo.hpp"
#include "house/house_rules.hpp"
#include "house/lua_api.hpp"
#include "house/packed.hpp"
#include "studies/soundness/soundness.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/program.hpp"
#include "tests/support/refusal.hpp"

namespace combat_odds {
namespace {

using test::Given;
using test::has;

/// The program's library with the rules of rules/.
const Library& library() {
  static Library all;
  static const bool read = [] {
    for (const auto& entry : std::filesystem::directory_iterator(COMBAT_ODDS_SOURCE "/rules")) {
      if (entry.path().extension() != ".lua") continue;
      all.add(house::read_rule({entry.path().filename().string(), test::read_file(entry.path())},
                               {}, all.charts()));
    }
    return true;
  }();
  static_cast<void>(read);
  return all;
}

class HouseAnswer {
 public:
  HouseAnswer(const std::string& procedure, const Given& given, const Library& all = library())
      : answer_(ask(all, question(procedure, given))) {}
  std::string outcome(const std::string& name) const { return fraction(answer_.outcome(name)); }
  std::string event(const std::string& name) const { return fraction(answer_.event(name)); }
  std::string measure(const std::string& name, double value) const {
    return fraction(answer_.measure(name, value));
  }
  double value(const std::string& name) const { return answer_.outcome(name).exact->value; }
  double mean(const std::string& name) const {
    for (const MeasureSummary& summary : summaries(answer_.odds(), 0.95)) {
      if (summary.name == name) return *summary.exact_mean;
    }
    throw std::invalid_argument(name);
  }

 private:
  static Question question(const std::string& procedure, const Given& given) {
    Question question{procedure, {given.begin(), given.end()}};
    question.options.method = Method::exact;
    return question;
  }
  static std::string fraction(const Chance& chance) { return chance.exact->fraction; }

  Answer answer_;
};

TEST_CASE("Risk: one throw has the published odds") {
  const auto odds = [](const char* attackers, const char* defenders) {
    return HouseAnswer("risk.attack", {{"attackers", attackers}, {"defenders", defenders}});
  };
  CHECK(odds("3", "2").outcome("attacker_wins") == "1445/3888");  // 2890/7776
  CHECK(odds("3", "2").outcome("both_lose") == "2611/7776");
  CHECK(odds("3", "2").outcome("defender_wins") == "2275/7776");
  CHECK(odds("3", "1").outcome("attacker_wins") == "95/144");  // 855/1296
  CHECK(odds("2", "2").outcome("attacker_wins") == "295/1296");
  CHECK(odds("2", "2").outcome("defender_wins") == "581/1296");
  CHECK(odds("2", "1").outcome("attacker_wins") == "125/216");
  CHECK(odds("1", "2").outcome("attacker_wins") == "55/216");
  CHECK(odds("1", "1").outcome("attacker_wins") == "5/12");
}

TEST_CASE("Risk: a battle to its end") {
  const HouseAnswer one("risk.battle", {{"attackers", "1"}, {"defenders", "1"}});
  CHECK(one.outcome("taken") == "5/12");
  // Two dice against one win with 125/216; else one army is left, which wins with 5/12.
  const HouseAnswer two("risk.battle", {{"attackers", "2"}, {"defenders", "1"}});
  CHECK(two.outcome("taken") == "1955/2592");
  CHECK(two.measure("attackers_left", 2) == "125/216");
  const HouseAnswer stops("risk.battle",
                          {{"attackers", "2"}, {"defenders", "1"}, {"stop_at", "1"}});
  CHECK(stops.outcome("stopped") == "91/216");
}

TEST_CASE("d20: hits, critical hits and damage") {
  const Given given = {{"bonus", "5"}, {"armour_class", "15"}, {"damage_bonus", "3"}};
  const HouseAnswer plain("d20.attack", given);
  CHECK(plain.outcome("hit") == "1/2");  // 10 to 19
  CHECK(plain.outcome("critical") == "1/20");
  // A hit with an 8, or two dice that sum to 8: 1/2 * 1/8 + 1/20 * 7/64.
  CHECK(plain.measure("damage", 11) == "87/1280");
  const HouseAnswer best("d20.attack", test::with(given, {{"roll", "advantage"}}));
  CHECK(best.outcome("critical") == "39/400");
  CHECK(best.outcome("miss") == "81/400");
  const HouseAnswer worst("d20.attack", test::with(given, {{"roll", "disadvantage"}}));
  CHECK(worst.outcome("critical") == "1/400");
}

TEST_CASE("hit, wound and save multiply") {
  // Each attack gets through with 1/2 * 1/2 * 4/6 = 1/6.
  const HouseAnswer two("house.hit-wound-save", {{"attacks", "2"}, {"wounds", "60"}});
  CHECK(two.measure("wounds_lost", 2) == "1/36");
  CHECK(two.measure("wounds_lost", 1) == "5/18");
  CHECK(two.outcome("unhurt") == "25/36");
  // Ones again: 1/2 + 1/6 * 1/2 hit.
  const HouseAnswer again("house.hit-wound-save", {{"attacks", "1"}, {"reroll_ones", "true"}});
  CHECK(again.outcome("destroyed") == "7/36");
}

TEST_CASE("Axis & Allies by hand") {
  // A tank (3) against infantry (2): of a round that decides, both hit in 1/6, the tank alone in
  // 1/3, the infantry alone in 1/6 of all rounds.
  const HouseAnswer tank("axis-allies.battle",
                         {{"attacker_tank", "1"}, {"defender_infantry", "1"}});
  CHECK(tank.value("attacker") == Approx(1.0 / 2));
  CHECK(tank.value("nobody") == Approx(1.0 / 4));
  CHECK(tank.value("defender") == Approx(1.0 / 4));
  // A fighter (3) that AA fire brings down in one of six cases.
  const HouseAnswer fighter(
      "axis-allies.battle",
      {{"attacker_fighter", "1"}, {"defender_infantry", "1"}, {"aa_gun", "true"}});
  CHECK(fighter.value("attacker") == Approx(5.0 / 12));
  CHECK(fighter.value("defender") == Approx(3.0 / 8));
  // Infantry beside artillery hits with 2: both miss in (2/3)^2. Against one bomber (1) that misses
  // in 5/6: a round decides unless all miss, 20/54; the bomber dies in 5/9 of all rounds.
  const HouseAnswer supported(
      "axis-allies.battle",
      {{"attacker_infantry", "1"}, {"attacker_artillery", "1"}, {"defender_bomber", "1"}});
  // The bomber alone survives two hits: let p be its chance against artillery alone (2 against 1).
  // p = (4/6 * 1/6) / (1 - 4/6 * 5/6) = 1/4; it hits first, undecided before, in
  // (4/9 * 1/6) / (1 - 4/9 * 5/6) = 2/17. So it wins with 2/17 * 1/4 = 1/34.
  CHECK(supported.value("defender") == Approx(1.0 / 34));
}

TEST_CASE("the Molotov proposal by hand") {
  const HouseAnswer street("house.molotov-check", {});
  CHECK(street.outcome("thrower_burns") == "1/6");
  CHECK(street.event("flame") == "1/12");
  const HouseAnswer factory("house.molotov-check", {{"factory", "true"}});
  CHECK(factory.outcome("molotov") == "2/3");
  CHECK(factory.event("flame") == "1/9");
}

TEST_CASE("fire on a squad has the fractions of asl.fire") {
  std::size_t compared = 0;
  const std::vector<std::pair<std::string, std::string>> squads = {
      {"4-6-7", "7"}, {"4-5-8", "8"}, {"4-3-6", "6"}};
  for (const auto& [target, morale] : squads) {
    const auto asked = [&](const char* procedure, const std::string& name,
                           const std::string& value) {
      Question question{procedure,
                        {{"firepower", "0,1,2.5,4,6,8,12,16,20,24,30,36"},
                         {"drm", "-5..8"},
                         {"cowering", "none,cower,inexperienced"},
                         {"elr", "0,2,5"},
                         {name, value}}};
      question.options.method = Method::exact;
      return ask(library(), question);
    };
    const Answer ours = asked("asl.fire", "target", target);
    const Answer house = asked("house.squad-fire", "morale", morale);
    REQUIRE(ours.situations().size() == house.situations().size());
    std::map<std::string, std::map<std::string, std::string>> wanted;
    const auto key = [](const SituationOdds& odds) {
      std::string text;
      for (const char* const name : {"firepower", "drm", "cowering", "elr"}) {
        text += odds.situation.scenario->argument(odds.situation.index, name).text + " ";
      }
      return text;
    };
    const auto fractions = [](const SituationOdds& odds) {
      std::map<std::string, std::string> all;
      for (const Chance& chance : odds.odds.chances) {
        const bool is_event = chance.kind == Chance::Kind::event;
        if (chance.kind == Chance::Kind::measure) continue;
        // asl.fire has events that sum up outcomes, too; the example leaves them out.
        if (is_event && chance.name != "nmc_or_better" && chance.name != "replaced") continue;
        all[chance.name] = chance.exact->fraction;
      }
      return all;
    };
    for (const SituationOdds& odds : ours.situations()) wanted[key(odds)] = fractions(odds);
    for (const SituationOdds& odds : house.situations()) {
      INFO(target << " " << key(odds));
      CHECK(fractions(odds) == wanted.at(key(odds)));
      ++compared;
    }
  }
  CHECK(compared == 3 * 12 * 14 * 3 * 3);
}

TEST_CASE("the examples are sound") {
  std::size_t checked = 0;
  for (const Procedure* procedure : library().procedures()) {
    if (source_of(*procedure) == nullptr) continue;
    INFO(procedure->name);
    for (const Fault& fault : faults(library(), *procedure)) {
      FAIL_CHECK(fault.wrong << " (" << fault.right << ")");
    }
    ++checked;
  }
  CHECK(checked == 19);
}

// Attacks that must not succeed.

/// A rule with this body of resolve, in line 4.
std::string rule(const std::string& body, const std::string& before = "") {
  return before +
         "\nreturn {name = \"bad.rule\", summary = \"bad\",\n"
         "parameters = {{\"drm\", \"a number\", least = 0, most = 9, default = 0}},\n"
         "resolve = function(dice, situation) " +
         body + " end}\n";
}

/// The error when the rule is read and played.
std::string told(const std::string& text, std::size_t most_nodes = 10'000) {
  Library library;
  return test::refused([&] {
    library.add(house::read_rule({"bad.lua", text}, {}, library.charts()));
    const Scenario scenario("bad", library.procedure("bad.rule"), {{"drm", "3", {}}}, {});
    const std::unique_ptr<Rule> made = scenario.rule(0, library.charts());
    decision_graph(*made, most_nodes);
  });
}

struct Hostile {
  const char* name;
  std::string text;
  std::string said;
};

TEST_CASE("a rule that asks a player reports what it lacks") {
  const auto asks = [](const std::string& fields, const std::string& decides = "true") {
    return "return {name = \"bad.rule\", summary = \"bad\",\n"
           "parameters = {{\"drm\", \"a number\", least = 0, most = 9, default = 0, decides = " +
           decides + "}},\nresolve = function(dice, s) return dice:choose {" + fields + "} end}\n";
  };
  const std::string rest = ", question = 'Which?', options = {'a', 'b'}";
  const std::string state = ", state = {}";
  CHECK(told(asks("by = 'drm', otherwise = 'b'" + rest + state)) == "");
  CHECK(has(told(asks("otherwise = 'b'" + rest + state)), "bad.lua:3: choose: by is a nil"));
  CHECK(has(told(asks("by = 'dmr', otherwise = 'b'" + rest + state)),
            "choose: no parameter 'dmr' decides"));
  CHECK(has(told(asks("by = 'drm', otherwise = 'b'" + rest + state, "false")),
            "choose: no parameter 'drm' decides"));
  CHECK(has(told(asks("by = 'drm', otherwise = 'c'" + rest + state)), "choose: 'c' is no option"));
  CHECK(has(told(asks("by = 'drm', otherwise = 'b'" + rest)), "choose: state is missing"));
  // Words are asked for only if the decision is open. This one holds a number beyond int.
  const test::Workspace here;
  CHECK(has(test::run(here, "mkdir rules && cp " COMBAT_ODDS_SOURCE
                            "/tests/fuzz/found/lua/word-beyond-int rules/pig.lua && "
                            "combat-odds odds pig.turn --rules rules --best points --trials 1k")
                .err,
            "choose: the word 'turn total' is a number"));
  CHECK(has(told(asks("by = 'drm', otherwise = 'b', question = 'Which?'" + state)),
            "choose: options are missing"));
  CHECK(has(told(asks("by = 'drm', otherwise = 'b'" + rest + state, "5")), "decides is neither"));
}

TEST_CASE("hostile rules end in one clear line each") {
  const std::string bomb = "local t = {} for i = 1, 1e9 do t[i] = 'a' .. i end";
  const std::vector<Hostile> all = {
      {"endless loop", rule("while true do end"),
       "bad.lua:4: it takes more than 5000000 steps, in \"resolve = function(dice, situation) while "
       "true do end end}\", playing bad.rule with drm 3 (loops that end)"},
      {"endless loop at the start", "while true do end", "bad.lua:1: it takes more than"},
      {"endless goto", rule("::top:: goto top"), "bad.lua:4: it takes more than"},
      {"a million strings", rule(bomb), "bad.lua:4: it takes more than"},
      {"a large table", rule("local t = {} for i = 1, 1e7 do t[i] = i end"), "bad.lua:4: it takes"},
      {"string.rep", rule("return string.rep('x', 1e9)"), "bad.lua:4:"},
      {"string.rep, small", rule("local s = 'x' for i = 1, 40 do s = s .. s end"),
       "bad.lua:4: a text has more than 16000 bytes"},
      {"string.rep, separated", rule("return ('x'):rep(1e8, 'yyyyyyyy')"), "bad.lua:4:"},
      {"concat",
       rule("local t = {} for i = 1, 20 do t[i] = ('x'):rep(9999) end "
            "return table.concat(t)"),
       "bad.lua:4: a text has more than 16000 bytes"},
      // A call is one step of Lua's machine. The bytes that it processes count as steps, or these
      // rules would take minutes.
      {"long repeats", rule("while true do local s = ('x'):rep(15900) end"),
       "bad.lua:4: it takes more than 5000000 steps"},
      {"an empty text, repeated", rule("while true do local s = (''):rep(math.maxinteger) end"),
       "bad.lua:4: it takes more than"},
      {"long capitals", rule("local s = ('x'):rep(15900) while true do local t = s:upper() end"),
       "bad.lua:4: it takes more than"},
      {"long numbers", rule("local s = ('0'):rep(15900) while true do local t = tonumber(s) end"),
       "bad.lua:4: it takes more than"},
      {"long bytes", rule("local s = ('x'):rep(15900) while true do local t = s:byte(1, 9000) end"),
       "bad.lua:4: it takes more than"},
      {"long joins", rule("local s = ('x'):rep(8000) while true do local t = s .. 'y' end"),
       "bad.lua:4: it takes more than"},
      {"long lists",
       rule(
           "local t = {} for i = 1, 100000 do t[i] = '' end while true do local s = table.concat(t) end"),
       "bad.lua:4: it takes more than"},
      {"deep recursion", rule("local function f(n) return 1 + f(n + 1) end return f(1)"),
       "bad.lua:4: it calls itself too deeply"},
      {"recursion through sort",
       rule("local function f() table.sort({2, 1}, f) return true end f()"), "bad.lua:4:"},
      {"nested text", "return " + std::string(5000, '(') + "1" + std::string(5000, ')'),
       "it calls itself too deeply"},
      {"nested tables", "return " + std::string(5000, '{') + std::string(5000, '}'),
       "it calls itself too deeply"},
      {"error object", rule("error({})"), "bad.lua:4: an error that is a table"},
      {"error nil", rule("error()"), "bad.lua:4: an error that is a nil"},
      {"error function", rule("error(function() end)"), "bad.lua:4: an error that is a function"},
      {"error of control characters", rule("error('\\27[2J\\n\\nrule:1: \\0')"), "bad.lua:4:"},
      {"wrong type", rule("return 5"), "bad.lua:4: resolve gives a number"},
      {"nothing", rule("return"), "bad.lua:4: resolve gives a nil"},
      {"wrong table", rule("return {}"), "resolve gives a table without an outcome"},
      {"unknown event", rule("return {'x', hit = true}"), "gives 'hit', which is not declared"},
      {"long outcome", rule("return ('x'):rep(1000)"), "gives the outcome 'xxxx"},
      {"outcome that clears the screen", rule("return '\\27[2J'"), "gives the outcome"},
      {"files", rule("return io.open('/etc/passwd'):read('a')"),
       "...\", playing bad.rule with drm 3 (a rule reads and writes nothing)"},
      {"io", rule("io.open('x')"), "bad.lua:4: there is no io, in \"resolve"},
      {"os", rule("os.execute('true')"), "bad.lua:4: there is no os"},
      {"require", rule("require('io')"), "bad.lua:4: there is no require"},
      {"package", rule("package.loadlib('x', 'y')"), "bad.lua:4: there is no package"},
      {"load", rule("load('return 1')()"), "bad.lua:4: there is no load"},
      {"dofile", rule("dofile('/etc/passwd')"), "bad.lua:4: there is no dofile"},
      {"debug", rule("debug.sethook()"), "bad.lua:4: there is no debug"},
      {"chance", rule("return math.random(6)"), "bad.lua:4: there is no math.random"},
      {"coroutine", rule("coroutine.wrap(function() end)()"), "bad.lua:4: there is no coroutine"},
      {"pcall", rule("while true do pcall(error) end"), "bad.lua:4: there is no pcall"},
      {"finalizer", rule("setmetatable({}, {__gc = function() while true do end end})"),
       "bad.lua:4: there is no setmetatable"},
      {"metatable of texts", rule("getmetatable('').__index = nil"),
       "bad.lua:4: there is no getmetatable"},
      {"patterns", rule("return ('a'):rep(5000):find(('a*'):rep(50) .. 'b')"),
       "bad.lua:4: there is no string.find"},
      {"gsub", rule("return ('a'):rep(5000):gsub('.-b', 'x')"),
       "bad.lua:4: there is no string.gsub"},
      {"close", rule("local x <close> = {}"), "bad.lua:4:"},
      {"addresses", rule("return tostring({})"), "bad.lua:4: a table has no text"},
      {"addresses in a format", rule("return string.format('%p', {})"), "bad.lua:4:"},
      {"a global", rule("count = (count or 0) + 1"), "bad.lua:4:"},
      {"the libraries", rule("string.rep = nil"), "bad.lua:4: 'rep' is assigned to but not local"},
      {"a counter", rule("n = n + 1 dice:dr() return 'x' .. n", "local n = 0"),
       "bad.lua:1: the rule is not a function of its dice: it keeps 'n'"},
      {"a list that grows", rule("t[#t + 1] = dice:dr() return 'x'", "local t = {}"),
       "the rule is not a function of its dice: it keeps 't'"},
      {"the situation changed", rule("situation.drm = dice:dr() return 'x'"),
       "the rule is not a function of its dice: it keeps 'situation'"},
      {"dice kept", rule("return 'x' .. kept:dr()", "local kept = nil"), "bad.lua:4:"},
      {"dice without a method", rule("dice:roll()"), "bad.lua:4: dice have no 'roll'"},
      {"dice without themselves", rule("return 'x' .. dice.dr()"),
       "bad.lua:4: dice.dr(...) is called without the dice"},
      {"dice within dice", rule("dice:DR(function(total) return dice:dr() end)"),
       "bad.lua:4: dice are rolled while a roll is classified"},
      {"too many sides", rule("dice:die(1e9)"), "bad.lua:4: sides is 1000000000"},
      {"no sides", rule("dice:die(0)"), "bad.lua:4: sides is 0"},
      {"no number", rule("dice:die('six')"), "bad.lua:4: sides is a string"},
      {"a class that is a function", rule("dice:dr(function() return print end)"), "bad.lua:4:"},
      {"a class that fails", rule("dice:dr(function(die) return die.x.y end)"), "bad.lua:4:"},
      {"a state that is a function", rule("dice:at {f = function() end}"),
       "bad.lua:4: a state with a function in it"},
      {"a state that holds itself", rule("local t = {} t.t = t dice:at(t)"),
       "bad.lua:4: a state of tables in tables"},
      {"a large state", rule("local t = {} for i = 1, 5000 do t[i] = i end dice:at(t)"),
       "bad.lua:4: a state of more than 10000 bytes"},
      {"an unknown parameter", rule("return 'x' .. situation.dmr"),
       "...\", playing bad.rule with drm 3 (did you mean 'drm'?)"},
      {"an unknown parameter, alone", rule("local x = situation.dmr"),
       "bad.lua:4: the situation has no 'dmr', in \"resolve"},
      {"a die that never ends", rule("repeat local die = dice:dr() until die < 1 return 'x'"),
       "a loop rolls more than 250 times without a checkpoint: it may never end"},
      {"a part that is not there", rule("dice:play('volley', 3)"), "the rule has no part 'volley'"},
      {"a procedure that is not there", rule("dice:play('asl.fier', {})"),
       "the program has no 'asl.fier'"},
      {"a parameter that is not there", rule("dice:play('asl.fire', {firepwoer = 8})"),
       "asl.fire has no 'firepwoer'"},
      {"an impossible value", rule("dice:play('asl.fire', {firepower = 8, target = 'x'})"),
       "bad.lua:4: asl.fire: "},
      {"syntax", "return {\n  name = = 3}", "bad.lua:2:"},
      {"bytecode", std::string("\x1bLua\x54\x00", 6), "bad.lua:1: byte 1 is not text"},
      {"no rule", "return 5", "bad.lua: gives a number"},
      {"no name", "return {}", "the rule lacks name"},
      {"wrong name", "return {name = 'Bad Rule', summary = 'x', resolve = print}", "bad.lua:1:"},
      {"unknown field", "return {name = 'bad.rule', summary = 'x', resove = 1}",
       "bad.lua:1: the rule has no 'resove', in \"return {name = 'bad.rule', summary = 'x', resove = 1}\" (did "
       "you mean 'resolve'?)"},
      {"no chart", "local c = chart('no.csv')", "bad.lua:1: there is no chart 'no.csv'"},
      {"chart outside", "local c = chart('../../etc/passwd')", "bad.lua:1: there is no chart"},
      {"chart while played", rule("chart('asl/ift.csv')"), "bad.lua:4: a chart is asked for"},
      {"refuse while played", rule("refuse('drm', 'no', 'yes')"), "bad.lua:4: refuse() while"},
  };
  for (const Hostile& one : all) {
    INFO(one.name);
    const std::string said = told(one.text);
    CHECK_THAT(said, Catch::Matchers::ContainsSubstring(one.said));
    CHECK(said.starts_with("bad.lua"));
    CHECK(said.find('\n') == std::string::npos);
    CHECK(said.find('\x1b') == std::string::npos);
  }
}

TEST_CASE("a state that can't be kept is reported for turns, too") {
  const auto turns = [](const std::string& start, const std::string& step,
                        const std::string& outcome) {
    return told(
        "return {name = 'bad.rule', summary = 'x',\n"
        "parameters = {{'drm', 'a number', least = 0, most = 9, default = 0}},\n"
        "start = function(s) " +
        start + " end,\nstep = function(dice, state) " + step +
        " end,\noutcome = function(state) " + outcome + " end}");
  };
  CHECK(has(turns("return print", "", ""), "bad.lua:3:"));
  CHECK(has(turns("return {f = function() end}", "", ""), "a state with a function in it"));
  CHECK(has(turns("return 1", "return dice", "return nil"), "a state with a userdata in it"));
  CHECK(has(turns("return 1", "return state", "return 7"), "outcome gives a number"));
}

TEST_CASE("the engine's exceptions pass through a rule unchanged") {
  Library library;
  library.add(
      house::read_rule({"long.lua",
                        "return {name = 'bad.rule', summary = 'x', resolve = function(dice)\n"
                        "local all = 0 for i = 1, 4 do all = all * 6 + dice:dr() end\n"
                        "return 'x' .. all end}"},
                       {}, library.charts()));
  const Scenario scenario("long", library.procedure("bad.rule"), {}, {});
  const std::unique_ptr<Rule> made = scenario.rule(0, library.charts());
  CHECK_THROWS_AS(decision_graph(*made, 100), GraphTooLarge);
  // The rule still works afterwards.
  CHECK(simulate_reference(*made, 10, 1).size() > 5);
  // Several threads play it at once.
  const BlockRange range{3 * block_trials, 0, {}, nullptr};
  CHECK(simulate_directly(*made, {1, 2, 0}, range).trials == 3 * block_trials);
}

TEST_CASE("the order of a table's fields is the same in every run") {
  const std::string text =
      "return {name = 'bad.rule', summary = 'x', parameters = {{'drm', 'x', least = 0, most = 9}},\n"
      "resolve = function(dice)\n"
      "local words = '' for key, value in pairs {b = 2, a = 1, [3] = 3, [1] = 0, [true] = 4} do\n"
      "words = words .. tostring(key) .. value end\n"
      "local t = {3, 1, 2} table.sort(t) table.insert(t, 1, 9) table.remove(t)\n"
      "return words .. table.concat(t, '-') .. select('#', table.unpack(t)) end}";
  Library library;
  library.add(house::read_rule({"order.lua", text}, {}, library.charts()));
  const HouseAnswer answer("bad.rule", {{"drm", "1"}}, library);
  CHECK(answer.outcome("1033a1b2true49-1-23") == "1/1");
}

TEST_CASE("the text of a rule is part of its situations' key") {
  Library library;
  const auto key = [&](const std::string& text) {
    const Procedure procedure = house::read_rule({"x.lua", text}, {}, library.charts());
    return situation_key(procedure, {});
  };
  const std::string one =
      "return {name = 'x.y', summary = 'x', resolve = function() return 'a' end}";
  CHECK(key(one) == key(one));
  CHECK(key(one) != key(one + " "));
}

TEST_CASE("the program takes house rules like its own") {
  const test::Workspace here;
  const std::string rules = " --rules '" COMBAT_ODDS_SOURCE "/rules' ";
  CHECK(has(test::run(here, "combat-odds list" + rules).out, "risk.attack"));
  CHECK(has(test::run(here, "combat-odds describe risk.battle" + rules).out, "--stop-at"));
  CHECK(has(test::run(here, "combat-odds completion bash" + rules).out, "axis-allies.battle"));
  const test::Run odds =
      test::run(here,
                "combat-odds odds risk.attack --attackers 1..3 --defenders 1,2 --pivot attackers "
                "defenders --show attacker_wins --method exact" +
                    rules);
  CHECK(odds.exit_code == 0);
  CHECK(has(odds.out, "37.17 %"));  // 2890/7776
  here.write("risk.csv", "scenario,procedure,attackers,defenders\nall,risk.attack,3,2\n");
  CHECK(test::run(here, "combat-odds run risk.csv --out out --trials 1000" + rules).exit_code == 0);
  CHECK(has(test::read_file(here.path() / "out" / "house-rules.csv"), "return {"));
  CHECK(test::run(here, "combat-odds report out --out page.html" + rules).exit_code == 0);
  CHECK(has(test::read_file(here.path() / "page.html"), "risk.attack"));
  CHECK(has(test::run(here,
                      "echo '{\"procedure\":\"risk.attack\",\"method\":\"exact\"}' | "
                      "combat-odds ask" +
                          rules)
                .out,
            "2611/7776"));
  CHECK(test::run(here, "combat-odds compare risk.csv --by attacker_wins" + rules).exit_code == 0);
}

TEST_CASE("shards bring their house rules along") {
  const test::Workspace here;
  here.write("rules/risk.lua", test::read_file(COMBAT_ODDS_SOURCE "/rules/risk-attack.lua"));
  here.write("risk.csv", "scenario,procedure,attackers,defenders\nall,risk.attack,1..3,2\n");
  const std::string run = "combat-odds run risk.csv --rules rules --trials 1M --quiet --out ";
  REQUIRE(test::run(here, run + "whole").exit_code == 0);
  REQUIRE(test::run(here, run + "one --shard 1/2").exit_code == 0);
  REQUIRE(test::run(here, run + "two --shard 2/2").exit_code == 0);
  const test::Run merged = test::run(here, "combat-odds merge one two --out merged");
  INFO(merged.err);
  CHECK(merged.exit_code == 0);
  for (const char* const file : {"distribution.csv", "house-rules.csv"}) {
    CHECK(test::read_file(here.path() / "whole" / file) ==
          test::read_file(here.path() / "merged" / file));
  }
}

TEST_CASE("the user's own folder is read, and faulty rules there are left out") {
  const test::Workspace here;
  here.write("config/combat-odds/rules/good.lua",
             "return {name = 'my.rule', summary = 'x', resolve = function() return 'a' end}");
  here.write("config/combat-odds/rules/wrong.lua", "return {");
  const test::Run list =
      test::run(here, "XDG_CONFIG_HOME=\"$PWD/config\" combat-odds list --format csv");
  CHECK(list.exit_code == 0);
  CHECK(has(list.out, "my.rule,my,"));
  CHECK(has(list.err, "wrong.lua:1: "));
  CHECK(has(list.err, "; it is left out"));
}

TEST_CASE("a faulty rule does not take the others of its folder along") {
  const test::Workspace here;
  here.write("rules/good.lua",
             "return {name = 'my.rule', summary = 'x', resolve = function() return 'a' end}");
  here.write("rules/wrong.lua", "return {");
  const test::Run odds = test::run(here, "combat-odds odds my.rule --rules rules");
  CHECK(odds.exit_code == 0);
  CHECK(has(odds.err, "rules/wrong.lua:1: "));
  CHECK(has(odds.err, "; it is left out"));
  // check-rules names it and goes on, too.
  const test::Run check = test::run(here, "combat-odds check-rules rules");
  CHECK(check.exit_code == 2);
  CHECK(has(check.out, "my.rule is sound"));
  CHECK(has(check.err, "rules/wrong.lua:1: "));
}

TEST_CASE("faulty rules are refused with their place") {
  const test::Workspace here;
  here.write("rules/wrong.lua", "return {\n  name = 'my.rule',\n");
  const test::Run run = test::run(here, "combat-odds list --rules rules");
  CHECK(run.exit_code == 2);
  CHECK(has(run.err, "rules/wrong.lua:3: "));
  CHECK(test::run(here, "combat-odds list --rules nowhere").exit_code == 2);
  here.write("twice/a.lua",
             "return {name = 'asl.fire', summary = 'x', resolve = function() return 'a' end}");
  CHECK(has(test::run(here, "combat-odds list --rules twice").err,
            "asl.fire is a procedure already"));
}

TEST_CASE("a rule that never ends is refused, and the next question is answered") {
  const test::Workspace here;
  here.write("rules/endless.lua",
             "return {name = 'my.endless', summary = 'until a die shows the goal',\n"
             "parameters = {{'goal', 'what it is to show', least = 1, most = 7}},\n"
             "outcomes = {{'done', 'it does'}},\n"
             "start = function() return {die = 0} end,\n"
             "step = function(dice, state) state.die = dice:dr() return state end,\n"
             "outcome = function(state, situation)\n"
             "  if state.die == situation.goal then return 'done' end\n"
             "end}");
  const std::string refused = "rules/endless.lua: my.endless with goal 7 may go on for ever";
  const std::string odds = "combat-odds odds my.endless --rules rules --trials 100 ";
  CHECK(test::run(here, odds + "--goal 6").exit_code == 0);
  for (const char* const method : {"exact", "monte-carlo"}) {
    const test::Run run = test::run(here, odds + "--goal 6..7 --method " + method);
    CHECK(run.exit_code == 2);
    CHECK(has(run.err, refused));
  }
  const std::string question = R"({"procedure":"my.endless","parameters":{"goal":)";
  here.write("questions", question + "7}}\n" + question + "6}}\n");
  const test::Run ask = test::run(here, "combat-odds ask --rules rules < questions");
  CHECK(ask.exit_code == 2);
  const std::size_t first_end = ask.out.find('\n');
  CHECK(has(ask.out.substr(0, first_end), "may go on for ever"));
  CHECK(has(ask.out.substr(first_end), "\"done\""));
  const test::Run check = test::run(here, "combat-odds check-rules rules");
  CHECK(check.exit_code == 2);
  CHECK(has(check.err, refused));
}

TEST_CASE("the clock ends a rule that takes very long, however few trials share a state") {
  const test::Workspace here;
  // Eight DR of 2 in a row: once in 36^8 = 2.8 * 10^12 steps.
  const std::string again =
      "step = function(dice, state)\n"
      "  for i = 1, 8 do if dice:DR() > 2 then return state end end\n"
      "  state.over = 1\n  return state\nend,\n"
      "outcome = function(state) if state.over == 1 then return 'done' end end}";
  here.write("rules/same.lua",
             "return {name = 'my.same', summary = 'the same state again and again',\n"
             "outcomes = {{'done', 'x'}},\nstart = function() return {over = 0} end,\n" +
                 again);
  here.write("rules/on.lua",
             "return {name = 'my.on', summary = 'another state after every step',\n"
             "outcomes = {{'done', 'x'}},\n"
             "start = function() return {over = 0, steps = 0} end,\n"
             "step = function(dice, state)\n  state.steps = state.steps + dice:dr()\n"
             "  return state\nend,\n"
             "outcome = function(state) if state.over == 1 then return 'done' end end}");
  for (const char* const procedure : {"my.same", "my.on"}) {
    for (const char* const trials : {"3", "100000"}) {
      INFO(procedure << ' ' << trials);
      const test::Run run = test::run(
          here, std::string("combat-odds odds ") + procedure +
                    " --rules rules --method monte-carlo --time-limit 0.2 --trials " + trials);
      CHECK(run.exit_code == 1);
      CHECK(run.err == "combat-odds: stopped before anything was simulated\n");
    }
  }
}

TEST_CASE("a measure may exist only where something happens") {
  const test::Workspace here;
  const auto rule = [&](const std::string& measure, const std::string& done,
                        const std::string& open) {
    here.write("rules/rule.lua",
               "return {name = 'my.rule', summary = 'x',\n"
               "outcomes = {{'done', 'x'}, {'open', 'x'}},\nmeasures = {{'turn', 'the turn', " +
                   measure +
                   "}},\nresolve = function(dice)\n  local die = dice:dr()\n"
                   "  if die <= 2 then return " +
                   done + " end\n  return " + open + "\nend}");
    return test::run(here, "combat-odds odds my.rule --rules rules --method exact");
  };
  // Turn 1 or 2, a third of the time: 1.5.
  const std::string only = "only_where = 'done', less_is_better = true";
  const test::Run told = rule(only, "{'done', turn = die}", "'open'");
  INFO(told.out << told.err);
  CHECK(told.exit_code == 0);
  CHECK(has(told.out, "33 %: done, on average in turn 1.5."));
  CHECK(test::run(here, "combat-odds check-rules rules").exit_code == 0);
  CHECK(has(rule("only_where = {'done'}", "'done'", "'open'").err,
            "gives the outcome 'done' without the measure 'turn'"));
  CHECK(has(rule(only, "{'done', turn = die}", "{'open', turn = 0}").err,
            "gives the outcome 'open' with the measure 'turn', which exists only where done"));
  CHECK(has(rule("only_where = 'dnoe'", "'done'", "'open'").err, "only_where names 'dnoe'"));
}

TEST_CASE("what a rule gives is what it declares") {
  const test::Workspace here;
  const auto rule = [&](const std::string& name, const std::string& gives) {
    const std::string begin = "return {name = 'my." + name + "', summary = 'x',\n";
    here.write(name + "/rule.lua",
               begin +
                   "outcomes = {{'hit', 'x'}, {'miss', 'x'}}, measures = {{'m', 'x'}},\n"
                   "resolve = function(dice)\n"
                   "  if dice:dr() > 3 then return {'hit', m = 2} end\n  return " +
                   gives + "\nend}");
  };
  // Without the 2 of the misses, the mean of all would be said to be that of the hits.
  rule("table", "{'miss'}");
  rule("text", "'miss'");
  rule("outcome", "{'mis', m = 0}");
  for (const std::string command : {"combat-odds check-rules ", "combat-odds odds my."}) {
    const auto run_with = [&](const std::string& name) {
      const bool checks = command.ends_with(' ');
      return test::run(here, command + name + (checks ? "" : " --rules " + name));
    };
    for (const char* const name : {"table", "text"}) {
      const test::Run run = run_with(name);
      INFO(run.out << run.err);
      CHECK(run.exit_code == 2);
      CHECK(has(run.err, "resolve gives the outcome 'miss' without the measure 'm'"));
      CHECK(has(run.err, "({\"miss\", m = 0})"));
    }
    const test::Run run = run_with("outcome");
    INFO(run.out << run.err);
    CHECK(run.exit_code == 2);
    // The line that gives it, not that of the function.
    CHECK(has(run.err,
              "outcome/rule.lua:5: resolve gives the outcome 'mis', which is not declared, in "
              "\"return {'mis', m = 0}\", playing my.outcome (did you mean 'miss'?)"));
  }
}

TEST_CASE("check-rules reports what is wrong") {
  const test::Workspace here;
  const std::string good = COMBAT_ODDS_SOURCE "/rules/d20-attack.lua";
  here.write("good/d20.lua", test::read_file(good));
  const test::Run sound = test::run(here, "combat-odds check-rules good");
  INFO(sound.err);
  CHECK(sound.exit_code == 0);
  CHECK(has(sound.out, "d20.attack is sound"));
  here.write("bad/forgets.lua",
             "return {name = 'my.forgets', summary = 'forgets the first die',\n"
             "resolve = function(dice)\n"
             "  local first = dice:dr()\n"
             "  dice:at(1)\n"
             "  return 'sum ' .. first + dice:dr()\nend}");
  here.write("bad/useless.lua",
             "return {name = 'my.useless', summary = 'x',\n"
             "parameters = {\n"
             "  {'idle', 'changes nothing', least = 1, most = 3}},\n"
             "outcomes = {{'a', 'x'},\n  {'never', 'x'}},\n"
             "resolve = function(dice) return 'a' end}");
  const test::Run bad = test::run(here, "combat-odds check-rules bad");
  CHECK(bad.exit_code == 2);
  CHECK(has(bad.err, "bad/forgets.lua:4: my.forgets: "));
  CHECK(has(bad.err, "dice:at(state)"));
  CHECK(has(bad.err, "bad/useless.lua:5: my.useless: the outcome 'never' never occurs"));
  CHECK(has(bad.err, "bad/useless.lua:3: my.useless: the parameter 'idle' never changes"));
}

/// A rule that goes on for two turns: a 6 of the first die counts twice.
std::string two_turns(const std::string& alike, const std::string& checkpoint) {
  return "return {name = 'my.turns', summary = 'x',\n"
         "parameters = {{'turns', 'x', least = 1, most = 3, default = 2}},\n"
         "outcomes = {{'done', 'x'}}, measures = {{'sum', 'x'}},\n"
         "start = function() return {turn = 0, sum = 0, lucky = false} end,\n" +
         alike +
         "step = function(dice, state)\n"
         "  local first = dice:dr()\n"
         "  " +
         checkpoint +
         "\n"
         "  local worth = (state.lucky and 2 or 1) * (dice:dr() > 3 and 1 or 0)\n"
         "  return {turn = state.turn + 1, sum = state.sum + worth, lucky = first == 6}\n"
         "end,\n"
         "outcome = function(state, s)\n"
         "  if state.turn == s.turns then return {'done', sum = state.sum} end\n"
         "end}";
}

TEST_CASE("check-rules says which promise is broken, once and at its line") {
  const test::Workspace here;
  const std::string kept = "dice:at {state, first}";
  here.write("kept/rule.lua", two_turns("", kept));
  CHECK(test::run(here, "combat-odds check-rules kept").exit_code == 0);
  // All states are taken for unlucky ones.
  const std::string forgets =
      "alike = function(state) return {turn = state.turn, sum = state.sum, lucky = false} end,\n";
  here.write("alike/rule.lua", two_turns(forgets, kept));
  const test::Run alike = test::run(here, "combat-odds check-rules alike");
  CHECK(alike.exit_code == 2);
  CHECK(has(alike.err, "alike/rule.lua:5: my.turns: alike takes states for one that go on"));
  CHECK(has(alike.err, "(a state in which nothing is changed or left out that matters later)"));
  CHECK(!has(alike.err, "dice:at"));
  CHECK(std::ranges::count(alike.err, '\n') == 1);
  // The checkpoint forgets the first die.
  here.write("at/rule.lua", two_turns("", "dice:at {state}"));
  const test::Run at = test::run(here, "combat-odds check-rules at");
  CHECK(at.exit_code == 2);
  CHECK(has(at.err, "at/rule.lua:7: my.turns: dice:at(state) leaves something out"));
  CHECK(std::ranges::count(at.err, '\n') == 1);
}

TEST_CASE("a flag that only allows another parameter is sound") {
  const test::Workspace here;
  const auto rule = [](const std::string& prepare) {
    return "return {name = 'my.flag', summary = 'x',\n"
           "parameters = {\n"
           "  {'optional', 'the optional rule is in force', type = 'flag'},\n"
           "  {'bonus', 'only with it', least = 0, most = 3, default = 0}},\n"
           "outcomes = {{'hit', 'x'}, {'miss', 'x'}},\n" +
           prepare +
           "resolve = function(dice, s)\n"
           "  return dice:dr() + s.bonus > 4 and 'hit' or 'miss'\nend}";
  };
  here.write("allows/rule.lua", rule("prepare = function(s)\n"
                                     "  if s.bonus > 0 and not s.optional then\n"
                                     "    error('bonus is of the optional rule')\n  end\nend,\n"));
  const test::Run allows = test::run(here, "combat-odds check-rules allows");
  INFO(allows.err);
  CHECK(allows.exit_code == 0);
  // One that allows nothing is idle.
  here.write("idle/rule.lua", rule(""));
  const test::Run idle = test::run(here, "combat-odds check-rules idle");
  CHECK(idle.exit_code == 2);
  CHECK(has(idle.err, "idle/rule.lua:3: my.flag: the parameter 'optional' never changes the odds"));
}

TEST_CASE("a rule in Lua brings the words of its sentences") {
  Library library;
  library.add(house::read_rule({"battle.lua", R"(return {
    name = "my.battle", summary = "a battle",
    verbs = "battle|fights>",
    parameters = {
      {"attackers", "armies", least = 1, most = 30, side = "subject", words = "{}|{} armies"},
      {"defenders", "armies", least = 1, most = 30, side = "object", words = "{}|{} armies"},
      {"weather", "what it is like", type = "choice", choices = {"dry", "mud"}, default = "dry",
       words = {mud = "in the mud|on muddy ground"}},
      {"night", "it is dark", type = "flag", words = "at night"},
    },
    outcomes = {{"won", "they win"}},
    resolve = function() return "won" end,
  })"},
                               {}, library.charts()));
  const auto read = [&](const char* sentence) { return said(library, sentence, {}).command(); };
  CHECK(read("my: a battle of 10 armies against 8 at night") ==
        "combat-odds odds my.battle --attackers 10 --defenders 8 --night true");
  CHECK(read("battle 3 vs 2 on muddy ground") ==
        "combat-odds odds my.battle --attackers 3 --defenders 2 --weather mud");
  CHECK_THROWS_AS(read("battle 3 vs 2 in the rain"), InputError);
  const auto refused = [&](const char* parameter) {
    try {
      house::read_rule({"x.lua", std::string("return {name = 'my.x', summary = 's', verbs = 'x', "
                                             "parameters = {") +
                                     parameter + "}, resolve = function() return 'a' end}"},
                       {}, library.charts());
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refused("{'a', 'b', least = 1, most = 2, words = 'no number'}").find("words with {}") !=
        std::string::npos);
  CHECK(refused("{'a', 'b', least = 1, most = 2, side = 'left'}").find("subject or object") !=
        std::string::npos);
  CHECK(refused("{'say', 'b', least = 1, most = 2}").find("another name") != std::string::npos);
}

/// Library with one rule of this text.
void add_rule(Library& library, const std::string& text, const std::vector<TextFile>& beside = {}) {
  library.add(house::read_rule({"one.lua", text}, beside, library.charts()));
}

const std::string fight = R"lua(
local army = {
  {"infantry", "infantry", least = 0, most = 10, default = 1, said = " {} infantry"},
  {"guns", "guns", least = 0, most = 5, default = 0, said = "{} gun(s)",
                  only_when = {function(own) return own.infantry > 0 end,
                               needs = "--infantry 1 or more", why = "nobody serves them"}
}
,
}
return {
  name = "my.fight", summary = "a fight", said = "a fight:",
  parameters = {
    {"attacker", "the attacker's", group = army},
    {"defender", "the defender's", group = army},
    {"wet", "it rains", type = "flag", said = "in the rain"},
    {"wind", "its force", least = 0, most = 9, default = 0, needed_when = {
      function(s) return s.wet end, needs = "--wind 1 or more", why = "rain comes with wind"}},
  },
  outcomes = {{"won", "more hits"}, {"not_won", "no more"}},
  measures = {{"hits", "of the attacker"}},
  headline = {{"won", "the attacker has more hits"}, {"mean hits", "{} hits on average"}},
  parts = {
    volley = function(dice, shots)
      local hits = 0
      for i = 1, shots do
        dice:at {i, hits}
        if dice:dr() <= 2 then hits = hits + 1 end
      end
      return hits
    end,
  },
  resolve = function(dice, s)
    local ours, theirs = dice:play("volley", s.attacker.infantry), dice:play("volley", s.defender.infantry)
    return {ours > theirs and "won" or "not_won", hits = ours}
  end,
})lua";

TEST_CASE("groups of parameters, conditions, parts of a rule") {
  Library library;
  add_rule(library, fight);
  // Two dice against one, each hits with 1/3: one hit against none 4/9 * 2/3, two hits 1/9.
  const HouseAnswer two("my.fight", {{"attacker_infantry", "2"}}, library);
  CHECK(two.outcome("won") == "11/27");
  CHECK(two.measure("hits", 1) == "4/9");
  CHECK(library.procedure("my.fight").parameter("defender_guns")->meaning == "the defender's guns");
  const auto refused = [&](const Given& given) {
    return test::refused([&] { HouseAnswer("my.fight", given, library); });
  };
  CHECK(refused({{"defender_guns", "2"}}).empty());
  const std::string guns = refused({{"defender_infantry", "0"}, {"defender_guns", "2"}});
  CHECK(has(guns, "needs defender_infantry 1 or more: nobody serves them"));
  CHECK(has(refused({{"wet", "true"}}), "is 0: rain comes with wind"));
  CHECK(refused({{"wet", "true"}, {"wind", "3"}}).empty());
}

TEST_CASE("a rule in Lua says what is told of it") {
  const test::Workspace here;
  here.write("rules/fight.lua", fight);
  const test::Run told = test::run(here,
                                   "combat-odds odds my.fight --rules rules --method exact "
                                   "--attacker-infantry 2 --attacker-guns 1 --wet --wind 1");
  INFO(told.out << told.err);
  CHECK(has(told.out, "A fight: 2 infantry, 1 gun, in the rain"));
  // 11/27 and two thirds of a hit.
  CHECK(has(told.out, "41 %: the attacker has more"));
  CHECK(has(told.out, "0.667 hits on average."));
  CHECK(test::run(here, "combat-odds check-rules rules").exit_code == 2);  // guns change nothing
}

TEST_CASE("pools are rolled without a loop") {
  Library library;
  add_rule(library, R"(return {
    name = "my.pool", summary = "dice", measures = {{"alike", "x"}, {"ones", "x"}, {"sum", "x"}},
    resolve = function(dice)
      local alike = 0
      for _, shown in ipairs(dice:pool(3)) do alike = math.max(alike, shown) end
      dice:at {alike}
      local ones = dice:hits(9, 6, 1)
      dice:at {alike, ones}
      return {"rolled", alike = alike, ones = ones, sum = dice:sum(7)}
    end})");
  const HouseAnswer pool("my.pool", {}, library);
  CHECK(pool.measure("alike", 3) == "1/36");  // 6 of 216
  CHECK(pool.measure("alike", 1) == "5/9");   // 6 * 5 * 4 of 216
  CHECK(pool.measure("ones", 9) == "1/10077696");
  CHECK(pool.measure("sum", 7) == "1/279936");
}

/// A bet: half a point for sure, or a point on a 5 or 6. `step` is declared of the points.
std::string bet(const std::string& step, const std::string& sure = "0.5") {
  return R"(return {
    name = "my.bet", summary = "a bet", measures = {{"points", "x")" +
         step + R"(}},
    parameters = {{"takes", "x", type = "choice", choices = {"sure", "risk"}, default = "sure", decides = true}},
    resolve = function(dice, s)
      local does = dice:choose {by = "takes", question = "Which?", options = {"sure", "risk"},
        otherwise = s.takes, state = {0}}
      return {"done", points = does == "sure" and )" +
         sure + R"( or dice:dr() >= 5 and 1 or 0}
    end})";
}

TEST_CASE("a measure comes in halves where it says so") {
  Library library;
  add_rule(library, bet(", step = 0.5"));
  CHECK(HouseAnswer("my.bet", {}, library).measure("points", 0.5) == "1/1");
  const HouseAnswer risk("my.bet", {{"takes", "risk"}}, library);
  CHECK(risk.measure("points", 1) == "1/3");
  CHECK(risk.mean("points") == Approx(1.0 / 3));
  // 0.5 for sure is more than 1/3 on average; a whole point, or more than a half, is risked for.
  const auto best = [&](const std::string& goal) {
    return HouseAnswer("my.bet", {{"best", goal}}, library);
  };
  CHECK(best("points").measure("points", 0.5) == "1/1");
  CHECK(best("points:least").measure("points", 0) == "2/3");
  CHECK(best("points>=0.5").measure("points", 0.5) == "1/1");
  CHECK(best("points>=0.6").measure("points", 1) == "1/3");
  CHECK(best("points>=1").measure("points", 1) == "1/3");
  CHECK(has(library.procedure("my.bet").measures.front().meaning, "in steps of 0.5"));

  const auto refused = [](const std::string& text) {
    return test::refused([&] {
      Library own;
      add_rule(own, text);
      HouseAnswer("my.bet", {}, own);
    });
  };
  CHECK(has(refused(bet("")), "gives the measure 'points' as 0.5"));
  CHECK(has(refused(bet("")), "step = 0.5"));
  CHECK(has(refused(bet(", step = 0.5", "0.3")), "as 0.3"));
  CHECK(has(refused(bet(", step = 0.5", "0.3")), "a multiple of its step, 0.5"));
  CHECK(has(refused(bet(", step = 0.3")), "step of line 1 of measures is 0.3"));
  CHECK(refused(bet(", step = 1/3", "2/3")).empty());
}

TEST_CASE("halves of a rule are told as halves") {
  const test::Workspace here;
  here.write("rules/bet.lua", bet(", step = 0.5"));
  const auto run = [&](const std::string& command) {
    const test::Run run = test::run(here, "combat-odds " + command);
    INFO(run.out << run.err);
    CHECK(run.exit_code == 0);
    return run.out;
  };
  const std::string odds = "odds my.bet --rules rules --trials 1k ";
  CHECK(has(run(odds + "--full"), "points 0.5"));
  CHECK(has(run(odds + "--best points"), "0.5"));
  CHECK(has(run(odds + "--takes sure,risk --by 'points>=0.5'"), "P(points>=0.5)"));
  CHECK(has(run(odds + "--format csv"), "my.bet,my.bet,measure,points,0.5,1,"));
  CHECK(has(run("check-rules rules"), "is sound"));
}

TEST_CASE("check-rules tells halves in ones") {
  const test::Workspace here;
  // A checkpoint leaves a half out: what the first die showed counts, but is not named.
  here.write("rules/half.lua", R"(return {
    name = "my.half", summary = "x", measures = {{"points", "x", step = 0.5}},
    resolve = function(dice)
      local first = dice:dr()
      dice:at {0}
      dice:dr()
      return {"done", points = first > 3 and 1.5 or 0.5}
    end})");
  const test::Run run = test::run(here, "combat-odds check-rules rules");
  INFO(run.out << run.err);
  CHECK(run.exit_code == 2);
  CHECK(has(run.err, "points 0.5"));
}

TEST_CASE("crowds of like units are counted") {
  Library library;
  add_rule(library, R"(return {
    name = "my.crowd", summary = "fire",
    parameters = {{"riflemen", "x", least = 0, most = 30}, {"gunners", "x", least = 0, most = 9, default = 0},
      {"targets", "x", least = 1, most = 30, default = 3}},
    measures = {{"hits", "x"}, {"unhurt", "x"}, {"twice", "x"}},
    parts = {shot = function(dice, asked)
      local kind, need = asked[1], asked[2]
      return dice:dr() <= need + (kind == "gunner" and 2 or 0) and "hit" or "missed"
    end},
    resolve = function(dice, s)
      local came = dice:crowd("shot", {rifleman = s.riflemen, gunner = s.gunners}, 2)
      local hits = came.hit or 0
      dice:at {hits}
      local taking = dice:spread(hits, s.targets)
      return {"rolled", hits = hits, unhurt = taking[0], twice = taking[2] or 0}
    end})");
  const auto fire = [&](const std::string& riflemen, const std::string& gunners,
                        const std::string& targets) {
    return HouseAnswer(
        "my.crowd", {{"riflemen", riflemen}, {"gunners", gunners}, {"targets", targets}}, library);
  };
  CHECK(fire("3", "0", "3").measure("hits", 2) == "2/9");  // 3 * 1/9 * 2/3
  CHECK(fire("1", "1", "3").measure("hits", 2) == "2/9");  // 1/3 * 2/3
  CHECK(fire("0", "0", "3").measure("unhurt", 3) == "1/1");
  CHECK(fire("0", "2", "2").measure("twice", 1) == "2/9");  // 4/9 both hit, half of them one
  // Each of 15 targets is missed by each of 20 riflemen with 2/3 + 1/3 * 14/15 = 44/45.
  const HouseAnswer many = fire("20", "0", "15");
  CHECK(many.mean("hits") == Approx(20.0 / 3));
  CHECK(many.mean("unhurt") == Approx(15 * std::pow(44.0 / 45, 20)));
  const auto refused = [&](const std::string& call) {
    return test::refused([&] {
      Library own;
      add_rule(
          own,
          "return {name = 'my.crowd', summary = 'x', parts = {list = function(dice) return {1} end},\n"
          "resolve = function(dice) " +
              call + " return 'x' end}");
      HouseAnswer("my.crowd", {}, own);
    });
  };
  CHECK(has(refused("dice:crowd('list', 2)"), "crowd: a unit comes to a table"));
  CHECK(has(refused("dice:crowd('list', {a = 900, b = 200})"), "units of a kind is"));
  CHECK(has(refused("dice:spread(1, 0)"), "targets is 0"));
}

TEST_CASE("a rule plays a procedure of the program") {
  Library library;
  add_rule(library, R"(return {
    name = "my.shot", summary = "a shot", parameters = {{"fp", "x", least = 1, most = 36, default = 8}},
    resolve = function(dice, s)
      return dice:play("asl.fire", {firepower = s.fp, target = "4-6-7", drm = -1})[1]
    end})");
  const HouseAnswer ours("my.shot", {}, library);
  const HouseAnswer own("asl.fire", {{"firepower", "8"}, {"target", "4-6-7"}, {"drm", "-1"}});
  for (const char* const outcome : {"no_effect", "broken", "pinned"}) {
    INFO(outcome);
    CHECK(ours.outcome(outcome) == own.outcome(outcome));
  }
}

TEST_CASE("like states and rounds") {
  const auto units = [](const std::string& alike) {
    return R"(return {
      name = "my.units", summary = "two units, a die each in a round",
      parameters = {{"turns", "x", least = 1, most = 9, default = 2}},
      outcomes = {{"gone", "both"}, {"left", "one or two"}},
      rounds = function(s) return s.turns end,
      start = function() return {3, 3, over = true} end,
      round = function(state) state.over = false return state end,
      round_over = function(state) return state.over end,
      step = function(dice, state)
        for i = 1, 2 do if state[i] > 0 and dice:dr() <= 2 then state[i] = state[i] - 1 end dice:at {state, i} end
        state.over = true
        return state
      end,
      outcome = function(state, s, played)
        if state[1] + state[2] == 0 then return "gone" end
        if played == s.turns then return "left" end
      end,)" +
           alike + "}";
  };
  Library plain;
  add_rule(plain, units(""));
  Library merged;
  add_rule(merged, units("alike = function(t) return {math.max(t[1], t[2]), math.min(t[1], t[2]), "
                         "over = t.over} end"));
  // Three of three turns each: (1/27)^2. Of four turns three or more: (4 * 2/81 + 1/81)^2.
  for (const Library* const library : {&plain, &merged}) {
    CHECK(HouseAnswer("my.units", {{"turns", "3"}}, *library).outcome("gone") == "1/729");
    CHECK(HouseAnswer("my.units", {{"turns", "4"}}, *library).outcome("gone") == "1/81");
  }
  const auto nodes = [](const Library& library) {
    const Scenario scenario("units", library.procedure("my.units"), {{"turns", "9", {}}}, {});
    return decision_graph(*scenario.rule(0, library.charts()), 10'000).nodes.size();
  };
  CHECK(nodes(merged) < nodes(plain));
}

TEST_CASE("a rule and its charts are one file") {
  const TextFile rule{"fire.lua", R"(local rows = chart("fire.csv")
    return {name = "my.fire", summary = "x", resolve = function(dice) return rows[dice:dr()].result end})"};
  const TextFile chart{"fire.csv", "roll,result\n1,miss\n2,miss\n3,hit\n4,hit\n5,hit\n6,hit\n"};
  const std::string packed = house::packed(rule, {chart});
  Library library;
  library.add(house::read_rule({"packed.lua", packed}, {}, library.charts()));
  CHECK(HouseAnswer("my.fire", {}, library).outcome("miss") == "1/3");
  CHECK(has(test::refused([] {
              house::packed_charts({"x.lua", "--[==[ chart a.csv\nb\n"});
            }),
            "x.lua:1: a chart that does not end"));
  const test::Workspace here;
  here.write("rules/fire.lua", rule.text);
  here.write("rules/fire.csv", chart.text);
  CHECK(test::run(here, "combat-odds pack rules/fire.lua").out == packed);
}

TEST_CASE("the annotations for editors are what rules may declare and call") {
  const std::string annotations = house::annotations();
  CHECK(annotations.starts_with("---@meta"));
  CHECK(has(annotations, "function Dice:pool(count, sides) end"));
  CHECK(has(annotations,
            "---@param class (fun(total: integer, coloured: integer, white: integer): any)?"));
  // A field that the list has is read, another is not.
  for (const house::ApiField& field : house::rule_fields()) {
    INFO(field.name);
    CHECK_FALSE(has(told("return {" + std::string(field.name) + " = 1}"), "the rule has no"));
  }
  CHECK(has(told("return {resolved = 1}"), "the rule has no 'resolved'"));
  // A method that the list has is there.
  for (const house::ApiMethod& method : house::dice_methods()) {
    INFO(method.name);
    CHECK(told(rule("local f = dice." + std::string(method.name) + " return 'x'")).empty());
  }
  // Beside rules it is no rule.
  const test::Workspace here;
  here.write("rules/good.lua",
             "return {name = 'my.rule', summary = 'x', resolve = function() return 'a' end}");
  here.write("rules/combat-odds.lua", annotations);
  const test::Run list = test::run(here, "combat-odds list --rules rules --format csv");
  CHECK(list.exit_code == 0);
  CHECK(list.err.empty());
  CHECK(test::run(here, "combat-odds check-rules --editor").out == annotations);
}

}  // namespace
}  // namespace combat_odds
