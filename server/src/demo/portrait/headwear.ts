import { BANDS } from './bands.ts';
import { type Drawer, FUR, HATS } from './hats.ts';
import { HELMETS } from './helmets.ts';
import type { Headwear, Look } from './look.ts';
import { type ClanColours, darker, METAL } from './palette.ts';
import { both, d, fill, MID, shape } from './shapes.ts';

const FRONT: Partial<Record<Headwear, Drawer>> = { ...HATS, ...BANDS, ...HELMETS };

/** What of the headwear stands behind the head. */
export const headwearBack = (look: Look, clan: ClanColours): string =>
  BACK[look.headwear]?.(look, clan) ?? '';
/** What of it stands in front of face and hair. */
export const headwearFront = (look: Look, clan: ClanColours): string =>
  FRONT[look.headwear]?.(look, clan) ?? '';

const BACK: Partial<Record<Headwear, Drawer>> = {
  hood: (_look, { cloth }) =>
    fill(
      d`M${MID - 58} 216 C${MID - 66} 140 ${MID - 60} 66 ${MID} 42 C${MID + 60} 66 ${MID + 66} 140 ${MID + 58} 216Z`,
      darker(cloth, 0.66),
    ),
  headscarf: (_look, { cloth }) =>
    fill(d`M${MID - 40} 210 L${MID - 36} 80 L${MID + 36} 80 L${MID + 40} 210Z`, darker(cloth, 0.5)),
  mailCoif: (look) =>
    fill(
      d`M${MID - 40} 210 L${MID - 36} 80 L${MID + 36} 80 L${MID + 40} 210Z`,
      darker(METAL[look.metal], 0.6),
    ),
  furHat: (look) =>
    both(
      shape(
        d`M${MID - look.faceWidth + 4} 84 C${MID - look.faceWidth - 22} 100 ${MID - look.faceWidth - 18} 140 ${MID - look.faceWidth - 8} 156 C${MID - look.faceWidth + 4} 146 ${MID - look.faceWidth + 6} 120 ${MID - look.faceWidth + 8} 100Z`,
        FUR,
      ),
    ),
};
