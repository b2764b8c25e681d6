"""slammers.buzzbombs, from the play sheet and Supplement 4: an ADS has a number of its own, and no Quality Roll; those
who fire have one where they are named."""

from faces import Charts, End, and_then, tally, turns
from slammers._rules import needs

MEASURES = ("leaks",)


def buzzbomb(dice, leaks, needed, numbers):
    """Each system in turn tries a buzzbomb that hits"""
    hits = needed is None or dice.read_die(lambda face: face >= needed)
    return leaks + (hits and not any(dice.read_die(lambda face: face >= number) for number in numbers))


def ended(dice, leaks):
    return End("leaks" if leaks else "intercepted", leaks=leaks)


def count(q):
    systems = Charts.by("slammers/ads.csv", "system")
    numbers = [int(systems[name]["stops_on_at_least"]) for name in (q["ads"], q["second_ads"]) if name != "none"]
    needed = needs(q["launch_quality"]) if q["launch_quality"] else None
    return tally(and_then(turns({0: 1}, q["buzzbombs"], buzzbomb, needed, numbers), ended))
