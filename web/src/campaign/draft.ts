// The campaign being planned: the texts of plans and budget, as they are kept on the device.

export interface PlanText {
  name: string;
  text: string;
}
export interface Draft {
  plans: PlanText[]; // none, one, or two to compare
  budget: string;
  batteryFull: string;
  measure: string;
}
const longest = 200_000;

export const none: Draft = { plans: [], budget: '', batteryFull: '', measure: 'squads' };

function isPlan(value: unknown): value is PlanText {
  const plan = value as PlanText;
  return typeof plan?.name === 'string' && typeof plan?.text === 'string' && plan.text.length <= longest;
}

export function readDraft(text: string | null): Draft {
  try {
    const json = JSON.parse(text ?? 'null');
    if (!Array.isArray(json?.plans)) return none;
    const word = (value: unknown, otherwise: string) =>
      typeof value === 'string' && value.length <= longest ? value : otherwise;
    return {
      plans: json.plans.filter(isPlan).slice(0, 2),
      budget: word(json.budget, ''),
      batteryFull: word(json.batteryFull, ''),
      measure: word(json.measure, 'squads'),
    };
  } catch {
    return none;
  }
}
