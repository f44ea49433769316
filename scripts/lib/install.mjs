import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { NODE, ROOT } from './paths.mjs';
import { capture, fail, run, say } from './run.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.installed');
/** Stands while npm is at work. */
const UNDER_WAY = join(MODULES, '.installing');
/** npm writes it at the end of an installation: what it has really put into node_modules. */
const INSTALLED = join(MODULES, '.package-lock.json');

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
  writeFileSync(STAMP, stamp);
}

function isComplete() {
  if (!existsSync(NODE) || !existsSync(INSTALLED) || existsSync(UNDER_WAY)) return false;
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
  // npm takes half-written packages for whole ones, so an interrupted installation begins anew.
  if (existsSync(UNDER_WAY) || !existsSync(INSTALLED)) rmSync(MODULES, { recursive: true, force: true });
  mkdirSync(MODULES, { recursive: true });
  rmSync(STAMP, { force: true });
  writeFileSync(UNDER_WAY, '');

  // With an older Node npm leaves out native packages that ask for a newer one: then the pinned Node runs npm.
  const isNew = Number.parseInt(process.versions.node, 10) >= Number.parseInt(version, 10);
  const isOutside = !process.execPath.startsWith(MODULES);
  const withPinned = isNew && isOutside ? [] : ['npx', '--yes', '-p', `node@${version}`, '--'];
  // `npm ci` refuses a lock file that was made where some registry lacked the native code of other platforms.
  const [command = '', ...args] = [...withPinned, 'npm', 'install', '--no-save', '--loglevel=error'];
  say(`installing packages from package-lock.json${withPinned.length > 0 ? ` with Node ${version}` : ''}…`);
  const code = await run(command, args, {
    env: environment(),
    shell: process.platform === 'win32',
    stdio: ['ignore', 'ignore', 'inherit'],
  }).catch((error) =>
    fail(`npm could not be run (${error.message}). It comes with Node: https://nodejs.org`),
  );
  if (code !== 0) {
    fail(
      `the packages could not be installed (npm ended with ${code}). Is the network reachable? The same command tries again.`,
    );
  }
  rmSync(UNDER_WAY, { force: true });
}

/** This process' environment without the packages that are about to be replaced, and with all kinds of packages. */
function environment() {
  const { NODE_ENV: _production, npm_config_omit: _omit, PATH = '', ...env } = process.env;
  const path = PATH.split(delimiter).filter((folder) => !folder.endsWith(join('node_modules', '.bin')));
  return { ...env, npm_config_update_notifier: 'false', PATH: path.join(delimiter) };
}

async function checkNode() {
  const wanted = `v${readJson(join(ROOT, 'package.json')).devDependencies.node}`;
  const { code, output } = existsSync(NODE) ? await capture(NODE, ['--version']) : { code: 1, output: '' };
  if (code === 0 && output.trim() === wanted) return;
  fail(
    `node_modules should hold Node ${wanted} but holds ${output.trim() || 'none'}. Its install script may have been blocked: run 'npm rebuild node', or delete node_modules and run the same command again.`,
  );
}
