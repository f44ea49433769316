import { INDOORS } from './picture/indoors.ts';
import { OUTDOORS } from './picture/outdoors.ts';
import { HIGH, rect, WIDE } from './picture/parts.ts';
import { type Seeded, seeded } from './seeded.ts';

export const SCENES = ['holdAtNight', 'forge', 'mountainPass', 'arena', 'tavern', 'wolfMoon'] as const;
export type Scene = (typeof SCENES)[number];

const DRAWN: Record<Scene, (lot: Seeded) => string> = { ...OUTDOORS, ...INDOORS };

/** What a player might write under each. */
export const CAPTIONS: Record<Scene, string> = {
  holdAtNight: 'Home. The gate is open until the last lantern goes out.',
  forge: 'Third shift at the anvil. The sword is nearly straight.',
  mountainPass: 'Six hours up, and the view still does not pay for it. Almost.',
  arena: 'My best side: leaving the sand on my own two feet.',
  tavern: 'They keep a table for us at the Tilted Tavern. Near the door.',
  wolfMoon: 'Everybody sings when the wolf moon is up. Some of us well.',
};

/** A place of the demo world, 960 by 640, as a self-contained SVG; always the same text for the same scene. */
export function sceneSvg(scene: Scene): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDE} ${HIGH}" width="${WIDE}" height="${HIGH}">` +
    DRAWN[scene](seeded(`scene:${scene}`)) +
    '<radialGradient id="edges" cx=".5" cy=".46" r=".75"><stop offset=".6" stop-color="#07060f" stop-opacity="0"/><stop offset="1" stop-color="#07060f" stop-opacity=".62"/></radialGradient>' +
    `${rect(0, 0, WIDE, HIGH, 'url(#edges)')}</svg>`
  );
}
