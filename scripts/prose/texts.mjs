import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';

/** @typedef {{ kind: 'comment' | 'test name' | 'string', line: number, text: string }} Text */

const TEST_FUNCTIONS = new Set(['test', 'it', 'describe']);
const SQL_TEXT = /--(?<line>[^\n]*)|\/\*(?<block>[\s\S]*?)\*\/|'(?<string>(?:[^']|'')*)'/g;
const DIRECTIVE = /^\s*(biome-ignore|stylelint-|@ts-|@vitest-environment|#)/;

/**
 * Return the comments, test names and other strings of a TypeScript, JavaScript, CSS or SQL file. Strings without a
 * space are left out, because they are identifiers. Throw if the file cannot be parsed.
 * @param {string} path
 * @returns {Text[]}
 */
export function textsOf(path) {
  const source = readFileSync(path, 'utf8');
  /** @param {number} offset */
  const lineOf = (offset) => source.slice(0, offset).split('\n').length;
  if (path.endsWith('.css')) {
    return [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ 1: text = '', index }) => ({
      kind: 'comment',
      line: lineOf(index),
      text: joinLines(text),
    }));
  }
  if (path.endsWith('.sql')) return sqlTexts();
  const { comments, program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const strings = stringsOf(program.body, 'string');
  return [
    ...joinLineComments(comments),
    ...strings.map(({ kind, start, text }) => ({ kind, line: lineOf(start), text })),
  ];

  /** @returns {Text[]} */
  function sqlTexts() {
    const tokens = [...source.matchAll(SQL_TEXT)].map(({ 0: token, index: start, groups }) => ({
      ...{ start, end: start + token.length, type: token.startsWith('--') ? 'Line' : 'Block' },
      ...{ value: groups?.line ?? groups?.block ?? '', string: groups?.string?.replaceAll("''", "'").trim() },
    }));
    return [
      ...joinLineComments(tokens.filter(({ string }) => string === undefined)),
      ...tokens.flatMap(({ start, string }) =>
        string?.includes(' ')
          ? [{ kind: /** @type {const} */ ('string'), line: lineOf(start), text: string }]
          : [],
      ),
    ];
  }

  /**
   * Return the texts of comments. Consecutive line comments are joined into one text.
   * @param {{ type: string, value: string, start: number, end: number }[]} comments
   * @returns {Text[]}
   */
  function joinLineComments(comments) {
    /** @type {Text[]} */
    const joined = [];
    let end = -1;
    for (const comment of comments) {
      const previous = /^\n[ \t]*$/.test(source.slice(end, comment.start)) ? joined.at(-1) : undefined;
      end = comment.type === 'Line' ? comment.end : -1;
      if (DIRECTIVE.test(comment.value)) end = -1;
      else if (previous && end !== -1) previous.text += ` ${comment.value.trim()}`;
      else joined.push({ kind: 'comment', line: lineOf(comment.start), text: joinLines(comment.value) });
    }
    return joined;
  }
}

/** @param {string} comment */
const joinLines = (comment) =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, ''))
    .join(' ')
    .trim();

/**
 * @param {any} node of the syntax tree
 * @param {Text['kind']} kind the kind to return if `node` itself is a string
 * @returns {{ kind: Text['kind'], start: number, text: string }[]}
 */
function stringsOf(node, kind) {
  if (Array.isArray(node)) return node.flatMap((child) => stringsOf(child, kind));
  if (typeof node?.type !== 'string' || node.type === 'ImportDeclaration') return [];
  const text = stringValue(node)?.trim() ?? '';
  const here = text.includes(' ') ? [{ kind, start: node.start, text }] : [];
  if (node.type === 'CallExpression' && TEST_FUNCTIONS.has(calledName(node.callee))) {
    const [name, ...rest] = node.arguments;
    return [...stringsOf(name, 'test name'), ...stringsOf([node.callee, ...rest], 'string')];
  }
  return [...here, ...Object.values(node).flatMap((child) => stringsOf(child, 'string'))];
}

/** @param {any} node */
function stringValue(node) {
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return null;
  return node.quasis.map((/** @type {any} */ quasi) => quasi.value.cooked ?? '').join('…');
}

/**
 * Return the name of a called function: `test` for `test.each(rows)(…)`.
 * @param {any} callee
 * @returns {string}
 */
function calledName(callee) {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return calledName(callee.object);
  return callee.type === 'CallExpression' ? calledName(callee.callee) : '';
}
