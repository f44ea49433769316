import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../lib/paths.mjs';

const MOST_WORDS = 22_000;
/** Reference pages. They do not count toward the limit, because other tests require them to match the code. */
const REFERENCE = ['docs/configuration.md'];

/** Return the number of words in Markdown. Fenced code and symbols do not count. */
const wordsIn = (text: string): number =>
  text
    .replaceAll(/^```.*?^```/gms, '')
    .split(/\s+/)
    .filter((word) => /[a-z\d]/i.test(word)).length;

it('counts the words of prose and tables, but not of code', () => {
  expect(
    wordsIn('# A title\n\n| two | words |\n|---|---|\n\n```ts\nconst a = 1;\n```\n\n- one – more\n'),
  ).toBe(6);
});

const countIn = (page: string): number => wordsIn(readFileSync(join(ROOT, page), 'utf8'));

it(`the docs have at most ${MOST_WORDS} words`, () => {
  const pages = globSync('docs/**/*.md', { cwd: ROOT }).filter((page) => !REFERENCE.includes(page));
  expect(pages).toContain('docs/game.md');
  const words = pages.reduce((sum, page) => sum + countIn(page), 0);
  expect(words, 'words in docs: shorten a page, or merge pages that say the same').toBeLessThanOrEqual(
    MOST_WORDS,
  );
});

it.each([
  ['README.md', 700],
  ['docs/architecture.md', 1_500],
  ...globSync('docs/decisions/*.md', { cwd: ROOT }).map((page) => [page, 300] as const),
] as const)('%s has at most %i words', (page, most) => {
  expect(countIn(page)).toBeLessThanOrEqual(most);
});
