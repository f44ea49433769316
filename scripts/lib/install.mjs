import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CACHE, NODE, ROOT } from './paths.mjs';
import { capture, fail, printStatus, waitForExit } from './run.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.installed');
/**
 * File with the process ids of a running installation. If the file exists but none of these processes is running, the
 * installation was interrupted.
 */
const IN_PROGRESS = join(CACHE, 'installing');
/** npm writes this file, which lists the packages in node_modules, at the end of an installation. */
const INSTALLED = join(MODULES, '.package-lock.json');

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
/** @param {string} path */
const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** Install the packages in package-lock.json, unless all of them are already installed. */
export async function install() {
  // Child processes cache their compiled code in this folder, so that the next run starts 20% faster.
  process.env.NODE_COMPILE_CACHE ??= join(CACHE, 'compiled');
  const stamp = `${process.platform} ${process.arch} ${createHash('sha256').update(readFileSync(LOCK)).digest('hex')}`;
  if (existsSync(NODE) && readIfThere(STAMP) === stamp) return;
  if (await waitForOtherInstall()) return install();
  if (!isComplete()) {
    const interrupted = existsSync(IN_PROGRESS);
    if (!(await claimInstallation())) return install();
    await installPackages(interrupted);
  }
  await checkNode();
  writeFileSync(STAMP, stamp);
}

function isComplete() {
  if (!existsSync(NODE) || !existsSync(INSTALLED) || existsSync(IN_PROGRESS)) return false;
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
 * Report whether this machine needs a package. Optional packages contain native code for certain platforms. They are
 * needed only if their entry in package-lock.json names this platform.
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

/** Wait while another process installs packages in this folder. Return whether there was such a process. */
async function waitForOtherInstall() {
  let waited = 0;
  while (existsSync(IN_PROGRESS) && readFileSync(IN_PROGRESS, 'utf8').split(' ').some(isAlive)) {
    if (waited === 0) printStatus('waiting for another installation to finish…');
    if (++waited > 1_200)
      fail(`another installation has not finished. If none is running, delete ${IN_PROGRESS}.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return waited > 0;
}

/** @param {string} pid id of a process, or the negative id of a process group */
function isAlive(pid) {
  try {
    return Number(pid) !== 0 && process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

/**
 * Try to claim the installation, and return whether this process may install. If several processes try at the same
 * time, the last process to write `IN_PROGRESS` succeeds.
 */
async function claimInstallation() {
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(IN_PROGRESS, String(process.pid));
  await new Promise((resolve) => setTimeout(resolve, 200));
  return readIfThere(IN_PROGRESS) === String(process.pid);
}

/** @param {boolean} interrupted */
async function installPackages(interrupted) {
  const { node: version } = readJson(join(ROOT, 'package.json')).devDependencies;
  // npm treats partly written packages as complete, so restart an interrupted installation from scratch.
  if (interrupted || !existsSync(INSTALLED)) rmSync(MODULES, { recursive: true, force: true });
  rmSync(STAMP, { force: true });

  // If the running Node is older than the pinned version, npm would skip native packages that require a newer Node. If
  // the running Node is in node_modules, npm might replace it during the installation. In both cases, run npm with the
  // pinned Node, which npx downloads.
  const isNew = Number.parseInt(process.versions.node, 10) >= Number.parseInt(version, 10);
  const isOutside = !process.execPath.startsWith(MODULES);
  const withPinned = isNew && isOutside ? [] : ['npx', '--yes', '-p', `node@${version}`, '--'];
  // Use `npm install` instead of `npm ci`, which rejects a lock file that lacks other platforms' native packages.
  const [command = '', ...args] = [...withPinned, 'npm', 'install', '--no-save', '--loglevel=error'];
  printStatus(
    `installing packages from package-lock.json${withPinned.length > 0 ? ` with Node ${version}` : ''}…`,
  );
  const npm = spawn(command, args, {
    cwd: ROOT,
    env: environment(),
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  });
  if (npm.pid !== undefined) writeFileSync(IN_PROGRESS, `${process.pid} -${npm.pid}`);
  const code = await waitForExit(npm, true).catch((error) =>
    fail(`npm could not be started (${error.message}). It comes with Node: https://nodejs.org`),
  );
  if (code !== 0) {
    fail(
      `installing the packages failed (npm exited with ${code}). Check the network and run the same command again.`,
    );
  }
  rmSync(IN_PROGRESS, { force: true });
}

/**
 * Return the environment for npm, without settings that omit packages. Its PATH leaves out the `node_modules/.bin`
 * folders, because the installation replaces them.
 */
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
    `node_modules should contain Node ${wanted} but contains ${output.trim() || 'none'}. Its install script may have been blocked: run 'npm rebuild node', or delete node_modules and run the same command again.`,
  );
}
