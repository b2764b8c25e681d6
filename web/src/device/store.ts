// Storage on the device. A browser without it (a private window, storage refused) forgets
// everything when the page is closed.
import { useEffect, useState } from 'preact/hooks';

const known = new Map<string, string>(); // without storage
const listeners = new Set<(key: string) => void>();
const prefix = 'combat-odds';
const full = (key: string) => (key === 'shelf' ? prefix : `${prefix}-${key}`);

export function kept(key: string): string | null {
  try {
    return localStorage.getItem(full(key)) ?? known.get(key) ?? null;
  } catch {
    return known.get(key) ?? null;
  }
}

export function keep(key: string, text: string): void {
  known.set(key, text);
  try {
    localStorage.setItem(full(key), text);
  } catch {
    // Kept until the page is closed.
  }
  for (const each of listeners) each(key);
}

/// Takes the value, or makes it of the one that is kept by then.
export type Keep<Value> = (next: Value | ((now: Value) => Value)) => void;

/// A value that stays on the device; every place that shows it follows.
export function useKept<Value extends object>(key: string, read: (text: string | null) => Value): [Value, Keep<Value>] {
  const [value, setValue] = useState(() => read(kept(key)));
  useEffect(() => {
    const heard = (changed: string) => {
      if (changed === key) setValue(read(kept(key)));
    };
    const elsewhere = (event: StorageEvent) => {
      if (event.key === full(key)) setValue(read(event.newValue)); // changed in another tab
    };
    listeners.add(heard);
    addEventListener('storage', elsewhere);
    return () => {
      listeners.delete(heard);
      removeEventListener('storage', elsewhere);
    };
  }, [key]);
  const set = (next: Value | ((now: Value) => Value)) =>
    keep(key, JSON.stringify(next instanceof Function ? next(read(kept(key))) : next));
  return [value, set];
}

/// Reads a list from JSON; leaves out what it does not understand.
export function readList<Item>(text: string | null, is: (value: unknown) => value is Item, most: number): Item[] {
  try {
    const json: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(json) ? json.filter(is).slice(0, most) : [];
  } catch {
    return [];
  }
}
