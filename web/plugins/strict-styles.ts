import type { Plugin } from 'vite';

/** The toast library writes a style element at load; its stylesheet is bundled instead, as the CSP wants it. */
export function strictStyles(): Plugin {
  return {
    name: 'rivalhold:strict-styles',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/sonner/dist/')) return undefined;
      const opening = 'function __insertCSS(code) {';
      if (!code.includes(opening)) throw new Error('The toast library no longer inserts its styles this way');
      return { code: code.replace(opening, `${opening} return;`), map: null };
    },
  };
}
