"""sl.panzerfaust, from 33.32, 37.3-.45, 85.4, 85.52, 90.12-.13, 94.3, 66.2, 68.1 and the base game's charts."""

from faces import Charts, End, every_game, tally
from sl import to_kill

EVENTS = ("knocked_out", "stopped", "hit", "breakdown")
DRAW = {"range": [1, 2, 3, 4], "leadership": [-2, -1, 0, 1], "to_hit_drm": [-3, 0, 1, 2, 4],
        "to_hit_number": [-2, 0, 1, 3, 6, 9], "armor": [-4, -2, 0, 1, 2, 4], "side_armor": [-3, 0, 1, 3],
        "kill_drm": [-2, 0, 1], "kill_number": [None], "rear_kill_number": [None],
        "target_kind": ["closed_topped", "open_topped", "unarmored"], "shots": [1, 1, 2, 3], "crew_morale": [5, 6, 7, 9], "weapon": ["panzerfaust", "bazooka"]}


def counts(q):
    return not (q["target_kind"] == "unarmored" and q["boxed_armor"])


def change(question, random):
    if question.get("target_kind") != "unarmored" and "deliberate_immobilization" not in question:
        question.setdefault("armor", random.choice(DRAW["armor"]))
    return question


def to_hit(q):
    if q["to_hit_number"] is not None:
        number = q["to_hit_number"]
    else:
        phase = "advancing_after_movement" if q["after_movement"] else "prep_or_defensive"
        row = next(row for row in Charts.rows("squad-leader/panzerfaust-to-hit.csv")
                   if row["phase"] == phase and row["weapon"] == q["weapon"])
        number = int(row[f"range_{q['range']}"])
    drm = q["leadership"] + q["to_hit_drm"] + 2 * q["hull_down"] + 2 * q["moving"] + 2 * q["captured"]
    drm += {"none": 0, "side": 3, "rear": 5}[q["deliberate_immobilization"]]
    return number - drm


def strikes(dice, original, needed, may_be_critical):
    """(whether a To Hit DR hits, whether it is a critical hit)"""
    hit, critical = original <= needed, False
    if original == 2 and (needed < 2 or may_be_critical):
        third = dice.die()
        if needed < 2:
            hit = third + 2 - needed < 6                     # 33.32
        critical = may_be_critical and hit and (third == 1 or 2 * third < needed)            # 68.1
    return hit, critical


def play(dice, q, kill):
    needed = to_hit(q)
    hit_once = broke = False
    outcome = "no_effect"
    immobile = q["already_immobilized"]
    launcher = q["weapon"] in ("bazooka", "panzerschreck")
    number = q["breakdown_number"] if q["breakdown_number"] is not None else 11
    for _ in range(q["shots"]):
        original = dice.dr()
        hit, critical = strikes(dice, original, needed,
                                q["target_kind"] != "unarmored" and q["deliberate_immobilization"] == "none")
        if hit:
            hit_once = True
            result = "immobilized" if q["deliberate_immobilization"] != "none" else dice.drawn(kill[critical, immobile])     # 66.2
            result = to_kill.after_check(dice, result, asked(q, False, immobile), q["crew_morale"])          # 39.3, 66.4
            outcome = result if result != "no_effect" else outcome
            immobile = immobile or result == "immobilized"
        if launcher and number <= 12 and original >= number - 2 * q["captured"] - q["inexperienced"]:
            broke = True                                     # 37.45: after that shot is resolved
            break
        if outcome in ("burning_wreck", "eliminated", "abandoned"):
            break
        if outcome == "immobilized" and q["deliberate_immobilization"] != "none":
            break                                            # the procedure's text: that is what they aim at
    events = ["hit"] * hit_once + ["breakdown"] * broke
    events += {"no_effect": [], "immobilized": ["stopped"]}.get(outcome, ["knocked_out", "stopped"])
    return End(outcome, events)


def asked(q, critical, immobile):
    return {**q, "ammunition": "ap", "critical_hit": critical, "crew_exposed": False, "already_immobilized": immobile}


def count(q):
    kill = {}
    if q["deliberate_immobilization"] == "none":
        for critical, immobile in ((False, False), (False, True), (True, False), (True, True)):
            sums = kill[critical, immobile] = {}
            for end, chance in every_game(to_kill.play, asked(q, critical, immobile)).items():
                sums[end.outcome] = sums.get(end.outcome, 0) + chance
    return tally(every_game(play, q, kill))
