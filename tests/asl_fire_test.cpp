#include <fstream>
#include <sstream>

#include "sim/asl/close_fight/close_combat_table.hpp"
#include "sim/asl/infantry/ift.hpp"
#include "tests/support/ask.hpp"
#include "tests/support/catch.hpp"

namespace combat_odds {
namespace {

using asl::Ift;
using asl::IftResult;
using test::Answer;

std::string result(int firepower, int final_dr) {
  const Ift& ift = test::charts().get<Ift>(Ift::chart_name);
  const IftResult found = ift.at(ift.column(firepower), final_dr);
  const std::string number = std::to_string(found.number);
  switch (found.kind) {
    case IftResult::Kind::none:
      return "-";
    case IftResult::Kind::ptc:
      return "PTC";
    case IftResult::Kind::mc:
      return found.number == 0 ? "NMC" : number + "MC";
    case IftResult::Kind::k:
      return "K/" + number;
    case IftResult::Kind::kia:
      return number + "KIA";
  }
  return "";
}

TEST_CASE("the IFT agrees with the worked examples of the rules") {
  CHECK(result(8, 4) == "2MC");
  CHECK(result(8, 6) == "1MC");
  CHECK(result(8, 7) == "1MC");
  CHECK(result(8, 8) == "NMC");
  CHECK(result(2, 3) == "1MC");
  CHECK(result(2, 5) == "NMC");
  CHECK(result(1, 4) == "NMC");
  CHECK(result(4, 2) == "K/2");
  CHECK(result(4, 3) == "2MC");
  CHECK(result(4, 5) == "1MC");
  CHECK(result(4, 7) == "PTC");
  CHECK(result(6, 8) == "PTC");
  CHECK(result(12, 5) == "2MC");
  CHECK(result(12, 6) == "2MC");
  CHECK(result(12, 7) == "1MC");
  CHECK(result(12, 13) == "-");
  CHECK(result(16, 7) == "2MC");
  CHECK(result(30, 3) == "3KIA");
  CHECK(result(30, 5) == "1KIA");
  CHECK(result(30, 6) == "K/4");
  CHECK(result(30, 13) == "NMC");
}

TEST_CASE("firepower uses the rightmost column that it reaches") {
  const Ift& ift = test::charts().get<Ift>(Ift::chart_name);
  CHECK(ift.column(9) == ift.column(8));  // A7.306: nine FP are resolved on the 8 column
  CHECK(ift.column(2.5) == ift.column(2));
  CHECK(ift.column(100) == ift.column(36));
  CHECK(ift.column(0.5) == -1);
  CHECK(Answer("asl.fire", {{"firepower", "0.5"}, {"target", "4-6-7"}}).outcome("no_effect") ==
        "1/1");
}

TEST_CASE("8 FP at +2 does better than a PTC 15 times in 36: the published 42 %") {
  const Ift& ift = test::charts().get<Ift>(Ift::chart_name);
  int throws = 0;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      const IftResult found = ift.at(ift.column(8), a + b + 2);
      throws += found.kind != IftResult::Kind::none && found.kind != IftResult::Kind::ptc ? 1 : 0;
    }
  }
  CHECK(throws == 15);
}

TEST_CASE("the Close Combat Table agrees with the worked examples of the rules") {
  using asl::CloseCombatTable;
  const auto& table = test::charts().get<CloseCombatTable>(CloseCombatTable::chart_name);
  CHECK(table.odds(11, 2) == "4-1");
  CHECK(table.odds(7, 4) == "3-2");
  CHECK(table.odds(4, 15) == "1-4");
  CHECK(table.odds(12, 4) == "3-1");
  CHECK(table.odds(5, 8) == "1-2");
  CHECK(table.kill_number(5, 8, false) == 4);
  CHECK(table.odds(8, 5) == "3-2");
  CHECK(table.kill_number(8, 5, false) == 6);
  CHECK(table.odds(3, 2) == "3-2");
  CHECK(table.kill_number(3, 2, false) == 6);
  CHECK(table.odds(1, 9) == "<1-8");
  CHECK(table.odds(1, 8) == "1-8");
  CHECK(table.odds(10, 1) == "10-1");
  CHECK(table.odds(10.5, 1) == ">10-1");
  CHECK(table.kill_number(11, 1, true) == 15);
}

TEST_CASE("a Close Combat Table has odds between what is below and above them") {
  const auto table = [](const std::string& rows) {
    return asl::CloseCombatTable(read_csv(rows, asl::CloseCombatTable::chart_name));
  };
  CHECK(
      table("odds,<1-1,1-1,>1-1\nkill_number,4,5,6\nhand_to_hand_kill_number,6,7,8\n").odds(1, 1) ==
      "1-1");
  CHECK_THROWS_AS(table("odds,<1-1,>1-1\nkill_number,4,6\nhand_to_hand_kill_number,6,8\n"),
                  InputError);
}

/// The fate of a squad or half-squad (not a crew), counted from the chart's text, without the
/// program's dice, graph or table. Chances in 36^3, for no drm on the MC and an ELR of 5.
struct Counted {
  long eliminated = 0, reduced_broken = 0, reduced_pinned = 0, reduced = 0, broken = 0, pinned = 0,
       none = 0;
};

Counted count_by_hand(const std::string& column, int drm, int morale, bool cowering) {
  std::ifstream file(COMBAT_ODDS_SOURCE "/sim/asl/infantry/ift.csv");
  std::vector<std::vector<std::string>> cells;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::vector<std::string> row;
    for (std::string field; std::getline(fields, field, ',');) row.push_back(field);
    cells.push_back(row);
  }
  const auto at = static_cast<std::size_t>(std::find(cells[0].begin(), cells[0].end(), column) -
                                           cells[0].begin());
  std::vector<int> totals;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) totals.push_back(a + b);
  }
  Counted counted;
  for (int a = 1; a <= 6; ++a) {
    for (int b = 1; b <= 6; ++b) {
      const std::size_t used = cowering && a == b ? at - 1 : at;
      const int row = std::min(std::max(a + b + drm, 0), 15);
      const std::string text = used == 0 ? "-" : cells[static_cast<std::size_t>(row) + 1][used];
      const bool is_k = text.starts_with("K/");
      if (text == "-") {
        counted.none += 36;
      } else if (text.ends_with("KIA")) {
        counted.eliminated += 36;
      } else {
        const int number = is_k                             ? text[2] - '0'
                           : text == "NMC" || text == "PTC" ? 0
                                                            : text[0] - '0';
        for (const int total : totals) {
          const bool passed = total + number <= morale && (total != 12 || text == "PTC");
          const bool highest = passed && (total + number == morale || total == 11);
          if (text == "PTC") {
            (passed ? counted.none : counted.pinned) += 1;
          } else if (total == 12) {
            (is_k ? counted.eliminated : counted.reduced_broken) += 1;
          } else if (!passed) {
            (is_k ? counted.reduced_broken : counted.broken) += 1;
          } else if (highest) {
            (is_k ? counted.reduced_pinned : counted.pinned) += 1;
          } else {
            (is_k ? counted.reduced : counted.none) += 1;
          }
        }
      }
    }
  }
  return counted;
}

TEST_CASE("one squad on every column: the program and plain counting agree") {
  const auto target = GENERATE(table<std::string, int>({{"4-2-6", 6}, {"4-6-7", 7}, {"4-5-8", 8}}));
  const std::string unit = std::get<0>(target);
  const int morale = std::get<1>(target);
  const std::string column = GENERATE("1", "2", "4", "6", "8", "12", "16", "20", "24", "30", "36");
  const int drm = GENERATE(-3, 0, 1, 4);
  const bool cowering = GENERATE(false, true);
  const Counted counted = count_by_hand(column, drm, morale, cowering);
  const Answer answer("asl.fire", {{"firepower", column},
                                   {"drm", std::to_string(drm)},
                                   {"target", unit},
                                   {"cowering", cowering ? "cower" : "none"}});
  const auto check = [&](const char* name, long chances) {
    INFO(name << " " << unit << " " << column << " " << drm);
    CHECK(answer.outcome_value(name) == Approx(static_cast<double>(chances) / 1296).margin(1e-15));
  };
  check("eliminated", counted.eliminated);
  check("reduced_broken", counted.reduced_broken);
  check("reduced_pinned", counted.reduced_pinned);
  check("reduced", counted.reduced);
  check("broken", counted.broken);
  check("pinned", counted.pinned);
  check("no_effect", counted.none);
}

TEST_CASE("cowering costs one column, inexperienced troops two, and can go off the table") {
  // 1 FP, no drm: Original 2 (doubles) and 4 (one doubles throw of three) lose their only column.
  const std::map<std::string, std::string> given = {{"firepower", "1"}, {"target", "4-6-7"}};
  auto cowering = given;
  cowering["cowering"] = "cower";
  // Effects left: 3 (1MC, 2 throws), 4 (NMC, 2 throws), 5 (PTC, 4 throws). A 7 morale fails a 1MC
  // on 7 or more (21/36), an NMC on 8 or more (15/36); 12 also reduces. broken: (2 * 20 + 2 * 14) /
  // 1296 = 68/1296 = 17/324.
  CHECK(Answer("asl.fire", cowering).outcome("broken") == "17/324");
  // Inexperienced on the 4 column: doubles resolved on the 1 column, two lower.
  const Answer two_lost(
      "asl.fire",
      {{"firepower", "4"}, {"target", "4-6-7"}, {"drm", "-10"}, {"cowering", "inexperienced"}});
  // At -10 all rows are 2 or less; on the 1 column 12 - 10 = 2 (doubles) is a 1MC, others KIA or
  // K/1. 2KIA on rows 0 and 1 of the 4 column and K/2 in row 2. Doubles: 2 to 10 are 2KIA, 12 is
  // the 1MC. broken: 1/36 * 20/36 (1MC failed on 7 to 11).
  CHECK(two_lost.outcome("broken") == "5/324");
}

TEST_CASE("a broken squad: a failed check reduces it, an Original 12 eliminates it") {
  // 36 FP at +20: row 15 only, a PTC, which broken units do not take.
  CHECK(Answer("asl.fire",
               {{"firepower", "36"}, {"drm", "20"}, {"target", "4-6-7"}, {"status", "broken"}})
            .outcome("no_effect") == "1/1");
  // 1 FP: 1MC on 2 and 3 (3 throws), NMC on 4 (3), PTC on 5. Fail a 1MC: 20/36 reduced + 1/36
  // eliminated.
  const Answer answer("asl.fire", {{"firepower", "1"}, {"target", "4-6-7"}, {"status", "broken"}});
  CHECK(answer.outcome("reduced") == "17/216");    // 3/36 * 20/36 + 3/36 * 14/36 = 102/1296
  CHECK(answer.outcome("eliminated") == "1/216");  // 6/36 * 1/36
}

TEST_CASE("a reduced half-squad or crew is eliminated") {
  // 4 FP at -10: rows 0 to 2. Row 2 (Original 12): K/2; the rest 2KIA and 1KIA: all eliminated.
  CHECK(Answer("asl.fire", {{"firepower", "4"}, {"drm", "-10"}, {"target", "2-4-7"}})
            .outcome("eliminated") == "1/1");
  CHECK(Answer("asl.fire", {{"firepower", "4"}, {"drm", "-10"}, {"target", "2-2-8"}})
            .outcome("eliminated") == "1/1");
}

TEST_CASE("a reduced leader is wounded, and dies of it on a dr of 5 or 6") {
  // 4 FP at -10: Original 12 is K/2 (1/36), everything else a KIA. A wounded leader takes no MC of
  // it.
  const Answer answer("asl.fire", {{"firepower", "4"}, {"drm", "-10"}, {"target", "8-1"}});
  CHECK(answer.outcome("reduced") == "1/54");  // 1/36 * 4/6
  CHECK(answer.outcome("eliminated") == "53/54");
}

TEST_CASE("ELR: failing by more than the ELR replaces the unit") {
  // 1 FP, ELR 0: every failure of an MC is by more than 0. 3 throws 1MC (21/36 fail), 3 NMC
  // (15/36).
  CHECK(Answer("asl.fire", {{"firepower", "1"}, {"target", "4-6-7"}, {"elr", "0"}})
            .event("replaced") == "1/12");  // (3 * 21 + 3 * 15) / 1296 = 108/1296
  // ELR 5: a 7 morale must fail a 1MC with 12 + 1 = 13 > 12.
  CHECK(Answer("asl.fire", {{"firepower", "1"}, {"target", "4-6-7"}, {"elr", "5"}})
            .event("replaced") == "1/432");  // 3/36 * 1/36
  // Underlined morale counts as ELR 5, crews have none.
  CHECK(Answer("asl.fire", {{"firepower", "1"}, {"target", "8-3-8"}, {"elr", "0"}})
            .event("replaced") == "0/1");
  CHECK(Answer("asl.fire", {{"firepower", "1"}, {"target", "2-2-8"}, {"elr", "0"}})
            .event("replaced") == "0/1");
}

TEST_CASE("half-squads have a broken morale one below their squad's (A1.122)") {
  // 1 FP on a broken 2-4-7, morale 6: a 1MC (3 throws) fails on 6 or more (26), an NMC (3) on 7 or
  // more (21), and it is gone.
  CHECK(Answer("asl.fire", {{"firepower", "1"}, {"target", "2-4-7"}, {"status", "broken"}})
            .outcome("eliminated") == "47/432");  // (3 * 26 + 3 * 21) / 1296
}

TEST_CASE("an 8-3-8 that fails its ELR becomes two broken half-squads (A19.13)") {
  // 20 FP: 4 is a K/4 (3 throws), 5 a 4MC (4), 6 a 3MC (5), 7 and 8 a 2MC (11). Morale 8 and an ELR
  // of 5: more than 13 is a 10 or more (6) after K/4 and 4MC, 11 (3) after 3MC, 12 (1) after 2MC.
  // elr is of no effect.
  const test::Given attack = {{"firepower", "20"}, {"target", "8-3-8"}};
  CHECK(Answer("asl.fire", attack).event("replaced") == "17/324");  // (18 + 24 + 15 + 11) / 1296
  CHECK(Answer("asl.fire", test::with(attack, {{"elr", "0"}})).event("replaced") == "17/324");
  CHECK_THROWS_AS(Answer("asl.fire", {{"firepower", "4"}, {"target", "7*8-3-8"}}), InputError);
}

TEST_CASE("heroes are wounded where others break, and commissars help (A15.2, A25.22)") {
  // 1 FP on a 1-4-9: a 1MC (3 throws) fails on 9 to 11 (9) and 12, an NMC (3) on 10, 11 (5) and 12.
  // A wound kills on 5 and 6, after an Original 12 on 4 too: (3 * (3 + 1/2) + 3 * (5/3 + 1/2)) /
  // 1296.
  const Answer hero("asl.fire", {{"firepower", "1"}, {"target", "1-4-9"}});
  CHECK(hero.outcome("eliminated") == "17/1296");
  CHECK(hero.outcome("reduced") == "31/1296");  // 18 throws of 36 each fail, 48/1296 in all
  CHECK(hero.outcome("pinned") == "0/1");
  CHECK(hero.outcome("broken") == "0/1");
  CHECK_THROWS_AS(
      Answer("asl.fire", {{"firepower", "1"}, {"target", "1-4-9"}, {"status", "broken"}}),
      InputError);
  // 1 FP on a 4-6-7 and a 9-0, who makes it an 8. All unharmed: nothing (26 throws), PTC (4): he
  // passes with 9 or less (30), the squad with 8 (26); NMC (3): 8 (26; 9 pins) and 7 (21); 1MC (3):
  // 7 (21) and 6 (15). (26 * 1296 + 4 * 30 * 26 + 3 * 26 * 21 + 3 * 21 * 15) / 46656.
  CHECK(Answer("asl.fire", {{"firepower", "1"}, {"target", "4-6-7 9-0"}}).outcome("no_effect") ==
        "13133/15552");
  // Antitank Crews and commissars have no ELR.
  for (const char* const unit : {"1-2-8", "9-0"}) {
    CHECK(Answer("asl.fire", {{"firepower", "1"}, {"target", unit}, {"elr", "0"}})
              .event("replaced") == "0/1");
  }
}

TEST_CASE("leaders check first and help the others, and are lost") {
  // 1 FP on an 8-1 and a 4-6-7: a 1MC with 3 throws, an NMC with 3. The leader fails the 1MC on 8
  // or more (15/36) and the NMC on 9 or more (10/36): (3 * 15 + 3 * 10) / 1296.
  const Answer answer("asl.fire", {{"firepower", "1"}, {"target", "4-6-7 8-1"}});
  CHECK(answer.event("leader_lost") == "25/432");

  // All unharmed. No effect (26 throws of 36: 6 and more): 26/36 = 33696/46656.
  // PTC (4 throws): the leader passes on 8 or less (26/36), then the squad with -1 on 8 or less
  // (26/36). NMC (3): the leader on 7 or less (21/36; 8 pins), the squad on 7 or less (21/36; 8
  // pins). 1MC (3): the leader on 6 or less (15/36; 7 pins), the squad on 6 or less (15/36; 7
  // pins). (26 * 1296 + 4 * 26 * 26 + 3 * 21 * 21 + 3 * 15 * 15) / 46656 = 38398/46656 =
  // 19199/23328.
  CHECK(answer.outcome("no_effect") == "19199/23328");
}

TEST_CASE("an eliminated leader's LLMC with his modifier reversed (A10.2)") {
  // 8 FP at -10: rows 0 to 2 of the 8 column. Original 2 to 10 are row 0 (3KIA: 33 throws), 11 is
  // row 1 (2KIA), 12 is row 2 (1KIA). Against two units only the 1KIA (1/36) leaves one alive,
  // broken: with 5/12 the leader alone is selected. The broken 4-6-7 then takes an LLMC at +1 for
  // the 9-1: it fails on 7 or more (21/36), which reduces it, a 12 eliminates it.
  const Answer answer("asl.fire", {{"firepower", "8"}, {"drm", "-10"}, {"target", "4-6-7 9-1"}});
  CHECK(answer.outcome("1 eliminated + 1 reduced_broken") == "25/3888");  // 1/36 * 5/12 * 20/36
  // The squad of morale 9 or an 8-0's 4-5-8 need not check; here the leader's morale is not higher.
  const Answer equal("asl.fire", {{"firepower", "8"}, {"drm", "-10"}, {"target", "4-5-8 8-1"}});
  CHECK(equal.outcome("1 eliminated + 1 reduced_broken") == "0/1");
}

TEST_CASE("a leader who breaks makes the others take an LLTC") {
  // 1 FP on 9-1 and 4-6-7. The leader breaks without a wound on an NMC with 10 or 11 (5/36) and on
  // a 1MC with 9 to 11 (9/36). Then the squad checks without him; if it passes unpinned (NMC: 6 or
  // less, 15/36; 1MC: 5 or less, 10/36) the LLTC at +1 pins it on 7 or more (21/36). Pinned by
  // passing with the highest DR: NMC 7 (6/36), 1MC 6 (5/36). "1 broken + 1 pinned": NMC 3/36 * 5/36
  // * (6 + 15 * 21/36)/36, 1MC 3/36 * 9/36 * (5 + 10 * 21/36)/36. Over 36^4: 3 * 5 * (216 + 315) +
  // 3 * 9 * (180 + 210) = 7965 + 10530 = 18495. The other way round the leader passes and pins
  // while the squad breaks: NMC: leader 9 (4/36) is pinned and can't help, squad fails on 8 to 11
  // (14/36); 1MC: leader 8 (5/36), squad fails on 7 to 11 (20/36). Over 36^4: (3 * 4 * 14 + 3 * 5 *
  // 20) * 36 = 16848. Together 35343/1679616 = 1309/62208.
  const Answer answer("asl.fire", {{"firepower", "1"}, {"target", "4-6-7 9-1"}});
  CHECK(answer.outcome("1 broken + 1 pinned") == "1309/62208");
}

TEST_CASE("a KIA with the number of units kills everybody; with a lower one the rest break") {
  const Answer all("asl.fire", {{"firepower", "36"}, {"drm", "-20"}, {"target", "3*4-6-7 8-1"}});
  CHECK(all.measure("eliminated", 4) == "1/1");
  // 2 FP at -10: rows 0 to 2: 2KIA for 33 throws, 1KIA for 2, K/1 for 1. Of three squads a 2KIA
  // leaves one broken, unless the lowest of the two selected is tied.
  const Answer three("asl.fire", {{"firepower", "2"}, {"drm", "-10"}, {"target", "3*4-6-7"}});
  // All three: 2KIA with the third tied for second. Throws of 216 where the lowest two are equal or
  // all: for lowest value v: all equal 6; two low and one higher 3 * (5+4+3+2+1+0) = 45;
  // together 51. 1KIA: all equal 6.  33/36 * 51/216 + 2/36 * 6/216 = (1683 + 12)/7776 = 565/2592. A
  // K/1 on all three (6 of 216) leaves half-squads that die on a 12 each, 1/36 of 6/216 of 1/46656
  // more.
  CHECK(three.measure("eliminated", 3) == []() -> std::string {
    // 565/2592 + 1/36 * 6/216 * (1/36)^3 = 565/2592 + 1/60466176 over 60466176:
    // 565 * 23328 + 1 = 13180321.
    return "13180321/60466176";
  }());
}

TEST_CASE("more firepower, a lower DRM and worse morale never help the target") {
  const std::vector<std::string> columns = {"1",  "2",  "4",  "6",  "8", "12",
                                            "16", "20", "24", "30", "36"};
  const std::string unit = GENERATE("4-2-6", "4-6-7", "4-5-8", "9-1", "2-2-8");
  for (const std::string& column : columns) {
    double last = -1;
    for (int drm = -6; drm <= 14; ++drm) {
      const double now =
          Answer("asl.fire",
                 {{"firepower", column}, {"drm", std::to_string(drm)}, {"target", unit}})
              .outcome_value("no_effect");
      CHECK(now >= last - 1e-12);
      last = now;
    }
  }
  for (int drm = -6; drm <= 14; ++drm) {
    double last = 2;
    for (const std::string& column : columns) {
      const double now =
          Answer("asl.fire",
                 {{"firepower", column}, {"drm", std::to_string(drm)}, {"target", unit}})
              .outcome_value("no_effect");
      CHECK(now <= last + 1e-12);
      last = now;
    }
  }
  for (const std::string& column : columns) {
    for (int drm = -6; drm <= 14; ++drm) {
      double last = 2;
      for (const char* const better : {"4-6-6", "4-6-7", "4-6-8", "4-6-9"}) {
        const double now =
            Answer("asl.fire",
                   {{"firepower", column}, {"drm", std::to_string(drm)}, {"target", better}})
                .outcome_value("broken");
        CHECK(now <= last + 1e-12);
        last = now;
      }
    }
  }
}

TEST_CASE("a 36-firepower attack never leaves a squad unharmed on an Original 2") {
  const Ift& ift = test::charts().get<Ift>(Ift::chart_name);
  CHECK(ift.at(ift.column(36), 2).kind == IftResult::Kind::kia);
}

}  // namespace
}  // namespace combat_odds
