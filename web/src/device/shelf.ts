// Favourites and the last questions, as addresses.

export interface Kept {
  name: string;
  link: string;
}
export interface Shelf {
  favourites: Kept[];
  last: Kept[];
}
const mostLast = 12;
const mostFavourites = 500;

function isKept(value: unknown): value is Kept {
  const kept = value as Kept;
  return typeof kept?.name === 'string' && typeof kept?.link === 'string' && kept.link.startsWith('#/');
}

/// Reads a kept or exported shelf; leaves out what it does not understand.
export function readShelf(text: string | null): Shelf {
  try {
    const json = JSON.parse(text ?? '{}');
    const list = (value: unknown, most: number) => (Array.isArray(value) ? value.filter(isKept).slice(0, most) : []);
    return { favourites: list(json?.favourites, mostFavourites), last: list(json?.last, mostLast) };
  } catch {
    return { favourites: [], last: [] };
  }
}

const without = (list: Kept[], link: string) => list.filter((each) => each.link !== link);

export const isFavourite = (shelf: Shelf, link: string) => shelf.favourites.some((each) => each.link === link);

export function asked(shelf: Shelf, kept: Kept): Shelf {
  return { ...shelf, last: [kept, ...without(shelf.last, kept.link)].slice(0, mostLast) };
}

export function toggled(shelf: Shelf, kept: Kept): Shelf {
  const rest = without(shelf.favourites, kept.link);
  return { ...shelf, favourites: isFavourite(shelf, kept.link) ? rest : [kept, ...rest] };
}

export function joined(shelf: Shelf, more: Shelf): Shelf {
  const favourites = [...shelf.favourites];
  for (const each of more.favourites) if (!favourites.some((own) => own.link === each.link)) favourites.push(each);
  return { ...shelf, favourites: favourites.slice(0, mostFavourites) };
}
