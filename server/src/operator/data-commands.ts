import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatCount, formatNumber } from '@rivalhold/shared/format-number.ts';
import { recordOperatorAction } from '../features/audit/service.ts';
import { verifyLedger } from '../features/coins/service.ts';
import type { Config } from '../platform/config.ts';
import { assertFolderUnused } from '../platform/db/data-dir.ts';
import { transaction } from '../platform/db/db.ts';
import { openDatabase } from '../platform/db/open-database.ts';
import { AppError } from '../platform/errors.ts';
import { openFiles } from '../platform/files/open-storage.ts';
import type { FileStorage } from '../platform/files/storage.ts';
import { createLog } from '../platform/observability/log.ts';
import { anonymizeCopy, assertConfirmed } from './anonymize-copy.ts';
import type { Checksum } from './backup/checksums.ts';
import { copyDatabase } from './backup/copy-database.ts';
import { createBackup } from './backup/create-backup.ts';
import { withExclusiveDatabase } from './backup/load-rows.ts';
import { analyze } from './backup/queries.ts';
import { restoreBackup, verifyBackup } from './backup/restore-backup.ts';
import type { CommandName, Outcome } from './commands.ts';
import { assertDatabaseExists } from './existing-site.ts';
import { usageError } from './failures.ts';
import { reportLedger } from './ledger-report.ts';

const NO_FILES_FLAG = '--without-files';
const EXISTING_FILES_FLAG = '--use-existing-files';
const POSTGRES_URL_PATTERN = /^postgres(ql)?:\/\//;

/** Commands that work on the whole database, without starting the site. */
type DataCommandName = CommandName<'database' | 'stopped'>;
const log = createLog('warn', process.stderr);

const RUN: Record<DataCommandName, (config: Config, args: readonly string[]) => Promise<Outcome>> = {
  backup: async (config, args) => {
    assertDatabaseExists(config);
    const database = await openDatabase({ ...config, databaseTimeoutMs: 0 });
    try {
      return await backUp(database.db, config, await openFiles(config, log), args);
    } finally {
      await database.close();
    }
  },
  restore: async (config, [folder, flag, ...rest]) => {
    if (!folder || folder.startsWith('-') || rest.length > 0) throw usageError('restore');
    if ((flag ?? EXISTING_FILES_FLAG) !== EXISTING_FILES_FLAG) throw usageError('restore');
    return restore(config, { folder, usesExistingFiles: flag !== undefined });
  },
  anonymize: async (config, [host, ...rest]) => {
    if (!host || rest.length > 0) throw usageError('anonymize');
    return anonymize(config, host);
  },
  'migrate-to': async (config, [url, ...rest]) => {
    const isUrl = url !== undefined && POSTGRES_URL_PATTERN.test(url) && URL.canParse(url);
    if (!isUrl || rest.length > 0) throw usageError('migrate-to');
    return copyTo(config, url);
  },
};

/**
 * Run a command that works on the whole database without starting the site.
 * @throws AppError with the reason; DataDirError or NodeError if a running server prevents the command.
 */
export const runDataCommand = (
  name: DataCommandName,
  config: Config,
  args: readonly string[],
): Promise<Outcome> => RUN[name](config, args);

/** Run the command `backup` on an open database. */
export async function backUp(
  db: Parameters<typeof createBackup>[0],
  { version }: Config,
  files: FileStorage,
  [folder, flag, ...rest]: readonly string[],
): Promise<Outcome> {
  if (!folder || folder.startsWith('-') || rest.length > 0 || (flag ?? NO_FILES_FLAG) !== NO_FILES_FLAG)
    throw usageError('backup');
  // Record the backup first, so that the audit log also contains failed backups. If recording fails,
  // continue, because a backup must be possible even if the database is read-only or its disk is full.
  const isRecorded = await transaction(db, (tx) =>
    recordOperatorAction(tx, new Date(), {
      kind: 'backup.begin',
      targetId: null,
      subject: [folder, flag].filter(Boolean).join(' '),
    }),
  ).then(
    () => true,
    () => false,
  );
  const made = await createBackup(db, { folder, version, files: flag === undefined ? files : null });
  const withFiles =
    made.files === null
      ? 'no files'
      : `${formatNumber(made.files)} files with ${formatNumber(made.bytes)} bytes`;
  const text = `Backup complete: ${formatNumber(made.rows)} rows of ${made.tables} tables, ${withFiles}, in ${folder}${
    made.isTimeStored
      ? ''
      : '. The database did not store the time of this backup, so the metrics show the time of an earlier one'
  }${isRecorded ? '' : '. The backup is not in the audit log, because the database did not store the entry'}`;
  return { text, result: { folder, ...made, isRecorded } };
}

/**
 * Run the command `verify-backup`.
 * @throws AppError `conflict` if the backup is damaged, contains no players, or contains no files although it was made
 *   with files.
 */
export async function runVerifyBackup([folder, ...rest]: readonly string[]): Promise<Outcome> {
  if (!folder || rest.length > 0) throw usageError('verify-backup');
  const { tables, files, version, madeAt } = await verifyBackup(folder);
  if (files?.count === 0)
    throw new AppError(
      'conflict',
      'This backup contains no files of players. Check that the site used the right file store.',
    );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const withFiles =
    files === null
      ? 'It was made without files'
      : `The checksums of ${formatCount(files.count, 'file')} match`;
  return {
    text: `The checksums of ${formatNumber(rows)} rows of ${tables.length} tables match. ${withFiles}. The backup was made at ${madeAt} by version ${version}.`,
    result: {
      folder,
      version,
      createdAt: madeAt,
      tables: tables.length,
      rows,
      files: files?.count ?? null,
      bytes: files?.bytes ?? 0,
    },
  };
}

const ANALYZE_HINT =
  'The database is slow until its statistics are up to date. Run ANALYZE to update them now.';

/** Return the path of the file in `DATA_DIR` that contains the identifier of the restored copy. */
const copyIdFile = ({ dataDir }: Config): string => path.join(dataDir, 'restored-copy');

async function restore(
  config: Config,
  options: { folder: string; usesExistingFiles: boolean },
): Promise<Outcome> {
  await assertFolderUnused(config.dataDir);
  const files = await openFiles(config, log);
  const [restored, isAnalyzed] = await withExclusiveDatabase(config, log, async ({ db }) => {
    const saveCopyId = async (copyId: string) => {
      await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
      await writeFile(copyIdFile(config), copyId, { mode: 0o600 });
    };
    // Existing files and files in a bucket could belong to another site, so `anonymize` must not delete them.
    const canAnonymize = !options.usesExistingFiles && !config.s3;
    const summary = await restoreBackup(db, { ...options, files, ...(canAnonymize && { saveCopyId }) });
    return [summary, await analyze(db)] as const;
  });
  const withFiles =
    restored.files === null
      ? 'no files, because the backup contains none'
      : `${formatNumber(restored.files)} files`;
  return {
    text:
      `Restored: ${formatNumber(restored.rows)} rows of ${restored.tables} tables, ${withFiles}. ` +
      `The backup was made at ${restored.createdAt} by version ${restored.version}. All players must log in again.${
        restored.unreferencedFiles === 0
          ? ''
          : ` The file store has ${formatCount(restored.unreferencedFiles, 'picture')} that this backup does not refer to. The table orphaned_files lists them. The site deletes them when it starts, so copy any that you want to keep.`
      }${isAnalyzed ? '' : ` ${ANALYZE_HINT}`}`,
    result: { ...restored, isAnalyzed },
  };
}

async function anonymize(config: Config, host: string): Promise<Outcome> {
  assertDatabaseExists(config);
  // Fail if any server is using this folder, even with another database, because the command deletes all files in it.
  await assertFolderUnused(config.dataDir);
  assertConfirmed(config, host);
  const files = await openFiles(config, log);
  const copyId = await readFile(copyIdFile(config), 'utf8').catch(() => null);
  const done = await withExclusiveDatabase(config, log, ({ db }) => anonymizeCopy(db, { files, copyId }));
  return {
    text: `Anonymized ${formatCount(done.players, 'player')}. Replaced the values of ${formatCount(done.columns, 'column')}, and deleted ${formatCount(done.rows, 'row')} and ${formatCount(done.files, 'file')}.`,
    result: done,
  };
}

async function copyTo(config: Config, databaseUrl: string): Promise<Outcome> {
  if (config.databaseUrl)
    throw new AppError('invalid', 'DATABASE_URL is set. Unset it: migrate-to copies the embedded database.');
  assertDatabaseExists(config);
  return withExclusiveDatabase(config, log, ({ db: from }) =>
    withExclusiveDatabase({ ...config, databaseUrl }, log, async ({ db: to }) => {
      // Fail before the copy if the ledger is empty or wrong.
      reportLedger(await verifyLedger(from));
      const sums = await copyDatabase(from, to);
      const isAnalyzed = await analyze(to);
      const ledger = reportLedger(await verifyLedger(to));
      return {
        text: [
          formatChecksums(sums),
          'All tables have the same rows and the same SHA-256 in both databases.',
          ledger.text,
          ...(isAnalyzed ? [] : [ANALYZE_HINT]),
          `Start the site with this DATABASE_URL. If ${config.dataDir}/session-secret exists, set SESSION_SECRET to its content.`,
          "The embedded database is unchanged, and players' files stay where they are.",
        ].join('\n'),
        result: { tables: Object.fromEntries(sums), ledger: ledger.result, isAnalyzed },
      };
    }),
  );
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
