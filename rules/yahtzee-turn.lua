-- A turn of Yahtzee: five dice are rolled three times, and before each roll some are kept.

-- What each goal keeps: dice of so many faces, and so many of each face.
local goals = {
  yahtzee = {faces = 1, of_each = 5}, four_alike = {faces = 1, of_each = 5}, three_alike = {faces = 1, of_each = 5},
  full_house = {faces = 2, of_each = 3},
  large_straight = {faces = 5, of_each = 1}, small_straight = {faces = 5, of_each = 1},
}

-- How many of the most and second most common face there are, and the first and last face of the longest run.
local function features(counts)
  local most, second, first, last, from = 0, 0, 1, 0, 1
  for face = 1, 6 do
    local count = counts[face]
    if count > most then most, second = count, most elseif count > second then second = count end
    if count == 0 then from = face + 1 end
    if face - from > last - first then first, last = from, face end
  end
  return most, second, first, last
end

local function is_reached(goal, counts)
  local most, second, first, last = features(counts)
  if goal == "full_house" then return most == 3 and second == 2 end
  if goal == "large_straight" then return last - first == 4 end
  if goal == "small_straight" then return last - first >= 3 end
  return most >= (goal == "yahtzee" and 5 or goal == "four_alike" and 4 or 3)
end

-- The dice of some faces as a text such as "2 2 5".
local function text_of(counts, faces, of_each)
  local dice = {}
  for _, face in ipairs(faces) do
    for _ = 1, math.min(counts[face], of_each) do dice[#dice + 1] = face end
  end
  return #dice > 0 and table.concat(dice, " ") or "nothing"
end

-- Every choice of dice that the goal may keep.
local function choices(goal, counts)
  local sets = {{}}
  for face = 1, 6 do
    for i = 1, counts[face] > 0 and #sets or 0 do
      if #sets[i] < goal.faces then
        sets[#sets + 1] = {table.unpack(sets[i])}
        table.insert(sets[#sets], face)
      end
    end
  end
  for i, faces in ipairs(sets) do sets[i] = text_of(counts, faces, goal.of_each) end
  return sets
end

-- What matches: the longest run, or the most common face, or both faces of which there are two.
local function matching(goal, counts)
  local most, second, first, last = features(counts)
  local faces = {}
  for face = 6, 1, -1 do
    local fits = goal.of_each == 1 and face >= first and face <= last
      or goal.of_each > 1 and (counts[face] == most or goal.faces == 2 and second > 1 and counts[face] == second)
    if fits and #faces < goal.faces then table.insert(faces, 1, face) end
  end
  return text_of(counts, faces, goal.of_each)
end

return {
  name = "yahtzee.turn",
  rule = "Yahtzee",
  summary = "up to three rolls of five dice for a goal",
  details = [[
    Once the goal is reached, all five dice are kept. Before that, what matches is kept: the most common face (the
    higher one of two), for a full house two faces of which there are two, for a straight the longest run; or
    nothing. Best play chooses among all dice that can help. Five alike are no full house here.
  ]],
  parameters = {
    {"goal", "what is wanted", type = "choice", choices = {"yahtzee", "four_alike", "three_alike", "full_house",
      "large_straight", "small_straight"}, default = "yahtzee"},
    {"rolls", "so many, the first included", least = 1, most = 3, default = 3, tried = {1, 2}},
    {"keeps", "what habit keeps", type = "choice", choices = {"matching", "nothing"}, default = "matching",
      decides = true},
  },
  outcomes = {{"reached", "the goal"}, {"missed", "it is not"}},
  resolve = function(dice, s)
    local counts, thrown = {0, 0, 0, 0, 0, 0}, 5
    for left = s.rolls - 1, 0, -1 do
      for i = thrown, 1, -1 do
        dice:at {left, i, counts}
        local die = dice:dr()
        counts[die] = counts[die] + 1
      end
      if is_reached(s.goal, counts) then return "reached" end
      if left == 0 then return "missed" end
      local goal = goals[s.goal]
      local kept = dice:choose {
        by = "keeps", question = "Which dice stay?", options = choices(goal, counts),
        otherwise = s.keeps == "nothing" and "nothing" or matching(goal, counts),
        state = {left, counts}, words = {{"rolls left", left}, {"dice", text_of(counts, {1, 2, 3, 4, 5, 6}, 5)}},
      }
      counts, thrown = {0, 0, 0, 0, 0, 0}, 5
      for _, die in ipairs(kept == "nothing" and {} or kept:split()) do
        counts[tonumber(die)] = counts[tonumber(die)] + 1
        thrown = thrown - 1
      end
    end
  end,
}
