-- Attacks of a science fantasy game: each has to hit, to wound, and not to be saved.
return {
  name = "house.hit-wound-save",
  rule = "hit, wound, save",
  summary = "so many attacks that hit, wound and are not saved",
  parameters = {
    {"attacks", "dice", least = 1, most = 60, default = 10},
    {"hit", "a die of so much or more hits", least = 2, most = 6, default = 4},
    {"wound", "a die of so much or more wounds", least = 2, most = 6, default = 4},
    {"save", "a die of so much or more saves; 7: none", least = 2, most = 7, default = 5},
    {"reroll_ones", "ones to hit are rolled again, once", type = "flag"},
    {"wounds", "the target's wounds", least = 1, most = 60, default = 1},
  },
  outcomes = {{"unhurt", "every attack fails"}, {"hurt", "wounds are lost"},
    {"destroyed", "all wounds are lost"}},
  measures = {{"wounds_lost", "at most all"}},
  resolve = function(dice, s)
    local lost = 0
    for i = 1, s.attacks do
      if lost == s.wounds then break end
      dice:at {i, lost}
      local hit = dice:dr(function(die)
        if die == 1 and s.reroll_ones then return "again" end
        return die >= s.hit
      end)
      if hit == "again" then hit = dice:dr(function(die) return die >= s.hit end) end
      local through = hit and dice:dr(function(die) return die >= s.wound end)
        and dice:dr(function(die) return die < s.save end)
      if through then lost = lost + 1 end
    end
    local outcome = lost == 0 and "unhurt" or lost < s.wounds and "hurt" or "destroyed"
    return {outcome, wounds_lost = lost}
  end,
}
