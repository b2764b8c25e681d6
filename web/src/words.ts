/// A chance as people read it; the exact fraction stands beside it.
export function percent(chance: number): string {
  const value = chance * 100;
  if (chance === 0 || chance === 1) return `${value} %`;
  if (value < 0.01) return `${value.toPrecision(2)} %`;
  if (value > 99.99) return `${value.toFixed(4)} %`;
  return `${value.toFixed(2)} %`;
}

export function spoken(name: string): string {
  return name.replace(/_/g, ' ');
}

export const games: Record<string, string> = {
  asl: 'ASL',
  rb: 'Red Barricades',
  sl: 'Squad Leader',
  cos: 'Crucible of Steel',
  dice: 'Dice',
  slammers: "Hammer's Slammers",
};
