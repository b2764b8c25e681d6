#pragma once

#include <optional>
#include <string>

#include "core/dice/dice.hpp"
#include "sim/declare/declaration.hpp"

namespace combat_odds::squad_leader {

/// The spotter's link to the guns. Contact is made, and then maintained in every Rally Phase (46.1,
/// Supplement H).
struct Communications {
  enum class Means { radio, field_phone, beside_the_gun, kept };

  static constexpr int maintenance_drm = -2;  ///< of contact that was made before (46.12)

  Means means = Means::radio;
  std::string nationality = "german";
  int year = 1943;
  std::optional<int> contact_number;  ///< nothing: from the chart
  int phone_drm = 0;                  ///< Supplement H
  std::optional<int> repair_number;   ///< nothing: 1, or 1 and 2 for an American radio

  static void describe(Declaration<Communications>& asked);
  void prepare(const Charts& charts);

  enum class Contact : std::uint8_t { in_contact, no_contact, out_of_order };
  /// One attempt to make contact, or to maintain it. A radio that breaks down can be repaired.
  Contact attempt(Dice& dice, bool maintaining) const;

  enum class Repair : std::uint8_t { repaired, still_broken, lost };
  /// 18.2: one attempt to repair the radio.
  Repair repair(Dice& dice) const;

  bool by_radio() const { return means == Means::radio; }
  bool by_phone() const { return means == Means::field_phone; }
  /// A spotter beside the gun does not roll for contact (63.32), nor where it is taken as kept.
  bool rolls() const { return by_radio() || by_phone(); }
  /// The highest DR that makes contact or, if `maintaining`, maintains it.
  int needed(bool maintaining) const;

 private:
  int contact_ = 0;
  int repairs_to_ = 1;
};

}  // namespace combat_odds::squad_leader
