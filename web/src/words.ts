const unit = '\u00a0%'; // a no-break space keeps it with its number

/// 99.9999983 where 0.0000017 is left: as many digits as keep it from being 100.
function nearly(left: number): string {
  const digits = Math.max(4, 1 - Math.floor(Math.log10(left * 100)));
  return digits > 12 ? 'more than 99.9999999999' : ((1 - left) * 100).toFixed(digits);
}

/// A chance as people read it; the exact fraction stands beside it.
export function percent(chance: number): string {
  const value = chance * 100;
  if (chance === 0 || chance === 1) return `${value}${unit}`;
  if (value < 0.01) return `${value.toPrecision(2)}${unit}`;
  if (value > 99.99) return `${nearly(1 - chance)}${unit}`;
  return `${value.toFixed(2)}${unit}`;
}

/// Percentage points from one chance to another, with their sign.
export function points(difference: number): string {
  const value = difference * 100;
  const text = Math.abs(value) < 0.005 ? (value === 0 ? '0' : value.toPrecision(1)) : value.toFixed(2);
  return value > 0 ? `+${text}` : text.replace('-', '−');
}

export function number(value: number | undefined): string {
  return value === undefined ? '' : String(Math.round(value * 1000) / 1000);
}

/// The words of a list that is written as one text.
export const words = (list: string) => new Set(list.trim().split(/\s+/));

// Written in capitals by the games.
const capitals = words(`
  aa ads afv afvs asl atmm bpv ca cc cg cpp cx dm drm dv ec elr fp fpf he hmg ift kia los mg mmc mol mp nca nmc
  oba qr smc ss sw tem tu tus`);

/// A name of the program ("nmc_or_better") in plain words ("NMC or better").
export function spoken(name: string): string {
  return name
    .split('_')
    .map((word) => (capitals.has(word) ? word.toUpperCase() : word))
    .join(' ');
}

/// The same with a capital at the beginning.
export function titled(name: string): string {
  const said = spoken(name);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

/// The games of the program; a house rule may be of any other.
export const games = new Map([
  ['asl', 'Advanced Squad Leader'],
  ['rb', 'Red Barricades'],
  ['sl', 'Squad Leader, Cross of Iron'],
  ['cos', 'Crucible of Steel'],
  ['dice', 'Dice'],
  ['slammers', "Hammer's Slammers"],
]);

const months = [...words('January February March April May June July August September October November December')];

/// "17 October 1942" for "1942-10-17".
export function dayInWords(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${day} ${months[month - 1]} ${year}`;
}

/// The day in a text such as "17 Oct" or "October 17", as "-10-17".
export function dayIn(text: string): string | undefined {
  const found = /\b(\d{1,2})\.?\s+([a-z]{3,})\b/i.exec(text) ?? /\b([a-z]{3,})\s+(\d{1,2})\b/i.exec(text);
  if (!found) return undefined;
  const [first, second] = [found[1], found[2]];
  const [day, word] = /^\d/.test(first) ? [first, second] : [second, first];
  const month = months.findIndex((each) => each.toLowerCase().startsWith(word.toLowerCase()));
  if (month < 0 || Number(day) < 1 || Number(day) > 31) return undefined;
  return `-${String(month + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/// Text as people type it: case, hyphens and umlauts do not matter.
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[-_./]+/g, ' ');
}
