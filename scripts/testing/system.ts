import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Return the full path of a command in PATH or in one of `folders`. Return null if the command is not found. */
export function which(command: string, folders: string[] = []): string | null {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...folders]) {
    const path = join(folder, command);
    if (folder !== '' && existsSync(path) && isExecutable(path)) return path;
  }
  return null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const succeeds = (command: string, args: string[]) =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/**
 * Return a function that runs apt-get, as root or with passwordless sudo, and reports whether it succeeded. Return null
 * if this user has no permission, or the machine has no apt-get.
 */
function aptGet(): ((...args: string[]) => boolean) | null {
  if (which('apt-get') === null) return null;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !succeeds('sudo', ['-n', 'true'])) return null;
  return (...args) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-y', ...args];
    const [first = '', ...rest] = isRoot ? command : ['sudo', '-n', ...command];
    return spawnSync(first, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  };
}

/**
 * Print a status line, and install system packages with apt-get. Return whether they were installed. The result is
 * false if this user has no permission, or if the machine has no apt-get.
 */
export function installSystemPackages(packages: string[]): boolean {
  const apt = aptGet();
  if (apt === null) return false;
  console.log(`rivalhold: installing ${packages.join(', ')} with the system's package manager…`);
  return apt('update') && apt('install', '--no-install-recommends', ...packages);
}

/**
 * Download a Debian package and extract its files into a folder, without installing the package. Return whether this
 * succeeded. If the download fails, update apt's list of packages, and try again. The update needs root or passwordless
 * sudo.
 */
export function extractSystemPackage(name: string, folder: string): boolean {
  const apt = which('apt-get');
  if (apt === null || which('dpkg-deb') === null) return false;
  console.log(`rivalhold: downloading ${name} with the system's package manager…`);
  const download = () =>
    spawnSync(apt, ['-qq', 'download', name], { cwd: folder, stdio: 'ignore' }).status === 0;
  if (!download() && !(aptGet()?.('update') && download())) return false;
  const file = readdirSync(folder).find((each) => each.endsWith('.deb'));
  return file !== undefined && succeeds('dpkg-deb', ['-x', join(folder, file), folder]);
}
