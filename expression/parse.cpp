#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "expression/builder.hpp"
#include "expression/plain_expression.hpp"
#include "expression/program.hpp"
#include "expression/talk.hpp"

namespace combat_odds::expression {
namespace {

namespace peg = tao::pegtl;
namespace g = grammar;

// The remedy that the error names, by the grammar rule that did not match.
template <class Rule>
inline constexpr const char* wanted = "dice such as 2d6, a number or a name";
template <>
inline constexpr const char* wanted<g::close> = "a closing bracket )";
template <>
inline constexpr const char* wanted<g::colon> = "a colon, as in 5-9:hit or a >= 5 ? 1 : 0";
template <>
inline constexpr const char* wanted<g::semicolon> = "a semicolon after a named roll";
template <>
inline constexpr const char* wanted<g::items> = "values such as {4,6,8} or {1..3}";
template <>
inline constexpr const char* wanted<g::sweep_end> = "a closing brace }";
template <>
inline constexpr const char* wanted<g::compare> = "a comparison such as >=5";
template <>
inline constexpr const char* wanted<g::constant> = "a number, or values such as {1..3}";
template <>
inline constexpr const char* wanted<g::limit> = wanted<g::constant>;
template <>
inline constexpr const char* wanted<g::set> = "the numbers of a set: {5,6}";
template <>
inline constexpr const char* wanted<g::until_if> =
    "what it is rolled for: d6 until 6, 2d6 until in {7,11}";
template <>
inline constexpr const char* wanted<g::keep> = "which are kept: {2d6, 3d4} kh1";
template <>
inline constexpr const char* wanted<g::arguments> = "values: max(1d6, 1d8)";
template <>
inline constexpr const char* wanted<g::lines> = "a table such as 2-4:miss 5-9:hit 10+:kill";
template <>
inline constexpr const char* wanted<g::label> = "a word, or a text in quotes";
template <>
inline constexpr const char* wanted<g::quoted_label> = wanted<g::label>;
template <>
inline constexpr const char* wanted<g::quote> = "a closing quote";
template <>
inline constexpr const char* wanted<g::end> =
    "an operator, a modifier such as kh3 or c>=5, 'on' and a table, or the end";

template <class Rule>
struct Control : peg::normal<Rule> {
  template <class Input, class... States>
  [[noreturn]] static void raise(const Input& in, States&&...) {
    const auto position = in.position();
    const std::string rest(in.current(), std::min<std::size_t>(in.size(), 12));
    throw SyntaxError(position.column,
                      rest.empty() ? "the expression ends too early"
                                   : fmt::format("'{}' is not expected here", rest),
                      wanted<Rule>);
  }
};

template <class Rule>
using Kept = peg::parse_tree::selector<
    Rule,
    peg::parse_tree::store_content::on<
        g::digits, g::integer, g::number_word, g::sweep_name, g::item, g::sweep, g::compare,
        g::compare_words, g::or_more, g::or_less, g::times_listed, g::listed, g::symbol, g::set,
        g::faces, g::count, g::fudge, g::percent, g::sides, g::keep_verb, g::drop_verb, g::high_end,
        g::low_end, g::middle_end, g::keep_kind, g::keep_one_letter_kind, g::keep, g::advantage,
        g::disadvantage, g::reroll_kind, g::once_word, g::reroll, g::explode_kind, g::explode_word,
        g::explode_if, g::explode, g::limit, g::unclear_x, g::counting, g::failures, g::clamp_kind,
        g::clamp, g::set_words, g::sets_words, g::pair_words, g::triple_words, g::straight_words,
        g::distinct_words, g::matches_words, g::inner_times, g::ties_again, g::until, g::bare_d,
        g::pool, g::function_name, g::function, g::bare_d_needed, g::against_so_many,
        g::rolled_count, g::bracket, g::of_several, g::of_ends, g::of_count, g::said,
        g::bracketed_explode, g::name, g::negative, g::times, g::product, g::plus, g::sum, g::bound,
        g::face_word, g::faces_said, g::explode_after, g::article, g::exploding, g::sided,
        g::plain_dice, g::percentile, g::of_sum, g::none_word, g::any_word, g::so_many_said,
        g::asked_face, g::asked_many, g::asked_kind, g::so_much_said, g::asked_sum, g::twice,
        g::against_class, g::within, g::versus, g::so_many, g::comparison, g::denied, g::both,
        g::either, g::choice, g::upwards, g::range_first, g::range_last, g::line, g::plain_label,
        g::quoted_label, g::table, g::defined_name, g::definition, g::repeated_before,
        g::repeated_after, g::unclear_times, g::triple, g::explode_letter, g::explode_once,
        g::count_letters, g::parity, g::difficulty, g::again, g::wild, g::counted_with_failures,
        g::counted_again, g::fudge_word, g::coins, g::of_different, g::of_largest, g::of_max,
        g::of_min, g::of_position, g::bracketed_absolute, g::bracketed_ends, g::needed,
        g::unit_attack, g::roll_and_keep, g::rounded_up, g::rounded_down, g::halved, g::snake_eyes,
        g::boxcars, g::asked_double, g::asked_between, g::drop_both, g::worth_two, g::failed_again,
        g::counting_apart, g::from_zero, g::chosen, g::of_median, g::of_filter, g::positions,
        g::ends_of_two, g::difference, g::asked_after, g::charge, g::between_said, g::decimal,
        g::target, g::larger, g::smaller, g::best_of_rolls, g::multiplied, g::beats, g::all_word,
        g::natural, g::straight_of, g::yahtzee, g::all_alike, g::all_different, g::several_said,
        g::is_several, g::asked_parity, g::asked_several>>;
/// The grammar recurses for every bracket and choice: this keeps the stack small.
void check_depth(const std::string& text) {
  constexpr int most = 50;
  int open = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '?' || text[i] == '{') ++open;
    if (text[i] == ')' || text[i] == '}') --open;
    if (open > most) {
      throw SyntaxError(i + 1, "brackets or choices in each other, too deep",
                        fmt::format("at most {}", most));
    }
  }
}
Program parse_expression(const std::string& given) {
  const std::string text = plain_expression(given);
  check_depth(text);
  peg::memory_input<> input(text, "expression");
  const auto root = peg::parse_tree::parse<g::roll, Kept, peg::nothing, Control>(input);
  if (!root) throw SyntaxError(1, "this is no dice expression", "such as 2d6+1");
  return Builder(text).build(*root);
}

/// What was said in words of a table, as the expression that it means.
Program parse_talk(const Talk& talk, const std::string& given) {
  if (talk.expressions.size() > 1) {
    throw SyntaxError(1, fmt::format("'{}'{}", given, two_things),
                      fmt::format("{}", fmt::join(talk.expressions, ", or ")));
  }
  Program program = parse_expression(talk.expressions.front());
  program.notes.push_back("read as " + talk.expressions.front());
  program.notes.insert(program.notes.end(), talk.told.begin(), talk.told.end());
  return program;
}

}  // namespace

std::unique_ptr<Tree> tree_of_worth(const std::string& label) {
  peg::memory_input<> input(label, "label");
  try {
    return peg::parse_tree::parse<g::worth, Kept, peg::nothing, Control>(input);
  } catch (const SyntaxError&) {  // a word
    return nullptr;
  }
}

Program parse(const std::string& given) {
  constexpr std::size_t most_bytes = 1'000;
  if (given.size() > most_bytes) {
    throw SyntaxError(1, fmt::format("the expression has {} bytes", given.size()),
                      fmt::format("at most {}", most_bytes));
  }
  // Commas part what is said in words; of expressions they stand in brackets.
  const bool has_commas = given.find(',') != given.npos && given.find_first_of("=<>") == given.npos;
  if (const auto talk = has_commas ? talk_of(given) : std::nullopt) {
    if (!talk->is_unclear && talk->expressions.size() == 1) return parse_talk(*talk, given);
  }
  try {
    return parse_expression(given);
  } catch (const SyntaxError& error) {
    const bool is_notation = given.find_first_of("=<>") != given.npos;
    if (is_notation || std::string_view(error.what()).ends_with(two_things)) throw;
    const std::optional<Talk> talk = talk_of(given);
    if (!talk) throw;
    return parse_talk(*talk, given);
  }
}

}  // namespace combat_odds::expression
