import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont, { type Axes } from 'subset-font';
import type { Plugin } from 'vite';

const OUTPUT_DIR = path.join(import.meta.dirname, '../../.cache/fonts');
/** Files of the Latin fonts. The variable font is limited to the weights that the client uses. */
const FONT_FILES: Readonly<Record<string, Axes>> = {
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2': { wght: { min: 400, max: 700 } },
  '@fontsource/chakra-petch/files/chakra-petch-latin-600-normal.woff2': {},
  '@fontsource/chakra-petch/files/chakra-petch-latin-700-normal.woff2': {},
};
const { resolve } = createRequire(import.meta.url);
/** Return the characters in the `unicode-range` of the font files. */
function characters(): string {
  const { latin } = JSON.parse(readFileSync(resolve('@fontsource/chakra-petch/unicode.json'), 'utf8'));
  const ranges = [...(latin as string).matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)];
  const codes = ranges.flatMap(([, from = '', to = from]) => {
    const first = Number.parseInt(from, 16);
    return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index);
  });
  return String.fromCodePoint(...codes);
}

/** A font that loads late would shift visible text, so the browser uses it only from the next page on. */
const optionalFontDisplay = {
  postcssPlugin: 'rivalhold:optional-font-display',
  Declaration: {
    'font-display': (declaration: { value: string }) => {
      declaration.value = 'optional';
    },
  },
};

/** Subset the site's fonts, which makes the font files a third smaller. Also prevent late font swaps. */
export function fonts(): Plugin {
  return {
    name: 'rivalhold:fonts',
    apply: 'build',
    async config() {
      mkdirSync(OUTPUT_DIR, { recursive: true });
      const text = characters();
      const alias = Object.entries(FONT_FILES).map(async ([file, variationAxes]) => {
        const name = path.basename(file);
        const outputFile = path.join(OUTPUT_DIR, name);
        const source = readFileSync(resolve(file));
        writeFileSync(outputFile, await subsetFont(source, text, { targetFormat: 'woff2', variationAxes }));
        return { find: new RegExp(`^.*/${name.replaceAll('.', '\\.')}$`), replacement: outputFile };
      });
      return {
        css: { postcss: { plugins: [optionalFontDisplay] } },
        resolve: { alias: await Promise.all(alias) },
      };
    },
  };
}
