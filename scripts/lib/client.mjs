import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { install } from './install.mjs';
import { bin, CACHE, NODE, ROOT, WEB } from './paths.mjs';
import { capture, fail, printStatus, run } from './run.mjs';

const STAMP = join(CACHE, 'client-built');
const SOURCES = ['web', 'shared', 'package-lock.json'];
const IGNORED = new Set(['node_modules', 'dist']);

/** Install missing packages, and build the client. If either step fails, end the script with a message. */
export async function prepare() {
  await install();
  await buildClient().catch((error) => fail(error.message));
}

/**
 * Call `prepare`, then run a program with the arguments of the current script.
 * @param {string} program
 */
export async function runPrepared(program) {
  await prepare();
  process.exitCode = await run(NODE, [program, ...process.argv.slice(2)]);
}

/**
 * Build the browser client if its sources have changed since the last build. Throw an Error with the output if the
 * build fails.
 */
export async function buildClient() {
  const sources = fingerprint();
  const built = existsSync(STAMP) && existsSync(join(WEB, 'dist', 'index.html'));
  if (built && readFileSync(STAMP, 'utf8') === sources) return;
  rmSync(STAMP, { force: true });
  const since = Date.now();
  printStatus('building the browser client…');
  // Set NODE_ENV explicitly, because a test run sets it to 'test', which would select React's development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { code, output } = await capture(NODE, [bin('vite'), 'build', '--logLevel', 'warn'], {
    cwd: WEB,
    env,
  });
  if (code !== 0) throw new Error(`The browser client could not be built:\n${output}`);
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, sources);
  printStatus(`browser client built in ${((Date.now() - since) / 1000).toFixed(1)} s`);
}

/**
 * Return a string that changes when a source file changes. It consists of the files' paths, sizes and modification
 * times, because reading the contents of all files at every start would be slow.
 */
function fingerprint() {
  /** @type {string[]} */
  const lines = [];
  /** @param {string} path */
  const add = (path) => {
    const { size, mtimeMs } = statSync(join(ROOT, path));
    lines.push(`${path} ${size} ${mtimeMs}`);
  };
  /** @param {string} folder */
  const walk = (folder) => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory() && !IGNORED.has(entry.name)) walk(path);
      else if (entry.isFile() && !entry.name.includes('.test.')) add(path);
    }
  };
  for (const source of SOURCES) {
    if (statSync(join(ROOT, source)).isDirectory()) walk(source);
    else add(source);
  }
  return lines.sort().join('\n');
}
