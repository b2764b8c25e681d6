#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sim/declare/procedure.hpp"

namespace combat_odds {

/// A vehicle or gun that is known by its name, but whose numbers are in no source of the program:
/// words.csv lists them as <unlisted>. What is said of it is which numbers of its counter are
/// needed, and how to keep them.
class UnlistedVehicle {
 public:
  UnlistedVehicle(std::string name, std::string game)
      : name_(std::move(name)), game_(std::move(game)) {}

  std::string wrong() const;
  std::string right() const;

 private:
  std::string name_;
  std::string game_;
};

/// The vehicle that a value names; nothing where that is none of them. What stands behind the name
/// ("hull down") counts for nothing.
/// The game of a vehicle that one game alone has; else `otherwise`.
std::string game_of_unlisted(const std::string& name, std::string otherwise);

std::optional<UnlistedVehicle> unlisted_vehicle(std::string_view value, const Procedure& procedure);

/// The first lines of a listing in which its numbers can be typed in: headings, and a line of the
/// vehicle; empty where the game takes no listing.
std::string listing_template(std::string_view game, std::string_view name);

}  // namespace combat_odds
