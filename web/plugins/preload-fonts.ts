import type { Plugin } from 'vite';

const FIRST_PAINT = /(inter-latin-wght-normal|chakra-petch-latin-700-normal)-[^/]*\.woff2$/;

/** Fetches the two faces of the first paint together with the stylesheet instead of after it. */
export function preloadFonts(): Plugin {
  return {
    name: 'rivalhold:preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((fileName) => FIRST_PAINT.test(fileName))
          .map((fileName) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${fileName}`, crossorigin: '' },
            injectTo: 'head' as const,
          })),
    },
  };
}
