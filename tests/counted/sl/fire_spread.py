"""sl.fire-spread, from 59.1, 59.4, 102.2-.32, 102.4-.5 and 102.61-.62; ASL's kindling numbers stand in."""

from faces import Charts, End, and_then, numbered_turns, tally
from sl._hexes import direction_to, place

MEASURES = ("burning", "objective_step")
ALWAYS = ("burning",)
PATCHES = ["Q5=woods Q6=woods R5=grain", "Q5=wooden_building Q6=wooden_building R5=stone_building R6=woods",
           "Q5=stone_building:a Q6=stone_building:b R6=stone_building:a", "Q5=grain Q6=woods P5=wooden_building:a",
           "A2=woods B2=grain B1=woods C2=stone_building", "Q5=woods R5=woods S5=grain S6=woods R7=wooden_building",
           "Z4=grain AA4=grain AA5=wooden_building BB4=woods", "Q5=wooden_building:a Q6=wooden_building:b R5=stone_building:a"]
DRAW = {"hexes": PATCHES, "burning": ["x"], "objective": ["x"], "steps": [1, 2, 3, 5], "month": [1, 5, 6, 7, 10, 11],
        "ec_drm": [-3, -1, 0, 1, 2], "kindling_number": [3, 7, 10, 12], "downwind_drm": [1, 2, 3],
        "downwind_side_drm": [0, 1], "upwind_side_drm": [-1, 0]}
WINDS = ("downwind_drm", "downwind_side_drm", "upwind_side_drm")


def change(question, random):
    hexes = [part.split("=")[0] for part in question["hexes"].split()]
    question["burning"] = random.choice(hexes)
    if not question.get("kindle") and random.random() < 0.3:
        question["burning"] = " ".join(random.sample(hexes, 2))
    if "objective" in question:
        question["objective"] = random.choice(hexes)
    windy = question.get("wind", "no_wind") != "no_wind"
    for name in WINDS:
        question.pop(name, None)
        if windy:
            question[name] = random.choice(DRAW[name])
    if not windy:
        question.pop("wind_direction", None)
    if not question.get("kindle"):
        question.pop("kindling_number", None)
        question.pop("kindling_attempts", None)
    return question


def patch(q):
    """{place: (kind, building)}"""
    found = {}
    for part in q["hexes"].split():
        name, terrain = part.split("=")
        kind, _, building = terrain.partition(":")
        found[place(name)] = kind, building
    return found


def is_building(kind):
    return kind.endswith("building")


def in_season(kind, q):
    return is_building(kind) or q["month"] is None or 6 <= q["month"] <= 10      # 59.1


def wind_drm(fire, target, q):
    if q["wind"] == "no_wind":                               # 102.61
        return 0
    turned = (direction_to(fire, target) - q["wind_direction"]) % 6
    drm = {0: q["downwind_drm"], 1: q["downwind_side_drm"], 5: q["downwind_side_drm"], 3: -2,
           2: q["upwind_side_drm"], 4: q["upwind_side_drm"]}[turned]
    return drm * (2 if q["wind"] == "heavy_winds" else 1)    # 102.62


def needed(fire, target, hexes, q):
    """The DR, before modifiers, from which on the fire spreads."""
    (burning, building), (kind, other) = hexes[fire], hexes[target]
    drm = wind_drm(fire, target, q)
    row = kind
    if is_building(kind):                                    # no kindling modifier (102.32)
        row = f"same_{kind}" if (burning, building) == (kind, other) else "different_building"
    else:
        drm += q["ec_drm"] + (q["detached_drm"] if burning != kind else 0)       # 102.4
    number = Charts.by("squad-leader/spreading-fire.csv", "target_terrain")[row]["spreads_on_dr_at_least"]
    return int(number) - drm


def step(dice, state, q, number, hexes):
    burning, caught, started = state
    if not started:                                          # 102.2
        if q["kindling_attempts"] == "own_player_turns" and number % 2 == 0:     # 102.21
            return state
        where = place(q["burning"])
        least = q["kindling_number"]
        if least is None:
            least = int(Charts.by("squad-leader/kindling.csv", "terrain")[hexes[where][0]]["kindling_number"])
        drm = 0 if is_building(hexes[where][0]) else q["ec_drm"]                 # 102.23, 102.32
        started = dice.read(lambda total: total + drm >= least)
        if not started:
            return state
        return frozenset([where]), number if q["objective"] and place(q["objective"]) == where else 0, True
    new = set()
    for target in sorted(set(hexes) - burning):
        numbers = [needed(fire, target, hexes, q) for fire in burning if direction_to(fire, target)]
        if not numbers or not in_season(hexes[target][0], q):
            continue
        for least in [min(numbers)] if q["rolls"] == "each_hex" else numbers:    # 59.4
            if dice.read(lambda total: total >= least):
                new.add(target)
                break
    if q["objective"] and place(q["objective"]) in new:
        caught = number
    return burning | new, caught, True


def ended(dice, state, q, first):
    burning, caught, started = state
    if not started:
        return End("not_started", burning=0, objective_step=None)
    if q["objective"]:
        burns = place(q["objective"]) in burning
        return End("objective_burns" if burns else "objective_safe", burning=len(burning),
                   objective_step=caught if burns else None)
    return End("spread" if len(burning) > first else "no_spread", burning=len(burning))


def count(q):
    hexes = patch(q)
    fires = frozenset(place(name) for name in q["burning"].split())
    start = (frozenset(), 0, False) if q["kindle"] else (fires, 0, True)
    chances = numbered_turns({start: 1}, q["steps"], step, q, hexes)
    return tally(and_then(chances, ended, q, len(fires)))
