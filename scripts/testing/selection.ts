import { globSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { PROJECTS, type ProjectName } from './projects.ts';

export const PARTS = ['checks', 'unit', 'server', 'e2e'] as const;
export type Part = (typeof PARTS)[number];

/**
 * The tests that a run of `npm test` selects. These are either some of `PARTS`, or test files grouped by project. In
 * the second case, `options` are the options for the runner.
 */
export type Selection =
  | { parts: readonly Part[] }
  | { files: ReadonlyMap<ProjectName, string[]>; options: readonly string[] };

/** Error for invalid arguments of `npm test`. */
export class UsageError extends Error {}

const USAGE = `usage: npm test [-- PATH… [OPTIONS OF THE RUNNER] | -- --only ${PARTS.join(',')}]`;

/**
 * Return the tests that the arguments of `npm test` select. Paths are relative to `cwd`. Paths that do not exist there
 * are relative to `root`.
 * @throws UsageError if an argument is malformed, or no test is found at a path.
 */
export function selectionOf(args: readonly string[], root: string, cwd: string): Selection {
  if (args.length === 0) return { parts: PARTS };
  if (args[0]?.startsWith('-')) return { parts: partsOf(args) };
  const files = new Map<ProjectName, string[]>();
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const paths = firstOption === -1 ? args : args.slice(0, firstOption);
  const options = args.slice(paths.length);
  if (options.some((option) => /^--only(=|$)/.test(option))) throw new UsageError(USAGE);
  for (const path of paths)
    for (const [project, found] of testsAt(path, root, cwd))
      files.set(project, [...new Set([...(files.get(project) ?? []), ...found])]);
  return { files, options };
}

function partsOf(args: readonly string[]): Part[] {
  const [flag, value = '', ...rest] = args.flatMap((arg) => arg.split('='));
  const parts = value.split(',');
  const isPart = (part: string): part is Part => PARTS.some((known) => known === part);
  if (flag === '--only' && rest.length === 0 && parts.every(isPart)) return parts;
  throw new UsageError(USAGE);
}

/**
 * Return the test files at or below a path, by project. If several projects include a file, it is listed under the
 * first one.
 */
function testsAt(path: string, root: string, cwd: string): Map<ProjectName, string[]> {
  const full = [resolve(cwd, path), join(root, path)].find((each) =>
    statSync(each, { throwIfNoEntry: false }),
  );
  if (full === undefined) throw new UsageError(`no such file or folder: ${path}\n${USAGE}`);
  const wanted = relative(root, full);
  const tests = new Map<ProjectName, string[]>();
  const seen = new Set<string>();
  for (const { name, include, exclude } of PROJECTS) {
    const found = globSync(include, { cwd: root, exclude })
      .filter((file) => wanted === '' || file === wanted || file.startsWith(`${wanted}/`))
      .filter((file) => !seen.has(file));
    for (const file of found) seen.add(file);
    if (found.length > 0) tests.set(name, found.sort());
  }
  if (tests.size === 0) throw new UsageError(`no test file at ${path}\n${USAGE}`);
  return tests;
}
