import type { TaskId } from '../../engine/lab.ts';
import type { TableState } from '../../engine/trace.ts';
import './lab-extra.css';
import { Mark, workerClass } from './marks.tsx';
import { Scroll } from './Scroll.tsx';
import { valueWords, workerName } from './words.ts';

export interface LedgerProps {
  /** The table's name. */
  name: string;
  state: TableState;
  /** In the lab's order, for each worker's shape. */
  tasks: TaskId[];
  /** Said under the rows when the lab's property is broken. */
  broken?: string | null;
}

/** A table that says who wrote each row. */
export function Ledger({ name, state, tasks, broken = null }: LedgerProps) {
  const width = state.columns.length + 1;
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
            {state.columns.map((column) => (
              <th key={column} scope="col">
                {column}
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
          {state.rows.map((row) => {
            const index = row.by === null ? -1 : tasks.indexOf(row.by);
            const fresh = row.fresh === 'added' ? ' new' : row.fresh === 'changed' ? ' changed' : '';
            return (
              <tr key={row.rowid} className={`${index < 0 ? '' : workerClass(index)}${fresh}`}>
                {row.values.map((value, column) => (
                  <td key={state.columns[column]} className={typeof value === 'number' ? 'num' : undefined}>
                    {value === null ? <span className="quiet">NULL</span> : valueWords(value)}
                  </td>
                ))}
                <td className="by">
                  {row.by === null ? (
                    <span className="quiet">at the start</span>
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
              </tr>
            );
          })}
        </tbody>
        {broken && (
          <tfoot>
            <tr>
              <td colSpan={width}>{broken}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </Scroll>
  );
}
