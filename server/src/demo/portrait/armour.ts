import type { Drawer } from './hats.ts';
import type { Look, Outfit } from './look.ts';
import { gem } from './marks.ts';
import { darker, lighter, METAL, mix } from './palette.ts';
import { both, d, fill, MID, shape, stroke } from './shapes.ts';
import { collar, LEATHER, shade, trunk } from './trunk.ts';

const FUR = '#9a7a58';

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

/** One shoulder's fur: smooth towards the neck, in tufts along its lower edge, which hangs `drop` lower. */
function mantle({ shoulders: s, neck: n }: Look, colour: string, drop: number): string {
  const tufts = 5;
  const edge = Array.from({ length: tufts }, (_, index) => {
    const share = index / tufts;
    const x = MID - s - 15 + share * (s + 2);
    const y = 230 + drop - share * 14;
    const step = (s + 2) / tufts;
    return d`C${x} ${y + 9} ${x + 3} ${y + 15} ${x + 9} ${y + 18} C${x + 10} ${y + 12} ${x + step} ${y + 8} ${x + step} ${y - 3}`;
  }).join(' ');
  const hairs = [0.16, 0.34, 0.52, 0.7].map((share, index) => {
    const x = MID - s - 6 + share * s;
    const y = 226 - share * 14 + (index % 2) * 9;
    return d`M${x} ${y - 12} C${x + 1} ${y - 6} ${x + 3} ${y} ${x + 6} ${y + 3}`;
  });
  return (
    shape(
      `${d`M${MID - n - 8} 178 C${MID - n - 22} 182 ${MID - s * 0.8} 192 ${MID - s - 2} 202 C${MID - s - 16} 210 ${MID - s - 18} 222 ${MID - s - 15} ${230 + drop}`} ${edge} ${d`L${MID - 13} 214 C${MID - 20} 208 ${MID - n - 4} 196 ${MID - n - 8} 178Z`}`,
      colour,
    ) + (drop ? '' : stroke(hairs.join(' '), darker(colour, 0.4), 2.2, 0.8))
  );
}

/** Metal and fur on the shoulders. */
export const ARMOUR = {
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
  fur: (look, { cloth }) => {
    return (
      shape(trunk(look, 18), cloth) +
      shade(look, 18) +
      both(mantle(look, darker(FUR, 0.3), 14) + mantle(look, FUR, 0)) +
      stroke(d`M${MID - 24} 218 C${MID - 8} 228 ${MID + 8} 228 ${MID + 24} 218`, METAL.bronze, 4) +
      both(gem(MID - 25, 217, 7, METAL.bronze))
    );
  },
} satisfies Partial<Record<Outfit, Drawer>>;
