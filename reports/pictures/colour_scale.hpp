#pragma once

#include <array>
#include <string>

namespace combat_odds {

/// The colours of a scale, evenly spaced from its least to its greatest number: cividis (Nunez,
/// Anderton and Renslow 2018). It looks the same to colour-blind readers, and its lightness rises
/// all the way, so that grey print keeps the order. Its middle is a neutral grey between blue and
/// yellow: with a fixed middle it serves as a diverging scale too.
constexpr std::array<const char*, 10> scale_colours = {"#00224e", "#123570", "#3b496c", "#575d6d",
                                                       "#707173", "#8a8678", "#a59c74", "#c3b369",
                                                       "#e1cc55", "#fee838"};

/// The colour of the scale at `share`, from 0 to 1: "#123570".
std::string scale_colour(double share);

/// Whether black letters read better than white ones on the scale at `share`.
bool dark_letters(double share);

}  // namespace combat_odds
