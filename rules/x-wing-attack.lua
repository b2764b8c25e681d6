-- An attack in X-Wing (second edition): red dice against green ones, with the usual tokens.
return {
  name = "x-wing.attack",
  rule = "X-Wing, second edition",
  summary = "an attack: red dice, green dice, tokens, damage",
  details = [[
    A red die has three hits, a critical hit, two focus and two blanks; a green one three evades, two focus and three
    blanks. A lock rolls again what is not a hit, with focus only the blanks. Focus makes hits, or evades, of focus.
    An evade token makes an evade of another result. Evades cancel hits before critical hits.
  ]],
  parameters = {
    {"attack", "red dice", least = 1, most = 6, default = 3},
    {"defence", "green dice", least = 0, most = 6, default = 2},
    {"attacker_focus", "the attacker spends a focus token", type = "flag"},
    {"lock", "the attacker spends a lock", type = "flag"},
    {"defender_focus", "the defender spends a focus token", type = "flag"},
    {"evade", "the defender spends an evade token", type = "flag"},
  },
  outcomes = {{"hit", "damage is dealt"}, {"missed", "every hit is cancelled"}},
  events = {{"critical", "a critical hit is dealt"}},
  measures = {{"damage", "hits and critical hits that are not cancelled"}, {"critical_hits", "of them"}},
  resolve = function(dice, s)
    local function red(die)
      if die == 1 then return "critical" end
      if die <= 4 then return "hit" end
      return die <= 6 and s.attacker_focus and "hit" or "blank"
    end
    local hits, criticals, evades = 0, 0, 0
    for i = 1, s.attack do
      dice:at {i, hits, criticals}
      local face = dice:die(8, red)
      if face == "blank" and s.lock then face = dice:die(8, red) end
      if face == "hit" then hits = hits + 1 end
      if face == "critical" then criticals = criticals + 1 end
    end
    for i = 1, s.defence do
      dice:at {"defence", i, hits, criticals, evades}
      if dice:die(8, function(die) return die <= (s.defender_focus and 5 or 3) end) then evades = evades + 1 end
    end
    if s.evade and evades < s.defence then evades = evades + 1 end
    local left = math.max(hits + criticals - evades, 0)
    criticals = math.min(criticals, left)
    return {left > 0 and "hit" or "missed", damage = left, critical_hits = criticals, critical = criticals > 0}
  end,
}
