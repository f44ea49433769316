import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { lintMarkdown } from './markdown.mjs';
import { textsOf } from './texts.mjs';
import { findWrongWords } from './words.mjs';

const write = (name: string, text: string): string => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, text);
  return path;
};

it('distinguishes comments, test names and strings', () => {
  const path = write(
    'a.test.tsx',
    [
      '// Return the newest posts',
      '  // of a player.',
      '/**',
      ' * Two lines',
      ' * of a docstring. */',
      '// biome-ignore lint/a/b: a reason',
      `test.each([1])('counts what is unread', () => log('a text', 'identifier', \`\${count} unread messages\`));`,
      'const title = <p title="a title">Some text</p>;',
    ].join('\n'),
  );
  expect(textsOf(path)).toEqual([
    { kind: 'comment', line: 1, text: 'Return the newest posts of a player.' },
    { kind: 'comment', line: 3, text: 'Two lines of a docstring.' },
    { kind: 'test name', line: 7, text: 'counts what is unread' },
    { kind: 'string', line: 7, text: 'a text' },
    { kind: 'string', line: 7, text: '… unread messages' },
    { kind: 'string', line: 8, text: 'a title' },
    { kind: 'string', line: 8, text: 'Some text' },
  ]);
  expect(textsOf(write('a.css', 'a {}\n/* Two\n   lines */'))).toEqual([
    { kind: 'comment', line: 2, text: 'Two lines' },
  ]);
});

it('finds comments and strings in SQL', () => {
  const path = write(
    'a.sql',
    [
      "-- Rows of a player's",
      '  -- likes.',
      "create table a (b text default 'identifier', c text default 'the player''s -- text'); -- At the end",
      '/* Two',
      '   lines */',
      'create function f() returns trigger as $$ begin -- In a body',
      "  raise exception 'No changes (%).', tg_op; end $$ language plpgsql;",
    ].join('\n'),
  );
  expect(textsOf(path)).toEqual([
    { kind: 'comment', line: 1, text: "Rows of a player's likes." },
    { kind: 'comment', line: 3, text: 'At the end' },
    { kind: 'comment', line: 4, text: 'Two lines' },
    { kind: 'comment', line: 6, text: 'In a body' },
    { kind: 'string', line: 3, text: "the player's -- text" },
    { kind: 'string', line: 7, text: 'No changes (%).' },
  ]);
});

it('reports the name of a file that cannot be parsed', () => {
  expect(() => textsOf(write('broken.ts', 'const = ;'))).toThrow('broken.ts');
});

it('finds wrong words in every kind of text', () => {
  expect(findWrongWords('string', 'A first deed, begun anew')).toHaveLength(2);
  expect(findWrongWords('comment', 'The server is told the time.')).toHaveLength(1);
  expect(findWrongWords('comment', 'Who is lost is gone.')).toHaveLength(1);
  expect(findWrongWords('test name', 'what is unread is counted')).toHaveLength(1);
  expect(findWrongWords('comment', 'What if the answer is lost?')).toHaveLength(0);
  expect(findWrongWords('string', 'What happens next')).toHaveLength(0);
  expect(findWrongWords('comment', 'Return the unread messages.')).toHaveLength(0);
});

it('finds terms with an unusual spelling in Markdown, but not in code', async () => {
  const path = write('a.md', 'Write an e-mail from `e-mail`.\n');
  expect(await lintMarkdown(path)).toEqual([{ line: 1, message: expect.stringContaining('email') }]);
});
