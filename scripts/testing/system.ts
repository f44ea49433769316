import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Return the full path of a command in PATH or in one of `folders`; null if it is not found. */
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
 * Install system packages with apt-get, as root or with passwordless sudo, and print a status line. Return whether
 * they were installed; false if there is no permission or no apt-get.
 */
export function installSystemPackages(packages: string[]): boolean {
  if (which('apt-get') === null) return false;
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && !succeeds('sudo', ['-n', 'true'])) return false;
  console.log(`rivalhold: installing ${packages.join(', ')} with the system's package manager…`);
  const apt = (...args: string[]) => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', '-y', ...args];
    const [first = '', ...rest] = isRoot ? command : ['sudo', '-n', ...command];
    return spawnSync(first, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  };
  return apt('update') && apt('install', '--no-install-recommends', ...packages);
}
