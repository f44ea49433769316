import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './health.module.css';

/** A table with more columns than this switches to the list layout at a greater width than other tables. */
const WIDE_ABOVE_COLUMNS = 6;

type StatsTableProps = {
  /** Title of the table, for screen readers. */
  caption: string;
  heads: readonly string[];
  rows: readonly { key: string; name: ReactNode; cells: readonly ReactNode[]; isBad?: boolean }[];
};

/** Show a table of figures. On narrow screens, each row becomes a list of its values below the row's name. */
export function StatsTable({ caption, heads, rows }: StatsTableProps) {
  const [first, ...others] = heads;
  return (
    <div className={clsx(styles.tableWrapper, heads.length > WIDE_ABOVE_COLUMNS && styles.wide)}>
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
