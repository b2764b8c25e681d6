import type { Answer } from '../engine/types';
import { number, percent, titled } from '../words';
import { Heads } from './heads';

/// The means of all measures, with the range of nine games in ten.
export function Averages({ answer, pinned }: { answer: Answer; pinned: Answer | undefined }) {
  if (answer.measures.length === 0) return null;
  const simulated = answer.measures.some((each) => each.mean !== undefined);
  const before = (measure: string) => {
    const found = pinned?.measures.find((each) => each.measure === measure);
    return number(found?.exact_mean ?? found?.mean);
  };
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Averages">
      <table>
        <caption>Averages</caption>
        <Heads pinned={pinned !== undefined} simulated={simulated} more={['9 of 10 games']} />
        <tbody>
          {answer.measures.map((each) => (
            <tr key={each.measure}>
              <th scope="row">
                {titled(each.measure)}
                {each.chance !== undefined && ` (exists in ${percent(each.chance)})`}
              </th>
              <td>{number(each.exact_mean)}</td>
              {simulated && <td>{number(each.mean)}</td>}
              {pinned && <td>{before(each.measure)}</td>}
              <td>
                {each.p05} to {each.p95}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
