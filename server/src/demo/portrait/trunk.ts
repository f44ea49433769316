import type { Look } from './look.ts';
import { d, fill, MID, shape } from './shapes.ts';

export const LEATHER = '#7a4e30';

/** The trunk from a neckline `dip` deep; `open` is its half width at the neck. */
export function trunk({ shoulders: s, neck: n }: Look, dip: number, open = 8): string {
  return d`M${MID - n - open} 190 C${MID - s * 0.62} 200 ${MID - s} 206 ${MID - s - 6} 262 L${MID + s + 6} 262 C${MID + s} 206 ${MID + s * 0.62} 200 ${MID + n + open} 190
    C${MID + n} ${190 + dip * 0.8} ${MID + 10} ${192 + dip} ${MID} ${192 + dip} C${MID - 10} ${192 + dip} ${MID - n} ${190 + dip * 0.8} ${MID - n - open} 190Z`;
}

export const shade = (look: Look, dip: number): string =>
  fill(
    d`M${MID + 20} ${196 + dip * 0.6} C${MID + look.shoulders * 0.7} 202 ${MID + look.shoulders} 210 ${MID + look.shoulders + 5} 262 L${MID + 30} 262 C${MID + 34} 236 ${MID + 30} 214 ${MID + 20} ${196 + dip * 0.6}Z`,
    '#140d18',
    0.26,
  );

export const collar = ({ neck: n }: Look, colour: string, height: number): string =>
  shape(
    d`M${MID - n - 9} 200 C${MID - n - 10} 190 ${MID - n - 6} ${190 - height} ${MID - n - 2} ${188 - height} C${MID - 12} ${198 - height * 0.5} ${MID + 12} ${198 - height * 0.5} ${MID + n + 2} ${188 - height}
    C${MID + n + 6} ${190 - height} ${MID + n + 10} 190 ${MID + n + 9} 200 C${MID + 16} 214 ${MID - 16} 214 ${MID - n - 9} 200Z`,
    colour,
    2.6,
  );
