import { posix } from 'node:path';

/** Source files by path from the repository's root, with their text. */
export type Tree = ReadonlyMap<string, string>;
export type Import = {
  /** As written. */
  specifier: string;
  /** The file of the tree it leads to, or null for a package. */
  target: string | null;
  /** Erased before the code runs: `import type` or `export type`. */
  typeOnly: boolean;
  /** `import()`: loaded when it is asked for, not with the file. */
  lazy: boolean;
  line: number;
};

const SKIPPED = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const STATIC =
  /^[ \t]*(?:import|export)\b(\s+type\b(?!\s*(?:from\b|,)))?([^;'"`]*?\bfrom)?\s*(['"])([^'"\n]+)\3/gm;
const DYNAMIC = /\bimport\s*\(\s*(['"])([^'"\n]+)\1/g;

/** The text with its comments blanked, every line where it was. */
export const withoutComments = (text: string) =>
  text.replace(SKIPPED, (part) => (part.startsWith('/') ? part.replace(/[^\n]/g, ' ') : part));

export const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** What a file imports and re-exports, statically or by `import()`, in the order of the file. */
export function importsOf(path: string, source: string): Import[] {
  const text = withoutComments(source);
  const found: Import[] = [];
  const add = (index: number, specifier: string, typeOnly: boolean, lazy: boolean) =>
    found.push({ specifier, target: resolve(path, specifier), typeOnly, lazy, line: lineAt(text, index) });
  for (const match of text.matchAll(STATIC)) {
    const [whole, type, from, , specifier = ''] = match;
    const index = match.index + whole.length - specifier.length - 1;
    if (from !== undefined || whole.trimStart().startsWith('import'))
      add(index, specifier, type !== undefined, false);
  }
  for (const match of text.matchAll(DYNAMIC)) add(match.index, match[2] ?? '', false, true);
  return found.sort((a, b) => a.line - b.line);
}

function resolve(path: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier).replace(/\?.*$/, '');
  const workspace = /^@rivalhold\/(shared|server|web)\/(.+)$/.exec(specifier);
  return workspace === null ? null : `${workspace[1]}/src/${workspace[2]}`;
}
