import { formatCount, formatNumber } from '@rivalhold/shared/format-number.ts';
import { type LedgerVerification, verifyLedger } from '../features/ledger/service.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { AppError, toAppError } from '../platform/errors.ts';
import { openFiles } from '../platform/files/open-storage.ts';
import type { FileStorage } from '../platform/files/storage.ts';
import { createLog } from '../platform/observability/log.ts';
import type { Checksum } from './backup/checksums.ts';
import { copyDatabase } from './backup/copy-database.ts';
import { type BackupSummary, createBackup } from './backup/create-backup.ts';
import { withExclusiveDatabase } from './backup/load-rows.ts';
import { analyze } from './backup/queries.ts';
import { restoreBackup } from './backup/restore-backup.ts';

type BackupCommand = { folder: string; withFiles: boolean };
const NO_FILES_FLAG = '--without-files';
const POSTGRES_URL_PATTERN = /^postgres(ql)?:\/\//;

/** Return a message for the operator about an error and its cause; null for an unexpected error. */
export function operatorErrorOf(error: unknown): string | null {
  const known = toAppError(error);
  if (known === null) return null;
  return known.cause instanceof Error ? `${known.message} (${known.cause.message})` : known.message;
}

/** Parse a `backup` command. Return null for any other command and for invalid arguments. */
export function parseBackupCommand([
  subject,
  folder,
  flag,
  ...rest
]: readonly string[]): BackupCommand | null {
  const isKnown = flag === undefined || (flag === NO_FILES_FLAG && rest.length === 0);
  return subject === 'backup' && folder && !folder.startsWith('-') && isKnown
    ? { folder, withFiles: flag === undefined }
    : null;
}

/** Return the options of `createBackup` for a parsed `backup` command. */
export const parseCommand = (
  { folder, withFiles }: BackupCommand,
  { version }: Config,
  files: FileStorage,
): Parameters<typeof createBackup>[1] => ({ folder, version, files: withFiles ? files : null });

/** Return a summary of a backup for the operator. */
export const formatBackupSummary = (
  { folder }: BackupCommand,
  { tables, rows, files, bytes, isTimeStored }: BackupSummary,
): string =>
  `Backup complete: ${formatNumber(rows)} rows of ${tables} tables, ${
    files === null ? 'no files' : `${formatNumber(files)} files with ${formatNumber(bytes)} bytes`
  }, in ${folder}${
    isTimeStored
      ? ''
      : '. The database did not store the time of this backup, so the metrics show the time of an earlier one.'
  }`;

/**
 * Run a command that works on the whole database without starting the site, and return the text to print. Return
 * null for any other command.
 * @throws AppError with the reason; DataDirError or NodeError if a server is running on the database.
 */
export async function runDataCommand(config: Config, args: readonly string[]): Promise<string | null> {
  const [subject, value, ...rest] = args;
  const backup = parseBackupCommand(args);
  if (backup) {
    const database = await openDatabase({ ...config, databaseTimeoutMs: 0 });
    try {
      return formatBackupSummary(
        backup,
        await createBackup(database.db, parseCommand(backup, config, await openFiles(config, log))),
      );
    } finally {
      await database.close();
    }
  }
  if (!value || rest.length > 0) return null;
  if (subject === 'restore') return restore(config, value);
  if (subject === 'migrate-to' && POSTGRES_URL_PATTERN.test(value)) return copyTo(config, value);
  return null;
}

const log = createLog('warn');
const ANALYZE_HINT =
  'The database is slow until its statistics are up to date. Run ANALYZE to update them now.';

async function restore(config: Config, folder: string): Promise<string> {
  const files = await openFiles(config, log);
  const [restored, isAnalyzed] = await withExclusiveDatabase(
    config,
    log,
    async ({ db }) => [await restoreBackup(db, { folder, files }), await analyze(db)] as const,
  );
  const withFiles =
    restored.files === null
      ? 'no files, because the backup contains none'
      : `${formatNumber(restored.files)} files`;
  return (
    `Restored: ${formatNumber(restored.rows)} rows of ${restored.tables} tables, ${withFiles}. ` +
    `The backup was made at ${restored.createdAt} by version ${restored.version}. All players must log in again.${
      isAnalyzed ? '' : ` ${ANALYZE_HINT}`
    }`
  );
}

async function copyTo(config: Config, databaseUrl: string): Promise<string> {
  if (config.databaseUrl)
    throw new AppError('invalid', 'DATABASE_URL is set. Unset it: migrate-to copies the embedded database.');
  return withExclusiveDatabase(config, log, ({ db: from }) =>
    withExclusiveDatabase({ ...config, databaseUrl }, log, async ({ db: to }) => {
      const sums = await copyDatabase(from, to);
      const isAnalyzed = await analyze(to);
      return [
        formatChecksums(sums),
        'All tables have the same rows and the same SHA-256 in both databases.',
        formatLedgerReport(await verifyLedger(to)),
        ...(isAnalyzed ? [] : [ANALYZE_HINT]),
        `Start the site with this DATABASE_URL. If ${config.dataDir}/session-secret exists, set SESSION_SECRET to its content.`,
        "The embedded database is unchanged, and players' files stay where they are.",
      ].join('\n');
    }),
  );
}

/**
 * Format the result of a ledger verification without differences. @throws AppError `conflict` that lists the
 * differences, if there are any.
 */
export function formatLedgerReport({ rows, players, differences }: LedgerVerification): string {
  const read = `${formatCount(rows, 'row')}, ${formatCount(players, 'player')}`;
  if (differences.length === 0) return `The ledger matches all balances: ${read}.`;
  const lines = differences.map(
    ({ userId, username, what }) => `  ${username ?? 'unknown player'} (${userId}): ${what}`,
  );
  throw new AppError('conflict', [`The ledger does not match the balances (${read}):`, ...lines].join('\n'));
}

function formatChecksums(sums: ReadonlyMap<string, Checksum>): string {
  const width = Math.max(...[...sums.keys()].map((name) => name.length));
  return [...sums]
    .map(
      ([name, { rows, sha256 }]) =>
        `${name.padEnd(width)} ${formatNumber(rows).padStart(12)} rows  ${sha256}`,
    )
    .join('\n');
}
