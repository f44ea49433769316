import type { Color } from './palette.ts';
import { balls, fill, gems, mirrored, type Part, stroke } from './shapes.ts';

const FUR = '#9a7a58';

/**
 * Return the outline of the chest with a neckline of the given `depth`. `open` is the distance of the neckline from the
 * neck.
 */
const chest = (depth: number, open = 8): string =>
  `M0 ${192 + depth} C-10 ${192 + depth} -n ${190 + depth * 0.8} -n-${open} 190 C-.62s 200 -s 206 -s-6 262 |Z`;

/** Return the shadow on the side away from the fire that lights the portrait. */
const shadow = (depth: number): Part =>
  fill('ink', 0, { opacity: 0.26 })`M20 ${196 + depth * 0.6} C.7s 202 s 210 s+5 262 L30 262
    C34 236 30 214 20 ${196 + depth * 0.6}Z`;

const collar = (color: Color, height: number): Part =>
  fill(color, 2.6)`M-n-9 200 C-n-10 190 -n-6 ${190 - height} -n-2 ${188 - height}
    C-12 ${198 - height / 2} 12 ${198 - height / 2} n+2 ${188 - height}
    C n+6 ${190 - height} n+10 190 n+9 200 C16 214 -16 214 -n-9 200Z`;

/** Return fur on both shoulders, with tufts along its lower edge. `drop` moves the edge down. */
function mantle(color: Color, drop: number): Part {
  const tuft = (share: number): string => {
    const x = (offset: number): string => `${offset - 13 - 2 * share}-${share}s`;
    const y = 216 + drop + 14 * share;
    const end = `${-12.6 - 2 * share}-${share - 0.2}s`;
    return `C${x(0)} ${y + 9} ${x(3)} ${y + 15} ${x(9)} ${y + 18} C${x(10)} ${y + 12} ${end} ${y + 8} ${end} ${y - 3}`;
  };
  return mirrored(fill(color)`M-n-8 178 C-n-22 182 -.8s 192 -s-2 202
    C-s-16 210 -s-18 222 -s-15 ${230 + drop} ${[1, 0.8, 0.6, 0.4, 0.2].map(tuft).join(' ')} L-13 214
    C-20 208 -n-4 196 -n-8 178Z`);
}

/** Rows of scales across the shoulders, from the lowest row up to the neck. */
const SCALES: Part = [3, 2, 1, 0].flatMap((row) =>
  [-6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6].map((column): Part => {
    const x = column * 17 + (row % 2) * 8.5;
    const y = 206 + row * 15;
    const isAtNeck = row === 0 && Math.abs(x) < 40;
    const when = isAtNeck ? `${Math.abs(x) - 6}-n` : `${0.66 + row * 0.12}s-${Math.abs(x)}`;
    return fill(column % 2 ? 'metal mix trim .12' : 'metal mix trim .12 darker .12', 1.8, {
      when,
    })`M${x} ${y + 12} C${x - 4} ${y + 10} ${x - 9} ${y + 4} ${x - 9} ${y - 6}
      L${x + 9} ${y - 6} C${x + 9} ${y + 4} ${x + 4} ${y + 10} ${x} ${y + 12}Z`;
  }),
);

const TUNIC_NECK = 'M-n-4 192 C-n+3 208 -12 214 0 215 |';

/** Clothes and armor on shoulders and chest. To add an outfit, add an entry. */
export const OUTFITS = {
  plate: [
    fill('metal')`${chest(8)}`,
    shadow(8),
    stroke('metal darker .5', 2.6, { opacity: 0.8 })`M0 208 L0 262`,
    stroke('metal lighter .55', 4, { opacity: 0.7 })`M-40 262 C-44 240 -36 220 -24 212`,
    mirrored(
      fill('metal', 2.8)`M-s+22 200 C-s-2 194 -s-24 210 -s-26 262 L-s+24 262 C-s+34 240 -s+34 214 -s+22 200Z`,
      stroke('gilt', 3.2)`M-s-22 240 C-s-6 230 -s+14 230 -s+29 238 M-s-16 222 C-s-4 214 -s+14 212 -s+28 218`,
      stroke('metal lighter .6', 3.6, { opacity: 0.8 })`M-s-6 208 C-s+2 203 -s+10 202 -s+16 205`,
    ),
    collar('metal', 4),
    stroke('gilt', 3.2)`M-n-7 197 C-14 209 14 209 n+7 197`,
    gems('gilt')`0 214 6`,
  ],
  mail: [
    fill('metal darker .25')`${chest(6)}`,
    fill('rings', 0)`${chest(6)}`,
    shadow(6),
    fill('cloth')`M-34 204 C-20 216 20 216 34 204 L40 262 L-40 262Z`,
    stroke('trim', 3.4)`M-33 205 C-20 217 20 217 33 205`,
    fill('trim', 0, { opacity: 0.9 })`M0 222 L-13 238 L0 256 |`,
  ],
  scale: [fill('metal mix trim .12 darker .35')`${chest(8)}`, SCALES, shadow(8), collar('leather', 2)],
  fur: [
    fill('cloth')`${chest(18)}`,
    shadow(18),
    mantle(`${FUR} darker .3`, 14),
    mantle(FUR, 0),
    mirrored(stroke(`${FUR} darker .4`, 2.2, {
      opacity: 0.8,
    })`M-.84s-6 211.8 C-.84s-5 217.8 -.84s-3 223.8 -.84s 226.8
      M-.66s-6 218.2 C-.66s-5 224.2 -.66s-3 230.2 -.66s 233.2
      M-.48s-6 206.7 C-.48s-5 212.7 -.48s-3 218.7 -.48s 221.7
      M-.3s-6 213.2 C-.3s-5 219.2 -.3s-3 225.2 -.3s 228.2`),
    stroke('bronze', 4)`M-24 218 C-8 228 8 228 24 218`,
    mirrored(gems('bronze')`-25 217 7`),
  ],
  leather: [
    fill('leather')`${chest(26)}`,
    shadow(26),
    mirrored(fill('leather darker .24', 2.2)`M-n-10 190 C-n-4 204 -12 216 -3 222 L-7 236
      C-26 224 -n-18 208 -n-20 194Z`),
    fill('leather darker .4', 2.2)`M-58 204 L-44 201 L48 262 L22 262Z`,
    fill('bronze', 2)`M-12 226 L6 228 L4 246 L-14 242Z`,
    fill('leather darker .4', 0)`M-7 231 L1 232 L0 241 L-8 239Z`,
    mirrored(balls('trim', 0)`-n-15 202 2.4`),
  ],
  gambeson: [
    fill('cloth')`${chest(6)}`,
    mirrored(
      stroke('cloth darker .42', 2.4, { opacity: 0.8 })`M-52.8 200 C-66 220 -71.3 240 -72.6 262
        M-40 200 C-50 220 -54 240 -55 262 M-27.2 200 C-34 220 -36.7 240 -37.4 262
        M-14.4 200 C-18 220 -19.4 240 -19.8 262`,
    ),
    stroke('cloth darker .42', 2.4, { opacity: 0.8 })`M0 200 L0 262`,
    shadow(6),
    collar('cloth darker .14', 9),
    gems('trim')`0 216 4, 0 234 4, 0 252 4`,
  ],
  robe: [
    fill('linen')`${chest(40)}`,
    fill('ink', 0, { opacity: 0.2 })`M0 262 L16 200 L40 262Z`,
    mirrored(
      fill('cloth')`M-n-12 188 C-.62s 200 -s 206 -s-6 262 L-6 262 C-10 236 -n+2 210 -n-12 188Z`,
      stroke('trim', 5)`M-n-10 191 C-n+2 212 -11 238 -8 262`,
      stroke('cloth darker .4', 2.4, { opacity: 0.7 })`M-52 210 C-50 230 -46 246 -42 262`,
    ),
  ],
  apron: [
    fill('linen')`${chest(20)}`,
    mirrored(fill('skin darker .05')`M-s+20 214 C-s-4 216 -s-8 240 -s-6 262 L-s+24 262Z`),
    shadow(20),
    fill('leather')`M-32 226 C-14 234 14 234 32 226 L38 262 L-38 262Z`,
    mirrored(
      stroke('leather darker .5', 10)`M-30 230 L-n-14 194`,
      stroke('leather', 6.5)`M-30 230 L-n-14 194`,
      gems('bronze')`-29 231 4.4`,
    ),
    stroke('leather darker .45', 2.4)`M-18 248 L18 248`,
  ],
  cloak: [
    fill('leather darker .2')`${chest(10)}`,
    mirrored(
      fill('cloth', 2.8)`M-2 214 C-22 210 -n-10 196 -n-10 182 C-.8s 192 -s-8 206 -s-16 262 L-18 262
        C-22 244 -14 228 -2 214Z`,
      stroke('cloth darker .42', 2.6, { opacity: 0.7 })`M-44 206 C-46 226 -52 246 -54 262
        M-66 212 C-72 230 -78 248 -80 262`,
    ),
    gems('trim')`0 215 9`,
    gems('gold')`0 215 4.4`,
  ],
  coat: [
    fill('linen')`${chest(30)}`,
    stroke('linen darker .4', 2)`M0 214 L0 262`,
    mirrored(
      fill('cloth', 2.6)`M-n-6 176 C-n-24 186 -.8s 204 -s-6 262 L-12 262 L-20 232Z`,
      fill('cloth lighter .12')`M-n-5 172 L-n-26 190 L-44 222 L-22 246 C-26 222 -n-2 198 -n-5 172Z`,
      gems('trim')`-34 250 3.6`,
    ),
    shadow(40),
  ],
  tunic: [
    fill('cloth')`${chest(22, 6)}`,
    shadow(22),
    stroke('trim darker .5', 9)`${TUNIC_NECK}`,
    stroke('trim', 5.4)`${TUNIC_NECK}`,
    stroke('trim darker .3', 4)`M0 218 L0 244`,
    mirrored(
      stroke('cloth darker .42', 2.6, { opacity: 0.7 })`M-46 212 C-44 230 -46 250 -48 262`,
      balls('leather', 1.4)`-8 240 3`,
    ),
  ],
} satisfies Record<string, Part>;
