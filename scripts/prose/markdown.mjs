import { readFileSync } from 'node:fs';
import { TextlintKernel } from '@textlint/kernel';
import * as markdownPlugin from '@textlint/textlint-plugin-markdown';
import * as terminology from 'textlint-rule-terminology';

const kernel = new TextlintKernel();
/** @param {any} module a CommonJS module that was imported from an ECMAScript module */
const defaultOf = (module) => module.default?.default ?? module.default ?? module;

/**
 * Return the terms in a Markdown file for which textlint suggests another spelling.
 * @param {string} path
 * @returns {Promise<{ line: number, message: string }[]>}
 */
export async function lintMarkdown(path) {
  const { messages } = await kernel.lintText(readFileSync(path, 'utf8'), {
    filePath: path,
    ext: '.md',
    plugins: [{ pluginId: 'markdown', plugin: defaultOf(markdownPlugin) }],
    rules: [{ ruleId: 'terminology', rule: defaultOf(terminology), options: { defaultTerms: true } }],
  });
  return messages.map(({ loc, message }) => ({ line: loc.start.line, message }));
}
