import type { Pool } from '../engine/pool';
import type { Parameter, Procedure, Refusal } from '../engine/types';

/// What every field of the form is given.
export interface FieldProps {
  pool: Pool;
  procedure: Procedure;
  parameter: Parameter;
  value: string | undefined; // undefined: its default
  refusal: Refusal | undefined;
  change: (value: string | undefined) => void;
}

/// The same, with what ties an input to its label and its words.
export type InputProps = FieldProps & { id: string; describedBy: string };

export const shownValue = ({ value, parameter }: FieldProps) => value ?? parameter.default ?? '';

/// What stands in the address: nothing where it is the default.
export function given(text: string, parameter: Parameter): string | undefined {
  return text === '' || text === parameter.default ? undefined : text;
}
