#pragma once

#include <tao/pegtl.hpp>

/// The grammar of dice expressions; docs/rolls.md tells it in words. Spellings of other tools that
/// have one meaning are read beside the native ones.
namespace combat_odds::expression::grammar {

namespace peg = tao::pegtl;

struct blank : peg::star<peg::space> {};
struct gap : peg::plus<peg::space> {};

struct digits : peg::plus<peg::digit> {};
struct integer : peg::seq<peg::opt<peg::one<'-'>>, digits> {};
struct dots : peg::string<'.', '.'> {};
struct letter : peg::sor<peg::alpha, peg::one<'_'>> {};
struct word : peg::seq<letter, peg::star<peg::sor<letter, peg::digit>>> {};

/// A word or a modifier's letters, in any case, no beginning of a longer one; a number may follow.
template <char... Letters>
struct key : peg::seq<peg::istring<Letters...>, peg::not_at<letter>> {};

struct the : peg::opt<key<'t', 'h', 'e'>, gap> {};

// {4,6,8} and {bonus=0..3}
struct sweep_name : word {};
struct item : peg::seq<integer, peg::opt<blank, dots, blank, integer>> {};
struct sweep_start : peg::one<'{'> {};
struct sweep_end : peg::one<'}'> {};
struct items : peg::list<item, peg::one<','>, peg::space> {};
struct sweep_named : peg::seq<sweep_name, blank, peg::one<'='>, blank> {};
struct sweep : peg::if_must<sweep_start, blank, peg::opt<sweep_named>, items, blank, sweep_end> {};
struct number_word : peg::sor<key<'o', 'n', 'e'>, key<'t', 'w', 'o'>, key<'t', 'h', 'r', 'e', 'e'>,
                              key<'f', 'o', 'u', 'r'>, key<'f', 'i', 'v', 'e'>, key<'s', 'i', 'x'>,
                              key<'s', 'e', 'v', 'e', 'n'>, key<'e', 'i', 'g', 'h', 't'>,
                              key<'n', 'i', 'n', 'e'>, key<'t', 'e', 'n'>> {};
struct constant : peg::sor<sweep, digits> {};
struct some : peg::sor<constant, number_word> {};

struct compare : peg::sor<peg::string<'>', '='>, peg::string<'<', '='>, peg::string<'=', '>'>,
                          peg::string<'=', '<'>, peg::string<'!', '='>, peg::string<'<', '>'>,
                          peg::string<'=', '='>, peg::one<'>', '<', '='>> {};
struct or_more
    : peg::sor<peg::one<'+'>,
               peg::seq<gap, key<'o', 'r'>, gap,
                        peg::sor<key<'m', 'o', 'r', 'e'>, key<'h', 'i', 'g', 'h', 'e', 'r'>,
                                 key<'b', 'e', 't', 't', 'e', 'r'>>>> {};
struct or_less : peg::seq<gap, key<'o', 'r'>, gap,
                          peg::sor<key<'l', 'e', 's', 's'>, key<'l', 'o', 'w', 'e', 'r'>>> {};

/// "2d6 8+" ends with a plus.
struct plus_end
    : peg::seq<blank,
               peg::sor<peg::eof, peg::one<')', '?', ';'>, key<'a', 'n', 'd'>, key<'o', 'r'>>> {};

// "at least 9", "exactly two", "under 65"
struct bound : peg::sor<peg::seq<key<'a', 't'>, gap,
                                 peg::sor<key<'l', 'e', 'a', 's', 't'>, key<'m', 'o', 's', 't'>>>,
                        peg::seq<peg::sor<key<'m', 'o', 'r', 'e'>, key<'l', 'e', 's', 's'>,
                                          key<'f', 'e', 'w', 'e', 'r'>>,
                                 gap, key<'t', 'h', 'a', 'n'>>,
                        key<'e', 'x', 'a', 'c', 't', 'l', 'y'>, key<'u', 'n', 'd', 'e', 'r'>,
                        key<'o', 'v', 'e', 'r'>, key<'b', 'e', 'l', 'o', 'w'>,
                        key<'a', 'b', 'o', 'v', 'e'>> {};

// sixes, 6s, "5s and 6s"
struct face_word : peg::sor<key<'o', 'n', 'e', 's'>, key<'t', 'w', 'o', 's'>,
                            key<'t', 'h', 'r', 'e', 'e', 's'>, key<'f', 'o', 'u', 'r', 's'>,
                            key<'f', 'i', 'v', 'e', 's'>, key<'s', 'i', 'x', 'e', 's'>> {};
struct plural : peg::opt<peg::one<'s'>, peg::not_at<letter>> {};
struct face_said : peg::sor<face_word, peg::seq<digits, plural>> {};
struct faces_said
    : peg::list<face_said, peg::seq<gap, peg::sor<key<'a', 'n', 'd'>, key<'o', 'r'>>, gap>> {};

// {5,6}, {1..3}: the members of a set, or the faces of a die; {hit,miss,miss}; 3:2 is two threes.
struct times_listed : digits {};
struct listed : peg::seq<integer, peg::opt<blank, dots, blank, integer>,
                         peg::opt<blank, peg::one<':'>, blank, times_listed>> {};
struct symbol : peg::seq<peg::alpha, peg::star<peg::sor<letter, peg::digit, peg::one<'-'>>>> {};
struct symbols : peg::list<symbol, peg::one<','>, peg::space> {};
struct listing : peg::list<listed, peg::one<','>, peg::space> {};
struct set : peg::if_must<sweep_start, blank, listing, blank, sweep_end> {};
struct positions : peg::seq<peg::one<'{'>, blank, listing, blank, peg::one<'}'>> {};
struct faces : peg::seq<sweep_start, blank, peg::not_at<sweep_named>,
                        peg::must<peg::sor<listing, symbols>, blank, sweep_end>> {};

// The dice.
struct fudge : peg::one<'F', 'f'> {};
struct percent : peg::sor<peg::one<'%'>, peg::string<'0', '0'>> {};
struct sides : peg::sor<fudge, percent, faces, constant> {};
struct die_letter : peg::one<'d', 'D', 'w', 'W'> {};
struct die_start
    : peg::sor<peg::seq<die_letter, peg::at<peg::sor<peg::one<'F', 'f', '%', '{'>, peg::digit>>>,
               peg::seq<die_letter, peg::plus<peg::space>, peg::at<peg::digit>>> {};

// 4d6 kh3, 4d6 drop lowest, d20 advantage
struct keep_verb : peg::sor<key<'k', 'e', 'e', 'p'>, key<'k', 'e', 'e', 'p', 'i', 'n', 'g'>,
                            key<'t', 'a', 'k', 'e'>, key<'t', 'a', 'k', 'i', 'n', 'g'>,
                            key<'p', 'i', 'c', 'k'>, key<'p', 'i', 'c', 'k', 'i', 'n', 'g'>> {};
struct drop_verb
    : peg::sor<key<'d', 'r', 'o', 'p'>, key<'d', 'r', 'o', 'p', 'p', 'i', 'n', 'g'>,
               key<'d', 'i', 's', 'c', 'a', 'r', 'd'>, key<'r', 'e', 'm', 'o', 'v', 'e'>> {};
struct high_end
    : peg::sor<key<'h', 'i', 'g', 'h', 'e', 's', 't'>, key<'b', 'e', 's', 't'>,
               key<'h', 'i', 'g', 'h'>, key<'t', 'o', 'p'>, key<'l', 'a', 'r', 'g', 'e', 's', 't'>,
               key<'h', 'i', 'g', 'h', 'e', 'r'>, key<'b', 'e', 't', 't', 'e', 'r'>> {};
struct low_end : peg::sor<key<'l', 'o', 'w', 'e', 's', 't'>, key<'w', 'o', 'r', 's', 't'>,
                          key<'l', 'o', 'w'>, key<'b', 'o', 't', 't', 'o', 'm'>,
                          key<'s', 'm', 'a', 'l', 'l', 'e', 's', 't'>, key<'l', 'o', 'w', 'e', 'r'>,
                          key<'w', 'o', 'r', 's', 'e'>, key<'l', 'e', 'a', 's', 't'>> {};
struct middle_end : peg::sor<key<'m', 'i', 'd', 'd', 'l', 'e'>, key<'m', 'i', 'd'>> {};
struct dice_name : peg::sor<key<'d', 'i', 'c', 'e'>, key<'d', 'i', 'e'>, key<'o', 'n', 'e', 's'>,
                            key<'o', 'n', 'e'>> {};
struct dice_word : peg::opt<gap, dice_name> {};
struct which_end : peg::sor<high_end, low_end, middle_end> {};
struct keep_words : peg::seq<peg::sor<keep_verb, drop_verb>, gap, the, peg::opt<some, gap>,
                             which_end, peg::opt<blank, some>, dice_word> {};
struct keep_plain : peg::seq<peg::sor<keep_verb>, gap, some, dice_word> {};
/// "drop the highest and the lowest"
template <class One, class Other>
struct both_ends : peg::seq<One, gap, key<'a', 'n', 'd'>, gap, the, Other> {};
struct drop_both
    : peg::seq<peg::sor<drop_verb>, gap, the,
               peg::sor<both_ends<high_end, low_end>, both_ends<low_end, high_end>>, dice_word> {};
/// Avrae drops with ph and pl.
struct keep_kind
    : peg::sor<key<'k', 'h'>, key<'k', 'l'>, key<'d', 'h'>, key<'d', 'l'>, key<'p', 'h'>,
               key<'p', 'l'>, key<'m', 'i', 'd', 'd', 'l', 'e'>, key<'m', 'i', 'd'>> {};
struct keep_short : peg::seq<keep_kind, peg::opt<blank, constant>> {};
struct keep_one_letter_kind : peg::one<'k', 'K', 'd'> {};
struct keep_one_letter
    : peg::seq<keep_one_letter_kind,
               peg::at<blank, peg::one<'{', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'>>,
               blank, constant> {};
struct triple : key<'t', 'r', 'i', 'p', 'l', 'e'> {};
struct advantage
    : peg::seq<peg::opt<key<'w', 'i', 't', 'h'>, gap>, peg::opt<triple, gap>,
               peg::sor<key<'a', 'd', 'v', 'a', 'n', 't', 'a', 'g', 'e'>, key<'a', 'd', 'v'>>> {};
struct disadvantage
    : peg::seq<peg::opt<key<'w', 'i', 't', 'h'>, gap>,
               peg::sor<key<'d', 'i', 's', 'a', 'd', 'v', 'a', 'n', 't', 'a', 'g', 'e'>,
                        key<'d', 'i', 's', 'a', 'd', 'v'>, key<'d', 'i', 's'>>> {};
struct keep : peg::sor<drop_both, keep_words, keep_plain, keep_short, keep_one_letter> {};

// 2d8 ro<=2, d20 reroll 1 once
struct once_word : peg::seq<gap, key<'o', 'n', 'c', 'e'>> {};
struct reroll_kind : peg::sor<key<'r', 'o'>, key<'r', 'r'>, key<'r'>> {};
struct reroll_short : peg::if_must<reroll_kind, blank, peg::opt<compare>, blank, constant> {};
struct reroll_verb : peg::sor<key<'r', 'e', 'r', 'o', 'l', 'l'>,
                              key<'r', 'e', 'r', 'o', 'l', 'l', 'i', 'n', 'g'>> {};
struct any_or_all : peg::sor<key<'a', 'n', 'y'>, key<'a', 'l', 'l'>> {};
struct reroll_words
    : peg::seq<reroll_verb, gap, peg::opt<any_or_all, gap>, peg::opt<compare, blank>,
               peg::sor<face_word, peg::seq<constant, plural>>, peg::opt<once_word>> {};
struct reroll : peg::sor<reroll_words, reroll_short> {};
struct reroll_apart : peg::sor<reroll_words, peg::seq<peg::sor<key<'r', 'o'>, key<'r', 'r'>>, blank,
                                                      peg::opt<compare>, blank, digits>> {};

// d6!x3, 5d10!!, d6!>=5, 3d6 exploding
struct explode_kind : peg::sor<peg::string<'!', '!'>, peg::istring<'!', 'p'>, peg::one<'!'>> {};
struct explode_mark : peg::seq<explode_kind, peg::not_at<peg::one<'='>>> {};
struct explode_word : peg::sor<key<'e', 'x', 'p', 'l', 'o', 'd', 'i', 'n', 'g'>,
                               key<'e', 'x', 'p', 'l', 'o', 'd', 'e', 's'>,
                               key<'e', 'x', 'p', 'l', 'o', 'd', 'e'>> {};
struct on_key : key<'o', 'n'> {};
struct explode_if
    : peg::sor<peg::seq<compare, blank, constant>, peg::seq<constant, peg::opt<or_more>>> {};
struct limit : constant {};
struct limit_start : peg::one<'x'> {};
struct explode_limit : peg::if_must<limit_start, blank, limit> {};
/// "five dice, sixes explode"
struct explode_after : peg::seq<faces_said, gap, explode_word> {};
/// Avrae: 2d6e6. Foundry: 10d6xo6, once.
struct explode_letter : peg::one<'e', 'E'> {};
struct explode_once : peg::istring<'x', 'o'> {};
/// Foundry: 4d6x, 5d6x>=5, but no "4d6 x 3".
struct explode_x
    : peg::seq<
          peg::one<'x', 'X'>, peg::not_at<letter>,
          peg::sor<peg::seq<peg::at<compare, peg::digit>, explode_if>,
                   peg::not_at<blank, peg::sor<peg::digit, die_start, peg::one<'(', '{', '['>>>>> {
};
struct explode
    : peg::sor<
          explode_after, explode_x,
          peg::seq<explode_letter, peg::at<blank, peg::sor<compare, peg::digit>>, blank,
                   explode_if>,
          peg::seq<explode_once, peg::not_at<letter>, peg::opt<blank, explode_if>>,
          peg::seq<explode_word, peg::opt<gap, on_key, gap, explode_if>,
                   peg::opt<blank, explode_limit>>,
          peg::seq<explode_mark, peg::opt<blank, explode_if>, peg::opt<blank, explode_limit>>> {};
// 10d6x6 means two things
struct unclear_x : peg::seq<peg::one<'x', 'X'>, blank, constant> {};

// 10d6 c>=5, 10d6 c{5,6}, 10d6 count 5+, f1
struct in_word : peg::seq<key<'i', 'n'>, peg::at<blank, peg::one<'{'>>> {};
struct count_if
    : peg::sor<peg::seq<peg::opt<in_word, blank>, set>, peg::seq<compare, blank, constant>,
               peg::seq<constant, peg::sor<or_more, or_less>>, faces_said, symbol> {};
struct count_letters : peg::sor<key<'c', 's'>, key<'c', 'f'>, key<'c'>> {};
struct counted_sign : peg::sor<peg::one<'<', '>', '=', '!', '{'>, in_word> {};
struct count_short : peg::seq<count_letters, peg::at<blank, counted_sign>> {};
struct counting_short
    : peg::if_must<count_short, blank,
                   peg::sor<peg::seq<peg::opt<in_word, blank>, set>,
                            peg::seq<compare, blank, peg::sor<constant, symbol>>>> {};
struct hits_word
    : peg::sor<
          peg::seq<
              peg::sor<key<'c', 'o', 'u', 'n', 't'>, key<'c', 'o', 'u', 'n', 't', 'i', 'n', 'g'>>,
              peg::opt<gap,
                       peg::sor<key<'s', 'u', 'c', 'c', 'e', 's', 's', 'e', 's'>,
                                key<'h', 'i', 't', 's'>>,
                       gap, peg::sor<key<'o', 'f'>, on_key>>>,
          peg::seq<key<'h', 'o', 'w'>, gap, key<'m', 'a', 'n', 'y'>>,
          peg::seq<peg::sor<key<'h', 'i', 't', 't', 'i', 'n', 'g'>, key<'h', 'i', 't', 's'>,
                            key<'h', 'i', 't'>, key<'s', 'u', 'c', 'c', 'e', 's', 's', 'e', 's'>,
                            key<'s', 'u', 'c', 'c', 'e', 's', 's'>,
                            key<'w', 'o', 'u', 'n', 'd', 'i', 'n', 'g'>,
                            key<'s', 'a', 'v', 'i', 'n', 'g'>>,
                   gap, on_key>> {};
struct counting_words : peg::seq<peg::opt<key<'a', 'n', 'd'>, gap>, hits_word, gap, count_if> {};
/// "six dice at 4+"
struct counting_at : peg::seq<peg::sor<key<'a', 't'>, key<'n', 'e', 'e', 'd', 'i', 'n', 'g'>>, gap,
                              constant, or_more> {};
/// Dice Maiden: 6d10 t7. MapTool: 10d6s5.
struct target : peg::seq<peg::one<'t', 'T', 's', 'S'>, peg::at<peg::digit>, constant> {};
struct counting : peg::sor<counting_words, counting_short, counting_at> {};
/// "10d10, 7+": what each die needs
struct counting_apart
    : peg::seq<digits, or_more, peg::at<blank, peg::sor<peg::eof, peg::one<','>, reroll_verb>>> {};
/// "tens count double"
struct worth_two
    : peg::seq<faces_said, gap, key<'c', 'o', 'u', 'n', 't'>, gap,
               peg::sor<key<'t', 'w', 'i', 'c', 'e'>, key<'d', 'o', 'u', 'b', 'l', 'e'>>> {};
struct failures
    : peg::seq<peg::one<'f'>, peg::not_at<letter>, blank, peg::opt<compare, blank>, constant> {};

// 4d6 min2, 10d10 largest set, 5d6 sets3, 5d6 straight
struct clamp_kind : peg::sor<key<'m', 'i', 'n'>, key<'m', 'i'>, key<'m', 'a', 'x'>, key<'m', 'a'>> {
};
struct clamp : peg::seq<clamp_kind, blank, constant> {};
struct set_words
    : peg::sor<
          peg::seq<key<'l', 'a', 'r', 'g', 'e', 's', 't'>, gap,
                   peg::opt<key<'m', 'a', 't', 'c', 'h', 'i', 'n', 'g'>, gap>, key<'s', 'e', 't'>>,
          peg::seq<key<'m', 'o', 's', 't'>, gap, key<'a', 'l', 'i', 'k', 'e'>>> {};
struct pair_words : peg::sor<key<'p', 'a', 'i', 'r', 's'>> {};
struct triple_words : peg::sor<key<'t', 'r', 'i', 'p', 'l', 'e', 's'>> {};
struct straight_words : peg::seq<peg::opt<key<'l', 'o', 'n', 'g', 'e', 's', 't'>, gap>,
                                 key<'s', 't', 'r', 'a', 'i', 'g', 'h', 't'>> {};
struct distinct_words : peg::sor<key<'d', 'i', 's', 't', 'i', 'n', 'c', 't'>,
                                 peg::seq<key<'d', 'i', 'f', 'f', 'e', 'r', 'e', 'n', 't'>, gap,
                                          key<'f', 'a', 'c', 'e', 's'>>> {};
struct sets_words
    : peg::seq<key<'s', 'e', 't', 's'>, blank, peg::opt<key<'o', 'f'>, gap>, constant> {};
struct matches_words : key<'m', 'a', 't', 'c', 'h', 'e', 's'> {};
struct reading : peg::sor<set_words, sets_words, pair_words, triple_words, straight_words,
                          distinct_words, matches_words> {};
struct until_if : peg::sor<peg::seq<key<'i', 'n'>, blank, set>, peg::seq<compare, blank, constant>,
                           peg::seq<constant, peg::opt<or_more>>> {};
struct until : peg::if_must<key<'u', 'n', 't', 'i', 'l'>, blank, until_if> {};
/// D&D: 2d6+4 slashing
struct damage_type
    : peg::sor<key<'s', 'l', 'a', 's', 'h', 'i', 'n', 'g'>, key<'f', 'i', 'r', 'e'>,
               key<'p', 'i', 'e', 'r', 'c', 'i', 'n', 'g'>, key<'c', 'o', 'l', 'd'>,
               key<'b', 'l', 'u', 'd', 'g', 'e', 'o', 'n', 'i', 'n', 'g'>,
               key<'p', 'o', 'i', 's', 'o', 'n'>, key<'a', 'c', 'i', 'd'>,
               key<'n', 'e', 'c', 'r', 'o', 't', 'i', 'c'>, key<'r', 'a', 'd', 'i', 'a', 'n', 't'>,
               key<'l', 'i', 'g', 'h', 't', 'n', 'i', 'n', 'g'>,
               key<'t', 'h', 'u', 'n', 'd', 'e', 'r'>, key<'f', 'o', 'r', 'c', 'e'>,
               key<'p', 's', 'y', 'c', 'h', 'i', 'c'>> {};
struct note
    : peg::sor<peg::seq<peg::one<'['>, peg::star<peg::not_one<']', '[', '\n'>>, peg::one<']'>>,
               peg::seq<damage_type, peg::opt<gap, key<'d', 'a', 'm', 'a', 'g', 'e'>>>> {};
/// Foundry: 6d6even.
struct parity : peg::sor<key<'e', 'v', 'e', 'n'>, key<'o', 'd', 'd'>> {};
/// Roll20 sorts with sa and sd: the sum is the same.
struct sorting : peg::sor<key<'s', 'a'>, key<'s', 'd'>> {};
/// World of Darkness: 7d10 difficulty 6, 6d10 8-again.
struct difficulty
    : peg::seq<
          peg::sor<key<'d', 'i', 'f', 'f', 'i', 'c', 'u', 'l', 't', 'y'>, key<'d', 'i', 'f', 'f'>>,
          blank, constant> {};
struct again : peg::seq<digits, peg::opt<peg::one<'-', ' '>>, key<'a', 'g', 'a', 'i', 'n'>> {};
/// Savage Worlds: d8 with a wild die.
struct wild : peg::seq<peg::sor<key<'w', 'i', 't', 'h'>, key<'a', 'n', 'd'>>, gap,
                       peg::opt<peg::sor<key<'a'>, key<'t', 'h', 'e'>>, gap>,
                       key<'w', 'i', 'l', 'd'>, gap, key<'d', 'i', 'e'>> {};
/// Roll20: 8d10>7f1. Warhammer: 10d6 3+ rerolling 1s.
struct counted_with_failures : peg::seq<compare, blank, constant, blank, failures> {};
struct counted_again : peg::seq<constant, or_more, gap, reroll_words> {};
/// Warhammer: 8d6 3+ reroll failures
struct failed_again
    : peg::seq<peg::opt<digits, or_more, gap>, reroll_verb, gap, peg::opt<key<'a', 'l', 'l'>, gap>,
               peg::sor<key<'f', 'a', 'i', 'l', 'u', 'r', 'e', 's'>, key<'f', 'a', 'i', 'l', 's'>,
                        key<'m', 'i', 's', 's', 'e', 's'>>> {};
struct modifier
    : peg::sor<reading, failed_again, worth_two, keep, advantage, disadvantage, reroll, explode,
               counting, target, failures, clamp, unclear_x, until, note, parity, sorting,
               difficulty, again, wild, counted_with_failures, counted_again> {};
/// "two dice, take the higher": behind a comma only what is no value of its own.
struct modifier_apart
    : peg::seq<peg::one<','>, gap,
               peg::sor<peg::seq<peg::at<peg::sor<drop_both, keep_words, keep_plain>>, keep>,
                        peg::seq<peg::at<explode_after>, explode>, failed_again,
                        peg::seq<peg::at<reroll_apart>, reroll>, worth_two, again, counting_apart,
                        peg::seq<peg::at<counting_words>, counting>>> {};
struct modifiers : peg::star<blank, peg::sor<modifier, modifier_apart>> {};
struct count : peg::sor<constant, number_word> {};
/// GURPS: 3d is 3d6.
struct bare_d : peg::seq<count, die_letter,
                         peg::not_at<blank, peg::sor<letter, peg::digit, peg::one<'(', '{'>>>> {};
/// Traveller: 2D 8+.
struct bare_d_needed
    : peg::seq<peg::at<count, die_letter, gap, digits, or_more, plus_end>, count, die_letter> {};
// a d20, three d6, two exploding d8, 5 dice, a ten-sided die
struct article : peg::seq<peg::sor<key<'a'>, key<'a', 'n'>>, gap> {};
struct number_of : peg::sor<article, peg::seq<count, blank>> {};
struct exploding : key<'e', 'x', 'p', 'l', 'o', 'd', 'i', 'n', 'g'> {};
struct pool_start : peg::seq<peg::opt<number_of>, peg::opt<exploding, gap>, die_start> {};
struct sided : peg::seq<peg::sor<digits, number_word>, peg::opt<peg::one<'-', ' '>>,
                        key<'s', 'i', 'd', 'e', 'd'>> {};
struct fudge_word : peg::sor<key<'f', 'u', 'd', 'g', 'e'>, key<'f', 'a', 't', 'e'>> {};
struct plain_dice
    : peg::seq<number_of, peg::opt<exploding, gap>, peg::opt<peg::sor<sided, fudge_word>, gap>,
               peg::sor<key<'d', 'i', 'c', 'e'>, key<'d', 'i', 'e'>>> {};
struct coins : peg::seq<peg::opt<key<'f', 'l', 'i', 'p'>, gap>, number_of,
                        peg::sor<key<'c', 'o', 'i', 'n'>, key<'c', 'o', 'i', 'n', 's'>>> {};
struct percentile : peg::seq<key<'p', 'e', 'r', 'c', 'e', 'n', 't', 'i', 'l', 'e'>,
                             peg::opt<gap, key<'d', 'i', 'c', 'e'>>> {};
/// Troll: 2z9 has faces from 0 to 9, choose {1,3,5} takes one of them.
struct from_zero
    : peg::seq<digits, peg::one<'z', 'Z'>, digits, peg::not_at<peg::sor<letter, peg::digit>>> {};
struct chosen : peg::seq<key<'c', 'h', 'o', 'o', 's', 'e'>, gap, faces> {};
struct pool
    : peg::sor<bare_d_needed, peg::seq<pool_start, sides, modifiers>, bare_d, from_zero, chosen,
               peg::seq<plain_dice, modifiers>, peg::seq<coins, modifiers>, percentile> {};

// Sums, comparisons, choices.
struct choice;
struct function_name
    : peg::sor<peg::istring<'m', 'a', 'x'>, peg::istring<'m', 'i', 'n'>,
               peg::istring<'a', 'b', 's'>, peg::istring<'c', 'e', 'i', 'l'>,
               peg::istring<'f', 'l', 'o', 'o', 'r'>, peg::istring<'r', 'o', 'u', 'n', 'd'>,
               peg::istring<'j', 'o', 'i', 'n', 't'>, peg::istring<'e', 'x', 'a', 'c', 't'>> {};
struct function_start : peg::seq<function_name, blank, peg::one<'('>> {};
struct close : peg::one<')'> {};
struct comma : peg::one<',', ';'> {};
struct arguments : peg::list_must<choice, comma, peg::space> {};
struct function : peg::if_must<function_start, blank, arguments, blank, close> {};
struct open : peg::one<'('> {};
/// (3 times d6 >= 4) >= 2
struct inner_times
    : peg::seq<peg::sor<digits, number_word>, gap, key<'t', 'i', 'm', 'e', 's'>, blank> {};
struct group : peg::if_must<open, blank, peg::opt<inner_times>, peg::sor<choice>, blank,
                            peg::opt<struct table>, blank, close> {};
/// (2d6)d6: as many dice as the bracket comes to.
struct rolled_count : peg::seq<die_start, sides, modifiers> {};
struct bracket : peg::seq<group, peg::opt<rolled_count>, peg::opt<blank, note>> {};

// {2d6, d8+1} kh1
struct of_several_start
    : peg::seq<sweep_start, blank,
               peg::not_at<peg::sor<sweep_named, peg::seq<items, blank, sweep_end>>>> {};
struct of_several : peg::if_must<of_several_start, arguments, blank, sweep_end, blank, keep> {};

// highest 3 of 4d6, [count {5,6} in 10d6], largest set of 10d10
struct from_word : peg::sor<key<'o', 'f'>, key<'i', 'n'>, key<'f', 'r', 'o', 'm'>,
                            key<'a', 'm', 'o', 'n', 'g'>> {};
struct of_ends
    : peg::sor<
          peg::seq<which_end, gap, peg::opt<some, gap>, peg::opt<dice_name, gap>>,
          peg::seq<peg::sor<digits, number_word>, gap, which_end, gap, peg::opt<dice_name, gap>>> {
};
struct how_many_word : peg::sor<key<'c', 'o', 'u', 'n', 't'>,
                                peg::seq<key<'h', 'o', 'w'>, gap, key<'m', 'a', 'n', 'y'>>,
                                peg::seq<key<'n', 'u', 'm', 'b', 'e', 'r'>, gap, key<'o', 'f'>>> {};
struct of_count : peg::seq<how_many_word, gap, count_if, gap> {};
struct of_sum : peg::seq<peg::sor<key<'s', 'u', 'm'>, key<'t', 'o', 't', 'a', 'l'>>, gap> {};
struct of_reading : peg::seq<reading, gap> {};
/// Troll: count different 5d6
struct of_different : peg::seq<key<'c', 'o', 'u', 'n', 't'>, gap,
                               key<'d', 'i', 'f', 'f', 'e', 'r', 'e', 'n', 't'>, gap> {};
struct of_what : peg::sor<of_reading, of_ends, of_count> {};
struct said_start
    : peg::seq<peg::opt<keep_verb, gap>, the,
               peg::sor<peg::seq<of_sum, from_word, gap, the, of_what>, of_what, of_sum>, from_word,
               gap, the> {};
/// Troll: sum largest 3 4d6, max 2d20.
struct of_largest : peg::seq<which_end, gap, some, gap> {};
struct of_max : peg::seq<key<'m', 'a', 'x'>, gap> {};
struct of_min : peg::seq<key<'m', 'i', 'n'>, gap> {};
struct of_median : peg::seq<key<'m', 'e', 'd', 'i', 'a', 'n'>, gap> {};
/// Troll: count 7 < 8d10
struct of_filter
    : peg::seq<key<'c', 'o', 'u', 'n', 't'>, gap, digits, blank, compare, blank, peg::at<pool>> {};
struct troll_start
    : peg::seq<peg::sor<peg::seq<peg::opt<of_sum>, peg::sor<of_largest, of_max, of_min, of_median>>,
                        of_different, of_sum>,
               peg::at<pool>> {};
/// AnyDice: 1@4d6, {1,2}@4d6: the first die from the top, the two first.
struct of_position : peg::seq<peg::sor<positions, digits>, peg::one<'@'>, peg::at<pool>> {};
struct said : peg::seq<peg::sor<said_start, troll_start, of_position, of_filter>, peg::must<pool>> {
};
/// "the highest of d8 and d10": of one die each
struct one_die : peg::seq<peg::at<peg::opt<article>, die_start>, pool> {};
/// "the larger of 2d6 and d12": a comparative is of two values.
struct sum;
struct larger : peg::sor<key<'l', 'a', 'r', 'g', 'e', 'r'>, key<'g', 'r', 'e', 'a', 't', 'e', 'r'>,
                         key<'b', 'i', 'g', 'g', 'e', 'r'>, key<'h', 'i', 'g', 'h', 'e', 'r'>,
                         key<'b', 'e', 't', 't', 'e', 'r'>> {};
struct smaller : peg::sor<key<'s', 'm', 'a', 'l', 'l', 'e', 'r'>, key<'l', 'e', 's', 's', 'e', 'r'>,
                          key<'l', 'o', 'w', 'e', 'r'>, key<'w', 'o', 'r', 's', 'e'>> {};
template <class Ends, class Value>
struct ends_of
    : peg::seq<the, Ends, gap, key<'o', 'f'>, gap, Value, gap, key<'a', 'n', 'd'>, gap, Value> {};
struct ends_of_two : peg::sor<ends_of<peg::sor<high_end, low_end>, one_die>,
                              ends_of<peg::sor<larger, smaller>, peg::sor<sum>>> {};
/// "the best of 3 rolls of 2d6"
struct best_of_rolls : peg::seq<the, peg::sor<high_end, low_end>, gap, key<'o', 'f'>, gap,
                                peg::sor<digits, number_word>, gap, key<'r', 'o', 'l', 'l', 's'>,
                                gap, key<'o', 'f'>, gap, pool> {};
/// "the product of two d6"
struct multiplied
    : peg::seq<the,
               peg::sor<peg::seq<key<'p', 'r', 'o', 'd', 'u', 'c', 't'>, gap, key<'o', 'f'>>,
                        key<'m', 'u', 'l', 't', 'i', 'p', 'l', 'y'>>,
               gap, the, pool> {};
/// "the difference of two d6"
struct difference : peg::seq<the, key<'d', 'i', 'f', 'f', 'e', 'r', 'e', 'n', 'c', 'e'>, gap,
                             peg::sor<key<'o', 'f'>, key<'b', 'e', 't', 'w', 'e', 'e', 'n'>>, gap,
                             the, pool, peg::opt<gap, key<'a', 'n', 'd'>, gap, pool>> {};
// AnyDice: [highest of d6 and d8], [absolute d6-d6]
struct bracketed_explode : peg::seq<key<'e', 'x', 'p', 'l', 'o', 'd', 'e'>, gap, pool> {};
struct bracketed_absolute
    : peg::seq<key<'a', 'b', 's', 'o', 'l', 'u', 't', 'e'>, gap, peg::sor<sum>> {};
struct bracketed_ends : peg::seq<peg::sor<high_end, low_end>, gap, key<'o', 'f'>, gap,
                                 peg::sor<sum>, gap, key<'a', 'n', 'd'>, gap, peg::sor<sum>> {};
struct bracketed : peg::seq<peg::one<'['>, blank,
                            peg::sor<bracketed_explode, bracketed_absolute, bracketed_ends, said>,
                            blank, peg::one<']'>> {};

// 20 attacks, 3+ to hit, 4+ to wound, 5+ save
struct needed : digits {};
template <class Said, class Doing>
struct step_of : peg::seq<blank, peg::opt<peg::one<','>>, blank,
                          peg::sor<peg::seq<needed, peg::one<'+'>, gap, Said>,
                                   peg::seq<Doing, gap, key<'o', 'n'>, gap, needed,
                                            peg::opt<or_more>, peg::opt<peg::one<'s'>>>,
                                   peg::seq<Doing, gap, needed, or_more>>> {};
struct to_hit : peg::seq<peg::opt<key<'t', 'o'>, gap>, key<'h', 'i', 't'>> {};
struct to_wound : peg::seq<peg::opt<key<'t', 'o'>, gap>, key<'w', 'o', 'u', 'n', 'd'>> {};
struct to_save : peg::seq<peg::opt<key<'t', 'o'>, gap>,
                          peg::sor<key<'s', 'a', 'v', 'e'>, key<'s', 'a', 'v', 'e', 's'>>> {};
struct hitting : peg::sor<key<'h', 'i', 't', 't', 'i', 'n', 'g'>, key<'h', 'i', 't'>,
                          key<'h', 'i', 't', 's'>> {};
struct wounding : peg::sor<key<'w', 'o', 'u', 'n', 'd', 'i', 'n', 'g'>,
                           key<'w', 'o', 'u', 'n', 'd'>, key<'w', 'o', 'u', 'n', 'd', 's'>> {};
struct saving : peg::sor<key<'s', 'a', 'v', 'i', 'n', 'g'>, key<'s', 'a', 'v', 'e'>,
                         key<'s', 'a', 'v', 'e', 's'>, key<'s', 'a', 'v', 'e', 'd'>> {};
struct unit_attack
    : peg::seq<count, gap,
               peg::sor<key<'a', 't', 't', 'a', 'c', 'k', 's'>, key<'s', 'h', 'o', 't', 's'>>,
               step_of<to_hit, hitting>, step_of<to_wound, wounding>,
               peg::opt<step_of<to_save, saving>>> {};

/// L5R: 5k3 rolls five and keeps three.
struct roll_and_keep
    : peg::seq<digits, peg::one<'k', 'K'>, digits, peg::not_at<peg::sor<letter, peg::digit>>> {};

// half of 8d6, half 3d6 rounded up
struct value;
struct rounded_up : key<'u', 'p'> {};
struct rounded_down : key<'d', 'o', 'w', 'n'> {};
struct rounded
    : peg::seq<gap, peg::sor<key<'r', 'o', 'u', 'n', 'd', 'e', 'd'>, key<'r', 'o', 'u', 'n', 'd'>>,
               gap, peg::sor<rounded_up, rounded_down>> {};
struct halved : peg::seq<key<'h', 'a', 'l', 'f'>, gap, peg::opt<key<'o', 'f'>, gap>, the,
                         peg::sor<value>, peg::opt<rounded>> {};

struct on_word : peg::seq<peg::istring<'o', 'n'>, peg::not_at<peg::sor<letter, peg::digit>>> {};
struct reserved
    : peg::sor<on_word, key<'a', 'n', 'd'>, key<'o', 'r'>, key<'n', 'o', 't'>, key<'v', 's'>,
               key<'a', 'g', 'a', 'i', 'n', 's', 't'>, key<'i', 'n'>, key<'t', 'i', 'm', 'e', 's'>,
               key<'p', 'l', 'u', 's'>, key<'m', 'i', 'n', 'u', 's'>> {};
struct name : peg::seq<peg::not_at<reserved>, word> {};
/// 0.5, .25
struct decimal : peg::seq<peg::star<peg::digit>, peg::one<'.'>, peg::plus<peg::digit>,
                          peg::not_at<peg::sor<letter, peg::one<'.'>>>> {};
struct named_value : peg::seq<peg::sor<decimal, constant>, peg::opt<blank, note>> {};
struct value
    : peg::sor<bracket, ends_of_two, best_of_rolls, multiplied, difference, said, bracketed,
               of_several, unit_attack, roll_and_keep, halved, pool, named_value, function, name> {
};
struct minus : peg::one<'-'> {};
struct positive : peg::seq<peg::one<'+'>, blank, value> {};
struct negative : peg::if_must<minus, blank, value> {};
struct factor : peg::sor<negative, positive, value> {};
struct times : peg::sor<peg::one<'*', '/'>> {};
struct product : peg::list_must<factor, times, peg::space> {};
struct plus : peg::sor<peg::one<'+', '-'>, key<'p', 'l', 'u', 's'>, key<'m', 'i', 'n', 'u', 's'>,
                       peg::seq<peg::opt<key<'a', 'n', 'd'>, gap>, key<'a', 'd', 'd'>>> {};
struct sum : peg::list_must<product, plus, peg::space> {};
/// "7 or 11"
struct several_said
    : peg::seq<digits, peg::plus<gap, key<'o', 'r'>, gap, digits, peg::not_at<letter>>> {};
struct is_word : key<'i', 's'> {};
struct is_several : peg::seq<is_word, gap, several_said> {};
struct beats : key<'b', 'e', 'a', 't', 's'> {};
struct compare_words
    : peg::sor<beats, peg::seq<peg::opt<key<'i', 's'>, gap>, bound>, key<'i', 's'>> {};
struct comparing : peg::if_must<peg::sor<compare, compare_words>, blank, sum> {};
struct within : peg::if_must<key<'i', 'n'>, blank, set> {};
struct versus_word
    : peg::sor<peg::seq<key<'v', 's'>, peg::opt<peg::one<'.'>>>, key<'v', 'e', 'r', 's', 'u', 's'>,
               peg::seq<key<'o', 'p', 'p', 'o', 's', 'e', 'd'>, gap, key<'b', 'y'>>,
               key<'a', 'g', 'a', 'i', 'n', 's', 't'>> {};
/// d20+5 against AC 15: to meet it is enough.
struct against_class : peg::seq<versus_word, gap,
                                peg::sor<key<'a', 'c'>, key<'d', 'c'>, key<'t', 'n'>,
                                         key<'d', 'i', 'f', 'f', 'i', 'c', 'u', 'l', 't', 'y'>>,
                                blank, constant> {};
/// 2d6+1 vs 2d6 reroll ties
struct ties_again
    : peg::seq<peg::opt<blank, peg::one<','>>, blank,
               peg::sor<peg::seq<key<'r', 'e', 'r', 'o', 'l', 'l'>, gap, key<'t', 'i', 'e', 's'>>,
                        peg::seq<key<'t', 'i', 'e', 's'>, gap,
                                 key<'r', 'e', 'r', 'o', 'l', 'l', 'e', 'd'>>>> {};
struct versus : peg::if_must<versus_word, blank, sum, peg::opt<ties_again>> {};
struct so_many : peg::seq<constant, peg::sor<or_more, or_less>, peg::at<plus_end>> {};
/// PbtA: 2d6+1 vs 7+
struct against_so_many : peg::seq<versus_word, gap, peg::not_at<sweep_start>, so_many> {};

// "7 or more on 2d6", "at least one 6 on 4 dice", "three of a kind in 5d6"
struct where_word : peg::sor<on_key, key<'w', 'i', 't', 'h'>, key<'u', 's', 'i', 'n', 'g'>> {};
struct among_word : peg::sor<where_word, from_word> {};
struct none_word : key<'n', 'o'> {};
struct any_word : key<'a', 'n', 'y'> {};
struct some_said : peg::sor<digits, number_word> {};
struct all_word : key<'a', 'l', 'l'> {};
/// "a natural 20": one that a die shows
struct natural : peg::seq<peg::opt<article>, key<'n', 'a', 't', 'u', 'r', 'a', 'l'>> {};
struct so_many_said
    : peg::sor<none_word, any_word, all_word, natural, peg::seq<bound, gap, some_said>,
               peg::seq<some_said, peg::opt<or_more>>> {};
struct asked_face : peg::sor<face_word, number_word, peg::seq<digits, peg::opt<or_more>, plural>> {
};
/// "at least one die shows 6 on 3d6"
struct shows : peg::seq<dice_name, gap,
                        peg::sor<key<'s', 'h', 'o', 'w', 's'>, key<'s', 'h', 'o', 'w'>>, gap> {};
struct asked_many
    : peg::seq<so_many_said, gap, peg::opt<shows>, asked_face, gap, among_word, gap, the, pool> {};
/// "6 dice, any six"
struct asked_after : peg::seq<peg::not_at<sweep_start>, pool, blank, peg::opt<peg::one<','>, blank>,
                              so_many_said, gap, asked_face> {};
struct straight_of : peg::seq<peg::opt<article>, key<'s', 't', 'r', 'a', 'i', 'g', 'h', 't'>, gap,
                              key<'o', 'f'>, gap, some_said> {};
struct yahtzee : peg::seq<peg::opt<article>, key<'y', 'a', 'h', 't', 'z', 'e', 'e'>> {};
struct all_alike : peg::seq<peg::opt<key<'a', 'l', 'l'>, gap>, peg::opt<key<'t', 'h', 'e'>, gap>,
                            key<'s', 'a', 'm', 'e'>> {};
struct all_different
    : peg::seq<key<'a', 'l', 'l'>, gap, key<'d', 'i', 'f', 'f', 'e', 'r', 'e', 'n', 't'>> {};
struct kind_said
    : peg::sor<straight_of, yahtzee, all_alike, all_different,
               peg::seq<some_said, gap, key<'o', 'f'>, gap, key<'a'>, gap, key<'k', 'i', 'n', 'd'>>,
               key<'d', 'o', 'u', 'b', 'l', 'e', 's'>, peg::seq<article, key<'p', 'a', 'i', 'r'>>> {
};
struct asked_kind
    : peg::sor<peg::seq<peg::opt<none_word, gap>, kind_said, gap, among_word, gap, the, pool>,
               peg::seq<peg::not_at<sweep_start>, pool, gap, kind_said>> {};
// double sixes on 2d6, snake eyes
struct snake_eyes : peg::seq<key<'s', 'n', 'a', 'k', 'e'>, gap, key<'e', 'y', 'e', 's'>> {};
struct boxcars : key<'b', 'o', 'x', 'c', 'a', 'r', 's'> {};
struct asked_double
    : peg::seq<peg::sor<snake_eyes, boxcars,
                        peg::seq<key<'d', 'o', 'u', 'b', 'l', 'e'>, gap, face_word>>,
               peg::opt<gap, among_word, gap, the, pool>> {};
/// Warhammer: a 9" charge
struct charge : peg::seq<blank, peg::sor<peg::one<'"'>, key<'i', 'n', 'c', 'h'>>, gap,
                         key<'c', 'h', 'a', 'r', 'g', 'e'>> {};
struct so_much_said
    : peg::seq<peg::opt<article>,
               peg::sor<peg::seq<bound, gap, some_said>,
                        peg::seq<some_said, peg::opt<peg::sor<charge, or_more, or_less>>>>> {};
struct asked_sum : peg::seq<so_much_said, gap, where_word, gap, the, peg::at<pool>, sum> {};
/// "7 or 11 on 2d6"
/// "an even number on d20"
struct asked_parity
    : peg::seq<peg::opt<article>, peg::at<peg::sor<key<'e', 'v', 'e', 'n'>, key<'o', 'd', 'd'>>>,
               parity, peg::opt<gap, key<'n', 'u', 'm', 'b', 'e', 'r'>>, gap, where_word, gap, the,
               pool> {};
struct asked_several : peg::seq<several_said, gap, where_word, gap, the, peg::at<pool>, sum> {};
struct between_said : peg::seq<key<'b', 'e', 't', 'w', 'e', 'e', 'n'>, gap, digits, gap,
                               key<'a', 'n', 'd'>, gap, digits> {};
struct asked_between : peg::seq<between_said, gap, where_word, gap, the, peg::at<pool>, sum> {};
struct comparison
    : peg::sor<asked_many, asked_after, asked_kind, asked_double, asked_between, asked_parity,
               asked_several, asked_sum,
               peg::seq<sum, peg::opt<blank,
                                      peg::sor<is_several, comparing, within, against_class,
                                               against_so_many, versus, so_many, between_said>>>> {
};
struct not_word
    : peg::sor<key<'n', 'o', 't'>, peg::seq<peg::one<'!'>, peg::at<blank, peg::one<'('>>>> {};
struct denial;
struct denied : peg::seq<not_word, blank, denial> {};
struct denial : peg::sor<denied, comparison> {};
struct and_word : peg::sor<key<'a', 'n', 'd'>, peg::string<'&', '&'>, peg::one<'&'>> {};
struct or_word : peg::sor<key<'o', 'r'>, peg::string<'|', '|'>, peg::one<'|'>> {};
struct both : peg::list_must<denial, and_word, peg::space> {};
struct either : peg::list_must<both, or_word, peg::space> {};
struct question : peg::one<'?'> {};
struct colon : peg::one<':'> {};
struct choice
    : peg::seq<
          either,
          peg::opt<blank, peg::if_must<question, blank, choice, blank, colon, blank, choice>>> {};

// on 2-4:miss 5-9:hit 10+:"a kill"
struct upwards : peg::one<'+'> {};
struct range_last : integer {};
struct range_first : integer {};
struct range : peg::seq<range_first,
                        peg::opt<peg::sor<upwards, peg::seq<peg::sor<dots, minus>, range_last>>>> {
};
struct quote : peg::one<'"'> {};
struct plain_label : peg::plus<peg::sor<peg::alnum, peg::one<'_', '-', '+', '.'>>> {};
struct quoted_label : peg::plus<peg::not_one<'"', '\n'>> {};
struct label : peg::sor<peg::if_must<quote, quoted_label, quote>, plain_label> {};
struct line : peg::if_must<range, blank, colon, blank, label> {};
/// A label that is a number or dice, such as d4-1.
struct worth_part : peg::sor<pool, decimal, digits> {};
struct worth : peg::sor<peg::seq<peg::opt<minus>, worth_part, peg::eof>,
                        peg::seq<pool, peg::star<plus, worth_part>, peg::eof>> {};
struct lines : peg::list<line, peg::plus<peg::sor<peg::space, peg::one<',', ';'>>>> {};
struct table : peg::if_must<on_word, blank, lines> {};

// hit = 1d20+5; damage = 2d6; hit >= 15 ? damage : 0
struct defined_name : peg::seq<peg::not_at<die_start>, name> {};
struct equals : peg::seq<peg::one<'='>, peg::not_at<peg::one<'='>>> {};
struct semicolon : peg::one<';'> {};
struct definition_start : peg::seq<defined_name, blank, equals> {};
struct definition : peg::if_must<definition_start, blank, choice, blank, semicolon, blank> {};
struct times_word : peg::seq<key<'t', 'i', 'm', 'e', 's'>> {};
/// 6x3d6 means two things.
struct unclear_times
    : peg::seq<peg::one<'x', 'X'>, peg::at<blank, peg::sor<peg::digit, die_start>>> {};
struct repetitions : peg::sor<digits, number_word> {};
struct repeated_before
    : peg::seq<repetitions, blank,
               peg::sor<peg::seq<times_word, peg::opt<blank, peg::one<':', ','>>>, peg::one<'#'>,
                        unclear_times>,
               blank> {};
struct twice : key<'t', 'w', 'i', 'c', 'e'> {};
struct repeated_after : peg::sor<peg::seq<repetitions, gap, times_word>, twice> {};
struct comment : peg::seq<peg::one<'#'>, peg::star<peg::any>> {};
struct end : peg::eof {};
struct roll : peg::seq<blank, peg::star<definition>, peg::opt<repeated_before>, peg::must<choice>,
                       blank, peg::opt<peg::opt<peg::one<','>, blank>, repeated_after, blank>,
                       peg::opt<table>, blank, peg::opt<comment>, peg::must<end>> {};

}  // namespace combat_odds::expression::grammar
