import type { Drawer } from './hats.ts';
import type { Outfit } from './look.ts';
import { gem } from './marks.ts';
import { darker, lighter, METAL, SKIN } from './palette.ts';
import { ball, both, d, ellipse, fill, MID, shape, stroke } from './shapes.ts';
import { collar, LEATHER, shade, trunk } from './trunk.ts';

const LINEN = '#d9c7a2';

/** Cloth and leather on the shoulders. */
export const CLOTHES = {
  leather: (look, { trim }) =>
    shape(trunk(look, 26), LEATHER) +
    shade(look, 26) +
    both(
      shape(
        d`M${MID - look.neck - 10} 190 C${MID - look.neck - 4} 204 ${MID - 12} 216 ${MID - 3} 222 L${MID - 7} 236 C${MID - 26} 224 ${MID - look.neck - 18} 208 ${MID - look.neck - 20} 194Z`,
        darker(LEATHER, 0.24),
        2.2,
      ),
    ) +
    shape(
      d`M${MID - 58} 204 L${MID - 44} 201 L${MID + 48} 262 L${MID + 22} 262Z`,
      darker(LEATHER, 0.4),
      2.2,
    ) +
    shape(d`M${MID - 12} 226 L${MID + 6} 228 L${MID + 4} 246 L${MID - 14} 242Z`, METAL.bronze, 2) +
    fill(d`M${MID - 7} 231 L${MID + 1} 232 L${MID} 241 L${MID - 8} 239Z`, darker(LEATHER, 0.4)) +
    both(ellipse(MID - look.neck - 15, 202, 2.4, 2.4, trim)),
  gambeson: (look, { cloth, trim }) => {
    const quilts = [-66, -50, -34, -18, 0, 18, 34, 50, 66]
      .map((x) =>
        stroke(
          d`M${MID + x * 0.8} 200 C${MID + x} 220 ${MID + x * 1.08} 240 ${MID + x * 1.1} 262`,
          darker(cloth, 0.42),
          2.4,
          0.8,
        ),
      )
      .join('');
    return (
      shape(trunk(look, 6), cloth) +
      quilts +
      shade(look, 6) +
      collar(look, darker(cloth, 0.14), 9) +
      [216, 234, 252].map((y) => gem(MID, y, 4, trim)).join('')
    );
  },
  robe: (look, { cloth, trim }) =>
    shape(trunk(look, 40), LINEN) +
    fill(d`M${MID} 262 L${MID + 16} 200 L${MID + 40} 262Z`, '#140d18', 0.2) +
    both(
      shape(
        d`M${MID - look.neck - 12} 188 C${MID - look.shoulders * 0.62} 200 ${MID - look.shoulders} 206 ${MID - look.shoulders - 6} 262 L${MID - 6} 262 C${MID - 10} 236 ${MID - look.neck + 2} 210 ${MID - look.neck - 12} 188Z`,
        cloth,
      ),
    ) +
    both(
      stroke(
        d`M${MID - look.neck - 10} 191 C${MID - look.neck + 2} 212 ${MID - 11} 238 ${MID - 8} 262`,
        trim,
        5,
      ) +
        stroke(
          d`M${MID - 52} 210 C${MID - 50} 230 ${MID - 46} 246 ${MID - 42} 262`,
          darker(cloth, 0.4),
          2.4,
          0.7,
        ),
    ),
  apron: (look) => {
    const skin = SKIN[look.skin];
    return (
      shape(trunk(look, 20), LINEN) +
      both(
        shape(
          d`M${MID - look.shoulders + 20} 214 C${MID - look.shoulders - 4} 216 ${MID - look.shoulders - 8} 240 ${MID - look.shoulders - 6} 262 L${MID - look.shoulders + 24} 262Z`,
          darker(skin, 0.05),
        ),
      ) +
      shade(look, 20) +
      shape(
        d`M${MID - 32} 226 C${MID - 14} 234 ${MID + 14} 234 ${MID + 32} 226 L${MID + 38} 262 L${MID - 38} 262Z`,
        LEATHER,
      ) +
      both(
        stroke(d`M${MID - 30} 230 L${MID - look.neck - 14} 194`, darker(LEATHER, 0.5), 10) +
          stroke(d`M${MID - 30} 230 L${MID - look.neck - 14} 194`, LEATHER, 6.5) +
          gem(MID - 29, 231, 4.4, METAL.bronze),
      ) +
      stroke(d`M${MID - 18} 248 L${MID + 18} 248`, darker(LEATHER, 0.45), 2.4)
    );
  },
  cloak: (look, { cloth, trim }) =>
    shape(trunk(look, 10), darker(LEATHER, 0.2)) +
    both(
      shape(
        d`M${MID - 2} 214 C${MID - 22} 210 ${MID - look.neck - 10} 196 ${MID - look.neck - 10} 182 C${MID - look.shoulders * 0.8} 192 ${MID - look.shoulders - 8} 206 ${MID - look.shoulders - 16} 262 L${MID - 18} 262 C${MID - 22} 244 ${MID - 14} 228 ${MID - 2} 214Z`,
        cloth,
        2.8,
      ) +
        stroke(
          d`M${MID - 44} 206 C${MID - 46} 226 ${MID - 52} 246 ${MID - 54} 262 M${MID - 66} 212 C${MID - 72} 230 ${MID - 78} 248 ${MID - 80} 262`,
          darker(cloth, 0.42),
          2.6,
          0.7,
        ),
    ) +
    gem(MID, 215, 9, trim) +
    gem(MID, 215, 4.4, METAL.gold),
  coat: (look, { cloth, trim }) =>
    shape(trunk(look, 30), LINEN) +
    stroke(d`M${MID} 214 L${MID} 262`, darker(LINEN, 0.4), 2) +
    both(
      shape(
        d`M${MID - look.neck - 6} 176 C${MID - look.neck - 24} 186 ${MID - look.shoulders * 0.8} 204 ${MID - look.shoulders - 6} 262 L${MID - 12} 262 L${MID - 20} 232Z`,
        cloth,
        2.6,
      ) +
        shape(
          d`M${MID - look.neck - 5} 172 L${MID - look.neck - 26} 190 L${MID - 44} 222 L${MID - 22} 246 C${MID - 26} 222 ${MID - look.neck - 2} 198 ${MID - look.neck - 5} 172Z`,
          lighter(cloth, 0.12),
          2.4,
        ) +
        gem(MID - 34, 250, 3.6, trim),
    ) +
    shade(look, 40),
  tunic: (look, { cloth, trim }) =>
    shape(trunk(look, 22, 6), cloth) +
    shade(look, 22) +
    stroke(
      d`M${MID - look.neck - 4} 192 C${MID - look.neck + 3} 208 ${MID - 12} 214 ${MID} 215 C${MID + 12} 214 ${MID + look.neck - 3} 208 ${MID + look.neck + 4} 192`,
      darker(trim, 0.5),
      9,
    ) +
    stroke(
      d`M${MID - look.neck - 4} 192 C${MID - look.neck + 3} 208 ${MID - 12} 214 ${MID} 215 C${MID + 12} 214 ${MID + look.neck - 3} 208 ${MID + look.neck + 4} 192`,
      trim,
      5.4,
    ) +
    stroke(d`M${MID} 218 L${MID} 244`, darker(trim, 0.3), 4) +
    both(
      stroke(
        d`M${MID - 46} 212 C${MID - 44} 230 ${MID - 46} 250 ${MID - 48} 262`,
        darker(cloth, 0.42),
        2.6,
        0.7,
      ) + ball(MID - 8, 240, 3, 3, LEATHER, 1.4),
    ),
} satisfies Partial<Record<Outfit, Drawer>>;
