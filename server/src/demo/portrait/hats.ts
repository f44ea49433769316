import type { Headwear, Look } from './look.ts';
import { gem } from './marks.ts';
import { type ClanColours, darker, lighter, mix } from './palette.ts';
import { ball, both, d, fill, MID, shape, stroke } from './shapes.ts';

/** Draws one piece of headwear for a look, in a clan's colours. */
export type Drawer = (look: Look, clan: ClanColours) => string;

/** Fur of hats. */
export const FUR = '#8a6a4c';

/** Cloth and fur on the head. */
export const HATS: Partial<Record<Headwear, Drawer>> = {
  hood: (look, { cloth, trim }) => {
    const w = look.faceWidth;
    const opening = d`M${MID} 212 C${MID - 22} 196 ${MID - w - 9} 172 ${MID - w - 6} 118 C${MID - w - 4} 84 ${MID - 20} 66 ${MID} 58 C${MID + 20} 66 ${MID + w + 4} 84 ${MID + w + 6} 118 C${MID + w + 9} 172 ${MID + 22} 196 ${MID} 212Z`;
    const outer = d`M${MID - 82} 224 C${MID - 66} 190 ${MID - 70} 150 ${MID - 66} 112 C${MID - 62} 66 ${MID - 30} 40 ${MID + 10} 14 C${MID + 16} 40 ${MID + 60} 62 ${MID + 66} 112 C${MID + 70} 150 ${MID + 66} 190 ${MID + 82} 224 C${MID + 40} 236 ${MID - 40} 236 ${MID - 82} 224Z`;
    return (
      `<path d="${outer} ${opening}" fill-rule="evenodd" fill="${cloth}" stroke="${darker(cloth, 0.66)}" stroke-width="2.8" stroke-linejoin="round"/>` +
      stroke(opening, trim, 3.4, 0.85) +
      fill(
        d`M${MID - w - 6} 112 C${MID - w + 2} 80 ${MID - 20} 66 ${MID} 63 C${MID + 20} 66 ${MID + w - 2} 80 ${MID + w + 6} 112 C${MID + 34} 88 ${MID - 34} 88 ${MID - w - 6} 112Z`,
        '#140d18',
        0.34,
      ) +
      both(
        stroke(
          d`M${MID - 60} 96 C${MID - 58} 74 ${MID - 46} 52 ${MID - 28} 42 M${MID - 62} 180 C${MID - 66} 160 ${MID - 66} 140 ${MID - 64} 124`,
          darker(cloth, 0.4),
          2.6,
          0.8,
        ),
      )
    );
  },
  headscarf: (look, { cloth, trim }) => {
    const w = look.faceWidth;
    const c = mix(cloth, trim, 0.25);
    const opening = d`M${MID} ${look.chinY + 3} C${MID - 24} ${look.chinY + 2} ${MID - w - 5} 146 ${MID - w + 1} 104 C${MID - w + 4} 84 ${MID - 22} 74 ${MID} 74 C${MID + 22} 74 ${MID + w - 4} 84 ${MID + w - 1} 104 C${MID + w + 5} 146 ${MID + 24} ${look.chinY + 2} ${MID} ${look.chinY + 3}Z`;
    const outer = d`M${MID - 58} 214 C${MID - 50} 186 ${MID - 58} 160 ${MID - w - 12} 116 C${MID - w - 14} 62 ${MID - 26} 42 ${MID} 42 C${MID + 26} 42 ${MID + w + 14} 62 ${MID + w + 12} 116 C${MID + 58} 160 ${MID + 50} 186 ${MID + 58} 214 C${MID + 30} 226 ${MID - 30} 226 ${MID - 58} 214Z`;
    return (
      `<path d="${outer} ${opening}" fill-rule="evenodd" fill="${c}" stroke="${darker(c, 0.66)}" stroke-width="2.6" stroke-linejoin="round"/>` +
      stroke(
        d`M${MID - 44} 160 C${MID - 20} 196 ${MID + 20} 200 ${MID + 52} 176 M${MID - 50} 182 C${MID - 20} 212 ${MID + 26} 214 ${MID + 54} 196 M${MID - w - 4} 92 C${MID - 34} 62 ${MID - 12} 54 ${MID + 6} 54`,
        darker(c, 0.4),
        2.4,
        0.8,
      ) +
      stroke(
        d`M${MID - w + 1} 98 C${MID - w + 6} 80 ${MID - 20} 70 ${MID} 70 C${MID + 20} 70 ${MID + w - 6} 80 ${MID + w - 1} 98`,
        trim,
        3,
        0.9,
      ) +
      gem(MID + 44, 172, 5, '#dcae48')
    );
  },
  turban: (look, { cloth, trim }) => {
    const w = look.faceWidth;
    return (
      shape(
        d`M${MID - w - 8} 98 C${MID - w - 22} 66 ${MID - 34} 26 ${MID} 26 C${MID + 34} 26 ${MID + w + 22} 66 ${MID + w + 8} 98 C${MID + 30} 76 ${MID - 30} 76 ${MID - w - 8} 98Z`,
        cloth,
        2.8,
      ) +
      stroke(
        d`M${MID - w - 10} 88 C${MID - 30} 54 ${MID + 4} 54 ${MID + 30} 34 M${MID + w + 10} 88 C${MID + 30} 60 ${MID - 10} 52 ${MID - 32} 36 M${MID - w - 12} 72 C${MID - 34} 48 ${MID - 14} 40 ${MID + 6} 28 M${MID + w + 12} 74 C${MID + 40} 56 ${MID + 26} 48 ${MID + 12} 44`,
        darker(cloth, 0.42),
        2.6,
        0.9,
      ) +
      stroke(
        d`M${MID - w - 4} 84 C${MID - 34} 62 ${MID - 18} 58 ${MID - 4} 56`,
        lighter(cloth, 0.3),
        3,
        0.6,
      ) +
      shape(
        d`M${MID - 3} 58 C${MID - 14} 40 ${MID - 8} 18 ${MID + 4} 6 C${MID + 12} 22 ${MID + 10} 44 ${MID + 3} 58Z`,
        trim,
        2,
      ) +
      gem(MID, 66, 8, '#d8453a')
    );
  },
  bandana: (look, { cloth, trim }) => {
    const w = look.faceWidth + 4;
    return (
      shape(
        d`M${MID + w - 4} 84 C${MID + w + 16} 82 ${MID + w + 24} 96 ${MID + w + 30} 108 C${MID + w + 16} 106 ${MID + w + 6} 102 ${MID + w - 4} 94Z M${MID + w - 4} 90 C${MID + w + 10} 98 ${MID + w + 12} 112 ${MID + w + 12} 124 C${MID + w + 2} 116 ${MID + w - 4} 106 ${MID + w - 6} 96Z`,
        cloth,
        2.2,
      ) +
      shape(
        d`M${MID - w - 1} 98 C${MID - 28} 88 ${MID + 28} 88 ${MID + w + 1} 98 L${MID + w - 1} 78 C${MID + 26} 68 ${MID - 26} 68 ${MID - w + 1} 78Z`,
        cloth,
        2.4,
      ) +
      stroke(d`M${MID - w + 6} 86 C${MID - 26} 77 ${MID + 26} 77 ${MID + w - 6} 86`, trim, 2.6, 0.85)
    );
  },
  furHat: (look, { cloth, trim }) => {
    const w = look.faceWidth + 8;
    const tufts = Array.from({ length: 9 }, (_, index) =>
      ball(
        MID - w + (index * w) / 4,
        86 - Math.sin((index / 8) * Math.PI) * 10,
        14,
        12,
        index % 2 ? FUR : lighter(FUR, 0.1),
        2,
      ),
    ).join('');
    return (
      shape(
        d`M${MID - w} 86 C${MID - w} 44 ${MID - 26} 28 ${MID} 28 C${MID + 26} 28 ${MID + w} 44 ${MID + w} 86Z`,
        cloth,
        2.6,
      ) +
      stroke(
        d`M${MID} 30 L${MID} 70 M${MID - 22} 36 C${MID - 28} 48 ${MID - 30} 60 ${MID - 30} 72 M${MID + 22} 36 C${MID + 28} 48 ${MID + 30} 60 ${MID + 30} 72`,
        trim,
        2.4,
        0.7,
      ) +
      tufts
    );
  },
  brimHat: (_look, { cloth, trim }) =>
    shape(
      d`M${MID - 36} 78 C${MID - 34} 52 ${MID - 22} 20 ${MID + 20} 4 C${MID + 14} 22 ${MID + 32} 50 ${MID + 36} 78Z`,
      cloth,
      2.8,
    ) +
    fill(
      d`M${MID + 6} 14 C${MID + 12} 8 ${MID + 16} 6 ${MID + 20} 4 C${MID + 14} 22 ${MID + 32} 50 ${MID + 36} 78 L${MID + 16} 78Z`,
      darker(cloth, 0.5),
      0.4,
    ) +
    shape(
      d`M${MID - 37} 80 C${MID - 20} 70 ${MID + 20} 70 ${MID + 37} 80 L${MID + 35} 66 C${MID + 18} 57 ${MID - 18} 57 ${MID - 34} 66Z`,
      trim,
      2,
    ) +
    shape(
      d`M${MID - 82} 92 C${MID - 60} 66 ${MID + 60} 66 ${MID + 82} 92 C${MID + 56} 84 ${MID + 30} 80 ${MID} 80 C${MID - 30} 80 ${MID - 56} 84 ${MID - 82} 92Z`,
      cloth,
      2.8,
    ) +
    stroke(d`M${MID - 68} 84 C${MID - 50} 74 ${MID - 30} 73 ${MID - 14} 73`, lighter(cloth, 0.3), 3, 0.6) +
    gem(MID - 20, 68, 5, '#dcae48'),
  featherCap: (look, { cloth, trim }) => {
    const w = look.faceWidth + 6;
    return (
      shape(
        d`M${MID + 30} 70 C${MID + 54} 56 ${MID + 72} 34 ${MID + 74} 4 C${MID + 52} 12 ${MID + 30} 32 ${MID + 22} 64Z`,
        trim,
        2,
      ) +
      stroke(d`M${MID + 28} 66 C${MID + 44} 48 ${MID + 60} 28 ${MID + 70} 10`, darker(trim, 0.4), 2) +
      shape(
        d`M${MID - w} 86 C${MID - w} 50 ${MID - 30} 34 ${MID + 4} 36 C${MID + 30} 38 ${MID + w} 54 ${MID + w} 82 C${MID + 30} 74 ${MID - 24} 74 ${MID - w} 86Z`,
        cloth,
        2.6,
      ) +
      shape(
        d`M${MID - w - 14} 94 C${MID - 38} 70 ${MID + 30} 66 ${MID + w + 6} 84 L${MID + w} 72 C${MID + 30} 56 ${MID - 30} 58 ${MID - w - 2} 78Z`,
        darker(cloth, 0.16),
        2.4,
      )
    );
  },
};
