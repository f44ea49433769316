import { start } from './app/start.tsx';
import { watchMissingChunks } from './lib/reload-on-missing-chunk.ts';

/** The faces that the document fetches ahead. */
const FONTS = ['600 1em "Chakra Petch"', '700 1em "Chakra Petch"', '1em "Inter Variable"'];
/** Beyond this it is better to read in another face. */
const FONT_TIMEOUT_MS = 3_000;

watchMissingChunks();
// A player sees them however late they come, on each of their many pages; a guest's page, which stands before any script,
// goes on in another face where they are not there at once. One that came after the words would change their width, and
// move what stands beside and below them: so the app waits for them.
for (const face of document.fonts) face.display = 'swap';
const fontsLoaded = Promise.allSettled(FONTS.map((face) => document.fonts.load(face)));
const timeout = new Promise((resolve) => setTimeout(resolve, FONT_TIMEOUT_MS));
void Promise.race([fontsLoaded, timeout]).then(start);
