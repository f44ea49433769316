import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root folder. */
export const ROOT = join(fileURLToPath(import.meta.url), '..', '..', '..');

/** Path of the Node executable in the version that package.json pins. It exists once the packages are installed. */
export const NODE = join(
  ROOT,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Folder for files that the scripts and test runners cache. It is safe to delete this folder. */
export const CACHE = join(ROOT, '.cache');

export const WEB = join(ROOT, 'web');

/**
 * Return the path of the JavaScript file for a command of an installed package. The pinned Node can run this file.
 * @param {string} name
 * @param {string} command
 */
export function bin(name, command = name) {
  const folder = join(ROOT, 'node_modules', name);
  const declared = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).bin;
  return join(folder, typeof declared === 'string' ? declared : declared[command]);
}
