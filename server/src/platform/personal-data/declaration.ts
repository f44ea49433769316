import type { RetentionName } from '@rivalhold/shared/retention.ts';
import { type Sql, sql } from '../db/db.ts';

/**
 * The policy for a column's values. `onDeletion` declares whether they are erased when the player deletes the account.
 * `inExport` declares where a data export contains them:
 * - `true`: in the table's section, under the column's name in camel case
 * - `as`: under the given `section.key` instead
 * - `exportedAs`: under the given `section.key`, in another form, such as a name instead of an id
 * - `omitted`: nowhere, for the given reason
 * - `secret`: nowhere, because the value gives access to something
 */
export type DataPolicy = readonly [
  onDeletion: 'erased' | { retained: string },
  inExport: true | { as: ExportKey } | { exportedAs: ExportKey } | { omitted: string } | { secret: string },
  inCopy?: CopyPolicy,
];
/**
 * The values of a column in an anonymized copy of the site: the same values (`unchanged`), or the values of an SQL
 * expression. By default, text is replaced with meaningless text of the same length, and numbers, times and flags are
 * unchanged. Columns of other types need a policy.
 */
export type CopyPolicy = 'unchanged' | Sql;
type ExportKey = `${string}.${string}`;

/** The policies for all columns of a table, or the reason why the table has no personal data. */
export type TablePolicy =
  | {
      /** How long the rows are stored. */
      retention: RetentionName;
      /**
       * Maps each column with network addresses to the column that contains the time at which the address was stored.
       * A job truncates an address once `RETENTION.addresses` has passed since this time.
       */
      addresses?: Record<string, string>;
      /** Returns the SQL condition for the rows that belong to a player. */
      rows: (userId: number) => Sql;
      /**
       * The reason why account deletion does not change rows that refer to the player but belong to someone
       * else.
       */
      otherRows?: string;
      /** SQL condition for rows that an anonymized copy does not contain. */
      notInCopy?: Sql;
      /** The section of the export for the columns whose `inExport` is `true`. */
      section?: string;
      columns: Record<string, DataPolicy>;
    }
  | { notPersonal: string; notInCopy?: Sql };
export type TablePolicies = Record<string, TablePolicy>;

/** Return the `section.key` at which the export contains a column. Return null if the export omits the column. */
export function exportKeyOf(section = '', column: string, [, inExport]: DataPolicy): string | null {
  if (inExport === true)
    return `${section}.${column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
  if ('as' in inExport) return inExport.as;
  return 'exportedAs' in inExport ? inExport.exportedAs : null;
}

/** Policies for stored files, by the prefix of their keys. */
export type FilePolicies = Record<`${string}/`, DataPolicy | { notPersonal: string }>;

/** Condition for `notInCopy` if an anonymized copy contains no rows of the table. */
export const ALL_ROWS = sql`true`;
/** Replaces a unique id with a random id that cannot be traced to the original id. */
export const RANDOM_ID = sql`replace(gen_random_uuid()::text, '-', '')`;
/** Replaces values with null. */
export const NOTHING = sql`null`;

/** Reasons for omitting a column from the export. Many tables share these reasons. */
export const SELF = { omitted: 'it only identifies the player whose data this is' };
export const INTERNAL = { omitted: 'the site keeps it for its own bookkeeping' };
export const EXPORTED_AS_FILE = { omitted: 'the file itself is in the export' };

/** Tables that belong to the platform and to no feature. */
export const PLATFORM_TABLES: TablePolicies = {
  site_settings: { notPersonal: 'settings of the installation' },
  orphaned_files: {
    notPersonal: 'keys of files that are about to be stored or deleted',
    notInCopy: ALL_ROWS,
  },
  schema_migrations: { notPersonal: 'names of the migrations that have run' },
};
