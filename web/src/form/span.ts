// Values that ask for several situations: a range "-1..4" or a list "1,2,4".

export interface Span {
  from: number;
  to: number;
}

const range = /^(-?\d+)\.\.(-?\d+)$/;

export function spanIn(text: string): Span | undefined {
  const found = range.exec(text.trim());
  return found ? { from: Number(found[1]), to: Number(found[2]) } : undefined;
}

export const spanText = (span: Span) => `${span.from}..${span.to}`;

/// Whether a value asks for several situations. Only the engine knows for sure.
export const isMany = (text: string) => /[,]|\.\./.test(text);

/// A range around a value, as far as it is allowed.
export function around(value: number, least: number, most: number): Span {
  return { from: Math.max(least, value - 2), to: Math.min(most, value + 2) };
}
