import { clsx } from 'clsx';
import styles from './number-table.module.css';

type NumberTableProps = {
  /** Names the table to those who hear it; beside a heading it would say the same twice. */
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** All but the first column are numbers. */
  numeric?: boolean;
};

/** A small table; the first cell of each row is its name. */
export function NumberTable({ caption, columns, rows, numeric }: NumberTableProps) {
  return (
    <table aria-label={caption} className={clsx(styles.table, numeric && styles.numeric)}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {cells.map((cell, index) => (
              <td key={columns[index + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
