import type { HairStyle, Look } from './look.ts';
import { HAIR, lighter } from './palette.ts';
import { ball, both, d, ellipse, MID, shape, stroke } from './shapes.ts';

/** What of a style hangs behind the head. */
export const HAIR_BACK: Partial<Record<HairStyle, (look: Look, colour: string) => string>> = {
  fringe: ({ faceWidth: w }, colour) =>
    shape(
      d`M${MID - w + 6} 70 C${MID - w - 10} 96 ${MID - w - 12} 150 ${MID - w - 8} 172 C${MID - 20} 184 ${MID + 20} 184 ${MID + w + 8} 172 C${MID + w + 12} 150 ${MID + w + 10} 96 ${MID + w - 6} 70Z`,
      colour,
    ),
  curtains: ({ faceWidth: w }, colour) =>
    shape(
      d`M${MID - w + 6} 70 C${MID - w - 12} 110 ${MID - w - 18} 180 ${MID - w - 16} 226 L${MID + w + 16} 226 C${MID + w + 18} 180 ${MID + w + 12} 110 ${MID + w - 6} 70Z`,
      colour,
    ),
  wavy: ({ faceWidth: w }, colour) =>
    shape(
      d`M${MID - w} 76 C${MID - w - 24} 104 ${MID - w - 8} 124 ${MID - w - 20} 146 C${MID - w - 32} 170 ${MID - w - 12} 186 ${MID - w - 20} 214 L${MID + w + 20} 214 C${MID + w + 12} 186 ${MID + w + 32} 170 ${MID + w + 20} 146 C${MID + w + 8} 124 ${MID + w + 24} 104 ${MID + w} 76Z`,
      colour,
    ),
  ponytail: ({ faceWidth: w }, colour) =>
    shape(
      d`M${MID + 18} 50 C${MID + 52} 22 ${MID + w + 40} 44 ${MID + w + 32} 92 C${MID + w + 26} 130 ${MID + w + 34} 150 ${MID + w + 12} 178 C${MID + w + 12} 150 ${MID + w - 2} 120 ${MID + w} 92Z`,
      colour,
    ),
  locs: ({ faceWidth: w }, colour) =>
    shape(
      d`M${MID - w + 6} 70 C${MID - w - 12} 104 ${MID - w - 14} 160 ${MID - w - 8} 196 L${MID + w + 8} 196 C${MID + w + 14} 160 ${MID + w + 12} 104 ${MID + w - 6} 70Z`,
      colour,
    ),
  afro: (look, colour) =>
    Array.from({ length: 15 }, (_, index) => {
      const turn = Math.PI * (-0.22 + (1.44 * index) / 14);
      return ball(MID - Math.cos(turn) * 52, 88 - Math.sin(turn) * 48, 17, 17, colour, 2.4);
    }).join('') +
    ellipse(MID, 88, 56, 52, colour) +
    stroke(
      d`M${MID - 50} 62 C${MID - 40} 42 ${MID - 22} 34 ${MID - 6} 33`,
      lighter(HAIR[look.hairColour], 0.3),
      4,
      0.5,
    ),
  curls: (_look, colour) =>
    ellipse(MID, 92, 52, 44, colour) +
    both(ball(MID - 49, 116, 11, 11, colour, 2) + ball(MID - 47, 134, 10, 10, colour, 2)),
  mane: ({ faceWidth: w }, colour) =>
    shape(
      d`M${MID - w} 60 L${MID - w - 20} 84 L${MID - w - 14} 110 L${MID - w - 28} 132 L${MID - w - 18} 150 L${MID - w - 30} 182 L${MID - w - 8} 214 L${MID + w + 8} 214 L${MID + w + 30} 182 L${MID + w + 18} 150 L${MID + w + 28} 132 L${MID + w + 14} 110 L${MID + w + 20} 84 L${MID + w} 60Z`,
      colour,
    ),
};
