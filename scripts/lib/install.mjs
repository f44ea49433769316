import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NODE, ROOT } from './paths.mjs';
import { capture, fail, run, say } from './run.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const STAMP = join(ROOT, 'node_modules', '.installed');
/** npm writes it at the end of an installation: what it has really put into node_modules. */
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json');

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
/** @param {string} path */
const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Installs the packages of package-lock.json where they are missing, incomplete or of another lock file. */
export async function install() {
  const stamp = `${process.platform} ${process.arch} ${createHash('sha256').update(readFileSync(LOCK)).digest('hex')}`;
  if (existsSync(NODE) && readIfThere(STAMP) === stamp) return;
  if (!isComplete()) await installPackages();
  await checkNode();
  mkdirSync(dirname(STAMP), { recursive: true });
  writeFileSync(STAMP, stamp);
}

function isComplete() {
  if (!existsSync(NODE) || !existsSync(INSTALLED)) return false;
  const installed = readJson(INSTALLED).packages;
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  const libc = header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
  return Object.entries(readJson(LOCK).packages).every(
    ([path, wanted]) =>
      !path.startsWith('node_modules/') ||
      !isWanted(wanted, libc) ||
      installed[path]?.version === wanted.version,
  );
}

/**
 * Optional packages are wanted where they name this platform: they carry the native code of others.
 * @param {{ optional?: true, devOptional?: true, peer?: true, os?: string[], cpu?: string[], libc?: string[] }} entry
 * @param {string} libcHere
 */
function isWanted({ optional, devOptional, peer, os, cpu, libc }, libcHere) {
  if (!optional && !devOptional && !peer) return true;
  return (
    os?.includes(process.platform) === true &&
    cpu?.includes(process.arch) === true &&
    (libc === undefined || process.platform !== 'linux' || libc.includes(libcHere))
  );
}

async function installPackages() {
  const { node: version } = readJson(join(ROOT, 'package.json')).devDependencies;
  rmSync(STAMP, { force: true });
  const ci = ['ci', '--no-fund', '--no-audit', '--loglevel=error'];
  // An older Node makes npm leave out native packages that ask for a newer one, so the pinned Node runs npm.
  const isOlder = Number.parseInt(process.versions.node, 10) < Number.parseInt(version, 10);
  const command = isOlder ? 'npx' : 'npm';
  const args = isOlder ? ['--yes', '-p', `node@${version}`, '--', 'npm', ...ci] : ci;
  say(`installing packages from package-lock.json${isOlder ? ` with Node ${version}` : ''}…`);
  const env = { ...process.env };
  // A production setting of the machine would leave out the pinned Node and the build tools.
  delete env.NODE_ENV;
  delete env.npm_config_omit;
  const code = await run(command, args, {
    env,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
  }).catch((error) =>
    fail(`npm could not be run (${error.message}). It comes with Node: https://nodejs.org`),
  );
  if (code !== 0) {
    fail(
      `the packages could not be installed (npm ended with ${code}). Is the network reachable? Run the same command again; an interrupted installation is repeated from its start.`,
    );
  }
}

async function checkNode() {
  const wanted = `v${readJson(join(ROOT, 'package.json')).devDependencies.node}`;
  const { code, output } = existsSync(NODE) ? await capture(NODE, ['--version']) : { code: 1, output: '' };
  if (code === 0 && output.trim() === wanted) return;
  fail(
    `node_modules should hold Node ${wanted} but holds ${output.trim() || 'none'}. Its install script may have been blocked: run 'npm rebuild node', or delete node_modules and run the same command again.`,
  );
}
