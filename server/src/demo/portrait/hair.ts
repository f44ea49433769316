import { HAIR_BACK } from './hair-back.ts';
import { falls, plait } from './hair-parts.ts';
import { HAIR_FRONT } from './hair-styles.ts';
import type { HairStyle, Look } from './look.ts';
import { darker, HAIR } from './palette.ts';
import { both, d, MID, shape } from './shapes.ts';

/** Headwear that leaves only what hangs below it. */
const COVERED = new Set(['hood', 'headscarf', 'turban', 'mailCoif']);
const CAPPED = new Set([
  'nasalHelm',
  'hornedHelm',
  'wingedHelm',
  'kettleHelm',
  'furHat',
  'brimHat',
  'featherCap',
]);
const FALLS = new Set<HairStyle>([
  'fringe',
  'curtains',
  'wavy',
  'braids',
  'locs',
  'mane',
  'ponytail',
  'afro',
  'curls',
]);

/** Of these, what hangs straight enough to be seen behind a helmet. */
const HANGS = new Set<HairStyle>(['fringe', 'curtains', 'wavy', 'locs']);

/** Hair behind the head and the shoulders. */
export function hairBack(look: Look): string {
  if (COVERED.has(look.headwear)) return '';
  if (CAPPED.has(look.headwear) && !HANGS.has(look.hair)) return '';
  return HAIR_BACK[look.hair]?.(look, darker(HAIR[look.hairColour], 0.22)) ?? '';
}

/** Hair over the brow and in front of the shoulders. Under a helmet or hat only what falls from it. */
export function hairFront(look: Look): string {
  const colour = HAIR[look.hairColour];
  if (COVERED.has(look.headwear))
    return look.headwear === 'hood' && look.hair !== 'bald' ? peek(look, colour) : '';
  if (CAPPED.has(look.headwear)) return capped(look, colour);
  return HAIR_FRONT[look.hair](look, colour);
}

const peek = (look: Look, colour: string): string =>
  both(
    shape(
      d`M${MID + 2} 62 C${MID - 20} 60 ${MID - look.faceWidth - 2} 76 ${MID - look.faceWidth} 116 C${MID - look.faceWidth + 8} 100 ${MID - 22} 84 ${MID + 2} 78Z`,
      colour,
      1.8,
    ),
  );

function capped(look: Look, colour: string): string {
  if (look.hair === 'bald') return '';
  if (look.hair === 'braids') return both(plait(MID - look.faceWidth - 4, 134, 6, 9.5, colour));
  if (FALLS.has(look.hair))
    return falls(look, colour, look.hair === 'afro' || look.hair === 'curls' ? 150 : 190, 6);
  const w = look.faceWidth;
  return both(
    shape(
      d`M${MID - w - 2} 94 C${MID - w - 4} 110 ${MID - w - 1} 118 ${MID - w + 1} 124 C${MID - w + 5} 114 ${MID - w + 6} 104 ${MID - w + 8} 94Z`,
      colour,
      1.6,
    ),
  );
}
