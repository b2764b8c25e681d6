"""sl.spotting-round, from 46.1-.21, 18.2, 63.32, 78.5 and Supplement H."""

from faces import Charts, End, every_game, tally

EVENTS = ("contact", "contact_kept", "on_target_and_kept")
MEASURES = ("phase", "hexes_off")
DRAW = {"year": [1939, 1941, 1942, 1943, 1945], "contact_number": [2, 4, 6, 8, 9, 10, 11, 12], "phone_drm": [0, 1, 2, 4, 9, 10],
        "rally_phases": [1, 2, 3, 4, 6, 12, 20]}


def change(question, random):
    how = question.get("communication", "radio")
    if how != "radio":
        question.pop("contact_number", None)
        question.pop("repair_number", None)
    if how != "field_phone":
        question.pop("phone_drm", None)
    if how == "beside_the_gun":
        question.pop("begin", None)
    if how == "beside_the_gun" or question.get("begin", "no_contact") != "no_contact":
        question.pop("rally_phases", None)
    return question


def count(q):
    rows = [row for row in Charts.rows("squad-leader/offboard-artillery.csv")
            if row["nationality"] == q["nationality"] and int(row["year_from"]) <= q["year"]]
    number = q["contact_number"] or int(rows[-1]["contact_dr_at_most"])
    accuracy = int(rows[-1]["accuracy_dr_at_most"]) if q["accuracy"] is None else q["accuracy"]
    repaired = q["repair_number"] or (2 if q["nationality"] == "american" else 1)
    aimed = accuracy + 2 * q["pre_ranged"]                   # 78.5

    def contact(dice, more):
        """True, False, or what becomes of the set: 46.1, 46.12; Supplement H has no 2 more; 63.32"""
        if q["communication"] == "radio":
            return dice.read(lambda total: "broken" if total == 12 else total <= number + more)
        if q["communication"] == "field_phone":
            return dice.read(lambda total: total + q["phone_drm"] <= 11 or "lost")
        return True

    def follows(dice, phase):
        """46.2 in the Close Combat Phase, 46.12 in the Rally Phase after it"""
        on_target = dice.read_die(lambda face: face <= aimed)
        off = {} if on_target else {"hexes_off": dice.die()}
        kept = contact(dice, 2) is True
        events = ["contact"] + ["contact_kept"] * kept + ["on_target_and_kept"] * (on_target and kept)
        return End("on_target" if on_target else "off_target", events, phase=phase, **off)

    going, ends = {"works": 1}, {}                           # the set before a Rally Phase
    for phase in range(1, q["rally_phases"] + 1):
        def tried(dice, link):
            if link == "broken":                             # 18.2
                link = dice.read_die(lambda face: "works" if face <= repaired else "lost" if face == 6 else "broken")
            if link != "works":
                return link
            begin = q["begin"]                               # 46.12: what was made before is kept on 2 more
            how = True if begin == "artillery_request" else contact(dice, 2 if begin == "in_contact" else 0)
            return follows(dice, phase) if how is True else how or "works"
        after = {}
        for link, chance in going.items():
            for result, share in every_game(tried, link).items():
                where = ends if isinstance(result, End) else after
                where[result] = where.get(result, 0) + chance * share
        going = after
    ends[End("no_contact")] = sum(going.values())
    return tally(ends)
