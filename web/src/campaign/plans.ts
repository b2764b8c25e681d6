// The plans that come with the program; a text is fetched when it is wanted.
const texts = import.meta.glob<string>('../../../scenarios/campaign/*.csv', { query: '?raw', import: 'default' });

export const shippedPlans = [
  { file: 'full-campaign.csv', meaning: 'a whole campaign of both sides' },
  { file: 'rifle-companies.csv', meaning: 'nine Rifle Companies for 63 CPP' },
  { file: 'sturm-companies.csv', meaning: 'seven Sturm Companies for 63 CPP' },
  { file: 'leaders-early.csv', meaning: 'five Rifle Companies on 17 to 19 October' },
  { file: 'leaders-late.csv', meaning: 'five Rifle Companies on 1 to 3 November' },
  { file: 'sixth-rifle-company.csv', meaning: 'ten Rifle Companies: the penalty of the sixth' },
];
export const shippedBudgets = [
  { file: 'dice-budget.csv', meaning: 'CPP rolled for each day (an example)' },
  { file: 'even-budget.csv', meaning: 'the same CPP each day (an example)' },
];

export async function shippedText(file: string): Promise<string> {
  const read = texts[`../../../scenarios/campaign/${file}`];
  if (!read) throw new Error(`There is no plan '${file.slice(0, 60)}'.`);
  return read();
}
