import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { assetUrl } from './pwa.ts';

const SCRIPT = path.join(import.meta.dirname, '../src/first-paint.js');
const PRELOADED_FONTS = /^(inter-latin-wght|chakra-petch-latin-700)-normal\.woff2$/;

const script = (src: string): HtmlTagDescriptor => ({
  tag: 'script',
  attrs: { src },
  injectTo: 'head-prepend',
});
const preload = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: '' },
  injectTo: 'head',
});

/**
 * Add to each document what the first paint needs: the script that applies the chosen theme, and preloads of the two
 * fonts of the first screen. The script is a file, because the CSP forbids inline scripts.
 */
export function firstPaint(): Plugin {
  return {
    name: 'rivalhold:first-paint',
    buildStart() {
      if (this.environment.mode === 'build')
        this.emitFile({ type: 'asset', name: 'first-paint.js', source: readFileSync(SCRIPT) });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return [script('/src/first-paint.js')];
        const fonts = Object.values(bundle).filter(
          (file) => file.type === 'asset' && file.names.some((name) => PRELOADED_FONTS.test(name)),
        );
        if (fonts.length !== 2) throw new Error('The fonts of the first screen are missing');
        return [
          script(assetUrl(bundle, 'first-paint.js')),
          ...fonts.map(({ fileName }) => preload(`/${fileName}`)),
        ];
      },
    },
  };
}
