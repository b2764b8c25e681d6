#pragma once

#include <tao/pegtl.hpp>

/// The grammar of dice expressions; docs/rolls.md tells it in words.
namespace combat_odds::expression::grammar {

namespace peg = tao::pegtl;

struct blank : peg::star<peg::space> {};
template <class... Rules>
struct spaced : peg::seq<Rules..., blank> {};

struct digits : peg::plus<peg::digit> {};
struct integer : peg::seq<peg::opt<peg::one<'-'>>, digits> {};
struct dots : peg::string<'.', '.'> {};
struct letter : peg::sor<peg::lower, peg::one<'_'>> {};
struct word : peg::seq<peg::lower, peg::star<peg::sor<letter, peg::digit>>> {};

// {4,6,8} and {bonus=0..3}
struct sweep_name : word {};
struct item : peg::seq<integer, peg::opt<blank, dots, blank, integer>> {};
struct sweep_start : peg::one<'{'> {};
struct sweep_end : peg::one<'}'> {};
struct items : peg::list<item, peg::one<','>, peg::space> {};
struct sweep : peg::if_must<sweep_start, blank, peg::opt<sweep_name, blank, peg::one<'='>, blank>,
                            items, blank, sweep_end> {};
struct constant : peg::sor<sweep, digits> {};

struct compare : peg::sor<peg::string<'>', '='>, peg::string<'<', '='>, peg::string<'!', '='>,
                          peg::one<'>', '<', '='>> {};

// 4d6 kh3, 10d6 c>=5, d6!x3, 2d8 ro<=2
struct count : constant {};
struct fudge : peg::one<'F'> {};
struct percent : peg::one<'%'> {};
struct sides : peg::sor<fudge, percent, constant> {};
struct keep_kind : peg::sor<peg::string<'k', 'h'>, peg::string<'k', 'l'>, peg::string<'d', 'h'>,
                            peg::string<'d', 'l'>, peg::one<'k'>> {};
struct keep : peg::if_must<keep_kind, blank, constant> {};
struct reroll_kind : peg::sor<peg::string<'r', 'o'>, peg::one<'r'>> {};
struct reroll : peg::if_must<reroll_kind, blank, peg::opt<compare>, blank, constant> {};
struct explode_start : peg::seq<peg::one<'!'>, peg::not_at<peg::one<'='>>> {};
struct explode_if : peg::seq<compare, blank, constant> {};
struct limit : constant {};
struct limit_start : peg::one<'x'> {};
struct explode
    : peg::if_must<explode_start, blank, peg::opt<explode_if>, blank, limit_start, blank, limit> {};
struct counting_start : peg::one<'c'> {};
struct counting : peg::if_must<counting_start, blank, compare, blank, constant> {};
struct modifier : peg::sor<keep, reroll, explode, counting> {};
struct pool_start : peg::seq<peg::opt<count>, peg::one<'d'>,
                             peg::at<peg::sor<peg::one<'F', '%', '{'>, peg::digit>>> {};
struct pool : peg::seq<pool_start, sides, peg::star<blank, modifier>> {};

// Sums, comparisons, choices.
struct choice;
struct function_name : peg::sor<peg::string<'m', 'a', 'x'>, peg::string<'m', 'i', 'n'>> {};
struct function_start : peg::seq<function_name, blank, peg::one<'('>> {};
struct close : peg::one<')'> {};
struct comma : peg::one<',', ';'> {};
struct function
    : peg::if_must<function_start, blank, choice, blank, comma, blank, choice, blank, close> {};
struct open : peg::one<'('> {};
struct group : peg::if_must<open, blank, choice, blank, close> {};
struct on_word : peg::seq<peg::string<'o', 'n'>, peg::not_at<peg::sor<letter, peg::digit>>> {};
struct name : peg::seq<peg::not_at<on_word>, word> {};
struct value : peg::sor<group, pool, constant, function, name> {};
struct minus : peg::one<'-'> {};
struct negative : peg::if_must<minus, blank, value> {};
struct factor : peg::sor<negative, value> {};
struct times : peg::one<'*', '/'> {};
struct product : peg::list_must<factor, times, peg::space> {};
struct plus : peg::one<'+', '-'> {};
struct sum : peg::list_must<product, plus, peg::space> {};
struct comparison : peg::seq<sum, peg::opt<blank, peg::if_must<compare, blank, sum>>> {};
struct question : peg::one<'?'> {};
struct colon : peg::one<':'> {};
struct choice
    : peg::seq<
          comparison,
          peg::opt<blank, peg::if_must<question, blank, choice, blank, colon, blank, choice>>> {};

// on 2-4:miss 5-9:hit 10+:"a kill"
struct upwards : peg::one<'+'> {};
struct range_last : integer {};
struct range_first : integer {};
struct range : peg::seq<range_first,
                        peg::opt<peg::sor<upwards, peg::seq<peg::sor<dots, minus>, range_last>>>> {
};
struct quote : peg::one<'"'> {};
struct plain_label : peg::plus<peg::sor<peg::alnum, peg::one<'_', '-', '.'>>> {};
struct quoted_label : peg::plus<peg::not_one<'"', '\n'>> {};
struct label : peg::sor<peg::if_must<quote, quoted_label, quote>, plain_label> {};
struct line : peg::if_must<range, blank, colon, blank, label> {};
struct lines : peg::list<line, peg::plus<peg::sor<peg::space, peg::one<',', ';'>>>> {};
struct table : peg::if_must<on_word, blank, lines> {};

// hit = 1d20+5; damage = 2d6; hit >= 15 ? damage : 0
struct defined_name : name {};
struct equals : peg::seq<peg::one<'='>, peg::not_at<peg::one<'='>>> {};
struct semicolon : peg::one<';'> {};
struct definition_start : peg::seq<defined_name, blank, equals> {};
struct definition : peg::if_must<definition_start, blank, choice, blank, semicolon, blank> {};
struct end : peg::eof {};
struct roll : peg::seq<blank, peg::star<definition>, peg::must<choice>, blank, peg::opt<table>,
                       blank, peg::must<end>> {};

}  // namespace combat_odds::expression::grammar
