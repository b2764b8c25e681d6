"""slammers.buzzbombs, from the play sheet and Supplement 4: an ADS has a number of its own, and no Quality Roll."""

from faces import Charts, End, and_then, tally, turns

MEASURES = ("leaks",)


def buzzbomb(dice, leaks, number):
    return leaks + (not dice.read_die(lambda face: face >= number))


def ended(dice, leaks):
    return End("leaks" if leaks else "intercepted", leaks=leaks)


def count(q):
    number = int(Charts.by("slammers/ads.csv", "system")[q["ads"]]["stops_on_at_least"])
    return tally(and_then(turns({0: 1}, q["buzzbombs"], buzzbomb, number), ended))
