import type { Look } from './look.ts';
import { darker, HAIR, lighter } from './palette.ts';
import { ball, both, d, fill, MID, shape, stroke } from './shapes.ts';

const top = 47;

/** Over the skull from ear to ear; `inner` is the hairline back from right to left, `low` where the sides end. */
export function cap(look: Look, inner: string, colour: string, low = 112, lift = 0): string {
  const w = look.faceWidth + 4;
  return shape(
    `${d`M${MID - w} ${low} C${MID - w - 4} ${78 - lift * 0.5} ${MID - w * 0.74} ${top - lift} ${MID} ${top - lift}
      C${MID + w * 0.74} ${top - lift} ${MID + w + 4} ${78 - lift * 0.5} ${MID + w} ${low}`} ${inner}Z`,
    colour,
  );
}

export const gloss = (look: Look, lift = 0): string =>
  stroke(
    d`M${MID - look.faceWidth + 5} ${80 - lift} C${MID - 30} ${62 - lift} ${MID - 16} ${56 - lift} ${MID - 2} ${55 - lift}`,
    lighter(HAIR[look.hairColour], 0.4),
    3.4,
    0.6,
  );

export const shortLine = (w: number, brow: number): string =>
  d`L${MID + w - 3} 106 C${MID + w - 4} 92 ${MID + w - 9} ${brow + 4} ${MID + w - 18} ${brow}
    C${MID + 10} ${brow + 3} ${MID - 10} ${brow + 3} ${MID - w + 18} ${brow} C${MID - w + 9} ${brow + 4} ${MID - w + 4} 92 ${MID - w + 3} 106`;

/** A dent of stubble where the sides are shaved. */
export const shaved = (look: Look, colour: string): string =>
  both(
    fill(
      d`M${MID - look.faceWidth} 112 C${MID - look.faceWidth - 2} 84 ${MID - look.faceWidth + 6} 68 ${MID - 20} 60 L${MID - 26} 84 C${MID - 36} 90 ${MID - 37} 100 ${MID - 38} 112Z`,
      colour,
      0.42,
    ),
  );

export const plait = (x: number, from: number, count: number, size: number, colour: string): string =>
  Array.from({ length: count }, (_, row) =>
    ball(
      x + Math.sin(row * 0.7) * 2,
      from + row * size * 1.32,
      size,
      size * 0.84,
      row % 2 ? colour : darker(colour, 0.16),
      2,
    ),
  ).join('') + ball(x, from + count * size * 1.32, size * 0.66, size * 0.5, '#dcae48', 1.8);

/** Two falls of hair beside the face, down to `end`. */
export const falls = (look: Look, colour: string, end: number, spread: number): string => {
  const w = look.faceWidth;
  return both(
    shape(
      d`M${MID - w + 2} 84 C${MID - w - 8} 110 ${MID - w - 4} 140 ${MID - w - spread} ${end} C${MID - w + 4} ${end + 8} ${MID - w + 14} ${end - 2} ${MID - w + 13} ${end - 16}
        C${MID - w + 4} 150 ${MID - w + 1} 128 ${MID - w + 9} 100Z`,
      colour,
    ),
  );
};

export const partLine = (w: number): string =>
  d`L${MID + w - 2} 112 C${MID + w + 1} 92 ${MID + 26} 80 ${MID} 62 C${MID - 26} 80 ${MID - w - 1} 92 ${MID - w + 2} 112`;

export const parted = (look: Look, colour: string): string =>
  cap(look, partLine(look.faceWidth), colour, 116, 1) +
  stroke(d`M${MID} 62 L${MID} 49`, darker(colour, 0.5), 2) +
  gloss(look);

export const ringOf = (look: Look, colour: string, count: number, size: number): string =>
  Array.from({ length: count }, (_, index) => {
    const turn = Math.PI * (-0.14 + (1.28 * index) / (count - 1));
    return ball(
      MID - Math.cos(turn) * (look.faceWidth + 6),
      90 - Math.sin(turn) * 42,
      size,
      size,
      index % 2 ? colour : lighter(colour, 0.06),
      2,
    );
  }).join('');

export const curlFringe = (colour: string): string =>
  [-28, -14, 0, 14, 28]
    .map((x, index) =>
      ball(MID + x, 66 + (Math.abs(x) > 20 ? 8 : 0), 12, 11, index % 2 ? lighter(colour, 0.06) : colour, 2),
    )
    .join('') +
  stroke(
    d`M${MID - 20} 62 C${MID - 17} 57 ${MID - 10} 57 ${MID - 8} 61 M${MID + 8} 62 C${MID + 10} 57 ${MID + 16} 57 ${MID + 18} 61`,
    lighter(colour, 0.4),
    2.2,
    0.6,
  );
