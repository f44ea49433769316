import type { Look, Outfit } from './look.ts';
import { gem } from './marks.ts';
import { type ClanColours, darker, lighter, METAL, mix, SKIN } from './palette.ts';
import { ball, both, d, ellipse, fill, MID, shape, stroke } from './shapes.ts';

type Drawer = (look: Look, clan: ClanColours) => string;

/** What is worn on the shoulders and the chest, over the neck and under the chin. */
export const outfit = (look: Look, clan: ClanColours): string => WORN[look.outfit](look, clan);

const LEATHER = '#7a4e30';
const LINEN = '#d9c7a2';
const FUR = '#9a7a58';

/** The trunk from a neckline `dip` deep; `open` is its half width at the neck. */
function trunk({ shoulders: s, neck: n }: Look, dip: number, open = 8): string {
  return d`M${MID - n - open} 190 C${MID - s * 0.62} 200 ${MID - s} 206 ${MID - s - 6} 262 L${MID + s + 6} 262 C${MID + s} 206 ${MID + s * 0.62} 200 ${MID + n + open} 190
    C${MID + n} ${190 + dip * 0.8} ${MID + 10} ${192 + dip} ${MID} ${192 + dip} C${MID - 10} ${192 + dip} ${MID - n} ${190 + dip * 0.8} ${MID - n - open} 190Z`;
}

const shade = (look: Look, dip: number): string =>
  fill(
    d`M${MID + 20} ${196 + dip * 0.6} C${MID + look.shoulders * 0.7} 202 ${MID + look.shoulders} 210 ${MID + look.shoulders + 5} 262 L${MID + 30} 262 C${MID + 34} 236 ${MID + 30} 214 ${MID + 20} ${196 + dip * 0.6}Z`,
    '#140d18',
    0.26,
  );

const pauldrons = ({ shoulders: s }: Look, metal: string, trim: string): string =>
  both(
    shape(
      d`M${MID - s + 22} 200 C${MID - s - 2} 194 ${MID - s - 24} 210 ${MID - s - 26} 262 L${MID - s + 24} 262 C${MID - s + 34} 240 ${MID - s + 34} 214 ${MID - s + 22} 200Z`,
      metal,
      2.8,
    ) +
      stroke(
        d`M${MID - s - 22} 240 C${MID - s - 6} 230 ${MID - s + 14} 230 ${MID - s + 29} 238 M${MID - s - 16} 222 C${MID - s - 4} 214 ${MID - s + 14} 212 ${MID - s + 28} 218`,
        trim,
        3.2,
      ) +
      stroke(
        d`M${MID - s - 6} 208 C${MID - s + 2} 203 ${MID - s + 10} 202 ${MID - s + 16} 205`,
        lighter(metal, 0.6),
        3.6,
        0.8,
      ),
  );

const collar = ({ neck: n }: Look, colour: string, height: number): string =>
  shape(
    d`M${MID - n - 9} 200 C${MID - n - 10} 190 ${MID - n - 6} ${190 - height} ${MID - n - 2} ${188 - height} C${MID - 12} ${198 - height * 0.5} ${MID + 12} ${198 - height * 0.5} ${MID + n + 2} ${188 - height}
    C${MID + n + 6} ${190 - height} ${MID + n + 10} 190 ${MID + n + 9} 200 C${MID + 16} 214 ${MID - 16} 214 ${MID - n - 9} 200Z`,
    colour,
    2.6,
  );

/** One shoulder's fur: smooth towards the neck, in tufts along its lower edge, which hangs `drop` lower. */
function mantle({ shoulders: s, neck: n }: Look, colour: string, drop: number): string {
  const tufts = 7;
  const edge = Array.from({ length: tufts }, (_, index) => {
    const share = index / tufts;
    const x = MID - s - 15 + share * (s + 2);
    const y = 236 + drop - share * 16;
    const step = (s + 2) / tufts;
    return d`C${x + 1} ${y + 8} ${x + 3} ${y + 14} ${x + 7} ${y + 19} C${x + 8} ${y + 10} ${x + step - 3} ${y + 4} ${x + step} ${y - 2}`;
  }).join(' ');
  const hairs = [0.16, 0.34, 0.52, 0.7].map((share, index) => {
    const x = MID - s - 6 + share * s;
    const y = 226 - share * 14 + (index % 2) * 9;
    return d`M${x} ${y - 12} C${x + 1} ${y - 6} ${x + 3} ${y} ${x + 6} ${y + 3}`;
  });
  return (
    shape(
      `${d`M${MID - n - 8} 178 C${MID - n - 22} 182 ${MID - s * 0.8} 192 ${MID - s - 2} 202 C${MID - s - 16} 210 ${MID - s - 18} 222 ${MID - s - 15} ${236 + drop}`} ${edge} ${d`L${MID - 13} 214 C${MID - 20} 208 ${MID - n - 4} 196 ${MID - n - 8} 178Z`}`,
      colour,
    ) + (drop ? '' : stroke(hairs.join(' '), darker(colour, 0.4), 2.2, 0.8))
  );
}

const WORN: Record<Outfit, Drawer> = {
  plate: (look, { trim }) => {
    const metal = METAL[look.metal];
    const gilt = look.metal === 'gold' ? METAL.steel : mix(METAL.gold, trim, 0.2);
    return (
      shape(trunk(look, 8), metal) +
      shade(look, 8) +
      stroke(d`M${MID} 208 L${MID} 262`, darker(metal, 0.5), 2.6, 0.8) +
      stroke(
        d`M${MID - 40} 262 C${MID - 44} 240 ${MID - 36} 220 ${MID - 24} 212`,
        lighter(metal, 0.55),
        4,
        0.7,
      ) +
      pauldrons(look, metal, gilt) +
      collar(look, metal, 4) +
      stroke(
        d`M${MID - look.neck - 7} 197 C${MID - 14} 209 ${MID + 14} 209 ${MID + look.neck + 7} 197`,
        gilt,
        3.2,
      ) +
      gem(MID, 214, 6, gilt)
    );
  },
  mail: (look, { cloth, trim }) => {
    const metal = darker(METAL[look.metal], 0.25);
    return (
      shape(trunk(look, 6), metal) +
      fill(trunk(look, 6), 'url(#rings)') +
      shade(look, 6) +
      shape(
        d`M${MID - 34} 204 C${MID - 20} 216 ${MID + 20} 216 ${MID + 34} 204 L${MID + 40} 262 L${MID - 40} 262Z`,
        cloth,
      ) +
      stroke(d`M${MID - 33} 205 C${MID - 20} 217 ${MID + 20} 217 ${MID + 33} 205`, trim, 3.4) +
      fill(d`M${MID} 222 L${MID + 13} 238 L${MID} 256 L${MID - 13} 238Z`, trim, 0.9)
    );
  },
  scale: (look, { trim }) => {
    const metal = mix(METAL[look.metal], trim, 0.12);
    const rows = Array.from({ length: 4 }, (_, row) =>
      Array.from({ length: 13 }, (_, index) => {
        const x = MID + (index - 6) * 17 + (row % 2 ? 8.5 : 0);
        const y = 206 + row * 15;
        return Math.abs(x - MID) < look.shoulders * (0.66 + row * 0.12) &&
          !(row === 0 && Math.abs(x - MID) < look.neck + 6)
          ? shape(
              d`M${x - 9} ${y - 6} L${x + 9} ${y - 6} C${x + 9} ${y + 4} ${x + 4} ${y + 10} ${x} ${y + 12} C${x - 4} ${y + 10} ${x - 9} ${y + 4} ${x - 9} ${y - 6}Z`,
              index % 2 ? metal : darker(metal, 0.12),
              1.8,
            )
          : '';
      }).join(''),
    )
      .reverse()
      .join('');
    return shape(trunk(look, 8), darker(metal, 0.35)) + rows + shade(look, 8) + collar(look, LEATHER, 2);
  },
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
  fur: (look, { cloth }) => {
    return (
      shape(trunk(look, 18), cloth) +
      shade(look, 18) +
      both(mantle(look, darker(FUR, 0.3), 14) + mantle(look, FUR, 0)) +
      stroke(d`M${MID - 24} 218 C${MID - 8} 228 ${MID + 8} 228 ${MID + 24} 218`, METAL.bronze, 4) +
      both(gem(MID - 25, 217, 7, METAL.bronze))
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
};
