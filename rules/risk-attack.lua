-- One throw of dice in Risk: the highest dice are compared, then the next; ties go to the defender.
return {
  name = "risk.attack",
  rule = "Risk",
  summary = "one throw of the attacker's and the defender's dice",
  parameters = {
    {"attackers", "dice of the attacker", least = 1, most = 3, default = 3},
    {"defenders", "dice of the defender", least = 1, most = 2, default = 2},
  },
  outcomes = {
    {"attacker_wins", "the defender loses every army compared"},
    {"both_lose", "each loses one army"},
    {"defender_wins", "the attacker loses every army compared"},
  },
  measures = {{"attacker_losses", "armies"}, {"defender_losses", "armies"}},
  resolve = function(dice, situation)
    local attack, defence = {}, {}
    for i = 1, situation.attackers do
      attack[i] = dice:dr()
      table.sort(attack)
      dice:at {attack = attack}
    end
    for i = 1, situation.defenders do
      defence[i] = dice:dr()
      table.sort(defence)
      dice:at {attack = attack, defence = defence}
    end
    local lost = {attacker = 0, defender = 0}
    for i = 0, math.min(#attack, #defence) - 1 do
      local loser = attack[#attack - i] > defence[#defence - i] and "defender" or "attacker"
      lost[loser] = lost[loser] + 1
    end
    local outcome = lost.attacker == 0 and "attacker_wins" or lost.defender == 0 and "defender_wins"
      or "both_lose"
    return {outcome, attacker_losses = lost.attacker, defender_losses = lost.defender}
  end,
}
