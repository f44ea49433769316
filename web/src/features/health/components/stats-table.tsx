import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './health.module.css';

/** With more columns a table needs more room. */
const MAX_ROWS = 6;

type StatsTableProps = {
  /** What the table is of; spoken. */
  caption: string;
  heads: readonly string[];
  rows: readonly { key: string; name: ReactNode; cells: readonly ReactNode[]; isBad?: boolean }[];
};

/** A table of figures; where its letters leave no room each row is a small list under its name. */
export function StatsTable({ caption, heads, rows }: StatsTableProps) {
  const [first, ...others] = heads;
  return (
    <div className={clsx(styles.tableWrapper, heads.length > MAX_ROWS && styles.wide)}>
      <table className={styles.statsTable} aria-label={caption}>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {others.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells, isBad }) => (
            <tr key={key} className={clsx(isBad && styles.bad)}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={others[at]} data-head={others[at]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
