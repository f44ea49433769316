import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { structureCheck, TYPE_CHECK } from '../lib/checks.mjs';
import { bin, NODE, ROOT } from '../lib/paths.mjs';
import { capture } from '../lib/run.mjs';
import { CLEAN_ENV } from '../testing/clean-env.ts';
import { LONG } from '../testing/long.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { TREE_CHECK_TIMEOUT_MS } from '../testing/timeouts.ts';

const GUIDE = 'docs/add-a-feature.md';
const EXAMPLES_CONFIG = 'tsconfig.examples.json';
const MOST_FILES = { feature: 12, field: 6 };

/** A file in the guide. The guide edits the file if `code` is a diff, and otherwise creates it. */
type GuideFile = { path: string; isDiff: boolean; code: string };

/** A fenced code block after a paragraph that begins with the path of the file. */
const FILE = /(?<=\n\n)`([\w./-]+)`.*\n(?:.+\n)*\n```(\w+)\n([\s\S]*?)^```$/gm;

/** Return the files in a part of the guide, in order. */
const filesOf = (text: string): GuideFile[] =>
  [...text.matchAll(FILE)].map(([, path = '', language, code = '']) => ({
    path,
    isDiff: language === 'diff',
    code,
  }));

/** Return the arguments of the `vitest run` commands in the text, without duplicates. */
const testCommandsOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/^ {4}vitest (run .*)$/gm)].map(([, args = '']) => args)),
];

/**
 * Return the lines of one side of a hunk: the context lines, together with the added lines (`+`) or the removed lines
 * (`-`).
 */
const sideOf = (hunk: string, sign: '+' | '-'): string[] =>
  hunk
    .split('\n')
    .filter((line) => line.startsWith(' ') || line.startsWith(sign))
    .map((line) => line.slice(1));

/**
 * Apply a diff to the text of a file. The hunks of the diff are separated by `@@` lines and have no line numbers.
 * @throws Error unless the old lines of each hunk occur exactly once in the text
 */
function applyDiff(text: string, { path, code }: GuideFile): string {
  const lines = text.split('\n');
  for (const hunk of code.split(/^@@\n/m)) {
    const before = sideOf(hunk, '-');
    const [place, ...others] = lines.flatMap((_, at) =>
      before.every((line, offset) => lines[at + offset] === line) ? [at] : [],
    );
    if (place === undefined || others.length > 0)
      throw new Error(`${path}: ${place === undefined ? 'no place' : 'several places'} for\n${hunk}`);
    lines.splice(place, before.length, ...sideOf(hunk, '+'));
  }
  return lines.join('\n');
}

const guide = readFileSync(join(ROOT, GUIDE), 'utf8');
const [beforeField = '', field = ''] = guide.split(/^(?=## A new text field)/m);
const TEST_COMMANDS = testCommandsOf(guide);
const EXAMPLES = { feature: filesOf(beforeField), field: filesOf(field) };

const copy = temporaryFolder();
/** Paths that are not copied: .git, packages, and files that git ignores. */
const NOT_COPIED =
  /^(?:\.git|\.cache|data|test-results|screenshots|deploy[\\/](?:secrets|backups))$|(?:^|[\\/])(?:node_modules|dist)$/;

/**
 * Copy the repository. In the copy, node_modules contains links: a package's link leads to the original package, and a
 * workspace's link to the copied workspace.
 */
function copyRepository(): void {
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !NOT_COPIED.test(relative(ROOT, path)) });
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@rivalhold'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@rivalhold') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  for (const name of readdirSync(join(ROOT, 'node_modules', '@rivalhold')))
    symlinkSync(join(copy, name), join(modules, '@rivalhold', name));
}

function addToCopy(file: GuideFile): void {
  const path = join(copy, file.path);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, file.isDiff ? applyDiff(readFileSync(path, 'utf8'), file) : file.code, {
    flag: file.isDiff ? 'w' : 'wx',
  });
}

/** Run a program in the copy. If it fails, return its output. Otherwise, return an empty string. */
async function failureOf(args: string[]): Promise<string> {
  const { code, output } = await capture(NODE, args, { cwd: copy, env: CLEAN_ENV });
  return code === 0 ? '' : output;
}

beforeAll(() => {
  copyRepository();
  for (const file of Object.values(EXAMPLES).flat()) addToCopy(file);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('the guide for a new feature', () => {
  it('creates and edits only a few files per example', () => {
    for (const [example, files] of Object.entries(EXAMPLES)) {
      const paths = new Set(files.map(({ path }) => path));
      expect(paths.size, example).toBeGreaterThan(1);
      expect(paths.size, example).toBeLessThanOrEqual(MOST_FILES[example as keyof typeof EXAMPLES]);
    }
    const listed = [...beforeField.matchAll(/^\| `(\S+)` \|/gm)].map(([, path]) => path);
    expect(EXAMPLES.feature.map(({ path }) => path).sort()).toEqual(listed.sort());
  });

  it('has diffs that apply only where their context occurs exactly once', () => {
    const edit = (code: string) => ({ path: 'a.ts', isDiff: true, code });
    expect(applyDiff('a\nb\nc\n', edit(' a\n+x\n b\n@@\n-c\n'))).toBe('a\nx\nb\n');
    expect(() => applyDiff('a\n', edit(' b\n+x\n'))).toThrow('a.ts: no place');
    expect(() => applyDiff('a\na\n', edit(' a\n+x\n'))).toThrow('several places');
  });

  it('has code that is formatted and passes the linter', async () => {
    const paths = Object.values(EXAMPLES)
      .flat()
      .filter(({ path }) => !path.endsWith('.sql'))
      .map(({ path }) => path);
    const biome = [bin('@biomejs/biome', 'biome'), 'ci', '--error-on-warnings', '--colors=off'];
    expect(await failureOf([...biome, ...new Set(paths)])).toBe('');
  });

  it('has code that compiles', { timeout: TREE_CHECK_TIMEOUT_MS }, async () => {
    // A short run compiles only the client, the files of the examples, and the files that these files import.
    if (!LONG) {
      const paths = Object.values(EXAMPLES)
        .flat()
        .map(({ path }) => path);
      const config = {
        extends: './tsconfig.json',
        include: ['**/*.d.ts', 'web/src/main.tsx', 'web/src/testing/setup.ts'],
        files: [...new Set(paths.filter((path) => /\.tsx?$/.test(path)))],
      };
      writeFileSync(join(copy, EXAMPLES_CONFIG), JSON.stringify(config));
    }
    expect(await failureOf([...TYPE_CHECK, ...(LONG ? [] : ['--project', EXAMPLES_CONFIG])])).toBe('');
  });

  it('lists the commands that run its tests', () => {
    expect(TEST_COMMANDS.length).toBeGreaterThan(1);
    const tests = EXAMPLES.feature.map(({ path }) => path).filter((path) => /\.test\.tsx?$/.test(path));
    for (const path of tests)
      expect(TEST_COMMANDS.filter((command) => command.includes(dirname(path))).length, path).toBe(1);
  });

  if (LONG) {
    it('has code that passes the structure checks', async () => {
      for (const rules of ['imports', 'folders'] as const) {
        const [program = '', , , ...args] = structureCheck(rules);
        const config = join('scripts', 'structure', `${rules}.mjs`);
        expect(await failureOf([program, '--config', config, ...args])).toBe('');
      }
      expect(await failureOf([bin('knip'), '--no-progress', '--no-config-hints'])).toBe('');
    });

    it.each(TEST_COMMANDS)('has code that passes its tests: vitest %s', async (command) => {
      expect(await failureOf([bin('vitest'), ...command.split(' ')])).toBe('');
    });
  }
});
