import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { Plugin } from 'vite';

const LIMITS_ACCESS = /(?<![\w$.])LIMITS((?:\.[A-Za-z]\w*)+)/g;

/** Code with the numbers and texts that it takes from `LIMITS` in place of their names. */
export const replaceLimits = (code: string): string =>
  code.replaceAll(LIMITS_ACCESS, (match, path: string) => {
    const names = path.slice(1).split('.');
    let value: unknown = LIMITS;
    while (typeof value === 'object' && value !== null) {
      const name = names.shift();
      value = name === undefined ? undefined : (value as Record<string, unknown>)[name];
    }
    // What stands behind a value is a method of it.
    return value === undefined ? match : [`(${JSON.stringify(value)})`, ...names].join('.');
  });

/** Writes each limit where it is used, so that the first page does not load those of all others. */
export function inlineLimits(): Plugin {
  return {
    name: 'rivalhold:inline-limits',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/(web|shared)\/src\/.*\.tsx?$/, code: 'LIMITS.' },
      handler: (code) => ({ code: replaceLimits(code), map: null }),
    },
  };
}
