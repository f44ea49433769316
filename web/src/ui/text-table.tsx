import { clsx } from 'clsx';
import styles from './text-table.module.css';

type TextTableProps = {
  /** Accessible name of the table. It is not shown, because the text above introduces the table. */
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  /** True if all columns except the first contain numbers. */
  numeric?: boolean;
};

/** Show a small table; the first cell of each row is its header. */
export function TextTable({ caption, columns, rows, numeric }: TextTableProps) {
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
