"""sl.weather, from 102.3-.31 and 102.6-.9 with the charts that stand in."""

from faces import Charts, End, and_then, tally, turns

EVENTS = ("no_wind", "mild_breeze", "heavy_winds", "wind_changed")
MEASURES = ("kindling_drm", "wind_turned")
FORCES = ["none", "mild_breeze", "heavy_winds"]
DRAW = {"rally_phases": [0, 1, 2, 5, 12, 30]}


def at_most(chart, column, value):
    return next(row for row in Charts.rows(f"squad-leader/{chart}.csv") if value <= int(row[column]))


def begins(dice, _, q):
    month = Charts.by("squad-leader/environmental-conditions-month.csv", "month")[str(q["month"])]
    conditions = at_most("environmental-conditions", "final_dr_at_most", dice.die() + int(month["drm"]))
    name = conditions["condition"]
    if name in ("snow", "mud"):                              # 102.8, 102.9: one result, which the month divides
        name = "snow" if q["month"] in (12, 1, 2) else "mud"
    return name, int(conditions["drm"]), FORCES.index(at_most("wind-force", "dr_at_most", dice.die())["wind"]), 0, False


def rally_phase(dice, state):
    name, drm, force, turned, changed = state
    if not dice.read(lambda total: total == 2):              # 102.7
        return state
    change = Charts.by("squad-leader/wind-change.csv", "dr")[str(dice.die())]["change"]
    if change.startswith("force"):
        force += 1 if change == "force_up" else -1
        force = force if 0 <= force <= 2 else 1              # beyond the last force: a mild breeze
    else:
        sense, steps = change.split("_")
        turned = (turned + (1 if sense == "clockwise" else -1) * int(steps)) % 6
    return name, drm, force, turned, True


def ended(dice, state):
    name, drm, force, turned, changed = state
    return End(name, [["no_wind", "mild_breeze", "heavy_winds"][force]] + ["wind_changed"] * changed,
               kindling_drm=drm, wind_turned=turned)


def count(q):
    chances = and_then({None: 1}, begins, q)
    return tally(and_then(turns(chances, q["rally_phases"], rally_phase), ended))
