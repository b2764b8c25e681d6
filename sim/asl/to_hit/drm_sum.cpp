#include "sim/asl/to_hit/drm_sum.hpp"

#include "sim/squad_games/fire_group.hpp"

namespace combat_odds::asl {

Sum& Sum::add(const std::string& name, int modifier) {
  if (modifier == 0) return *this;
  if (!text_.empty()) text_ += ", ";
  text_ += name + ' ' + signed_text(modifier);
  number_ += modifier;
  return *this;
}

Sum& Sum::add(const Sum& modifiers) {
  if (modifiers.empty()) return *this;
  if (!text_.empty()) text_ += ", ";
  text_ += modifiers.text_;
  number_ += modifiers.number_;
  return *this;
}

}  // namespace combat_odds::asl
