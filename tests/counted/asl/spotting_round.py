"""asl.spotting-round, from C1.2-.31, C1.6-.63 and C1.73."""

from faces import Charts, End, every_game, tally

EVENTS = ("contact", "access")
DRAW = {"contact": [3, 5, 7, 8, 9, 11], "accuracy_drm": [0, 1, 2, 3]}


def change(question, random):
    if question.get("access_granted"):
        for name in ("ammo", "contact", "in_contact", "target_known"):
            question.pop(name, None)
        if question.get("pre_registered") == "elsewhere":
            question.pop("pre_registered")
    if question.get("observer") == "offboard":
        question.pop("contact", None)
        question.pop("in_contact", None)
    elif question["side"] not in ("german", "russian"):
        question.setdefault("contact", random.choice(DRAW["contact"]))           # the chart has none
    if not question.get("in_contact"):
        question.pop("battalion_mortar", None)
    if question.get("pre_registered") == "target":
        question.pop("accuracy_drm", None)
    return question


def count(q):
    row = Charts.by("asl/oba.csv", "nationality")[q["side"]]
    pile = {"black": int(row["black"]) + (q["ammo"] == "plentiful") + (q["pre_registered"] != "no"),
            "red": int(row["red"]) + (q["ammo"] == "scarce")}

    def chit(dice):
        return dice.of(tuple((colour, many) for colour, many in pile.items() if many))

    def play(dice):
        if q["access_granted"]:
            return aimed(dice)
        if q["observer"] != "offboard":                      # C1.2, C1.22; of an Offboard Observer C1.63
            needs = q["contact"] or int(row[q["observer"] + "_contact"])
            drm = 0 if not q["in_contact"] else -2 if q["battalion_mortar"] else -1
            if not dice.read(lambda total: total + drm <= needs):
                return End("no_contact")
        if chit(dice) == "red":                              # C1.21
            return End("red_chit", ["contact"])
        pile["black"] -= 1
        extra = "black" if q["target_known"] else chit(dice)                     # C1.6: it goes back
        pile["black"] += 1
        if extra == "red":
            return End("cancelled", EVENTS)
        return aimed(dice)

    def aimed(dice):
        best = 1 if q["observer"] == "offboard" else int(row["accuracy_dr_at_most"])
        hits = dice.read_die(lambda face: face <= 4 if q["pre_registered"] == "target" else     # C1.73
                             face + q["accuracy_drm"] <= best)                   # C1.3
        return End("accurate" if hits else "inaccurate", EVENTS)
    return tally(every_game(play))
