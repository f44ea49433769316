/**
 * Check the prose of the project: the terms of its Markdown by textlint, and the words and openings of words.mjs in
 * comments, test names and texts. Takes files and folders; checks everything without any.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../lib/paths.mjs';
import { lintMarkdown } from './markdown.mjs';
import { textsOf } from './texts.mjs';
import { findWrongWords } from './words.mjs';

/** Demo players, items and fight lines speak in the game's own words, and the list itself is made of wrong words. */
const IGNORED = /^(server\/src\/demo\/content\/|shared\/src\/(items\/|fights\/narration)|scripts\/prose\/)/;
/** Texts for players, operators and engineers. Strings of tests are mostly what players write. */
const SHOWN = /^(shared|server|web|scripts)\/(?!.*(\.test\.tsx?$|\/testing\/|\/tests\/|fixtures\.ts$))/;

const paths = process.argv.length > 2 ? process.argv.slice(2) : ['.'];
const files = execFileSync('git', ['ls-files', '--', ...paths], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(md|ts|tsx|mjs|css)$/.test(file) && !IGNORED.test(file));

/** @param {string} file */
async function findingsIn(file) {
  const path = join(ROOT, file);
  if (file.endsWith('.md')) return lintMarkdown(path);
  return textsOf(path)
    .filter(({ kind }) => kind !== 'string' || SHOWN.test(file))
    .flatMap(({ kind, line, text }) =>
      findWrongWords(kind, text).map((finding) => ({ line, message: `${finding}: ${text.slice(0, 100)}` })),
    );
}

let count = 0;
for (const file of files) {
  for (const { line, message } of await findingsIn(file)) {
    count += 1;
    console.log(`${file}:${line}: ${message}`);
  }
}
console.log(`${count} findings in ${files.length} files`);
process.exitCode = count > 0 ? 1 : 0;
