import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../lib/paths.mjs';

/** A package lock. `packages` lists the packages by path. */
type Lock = { packages: Record<string, { dev?: true }> };

/**
 * Return the paths of all installed packages, and of those that only development needs. `installed` is the content of
 * the file `.package-lock.json` that npm writes into `node_modules`.
 */
export function installedPackages(installed: string): { all: string[]; development: string[] } {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock;
  const all = Object.keys((JSON.parse(installed) as Lock).packages);
  return { all, development: all.filter((path) => packages[path]?.dev) };
}
