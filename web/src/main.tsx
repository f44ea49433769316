import { start } from './app/start.tsx';
import { watchMissingChunks } from './lib/reload-on-missing-chunk.ts';

/** Fonts that the document preloads. */
const FONTS = ['600 1em "Chakra Petch"', '700 1em "Chakra Petch"', '1em "Inter Variable"'];
/** After this time it is better to show another font. */
const FONT_TIMEOUT_MS = 3_000;

watchMissingChunks();
// Players see many pages and get the fonts however late they load; guest pages, visible before any script,
// keep a fallback font if the fonts are late. A late font would change the text's width and shift the layout,
// so the app waits for the fonts.
for (const face of document.fonts) face.display = 'swap';
const fontsLoaded = Promise.allSettled(FONTS.map((face) => document.fonts.load(face)));
const timeout = new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS));
void Promise.race([fontsLoaded, timeout]).then(start);
