#pragma once

#include <string>
#include <string_view>
#include <tao/pegtl/contrib/parse_tree.hpp>
#include <vector>

#include "expression/grammar.hpp"
#include "expression/program.hpp"

namespace combat_odds::expression {

using Tree = tao::pegtl::parse_tree::node;

/// Without the position of begin(), which copies the name of an input that may be gone.
inline std::size_t column_of(const Tree& tree) { return tree.m_begin.column; }

template <class... Rules>
bool is(const Tree& tree) {
  return (tree.is_type<Rules>() || ...);
}

inline bool is_constant(const Tree& tree) {
  return is<grammar::digits, grammar::sweep, grammar::number_word, grammar::face_word>(tree);
}

constexpr std::string_view two_things = " may mean two things";

/// Spellings that two tools read differently are asked back, with both as expressions to copy.
struct Meaning {
  std::string expression;
  std::string words;
};
[[noreturn]] void ask_back(const Tree& tree, std::string_view typed,
                           const std::vector<Meaning>& meanings);

constexpr int most_number = 1'000'000;

}  // namespace combat_odds::expression
