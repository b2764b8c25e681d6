-- A roll of the Year Zero Engine (Mutant, Forbidden Lands): sixes succeed, and the roll may be pushed once.
return {
  name = "year-zero.roll",
  rule = "Year Zero Engine",
  summary = "a pool of dice, pushed or not: sixes, and what the push costs",
  details = [[
    Each 6 is a success. A push rolls all other dice again, except ones on base dice and gear dice; ones that show
    on them afterwards cost an attribute point, or a point of the gear. Negative skill dice and artifacts are left out.
  ]],
  parameters = {
    {"base", "base dice, of the attribute", least = 0, most = 8, default = 3},
    {"skill", "skill dice", least = 0, most = 6, default = 2},
    {"gear", "gear dice", least = 0, most = 4, default = 0},
    {"needed", "successes", least = 1, most = 4, default = 1},
    {"pushed", "a roll that fails is pushed", type = "flag"},
  },
  outcomes = {{"success", "enough sixes"}, {"failure", "too few"}},
  events = {{"push", "the roll was pushed"}},
  measures = {{"sixes", "in the end"}, {"trauma", "ones on base dice after a push"},
    {"gear_damage", "ones on gear dice after a push"}},
  prepare = function(s)
    if s.base + s.skill + s.gear == 0 then refuse("base", "there are no dice", "1 or more of any kind") end
  end,
  resolve = function(dice, s)
    local sixes, again, ones = 0, {base = 0, skill = 0, gear = 0}, {base = 0, skill = 0, gear = 0}
    local function roll(kind, known)
      dice:at {known, sixes, again, ones}
      local face = dice:dr(function(die)
        return die == 6 and "six" or die == 1 and kind ~= "skill" and "one" or "other"
      end)
      if face == "six" then sixes = sixes + 1 end
      if face == "one" then ones[kind] = ones[kind] + 1 end
      return face == "other"
    end
    for _, kind in ipairs {"base", "skill", "gear"} do
      for i = 1, s[kind] do
        if roll(kind, {kind, i}) then again[kind] = again[kind] + 1 end
      end
    end
    local push = s.pushed and sixes < s.needed
    if not push then
      return {sixes >= s.needed and "success" or "failure", sixes = sixes, trauma = 0, gear_damage = 0}
    end
    for _, kind in ipairs {"base", "skill", "gear"} do
      while again[kind] > 0 do
        roll(kind, "push")
        again[kind] = again[kind] - 1
      end
    end
    return {sixes >= s.needed and "success" or "failure", sixes = sixes, trauma = ones.base,
      gear_damage = ones.gear, push = true}
  end,
}
