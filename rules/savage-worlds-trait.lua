-- A trait roll of Savage Worlds: dice that ace, the Wild Die, raises.
return {
  name = "savage-worlds.trait",
  rule = "Savage Worlds",
  summary = "a trait roll: success, raise or critical failure",
  details = [[
    A die that shows its highest face is rolled again and added. A Wild Card rolls a d6 besides and takes the
    better. Every 4 above the target number are a raise. A Wild Card's ones on both dice fail critically.
    Dice are rolled on only until a raise is sure.
  ]],
  parameters = {
    {"die", "the trait's die", type = "choice", choices = {"d4", "d6", "d8", "d10", "d12"}, default = "d6"},
    {"modifier", "added to both dice", least = -8, most = 8, default = 0},
    {"target", "the target number", least = 2, most = 12, default = 4},
    {"extra", "an Extra: no Wild Die", type = "flag"},
  },
  outcomes = {{"raise", "4 or more above the target number"}, {"success", "the target number"},
    {"failure", "less"}, {"critical_failure", "ones on both dice"}},
  resolve = function(dice, s)
    local needed = s.target - s.modifier
    local function total_of(sides)
      local total = 0
      repeat
        local die = dice:die(sides)
        total = total + die
      until die < sides or total >= needed + 4
      return total == 1 and "one" or total >= needed + 4 and "raise" or total >= needed and "success" or "failure"
    end
    local better = {failure = 1, success = 2, raise = 3}
    local function level(result)
      if result ~= "one" then return result end
      return 1 >= needed + 4 and "raise" or 1 >= needed and "success" or "failure"
    end
    local trait = total_of(tonumber(s.die:sub(2)))
    dice:at {trait}
    if s.extra then return level(trait) end
    local wild = total_of(6)
    if trait == "one" and wild == "one" then return "critical_failure" end
    trait, wild = level(trait), level(wild)
    return better[trait] > better[wild] and trait or wild
  end,
}
