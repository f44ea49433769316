import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DAY } from '../../shared/src/time-units.ts';
import { CACHE, NODE, ROOT } from '../lib/paths.mjs';
import { CLEAN_ENV } from './clean-env.ts';

const TEMPLATE_FOLDERS = join(CACHE, 'data-folder-templates');

/**
 * Return the path of a data folder with a migrated, empty database, as a server leaves it after its first start.
 * Creating this folder takes longer than many tests, so tests copy the folder and must not change it. The folder is
 * created again when migrations, jobs or packages have changed.
 */
export async function dataFolderTemplate(): Promise<string> {
  const folder = join(TEMPLATE_FOLDERS, fingerprint());
  if (existsSync(folder)) return folder;
  mkdirSync(TEMPLATE_FOLDERS, { recursive: true });
  deleteOldTemplates();
  const own = mkdtempSync(join(TEMPLATE_FOLDERS, 'new-'));
  await startAndStop({ DATA_DIR: own });
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    // Ignore the error if another test run has created the folder in the meantime.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function fingerprint(): string {
  const hash = createHash('sha256');
  const migrations = readdirSync(join(ROOT, 'server/migrations')).sort();
  for (const path of [
    ...migrations.map((name) => `server/migrations/${name}`),
    'server/src/platform/db/migrate.ts',
    'server/src/platform/jobs/jobs.ts',
    'package-lock.json',
  ])
    hash.update(`${path}\n`).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 16);
}

function deleteOldTemplates(): void {
  for (const name of readdirSync(TEMPLATE_FOLDERS)) {
    const path = join(TEMPLATE_FOLDERS, name);
    if (Date.now() - statSync(path).mtimeMs > DAY) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Start a server, which migrates its database, and stop it. If `SEED` is 'demo', the server also creates the
 * demo world.
 */
export function startAndStop(env: Record<string, string>): Promise<void> {
  const server = spawn(NODE, ['server/src/main.ts'], {
    cwd: ROOT,
    env: { ...CLEAN_ENV, PORT: '0', SEED: 'none', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      if (output.includes('is running at')) server.kill('SIGTERM');
    });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('close', (code) => {
      process.off('exit', kill);
      if (code === 0) resolve();
      else reject(new Error(`Creating the test database failed; the server exited with ${code}:\n${output}`));
    });
  });
}
