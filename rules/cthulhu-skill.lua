-- A skill roll of Call of Cthulhu (seventh edition): a hundred-sided die with bonus or penalty dice.
return {
  name = "cthulhu.skill",
  rule = "Call of Cthulhu, seventh edition",
  summary = "a skill roll: levels of success, bonus and penalty dice",
  details = [[
    Hard is half the skill or less, extreme a fifth. 01 is a critical success. 100 is a fumble, and 96 or more where
    less than 50 is needed. Bonus and penalty dice are further dice of tens, the best or worst of which counts; 00
    and 0 are 100. A pushed roll is rolled once more where it failed, but for a fumble.
  ]],
  parameters = {
    {"skill", "in percent", least = 1, most = 99, default = 50, tried = {5, 30, 49, 70}},
    {"dice", "bonus dice, or penalty dice below 0", least = -2, most = 2, default = 0},
    {"difficulty", "what is needed", type = "choice", choices = {"regular", "hard", "extreme"}, default = "regular"},
    {"pushed", "a failed roll is pushed", type = "flag"},
  },
  outcomes = {{"critical", "01"}, {"extreme", "a fifth of the skill"}, {"hard", "half of it"},
    {"regular", "the skill"}, {"failure", "more than is needed"}, {"fumble", "the worst"}},
  events = {{"succeeds", "what is needed, or better"}},
  prepare = function(s)
    s.half, s.fifth = s.skill // 2, s.skill // 5
    s.needed = s.difficulty == "hard" and s.half or s.difficulty == "extreme" and s.fifth or s.skill
  end,
  resolve = function(dice, s)
    local function roll(known)
      local units = dice:die(10, function(die) return die - 1 end)
      local rolled
      for i = 0, math.abs(s.dice) do
        dice:at {known, units, i, rolled or 0}
        local tens = dice:die(10) - 1
        local value = units + tens > 0 and 10 * tens + units or 100
        if not rolled or (value < rolled) == (s.dice > 0) then rolled = value end
      end
      if rolled == 1 then return "critical" end
      if rolled == 100 or rolled >= 96 and s.needed < 50 then return "fumble" end
      if rolled > s.needed then return "failure" end
      return rolled <= s.fifth and "extreme" or rolled <= s.half and "hard" or "regular"
    end
    local result = roll(false)
    if result == "failure" and s.pushed then result = roll(true) end
    return {result, succeeds = result ~= "failure" and result ~= "fumble"}
  end,
}
