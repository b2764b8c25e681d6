-- A combat in Commands & Colors: Ancients: dice with symbols of the target's kind.
return {
  name = "commands-colors.combat",
  rule = "Commands & Colors: Ancients",
  summary = "an attack on a unit: blocks lost and flags",
  details = [[
    Each die shows light, medium, heavy, a leader, crossed swords or a flag. The symbol of the target's colour
    hits: one face, whichever it is. In close combat crossed swords hit, too, and the leader with a leader beside
    the attacker. A target that stays fights back there. Evasion and elephants are left out.
  ]],
  parameters = {
    {"dice", "of the attack", least = 1, most = 7, default = 4},
    {"blocks", "of the target", least = 1, most = 4, default = 4, tried = {1, 2, 4}},
    {"ranged", "the attack is at range", type = "flag"},
    {"leader", "a leader is with the attacker, or next to it", type = "flag"},
    {"ignored", "flags that the target may ignore", least = 0, most = 3, default = 0, tried = {0, 1, 2}},
    {"back", "dice of a target that fights back", least = 0, most = 7, default = 0, tried = {0, 2, 4}},
  },
  outcomes = {{"eliminated", "all blocks are lost"}, {"hurt", "blocks are lost"}, {"unhurt", "none is lost"}},
  events = {{"retreats", "a unit that is left has a flag to obey"}},
  measures = {{"blocks_lost", "at most all"}, {"flags", "that are obeyed", only_where = {"hurt", "unhurt"}},
    {"back_hits", "on the attacker, in return"}},
  prepare = function(s)
    local close = not s.ranged
    local leader, swords = close and s.leader and "hit" or "nothing", close and "hit" or "nothing"
    s.faces = {"hit", "nothing", "nothing", leader, swords, "flag"}
  end,
  resolve = function(dice, s)
    local hits, flags = 0, 0
    for i = 1, s.dice do
      dice:at {i, hits, flags}
      local face = dice:dr(function(die) return s.faces[die] end)
      if face == "hit" then hits = hits + 1 end
      if face == "flag" then flags = flags + 1 end
    end
    local lost = math.min(hits, s.blocks)
    if lost == s.blocks then return {"eliminated", blocks_lost = lost, back_hits = 0} end
    flags = math.max(flags - s.ignored, 0)
    local back = 0
    if flags == 0 and not s.ranged then
      for i = 1, s.back do
        dice:at {"back", i, lost, back}
        if dice:dr(function(die) return die <= 2 end) then back = back + 1 end
      end
    end
    return {lost > 0 and "hurt" or "unhurt", blocks_lost = lost, flags = flags, retreats = flags > 0, back_hits = back}
  end,
}
