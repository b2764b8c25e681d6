import type { Answer, Procedure } from '../engine/types';
import { Averages } from './averages';
import { ofKind } from './chances';
import { ChanceTable } from './table';

function Charts({ answer }: { answer: Answer }) {
  if (answer.charts.length === 0) return null;
  const doubtful = answer.charts.filter((chart) => chart.confidence !== 'verbatim');
  return (
    <details>
      <summary>
        {answer.charts.length === 1 ? 'The chart that was read' : `The ${answer.charts.length} charts that were read`}
        {doubtful.length > 0 && `, ${doubtful.length} with doubts`}
      </summary>
      <ul class="plain">
        {answer.charts.map((chart) => (
          <li key={chart.chart}>
            <strong>{chart.title}</strong> ({chart.rule}): {chart.confidence}
            {chart.notes && `; ${chart.notes}`}
          </li>
        ))}
      </ul>
    </details>
  );
}

/// One situation: how its numbers come about, then its tables, with those of a pinned situation.
export function OneAnswer({
  answer,
  pinned,
  procedure,
}: {
  answer: Answer;
  pinned: Answer | undefined;
  procedure: Procedure;
}) {
  const tables = { pinned, procedure };
  return (
    <section class="answer" aria-label="The odds">
      {[...answer.working, ...answer.notes].map((line) => (
        <p class="working" key={line}>
          {line}
        </p>
      ))}
      <ChanceTable title="Outcomes" chances={ofKind(answer, 'outcome')} {...tables} />
      <ChanceTable title="Events" chances={ofKind(answer, 'event')} {...tables} />
      <Averages answer={answer} pinned={pinned} />
      <ChanceTable title="Values" chances={ofKind(answer, 'measure')} {...tables} />
      <Charts answer={answer} />
    </section>
  );
}
