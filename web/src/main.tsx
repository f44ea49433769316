import { start } from './app/start.tsx';
import { watchMissingChunks } from './lib/reload-on-missing-chunk.ts';

/** Fonts that the document preloads. */
const FONTS = ['600 1em "Chakra Petch"', '700 1em "Chakra Petch"', '1em "Inter Variable"'];
/** Time (ms) after which the app starts with a fallback font. */
const FONT_TIMEOUT_MS = 3_000;

watchMissingChunks();
// The app waits for the fonts, because a font that loads late would change the width of texts and shift the layout. On
// the app's pages, fonts are applied even if they load late. Guest pages are visible before any script, so they keep a
// fallback font if the fonts are late.
for (const face of document.fonts) face.display = 'swap';
const fontsLoaded = Promise.allSettled(FONTS.map((face) => document.fonts.load(face)));
const timeout = new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS));
// Start in a new task, so that the browser can respond to input between loading the scripts and rendering.
void Promise.race([fontsLoaded, timeout]).then(() => setTimeout(start));
