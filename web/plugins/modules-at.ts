import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

/**
 * Return a function that reports whether a module is at one of these paths. The paths are absolute, or relative to the
 * repository. The path of a folder stands for all modules in it, and the path of a component also for its CSS module.
 * Throws if there is nothing at a path, for example because the file was renamed.
 */
export function modulesAt(paths: readonly string[]): (id: string) => boolean {
  const absolute = paths.map((name) => path.resolve(ROOT, name));
  const missing = absolute.filter((name) => !existsSync(name));
  if (missing.length > 0) throw new Error(`missing modules: ${missing.join(', ')}`);
  const folders = absolute.filter((name) => statSync(name).isDirectory()).map((name) => name + path.sep);
  const files = new Set(absolute.flatMap((name) => [name, name.replace(/\.tsx$/, '.module.css')]));
  return (id) => files.has(id) || folders.some((folder) => id.startsWith(folder));
}
