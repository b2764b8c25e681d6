"""asl.weather, from B25.5, B25.63-.651, E3.51 and RB1."""

from faces import Charts, End, and_then, tally, turns

EVENTS = ("no_wind", "mild_breeze", "heavy_winds", "wind_changed", "gusts", "rain", "raining", "heavy_rain")
MEASURES = ("gusty_player_turns", "ec_drm")
CONDITIONS = ["snow", "mud", "wet", "moist", "moderate", "dry", "very_dry"]
DRAW = {"rally_phases": [0, 1, 2, 3, 5, 8, 14],
        "start": lambda random: f"{random.choice(CONDITIONS).replace('_', ' ')}, {random.choice(FORCES).replace('_', ' ')}"}
ALWAYS = ("rally_phases", "kind")
FORCES = ["no_wind", "mild_breeze", "heavy_winds"]


def change(question, random):
    if "start" in question:
        question.pop("month", None)                          # the card has both
    return question


def at_start(dice, _, q):
    """(EC, force of the wind, changed, gusts, rain now, rained, heavy)"""
    if q["start"] is not None:
        ec, wind = (part.strip().replace(" ", "_") for part in q["start"].split(","))
        return ec, FORCES.index(wind), False, 0, False, False, False
    if q["month"] is None:                                   # RB1
        return "moist", 0, False, 0, False, False, False
    drm = int(Charts.by("asl/environmental-conditions-month.csv", "month")[str(q["month"])]["drm"])
    final = dice.die() + drm
    ec = next(row["condition"] for row in Charts.rows("asl/environmental-conditions.csv")
              if final <= int(row["final_dr_at_most"]))
    wind = dice.read_die(lambda face: 0 if face <= 3 else 1 if face <= 5 else 2)     # B25.63
    return ec, wind, False, 0, False, False, False


def rally_phase(dice, state, q):
    """B25.65, B25.651, E3.51"""
    ec, wind, changed, gusts, rain, rained, heavy = state
    total = dice.read(lambda total: total if total in (2, 3, 12) else 10 if total >= 10 else 7)
    if total == 2:
        change = dice.read_die(lambda face: "turns" if face <= 4 else "up" if face == 5 else "down")
        changed = changed or change != "turns" or wind > 0   # without wind there is none to turn
        if change != "turns":
            wind += 1 if change == "up" else -1
            wind = 1 if wind not in (0, 1, 2) else wind
    if total == 12 or q["kind"] == "gusty" and total >= 10:
        gusts += 1
    if q["kind"] == "overcast":
        if total >= 10:
            heavy = heavy or rain
            rain = rained = True
        elif total <= 3:
            rain = False
    return ec, wind, changed, gusts, rain, rained, heavy


def ended(dice, state):
    ec, wind, changed, gusts, rain, rained, heavy = state
    if rained:
        ec = "wet"
    events = [FORCES[wind]]
    events += ["wind_changed"] * changed + ["gusts"] * (gusts > 0) + ["rain"] * rained + ["raining"] * rain
    drm = int(Charts.by("asl/environmental-conditions.csv", "condition")[ec]["drm"])
    return End(ec, events + ["heavy_rain"] * heavy, gusty_player_turns=gusts, ec_drm=drm)


def count(q):
    chances = turns(and_then({None: 1}, at_start, q), q["rally_phases"], rally_phase, q)
    return tally(and_then(chances, ended))
