// What stays on the device: favourites and the last questions, as addresses. A browser that keeps
// nothing (a private window, storage refused) only forgets them.

export interface Kept {
  name: string;
  link: string;
}
export interface Shelf {
  favourites: Kept[];
  last: Kept[];
}
const key = 'combat-odds';
const mostLast = 12;

function isKept(value: unknown): value is Kept {
  const kept = value as Kept;
  return typeof kept?.name === 'string' && typeof kept?.link === 'string' && kept.link.startsWith('#/');
}

/// Reads what was kept or exported; what is not understood is left out.
export function readShelf(text: string | null): Shelf {
  try {
    const json = JSON.parse(text ?? '{}');
    const list = (value: unknown) => (Array.isArray(value) ? value.filter(isKept).slice(0, 500) : []);
    return { favourites: list(json?.favourites), last: list(json?.last).slice(0, mostLast) };
  } catch {
    return { favourites: [], last: [] };
  }
}

export function loadShelf(): Shelf {
  try {
    return readShelf(localStorage.getItem(key));
  } catch {
    return { favourites: [], last: [] };
  }
}

export function saveShelf(shelf: Shelf): Shelf {
  try {
    localStorage.setItem(key, JSON.stringify(shelf));
  } catch {
    // Kept until the page is closed.
  }
  return shelf;
}

const without = (list: Kept[], link: string) => list.filter((each) => each.link !== link);

export function asked(shelf: Shelf, kept: Kept): Shelf {
  return saveShelf({ ...shelf, last: [kept, ...without(shelf.last, kept.link)].slice(0, mostLast) });
}

export function toggled(shelf: Shelf, kept: Kept): Shelf {
  const is = shelf.favourites.some((each) => each.link === kept.link);
  const rest = without(shelf.favourites, kept.link);
  return saveShelf({ ...shelf, favourites: is ? rest : [kept, ...rest] });
}

export function joined(shelf: Shelf, more: Shelf): Shelf {
  const favourites = [...shelf.favourites];
  for (const each of more.favourites) if (!favourites.some((own) => own.link === each.link)) favourites.push(each);
  return saveShelf({ ...shelf, favourites });
}
