import { start } from './app/start.tsx';
import { watchMissingChunks } from './lib/reload-on-missing-chunk.ts';

/** Fonts that the document preloads. */
const FONTS = ['600 1em "Chakra Petch"', '700 1em "Chakra Petch"', '1em "Inter Variable"'];
/** Time (ms) after which the app starts with a fallback font. */
const FONT_TIMEOUT_MS = 3_000;

watchMissingChunks();
// The app waits for the fonts, because a font that loads later changes the width of texts and shifts the layout. After
// `FONT_TIMEOUT_MS`, the app starts with a fallback font, and `swap` replaces it once the font has loaded. Guest pages do
// not use `swap`: they are visible before any script, so they keep the fallback font if a font is late.
for (const face of document.fonts) face.display = 'swap';
const fontsLoaded = Promise.allSettled(FONTS.map((face) => document.fonts.load(face)));
const timeout = new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS));
// Start in a new task, so that the browser can respond to input between loading the scripts and rendering.
void Promise.race([fontsLoaded, timeout]).then(() => setTimeout(start));
