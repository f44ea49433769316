import {
  cap,
  curlFringe,
  falls,
  gloss,
  parted,
  partLine,
  plait,
  ringOf,
  shaved,
  shortLine,
} from './hair-parts.ts';
import type { HairStyle, Look } from './look.ts';
import { darker, lighter } from './palette.ts';
import { ball, both, d, MID, shape, stroke } from './shapes.ts';

/** Each style from the front; over the ears and the brow. */
export const HAIR_FRONT: Record<HairStyle, (look: Look, colour: string) => string> = {
  bald: () => stroke(d`M${MID - 26} 70 C${MID - 20} 63 ${MID - 10} 60 ${MID - 2} 60`, '#fff4e4', 4, 0.35),
  receding: (look, colour) => {
    const w = look.faceWidth;
    return (
      both(
        shape(
          d`M${MID - w - 4} 118 C${MID - w - 12} 92 ${MID - w - 6} 72 ${MID - w + 12} 64 C${MID - w + 10} 80 ${MID - w + 6} 92 ${MID - w + 5} 116Z`,
          colour,
        ),
      ) + stroke(d`M${MID - 20} 66 C${MID - 14} 60 ${MID - 6} 58 ${MID + 2} 58`, '#fff4e4', 4, 0.35)
    );
  },
  crop: (look, colour) => cap(look, shortLine(look.faceWidth, 78), colour) + gloss(look),
  spiky: (look, colour) => {
    const w = look.faceWidth + 4;
    return (
      shape(
        d`M${MID - w} 110 L${MID - w - 9} 84 L${MID - w} 82 L${MID - w - 3} 56 L${MID - w + 13} 62 L${MID - 25} 36 L${MID - 11} 50 L${MID + 2} 29 L${MID + 13} 49
          L${MID + 31} 37 L${MID + w - 13} 62 L${MID + w + 4} 58 L${MID + w} 82 L${MID + w + 8} 86 L${MID + w} 110
          L${MID + w - 8} 94 L${MID + w - 16} 98 L${MID + 18} 80 L${MID + 8} 92 L${MID - 6} 78 L${MID - 16} 92 L${MID - 26} 82 L${MID - w + 8} 98Z`,
        colour,
      ) +
      stroke(d`M${MID - 28} 62 L${MID - 22} 54 M${MID - 10} 62 L${MID - 3} 50`, lighter(colour, 0.4), 3, 0.6)
    );
  },
  sidePart: (look, colour) => {
    const w = look.faceWidth;
    const inner = d`L${MID + w - 3} 108 C${MID + w - 4} 94 ${MID + w - 8} 88 ${MID + w - 14} 84 C${MID + 8} 88 ${MID - 10} 80 ${MID - 20} 68
      C${MID - 24} 80 ${MID - w + 8} 84 ${MID - w + 3} 106`;
    return (
      cap(look, inner, colour, 112, 4) +
      stroke(d`M${MID - 20} 67 C${MID - 16} 60 ${MID - 14} 56 ${MID - 14} 51`, darker(colour, 0.5), 2.2) +
      stroke(d`M${MID - 8} 62 C${MID + 8} 74 ${MID + 20} 76 ${MID + 32} 76`, lighter(colour, 0.35), 3, 0.6)
    );
  },
  swept: (look, colour) => {
    const w = look.faceWidth;
    const inner = d`L${MID + w - 3} 106 C${MID + w - 5} 90 ${MID + w - 12} 76 ${MID + 20} 72 C${MID + 10} 70 ${MID + 4} 74 ${MID} 80
      C${MID - 4} 74 ${MID - 10} 70 ${MID - 20} 72 C${MID - w + 12} 76 ${MID - w + 5} 90 ${MID - w + 3} 106`;
    return (
      cap(look, inner, colour, 112, 7) +
      both(
        stroke(
          d`M${MID - 10} 68 C${MID - 16} 58 ${MID - 22} 52 ${MID - 30} 54 M${MID - 26} 72 C${MID - 32} 66 ${MID - 36} 64 ${MID - 40} 68`,
          lighter(colour, 0.3),
          2.4,
          0.55,
        ),
      )
    );
  },
  undercut: (look, colour) =>
    shaved(look, colour) +
    shape(
      d`M${MID - 32} 76 C${MID - 42} 40 ${MID + 4} 30 ${MID + 30} 44 C${MID + 50} 54 ${MID + 50} 80 ${MID + 42} 98 C${MID + 38} 86 ${MID + 30} 82 ${MID + 18} 84
        C${MID} 86 ${MID - 16} 84 ${MID - 32} 76Z`,
      colour,
    ) +
    stroke(d`M${MID - 22} 62 C${MID - 8} 50 ${MID + 14} 50 ${MID + 30} 62`, lighter(colour, 0.4), 3, 0.55),
  mohawk: (look, colour) =>
    shaved(look, colour) +
    shape(
      d`M${MID - 13} 80 C${MID - 18} 60 ${MID - 22} 40 ${MID - 18} 24 L${MID - 9} 32 L${MID - 5} 12 L${MID + 3} 26 L${MID + 12} 14 L${MID + 14} 32 L${MID + 21} 28
        C${MID + 22} 44 ${MID + 17} 62 ${MID + 12} 80 C${MID + 4} 86 ${MID - 5} 86 ${MID - 13} 80Z`,
      colour,
    ) +
    stroke(d`M${MID - 6} 70 L${MID - 9} 40 M${MID + 4} 70 L${MID + 5} 36`, lighter(colour, 0.35), 3, 0.55),
  topknot: (look, colour) =>
    ball(MID, 36, 17, 15, colour, 2.4) +
    shape(d`M${MID - 9} 46 L${MID + 9} 46 L${MID + 7} 54 L${MID - 7} 54Z`, '#a8442c', 2) +
    cap(look, shortLine(look.faceWidth, 72), colour) +
    gloss(look) +
    stroke(d`M${MID - 8} 34 C${MID - 5} 28 ${MID + 1} 27 ${MID + 6} 29`, lighter(colour, 0.4), 3, 0.6),
  fringe: (look, colour) => {
    const w = look.faceWidth;
    const inner = d`L${MID + w - 8} 152 C${MID + w - 2} 130 ${MID + w - 4} 110 ${MID + w - 8} 99 C${MID + 22} 104 ${MID + 8} 100 ${MID} 102
      C${MID - 8} 100 ${MID - 22} 104 ${MID - w + 8} 99 C${MID - w + 4} 110 ${MID - w + 2} 130 ${MID - w + 8} 152`;
    return (
      cap(look, inner, colour, 154, 5) +
      gloss(look) +
      both(
        stroke(d`M${MID - 16} 98 C${MID - 17} 90 ${MID - 15} 82 ${MID - 12} 78`, darker(colour, 0.4), 2, 0.7),
      )
    );
  },
  curtains: (look, colour) => falls(look, colour, 196, 6) + parted(look, colour),
  wavy: (look, colour) =>
    both(
      shape(
        d`M${MID - look.faceWidth + 2} 84 C${MID - 56} 100 ${MID - 42} 120 ${MID - 54} 136 C${MID - 66} 152 ${MID - 44} 164 ${MID - 54} 182 C${MID - 62} 196 ${MID - 48} 210 ${MID - 38} 204
          C${MID - 30} 192 ${MID - 44} 182 ${MID - 38} 168 C${MID - 32} 152 ${MID - 44} 142 ${MID - 39} 124 C${MID - 37} 112 ${MID - 36} 104 ${MID - 33} 98Z`,
        colour,
      ),
    ) + parted(look, colour),
  braids: (look, colour) => both(plait(MID - look.faceWidth - 5, 140, 6, 9.5, colour)) + parted(look, colour),
  crownBraid: (look, colour) =>
    cap(look, shortLine(look.faceWidth, 76), colour, 116) +
    Array.from({ length: 9 }, (_, index) => {
      const turn = Math.PI * (0.06 + (0.88 * index) / 8);
      return ball(
        MID - Math.cos(turn) * (look.faceWidth + 1),
        96 - Math.sin(turn) * 46,
        8.4,
        7.2,
        index % 2 ? colour : darker(colour, 0.16),
        2,
      );
    }).join(''),
  ponytail: (look, colour) =>
    cap(look, shortLine(look.faceWidth, 75), colour, 112, 2) +
    gloss(look) +
    stroke(d`M${MID + 22} 76 C${MID + 26} 66 ${MID + 28} 60 ${MID + 26} 52`, darker(colour, 0.4), 2, 0.7),
  buns: (look, colour) =>
    both(
      ball(MID - 36, 50, 17, 16, colour, 2.4) +
        stroke(
          d`M${MID - 45} 50 C${MID - 44} 40 ${MID - 34} 38 ${MID - 28} 44`,
          lighter(colour, 0.4),
          2.6,
          0.6,
        ),
    ) +
    cap(look, partLine(look.faceWidth), colour, 116) +
    both(
      shape(
        d`M${MID - look.faceWidth + 3} 100 C${MID - look.faceWidth - 2} 116 ${MID - look.faceWidth + 1} 130 ${MID - look.faceWidth + 3} 140 C${MID - look.faceWidth + 8} 128 ${MID - look.faceWidth + 8} 112 ${MID - look.faceWidth + 10} 98Z`,
        colour,
        1.8,
      ),
    ),
  curls: (look, colour) => ringOf(look, colour, 13, 11.5) + curlFringe(colour),
  afro: (look, colour) => cap(look, shortLine(look.faceWidth, 76), colour, 108, 6),
  locs: (look, colour) => {
    const w = look.faceWidth;
    const loc = (x: number, from: number, to: number, lean: number): string =>
      shape(
        d`M${x - 5} ${from} C${x - 6 - lean} ${from + 30} ${x - 6 - lean} ${to - 20} ${x - 5 - lean} ${to} C${x - 4 - lean} ${to + 6} ${x + 4 - lean} ${to + 6} ${x + 5 - lean} ${to} C${x + 5} ${to - 30} ${x + 5} ${from + 20} ${x + 5} ${from}Z`,
        colour,
        2,
      );
    return (
      both(loc(MID - w - 12, 88, 176, 6) + loc(MID - w - 4, 84, 196, 5) + loc(MID - w + 3, 84, 168, 3)) +
      cap(look, partLine(w), colour, 104, 4) +
      both(ball(MID - w - 9, 178, 5.6, 3.6, '#dcae48', 1.6)) +
      gloss(look)
    );
  },
  mane: (look, colour) => {
    const w = look.faceWidth;
    return (
      shape(
        d`M${MID - w - 2} 118 L${MID - w - 14} 100 L${MID - w - 6} 88 L${MID - w - 10} 62 L${MID - 30} 46 L${MID - 20} 30 L${MID - 2} 40 L${MID + 14} 28 L${MID + 28} 46 L${MID + w + 8} 60
        L${MID + w + 6} 86 L${MID + w + 14} 102 L${MID + w + 2} 118 L${MID + w - 6} 98 L${MID + 22} 76 L${MID + 6} 84 L${MID - 4} 72 L${MID - 20} 82 L${MID - w + 6} 96Z`,
        colour,
      ) + gloss(look, 4)
    );
  },
};
