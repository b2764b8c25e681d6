"""`combat-odds points`: forces added up from the printed prices; BPV x Rarity by the listing's dates."""

from fractions import Fraction

from faces import Charts

NATIONS = ("german", "russian")
DATES = ("1942-09", "1942-10", "1943-01", "1944-05", "1944-12", "1945-04")


def month(text, last=False):
    """Months since the year 0; a year alone is its first month, or its last"""
    year, _, number = text.partition("-")
    return 12 * int(year) + (int(number) if number else 12 if last else 1) - 1


def prices(nation, date):
    """{unit: price} of what is always to be had, or is by this date"""
    return {row["unit"]: int(row["points"]) for row in Charts.rows("squad-leader/infantry-points.csv")
            if row["nationality"] == nation and row["kind"] in ("squad", "crew", "leader", "support_weapon") and
            (not row["from"] or month(row["from"]) <= month(date)) and (not row["to"] or month(row["to"]) >= month(date))}


def differences(command, chance):
    date = chance.choice(DATES)
    listing, listed = [], {}
    for number in range(chance.choice([0, 1, 2])):
        nation, bpv, rarity = chance.choice(NATIONS), chance.randint(20, 250), chance.choice(["1", "1.2", "1.5", "2.4"])
        first = chance.choice(["1942", "1942-12", "1943-03", "1944"])
        last = chance.choice(["", "1943", "1944-06", "1945"])
        # Page 61: up to three months before its introduction at twice the Rarity, after its last year at half more
        early = month(first) - month(date)
        if early > 3 or last and month(last, True) < month(first):
            continue
        factor = Fraction(2) if early > 0 else Fraction(3, 2) if last and month(date) > month(last, True) else Fraction(1)
        name = f"Tank {number}"
        listing.append([nation, name, "closed_topped", bpv, rarity, first, last])
        listed[nation, name] = (bpv, Fraction(rarity) * factor,
                                "early" if factor == 2 else "common" if factor == 1 else "late")
    force, lines, totals = [], {}, {}
    for nation in NATIONS[:chance.choice([1, 2])]:
        sold = prices(nation, date)
        units = chance.sample(sorted(sold), chance.randint(1, 4)) + [name for side, name in listed if side == nation]
        for unit in units:
            many = chance.choice([1, 2, 5, 12])
            bpv, rarity, when = listed.get((nation, unit), (sold.get(unit), Fraction(1), ""))
            force.append([nation, unit, many])
            lines[nation, unit] = (many, bpv, rarity, when)
            total = totals.get(nation, (0, 0, Fraction(0)))
            totals[nation] = (total[0] + many, total[1] + many * bpv, total[2] + many * bpv * rarity)
    words = ["--date", date, "--format", "csv"]
    if listing:
        words += ["--listing", command.write("listing.csv", ["nationality", "name", "kind", "bpv", "rarity", "year_from",
                                                             "year_to"], listing)]
    said = command.rows("points", command.write("force.csv", ["side", "unit", "quantity"], force), *words)
    found = []
    for row in said:
        where = f"{row['side']} {row['unit']}"
        if row["unit"] == "total":
            many, bpv, npv = totals.pop(row["side"])
            counted = {"quantity": many, "total_bpv": bpv, "total_npv": npv}
        else:
            many, bpv, rarity, when = lines.pop((row["side"], row["unit"]))
            counted = {"quantity": many, "bpv": bpv, "npv": bpv * rarity, "total_bpv": many * bpv,
                       "total_npv": many * bpv * rarity}
            if row["availability"] != when:
                found.append(f"{where}: {when or 'no availability'}, the program {row['availability']}")
        for name, value in counted.items():                  # at most two digits after the point
            value = Fraction(round(value * 100), 100)
            found += command.compare(f"{where} {name}", value, str(Fraction(row[name])))
    return found + [f"{side} {unit}: no line" for side, unit in lines] + [f"{side}: no total" for side in totals]
