import { pino } from 'pino';
import { type Verified, verifyLedger } from '../features/ledger/service.ts';
import type { Config } from '../platform/config.ts';
import { openDatabase } from '../platform/db/open.ts';
import { AppError, knownError } from '../platform/errors.ts';
import { openFiles } from '../platform/files/open.ts';
import type { Files } from '../platform/files/storage.ts';
import { withDatabase } from './backup/filling.ts';
import { type Made, makeBackup } from './backup/making.ts';
import { copyDatabase } from './backup/moving.ts';
import { analyze } from './backup/queries.ts';
import { restoreBackup } from './backup/restoring.ts';
import type { Sum } from './backup/rows.ts';

type Backup = { folder: string; withFiles: boolean };
const WITHOUT = '--without-files';
const POSTGRES = /^postgres(ql)?:\/\//;

/** What an operator is told of a failure, and of what it comes from; null for a fault of ours. */
export function reasonOf(error: unknown): string | null {
  const known = knownError(error);
  if (known === null) return null;
  return known.cause instanceof Error ? `${known.message} (${known.cause.message})` : known.message;
}

/** What `backup` is asked to do; null for another command, and for one that is not complete. */
export function readBackup([subject, folder, flag, ...rest]: readonly string[]): Backup | null {
  const isKnown = flag === undefined || (flag === WITHOUT && rest.length === 0);
  return subject === 'backup' && folder && !folder.startsWith('-') && isKnown
    ? { folder, withFiles: flag === undefined }
    : null;
}

export const wanted = (
  { folder, withFiles }: Backup,
  { version }: Config,
  files: Files,
): Parameters<typeof makeBackup>[1] => ({ folder, version, files: withFiles ? files : null });

export const tellMade = ({ folder }: Backup, { tables, rows, files, bytes }: Made): string =>
  `The backup is whole: ${count(rows)} rows of ${tables} tables, ${
    files === null ? 'without files' : `${count(files)} files of ${count(bytes)} bytes`
  }, in ${folder}`;

/**
 * Carries out what is done to a whole database, without building the site on it; null for other commands.
 * @throws AppError with the reason; DataDirError or NodeError while a server runs there.
 */
export async function runOnData(config: Config, args: readonly string[]): Promise<string | null> {
  const [subject, value, ...rest] = args;
  const backup = readBackup(args);
  if (backup) {
    const database = await openDatabase({ ...config, databaseTimeoutMs: 0 });
    try {
      return tellMade(
        backup,
        await makeBackup(database.db, wanted(backup, config, await openFiles(config, log))),
      );
    } finally {
      await database.close();
    }
  }
  if (!value || rest.length > 0) return null;
  if (subject === 'restore') return restore(config, value);
  if (subject === 'migrate-to' && POSTGRES.test(value)) return moveTo(config, value);
  return null;
}

const log = pino({ level: 'warn' });
const NOT_ANALYZED = 'The database is slow until it has looked its tables over: ANALYZE has that done now.';

async function restore(config: Config, folder: string): Promise<string> {
  const files = await openFiles(config, log);
  const [restored, isAnalyzed] = await withDatabase(
    config,
    log,
    async ({ db }) => [await restoreBackup(db, { folder, files }), await analyze(db)] as const,
  );
  const withFiles =
    restored.files === null ? 'no files, as the backup has none' : `${count(restored.files)} files`;
  return (
    `Restored: ${count(restored.rows)} rows of ${restored.tables} tables, ${withFiles}. ` +
    `The backup was made at ${restored.madeAt} by version ${restored.version}. Everybody has to sign in again.${
      isAnalyzed ? '' : ` ${NOT_ANALYZED}`
    }`
  );
}

async function moveTo(config: Config, databaseUrl: string): Promise<string> {
  if (config.databaseUrl)
    throw new AppError(
      'invalid',
      'DATABASE_URL is set: migrate-to moves the embedded database, so leave it out.',
    );
  return withDatabase(config, log, ({ db: from }) =>
    withDatabase({ ...config, databaseUrl }, log, async ({ db: to }) => {
      const sums = await copyDatabase(from, to);
      const isAnalyzed = await analyze(to);
      return [
        table(sums),
        'Every table has the same rows and the same SHA-256 on both sides.',
        tellVerified(await verifyLedger(to)),
        ...(isAnalyzed ? [] : [NOT_ANALYZED]),
        `Start the site with this DATABASE_URL, and with SESSION_SECRET as it is in ${config.dataDir}/session-secret`,
        'if it was kept there. The embedded database is left as it was; players’ files stay where they are.',
      ].join('\n');
    }),
  );
}

/** @throws AppError conflict naming what differs. */
export function tellVerified({ rows, players, differences }: Verified): string {
  const read = `${rows} rows, ${players} players`;
  if (differences.length === 0) return `The ledger is right: ${read}.`;
  const lines = differences.map(
    ({ userId, username, what }) => `  ${username ?? 'nobody'} (${userId}): ${what}`,
  );
  throw new AppError('conflict', [`The ledger differs (${read}):`, ...lines].join('\n'));
}

function table(sums: ReadonlyMap<string, Sum>): string {
  const width = Math.max(...[...sums.keys()].map((name) => name.length));
  return [...sums]
    .map(([name, { rows, sha256 }]) => `${name.padEnd(width)} ${count(rows).padStart(12)} rows  ${sha256}`)
    .join('\n');
}

const count = (n: number): string => n.toLocaleString('en');
