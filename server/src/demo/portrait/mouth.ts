import type { Look } from './look.ts';
import { darker, mix, SKIN } from './palette.ts';
import { both, d, ellipse, fill, MID, shape, stroke } from './shapes.ts';

const MOUTH_Y = 153;

/** Lips, or teeth in a grin; tusks of the orcs. */
export function mouth(look: Look): string {
  const skin = SKIN[look.skin];
  const lip = mix(darker(skin, 0.34), '#b0343c', look.lashes ? 0.45 : 0.2);
  const y = MOUTH_Y;
  const line = darker(skin, 0.74);
  const lower = ellipse(MID, y + 5, 8, 2.6, lip, 'opacity=".75"');
  const drawn: Record<Look['mouth'], string> = {
    smile:
      lower +
      stroke(
        d`M${MID - 14} ${y - 2.5} C${MID - 7} ${y + 4} ${MID + 7} ${y + 4} ${MID + 14} ${y - 2.5}`,
        line,
        3,
      ),
    soft:
      lower +
      stroke(d`M${MID - 10} ${y} C${MID - 4} ${y + 2.5} ${MID + 4} ${y + 2.5} ${MID + 10} ${y}`, line, 3),
    smirk:
      lower +
      stroke(
        d`M${MID - 11} ${y + 1.5} C${MID - 3} ${y + 3} ${MID + 7} ${y + 2} ${MID + 14} ${y - 4.5}`,
        line,
        3,
      ),
    stern:
      lower +
      stroke(
        d`M${MID - 11} ${y + 1.5} C${MID - 4} ${y - 0.5} ${MID + 4} ${y - 0.5} ${MID + 11} ${y + 1.5}`,
        line,
        3.2,
      ),
    grin:
      shape(
        d`M${MID - 16} ${y - 4} C${MID - 7} ${y - 1} ${MID + 7} ${y - 1} ${MID + 16} ${y - 4} C${MID + 12} ${y + 8} ${MID - 12} ${y + 8} ${MID - 16} ${y - 4}Z`,
        '#f5ede0',
        1,
      ) +
      stroke(
        d`M${MID - 16} ${y - 4} C${MID - 7} ${y - 1} ${MID + 7} ${y - 1} ${MID + 16} ${y - 4} C${MID + 12} ${y + 8} ${MID - 12} ${y + 8} ${MID - 16} ${y - 4}Z`,
        line,
        2.6,
      ),
    open:
      fill(
        d`M${MID - 14} ${y - 4} C${MID - 6} ${y - 2} ${MID + 6} ${y - 2} ${MID + 14} ${y - 4} C${MID + 13} ${y + 13} ${MID - 13} ${y + 13} ${MID - 14} ${y - 4}Z`,
        '#5a1c22',
      ) +
      fill(
        d`M${MID - 11} ${y - 3} C${MID - 5} ${y - 1.5} ${MID + 5} ${y - 1.5} ${MID + 11} ${y - 3} L${MID + 9} ${y + 1} L${MID - 9} ${y + 1}Z`,
        '#f5ede0',
      ) +
      ellipse(MID, y + 7, 6, 2.6, '#c9545c') +
      stroke(
        d`M${MID - 14} ${y - 4} C${MID - 6} ${y - 2} ${MID + 6} ${y - 2} ${MID + 14} ${y - 4} C${MID + 13} ${y + 13} ${MID - 13} ${y + 13} ${MID - 14} ${y - 4}Z`,
        line,
        2.6,
      ),
  };
  const tusk = shape(
    d`M${MID - 19} ${y + 4} C${MID - 21} ${y - 4} ${MID - 19} ${y - 9} ${MID - 16.5} ${y - 12} C${MID - 13.5} ${y - 6} ${MID - 12} ${y} ${MID - 12} ${y + 5}Z`,
    '#efe3c8',
    1.8,
  );
  return drawn[look.mouth] + (look.kin === 'orc' ? both(tusk) : '');
}
