#pragma once

#include <span>
#include <string>
#include <vector>

#include "reports/tables/page.hpp"
#include "reports/tables/table_report.hpp"
#include "reports/text/written_command.hpp"
#include "studies/luck/luck.hpp"

namespace combat_odds {

/// What the numbers mean, without more certainty than they have: a sentence or a few for each kind
/// and side, and what goes for all of them.
std::vector<std::string> luck_sentences(std::span<const Luck> all);

// The numbers as tables, and what they mean.
Table numbers_table(std::span<const Luck> all);
extern const char* const numbers_meaning;
/// The rolls that decided it, with how likely it is that one is so far from the mean.
Table deciding_table(std::span<const LoggedRoll> rolls, const RolledDice& kind);
constexpr std::size_t most_deciding_rolls = 5;
/// How often each total came up, how often it was expected to and how rare so few and so many are;
/// of dice with very many totals those that came up.
Table counts_table(const Luck& luck);
extern const char* const counts_meaning;
/// How many rolls made the number that they needed; without rows where the log does not say.
Table needed_table(std::span<const Luck> all);
extern const char* const needed_meaning;
/// "DRs", "d20s", "rolls of 4d6 kh3".
std::string plural(const RolledDice& kind);

/// All of it as text, the sentences first; they are no wider than `width` characters.
std::string luck_table(std::span<const Luck> all, std::span<const LoggedRoll> rolls,
                       TableStyle style, std::size_t width);
std::string luck_csv(std::span<const Luck> all);
std::string luck_json(std::span<const Luck> all);

/// How the rolls added up, side by side, of DRs where there are any, else of the first kind; the
/// rolls that decided it stand out.
std::string luck_plot(std::span<const LoggedRoll> rolls, const std::string& title,
                      const PictureWords& words);

/// A page: the sentences, how the rolls added up, which decided it, and the numbers.
std::string luck_page(std::span<const Luck> all, std::span<const LoggedRoll> rolls,
                      const std::string& title, const WrittenCommand& command, PageFormat format);

}  // namespace combat_odds
