import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import styles from './health.module.css';

/** With more columns a table needs more room. */
const MOST = 6;

type FiguresProps = {
  /** What the table is of; spoken. */
  caption: string;
  heads: readonly string[];
  rows: readonly { key: string; name: ReactNode; cells: readonly ReactNode[]; isBad?: boolean }[];
};

/** A table of figures; where its letters leave no room each row is a small list under its name. */
export function Figures({ caption, heads, rows }: FiguresProps) {
  const [first, ...others] = heads;
  return (
    <div className={clsx(styles.room, heads.length > MOST && styles.wide)}>
      <table className={styles.figures} aria-label={caption}>
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
