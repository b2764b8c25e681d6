#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "ask/spoken_words.hpp"

namespace combat_odds {

// The dates of a sentence.

/// The day of "2", "2nd" and "second"; empty: none.
std::string day_said(const std::string& word);

/// "1942-10-17", and "1942-10-17..1942-11-02", as a parameter takes them; nothing of another word.
std::optional<std::string> days_said(std::string_view word);

/// "in july 1943", "on 5 july", "1942": how many words of a date stand there; 0: none does.
std::size_t date_length(const Words& words, std::size_t at);

/// "jun 44" as "june 1944"; "on november 2nd 1942" and "2nd of november" as "on 2 november": a day
/// and its month. The year of the campaign is left out, another one stays.
void put_dates(Words& words);

/// "17, 23 and 29 october" as "17 october or 23 october or 29 october", "17 october to 2 november"
/// as "1942-10-17..1942-11-02".
void put_date_lists(Words& words);

}  // namespace combat_odds
