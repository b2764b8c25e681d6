"""asl.ambush, from A11.4 and E1.77."""

from faces import End, every_game, tally

PLUS = ("lax", "cx", "pinned", "broken", "berserk")
SIDES = ("attacker", "defender")
DRAW = {f"{side}_{name}": values for side in SIDES
        for name, values in (("leader", [-3, -2, -1, 0, 1, "8-1", "9-2", "8-0", "6+1", "10-3"]), ("drm", [-3, -2, -1, 1, 2, 3, 10, -10]))}


def change(question, random):
    for side in SIDES:
        if question.get(f"{side}_berserk"):
            question.pop(f"{side}_leader", None)
    return question


def final_drm(q, side):
    leader = q[f"{side}_leader"]
    drm = q[f"{side}_drm"] + (int(leader[-2:]) if isinstance(leader, str) else leader or 0)
    drm -= 2 * q[f"{side}_concealed"] + q[f"{side}_stealthy"]
    return drm + sum(q[f"{side}_{name}"] for name in PLUS)


def count(q):
    def play(dice):
        mine = dice.die() + final_drm(q, "attacker")
        theirs = dice.die() + final_drm(q, "defender")
        if mine <= theirs - (2 if q["night"] else 3):
            return End("attacker_ambushes")
        return End("defender_ambushes" if theirs <= mine - 3 else "nobody_ambushes")
    return tally(every_game(play))
