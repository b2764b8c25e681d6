-- An attack of fantasy games: d20 + bonus against an armour class, damage dice, critical hits.
return {
  name = "d20.attack",
  rule = "d20",
  summary = "a d20 attack against an armour class, and its damage",
  details = [[
    A natural 20 always hits and rolls the damage dice twice, a natural 1 never hits. Advantage keeps
    the higher of two d20, disadvantage the lower.
  ]],
  parameters = {
    {"bonus", "added to the d20", least = -10, most = 30, default = 0},
    {"armour_class", "what the sum has to reach", least = 1, most = 50},
    {"roll", "how the d20 is rolled", type = "choice",
     choices = {"plain", "advantage", "disadvantage"}, default = "plain"},
    {"damage_dice", "how many", least = 1, most = 4, default = 1},
    {"damage_sides", "of how many sides", least = 2, most = 12, default = 8},
    {"damage_bonus", "added to the damage", least = -5, most = 30, default = 0},
  },
  outcomes = {
    {"miss", "no damage"},
    {"hit", "the damage dice and the bonus"},
    {"critical", "twice the dice, and the bonus"},
  },
  measures = {{"damage", "at least 1 where it hits"}},
  resolve = function(dice, s)
    local function class(natural)
      if natural == 20 then return "critical" end
      return natural > 1 and natural + s.bonus >= s.armour_class and "hit" or "miss"
    end
    local order = {miss = 1, hit = 2, critical = 3}
    local result = dice:die(20, class)
    if s.roll ~= "plain" then
      local other = dice:die(20, class)
      local better = s.roll == "advantage"
      if (order[other] > order[result]) == better then result = other end
    end
    if result == "miss" then return {"miss", damage = 0} end
    local damage = s.damage_bonus
    for i = 1, s.damage_dice * (result == "critical" and 2 or 1) do
      dice:at {result, i, damage}
      damage = damage + dice:die(s.damage_sides)
    end
    return {result, damage = math.max(damage, 1)}
  end,
}
