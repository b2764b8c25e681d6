"""sl.close-combat-vehicle, from 36.11, 36.21-.24, 36.4, 64.53-.55, 66.1 and 72.81-.86."""

from faces import End, every_game, tally
from questions import expanded
from sl._infantry import ift, is_leader, leadership, printed_morale
from sl.close_combat import factors, kill_number

EVENTS = ("knocked_out", "stopped", "all_attackers_lost")
MEASURES = ("attackers_eliminated", "attackers_broken", "attackers_held_back", "passengers_lost")
DRAW = {"unit": ["4-6-7", "4-4-7", "8-3-8", "2-3-7", "6-2-8", "4-3-6", "8-1", "9-2", "8-0", "7-0"],
        "units": [1, 1, 2, 2, 3], "leadership": [-2, -1, 0, 1], "drm": [-2, 0, 1, 2], "kill_number": [-1, 2, 5, 9],
        "aa_mg": [2, 4, 8, 12], "leader_morale": [7, 8, 9], "terrain_modifier": [0, 1, 2, 3],
        "passengers": ["4-6-7", "2-4-7", "8-3-8", "4-4-7", "2-4-7 4-6-7", "2*4-4-7"]}
NAMED_DIRECTS = True     # open: Q&A 15.1 lets a +1 stand aside from fire; here he directs who is named


def change(question, random):
    if question.get("passengers"):
        question.pop("truck", None)
        if len(expanded(question["passengers"])) > 1:
            question["units"] = 1                            # else there are too many games
            question.pop("aa_mg", None)
        elif question.get("units", 1) > 2:
            question["units"] = 2
    if question.get("aa_mg") or question.get("passengers"):
        question.pop("close_defense_weapon", None)
    if question.get("pre_afv_check") and question.get("leadership"):
        question.setdefault("leader_morale", 8)
    return question


def counts(q):
    # several leaders: who of them helps whom in a Morale Check, 15.6
    return q["units"] == 1 or not is_leader(q["unit"]) or not (q["pre_afv_check"] or q["close_defense_weapon"])


def play(dice, q):
    morale = printed_morale(q["unit"])
    leads, helps = q["leadership"], q["leadership"]
    states = ["good"] * q["units"]
    if q["pre_afv_check"] and not q["truck"]:                # 36.11, 36.21
        if q["leader_morale"] is not None and dice.read(lambda total: total > q["leader_morale"]):
            leads = helps = 0
        for place in range(q["units"]):
            if dice.read(lambda total: total + helps > morale):
                states[place] = "held_back"
    led = False
    target = "no_effect"

    def attack(place):
        nonlocal led, target
        needs = 2 if is_leader(q["unit"]) else int(q["unit"].split("-")[0])          # 36.23
        if q["kill_number"] is not None:
            needs = q["kill_number"]
        drm = q["drm"] - (q["open_topped"] or q["truck"]) - (q["no_mg"] and not q["truck"])      # 72.81, 72.82
        own = leadership(q["unit"]) if is_leader(q["unit"]) else 0
        if not led and (leads < own or leads > 0 and NAMED_DIRECTS and not is_leader(q["unit"])):
            drm += leads                                     # 36.4, 15.7
        else:
            drm += own
        led = True
        how = dice.read(lambda total: "lost" if total == 12 else      # 72.86
                        "exact" if total + drm == needs else total + drm < needs)
        if how == "lost":
            states[place] = "eliminated"
        elif how == "exact" and not q["truck"] and target != "immobilized" and not q["already_immobilized"]:
            target = "immobilized" if dice.die() >= 4 else "eliminated"              # 66.1
        elif how:
            target = "eliminated"

    def fights_back(power):
        there = [place for place, state in enumerate(states) if state == "good"]
        if power and there:                                  # 72.83, 72.85, 64.55
            number = kill_number(power, sum(factors(q["unit"]) for _ in there))
            if dice.read(lambda total: total <= number):
                for place in there:
                    states[place] = "eliminated"
        elif there:                                          # 64.53: the 12 column
            result = dice.read(lambda total: ift(total + q["terrain_modifier"], 12))
            for place in there:
                if result == "KIA":
                    states[place] = "eliminated"
                elif result != "-":
                    added = 0 if result == "M" else int(result)
                    if dice.read(lambda total: total + added + helps > morale):      # 12.4; his fate is left out
                        states[place] = "eliminated" if q["came_from_open"] else "broken"        # 64.54

    places = [place for place, state in enumerate(states) if state == "good"]
    # 64.53, 72.85: a DR for everybody; the lowest first, infantry on a tie, then the stronger. None: the close defense weapon
    riders = expanded(q["passengers"]) if q["passengers"] != "none" else []
    powers = [q["aa_mg"]] * bool(q["aa_mg"]) + [factors(name) for name in riders] + [None] * q["close_defense_weapon"]
    order = sorted(((dice.dr(), power) for power in powers), key=lambda rolled: (rolled[0], -(rolled[1] or 0)))
    rolls = [roll for roll, _ in order]
    before = [dice.read(lambda total: sum(roll < total - q["terrain_modifier"] for roll in rolls)) if rolls else 0
              for _ in places]                               # how many of them are before each of the infantry
    for turn, (_, power) in enumerate(order + [(None, None)]):
        for place, after in zip(places, before):
            if after == turn and target != "eliminated" and states[place] == "good":
                attack(place)
        if turn < len(order) and target != "eliminated":
            fights_back(power)
    lost = sum(state in ("eliminated", "broken") for state in states)
    events = {"eliminated": ["knocked_out", "stopped"], "immobilized": ["stopped"]}.get(target, [])
    return End(target, events + ["all_attackers_lost"] * (lost == q["units"]),
               attackers_eliminated=states.count("eliminated"), attackers_broken=states.count("broken"),
               attackers_held_back=states.count("held_back"), passengers_lost=len(riders) * (target == "eliminated"))


def count(q):
    return tally(every_game(play, q))
