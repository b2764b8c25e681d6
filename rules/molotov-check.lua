-- A house rule as one would propose it in an article: the Molotov check of a squad that throws at
-- Infantry gets easier in a factory, and a fumble costs more. The attack itself is the rulebook's.
local rows, columns = chart("asl/ift.csv")

return {
  name = "house.molotov-check",
  rule = "a proposal to A22.611",
  author = "the readers of this example",
  summary = "a Molotov by a squad: is it there, does it burn the thrower, what does it do?",
  details = [[
    The squad rolls a die. At most `needed` (one more in a factory) it has a Molotov, which adds 4 FP to
    its attack; a 6 sets the thrower alight. The attack is rolled on the Infantry Fire Table; a coloured
    die of 1 with a Molotov starts a flame.
  ]],
  parameters = {
    {"firepower", "of the squad, without the Molotov", least = 0, most = 36, default = 4},
    {"drm", "of the attack", least = -5, most = 8, default = 0},
    {"needed", "a die of so much or less has a Molotov", least = 1, most = 5, default = 3},
    {"factory", "the thrower is in a factory", type = "flag"},
  },
  outcomes = {{"thrower_burns", "the thrower is lost, and nothing is fired"},
    {"no_molotov", "the squad fires without"}, {"molotov", "the squad fires with it"}},
  events = {{"flame", "a flame in the target's location"}, {"morale_check", "an MC, a K or a KIA"}},
  resolve = function(dice, s)
    local check = dice:dr(function(die)
      if die == 6 then return "burns" end
      return die <= s.needed + (s.factory and 1 or 0)
    end)
    if check == "burns" then return "thrower_burns" end
    local column = 1
    for i = 2, #columns do
      if tonumber(columns[i]) <= s.firepower + (check and 4 or 0) then column = i end
    end
    local class = dice:DR(function(total, coloured)
      local row = rows[math.max(0, math.min(total + s.drm, 15)) + 1]
      local cell = column > 1 and row and row[columns[column]] or "-"
      return {cell ~= "-" and cell ~= "PTC", check and coloured == 1}
    end)
    return {check and "molotov" or "no_molotov", morale_check = class[1], flame = class[2]}
  end,
}
