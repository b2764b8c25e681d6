-- A move of games Powered by the Apocalypse: 2d6 and a stat.
return {
  name = "pbta.move",
  rule = "Powered by the Apocalypse",
  summary = "a move: 2d6 and a stat, 10 or more, 7 to 9, 6 or less",
  details = "With advantage three dice are rolled and the best two count, with disadvantage the worst two.",
  parameters = {
    {"stat", "added, with all that is forward and ongoing", least = -3, most = 6, default = 0},
    {"roll", "how it is rolled", type = "choice", choices = {"plain", "advantage", "disadvantage"}, default = "plain"},
  },
  outcomes = {{"strong_hit", "10 or more"}, {"weak_hit", "7 to 9"}, {"miss", "6 or less"}},
  events = {{"twelve", "12 or more, which some moves reward"}},
  resolve = function(dice, s)
    local shown = {}
    for i = 1, s.roll == "plain" and 2 or 3 do
      dice:at(shown)
      shown[i] = dice:dr()
      table.sort(shown)
    end
    local first = s.roll == "advantage" and 2 or 1
    local total = shown[first] + shown[first + 1] + s.stat
    return {total >= 10 and "strong_hit" or total >= 7 and "weak_hit" or "miss", twelve = total >= 12}
  end,
}
