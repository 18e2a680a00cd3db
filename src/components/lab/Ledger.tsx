import type { TaskId } from '../../engine/lab.ts';
import type { TableRow, TableState } from '../../engine/trace.ts';
import { asItIs } from './as-it-is.ts';
import { Mark, workerClass } from './marks.tsx';
import type { ReadTable } from './readings.ts';
import { Scroll } from './Scroll.tsx';
import { workerIndex, workerName } from './words.ts';

export interface LedgerProps {
  /** The table's name as the lab watches it: `charge`, `payments.charge`. */
  name: string;
  state: TableState;
  /** In the lab's order, for each worker's shape. */
  tasks: TaskId[];
  /** Said under the rows when the lab's property is broken. */
  broken?: string | null;
  /** Its rows as they are to be read: money, messages, time left. As they are when absent. */
  seen?: ReadTable | null;
  /** When the lab's clock starts, in milliseconds since 1970; 0 where it starts at no date. */
  start?: number;
}

/** Up to so many characters a value stays on one line. */
const shortText = 14;

/** A table that says who wrote each row. */
export function Ledger({ name, state, tasks, broken = null, start = 0, ...props }: LedgerProps) {
  const seen = props.seen ?? asItIs(state, start);
  const width = seen.heads.length + 1;
  return (
    <Scroll label={`Table ${name}`}>
      <table className="ledger">
        <caption>
          <b>{name}</b>
          {state.constraints.map((constraint) => (
            <span key={constraint}>{constraint}</span>
          ))}
        </caption>
        <thead>
          <tr>
            {seen.heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">written by</th>
          </tr>
        </thead>
        <tbody>
          {state.rows.length === 0 && (
            <tr className="none">
              <td colSpan={width}>no rows yet</td>
            </tr>
          )}
          {state.rows.map((row, at) => {
            const { cells = [], spent = false } = seen.rows[at] ?? {};
            const index = row.by === null ? -1 : workerIndex(tasks, row.by);
            const fresh = row.fresh === 'added' ? ' new' : row.fresh === 'changed' ? ' changed' : '';
            return (
              <tr key={row.rowid} className={`${workerClass(index)}${fresh}${spent ? ' spent' : ''}`.trim()}>
                {cells.map((cell, column) => (
                  <td
                    key={seen.heads[column]}
                    title={cell.whole}
                    className={
                      `${cell.number ? 'num' : ''}${cell.text.length <= shortText ? ' short' : ''}`.trim() ||
                      undefined
                    }
                  >
                    {cell.quiet ? <span className="quiet">{cell.text}</span> : cell.text}
                    {cell.small && <small>{cell.small}</small>}
                  </td>
                ))}
                <By row={row} index={index} />
              </tr>
            );
          })}
        </tbody>
        {(broken || seen.sum) && (
          <tfoot>
            {seen.sum && (
              <tr className="sum">
                <td colSpan={width}>{seen.sum}</td>
              </tr>
            )}
            {broken && (
              <tr>
                <td colSpan={width}>
                  <span>{broken}</span>
                </td>
              </tr>
            )}
          </tfoot>
        )}
      </table>
    </Scroll>
  );
}

function By({ row, index }: { row: TableRow; index: number }) {
  return (
    <td className="by">
      {row.by === null ? (
        <span className="quiet">at the start</span>
      ) : index < 0 ? (
        <span className="quiet">the service itself</span>
      ) : (
        <>
          <Mark index={index} /> {workerName(row.by)}
        </>
      )}
      {row.fresh !== null && (
        <span className="plus" title={`${row.fresh} at this moment`}>
          <span aria-hidden="true">{row.fresh === 'added' ? '+' : '~'}</span>
          <span className="sr">, {row.fresh} at this moment</span>
        </span>
      )}
    </td>
  );
}
