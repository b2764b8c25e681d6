#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/asl/to_kill/penetration.hpp"

namespace combat_odds::asl {

/// A light anti-tank weapon (C13).
struct Latw {
  enum class Kind { atr, pf, pfk, psk, baz43, baz44, piat };
  Kind kind = Kind::pf;

  bool is_rifle() const { return kind == Kind::atr; }
  bool is_panzerfaust() const { return kind == Kind::pf || kind == Kind::pfk; }
  /// C13.42, C13.48: its To Hit numbers stand on its counter.
  bool has_own_table() const { return kind >= Kind::psk; }
  bool has_backblast() const { return !is_rifle() && kind != Kind::piat; }
};

/// In the order of the enumerators.
const std::vector<std::string>& latw_words();
std::string latw_form();
/// However it is typed; nothing where it is none.
std::optional<Latw> find_latw(std::string_view text);

Projectile latw_projectile(Latw weapon, bool russian, const Charts& charts);

}  // namespace combat_odds::asl
