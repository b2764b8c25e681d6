import type { Pool } from '../engine/pool';
import type { Question } from '../engine/types';
import { titled } from '../words';
import { CsvTable } from './csv_table';
import { Drawing, pictureWidth } from './drawing';
import { useLook } from './look';

interface Props {
  pool: Pool;
  question: Question;
  rows: string;
  columns: string;
  show: string;
}

/// A two-way table as a picture, with the same numbers as a table behind it.
export function HeatMap({ pool, question, rows, columns, show }: Props) {
  const request = {
    do: 'table',
    question: { ...question, method: 'exact' },
    rows,
    columns,
    show,
    width: pictureWidth(),
  };
  const { result, wrong, waiting } = useLook<{ svg: string; csv: string }>(pool, request);
  if (wrong) return <p class="help">There is no heat map: {wrong}</p>;
  if (!result) return <p class="help">{waiting && 'Drawing the table ...'}</p>;
  const caption = `${titled(show)}: ${titled(rows)} down, ${titled(columns)} across`;
  return (
    <figure>
      <figcaption>{caption}</figcaption>
      <Drawing svg={result.svg} />
      <details>
        <summary>The same as a table</summary>
        <CsvTable text={result.csv} caption={caption} />
      </details>
    </figure>
  );
}
