import { start } from './app/start.tsx';
import { comeBackWithFiles } from './lib/come-back.ts';

/** The faces that the document fetches ahead. */
const FACES = ['600 1em "Chakra Petch"', '700 1em "Chakra Petch"', '1em "Inter Variable"'];
/** Beyond this it is better to read in another face. */
const PATIENCE_MS = 3_000;

comeBackWithFiles();
// A player sees them however late they come, on each of their many pages; a guest's page, which stands before any script,
// goes on in another face where they are not there at once. One that came after the words would change their width, and
// move what stands beside and below them: so the app waits for them.
for (const face of document.fonts) face.display = 'swap';
const faces = Promise.allSettled(FACES.map((face) => document.fonts.load(face)));
const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
void Promise.race([faces, patience]).then(start);
