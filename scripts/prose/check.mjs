/**
 * Check the prose of the project. Markdown is checked with textlint. Comments, test names and strings are checked for
 * the words and sentence openings in words.mjs. The arguments are files and folders. Without arguments, check
 * everything.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../lib/paths.mjs';
import { lintMarkdown } from './markdown.mjs';
import { textsOf } from './texts.mjs';
import { findWrongWords } from './words.mjs';

/**
 * Files that are not checked. Items, fight lines and the posts of demo players use fantasy words. The files in this
 * folder contain the words that this check rejects.
 */
const IGNORED = /^(server\/src\/demo\/content\/|shared\/src\/(items\/|fights\/narration)|scripts\/prose\/)/;
/**
 * Files whose strings are checked. Strings in tests are not checked, because most of them are texts that players write.
 */
const SHOWN = /^(shared|server|web|scripts)\/(?!.*(\.test\.tsx?$|\/testing\/|\/tests\/|fixtures\.ts$))/;

const paths = process.argv.length > 2 ? process.argv.slice(2) : ['.'];
const files = execFileSync('git', ['ls-files', '--', ...paths], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(md|ts|tsx|mjs|css|sql)$/.test(file) && !IGNORED.test(file));

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
