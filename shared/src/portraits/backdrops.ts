import type { Clan } from './palette.ts';
import { balls, fill, mirrored, type Part, stroke } from './shapes.ts';

/** Return the outline of a pine, which extends `size` to either side of `x`. */
const pine = (x: number, foot: number, size: number): string => {
  const at = (across: number, up: number): string => `${x + size * across} ${foot - size * up}`;
  return `M${at(0, 2.6)} L${at(0.5, 1.5)} L${at(0.3, 1.5)} L${at(0.75, 0.6)} L${at(0.5, 0.6)} L${x + size} ${foot + 40}
    L${x - size} ${foot + 40} L${at(-0.5, 0.6)} L${at(-0.75, 0.6)} L${at(-0.3, 1.5)} L${at(-0.5, 1.5)}Z`;
};

/** The landscape behind the portraits of each clan. */
export const BACKDROPS: Record<Clan, Part> = {
  emberforge: [
    mirrored(
      fill('far', 0)`M-128 256 L-128 60 L-102 60 L-102 40 L-84 40 L-84 60 L-76 60 C-76 130 -68 190 -68 256Z`,
      fill('near', 0)`M-120 256 L-120 120 C-108 104 -92 104 -82 120 L-82 256Z`,
    ),
    stroke('glow lighter .2', 5, { opacity: 0.4 })`M-84 170 A84 84 0 0 1 84 170`,
    stroke('glow lighter .3', 5, { opacity: 0.35 })`M-92 150 L-118 150 M-87.5 121.6 L-112.2 113.5
      M-74.4 95.9 L-95.5 80.6 M-54.1 75.6 L-69.4 54.5 M-28.4 62.5 L-36.5 37.8 M0 58 L0 32
      M28.4 62.5 L36.5 37.8 M54.1 75.6 L69.4 54.5 M74.4 95.9 L95.5 80.6 M87.5 121.6 L112.2 113.5
      M92 150 L118 150`,
  ],
  wolfmoon: [
    balls('#dfe9f6', 0, { opacity: 0.82 })`62 62 46`,
    balls('#b8c8de', 0, { opacity: 0.7 })`48 52 9, 76 76 6, 70 42 4`,
    fill('far', 0)`M-128 190 L-94 130 L-70 160 L-36 104 L12 176 L58 128 L94 170 L128 140 L128 256 L-128 256Z`,
    fill('near', 0)`M-128 218 L-88 180 L-38 214 L22 176 L72 210 L128 180 L128 256 L-128 256Z`,
  ],
  thornwood: [
    balls('#f2f0c4', 0, { opacity: 0.5 })`-68 56 26`,
    fill('far', 0)`${pine(-108, 200, 46) + pine(-66, 200, 48) + pine(72, 200, 50) + pine(110, 200, 52)}`,
    fill('near', 0)`${pine(-132, 240, 44) + pine(-84, 240, 44) + pine(94, 240, 44) + pine(134, 240, 44)}`,
  ],
  saltreach: [
    balls('glow lighter .45', 0, { opacity: 0.3 })`0 140 92`,
    fill('far mix white .16', 0)`M68 150 L68 60 L78 60 L78 150Z M78 66 L118 104 L78 116Z M68 70 L42 112
      L68 118Z`,
    fill('near', 0)`M38 150 L124 150 L108 172 L52 172Z`,
    fill('far', 0)`M-128 166 C-108 152 -88 152 -68 166 C-48 180 -28 152 0 166 C28 180 48 152 68 166
      C88 180 108 152 128 166 L128 256 L-128 256Z`,
    fill('near', 0)`M-128 200 C-104 184 -84 184 -64 200 C-38 216 -18 186 12 200 C42 216 72 184 128 200
      L128 256 L-128 256Z`,
  ],
  ravenspire: [
    balls('glow lighter .3', 0, { opacity: 0.24 })`0 112 96`,
    mirrored(
      fill('far', 0)`M-128 256 L-128 90 L-118 40 L-108 90 L-98 90 L-98 256Z M-92 256 L-92 120 L-80 70
        L-68 120 L-68 256Z`,
      fill('near', 0)`M-134 256 L-134 160 L-110 130 L-88 160 L-88 256Z`,
    ),
    stroke('ink', 3.2)`M-94 46 Q-86 36 -78 46 Q-70 36 -62 46 M68 30 Q74 22 80 30 Q86 22 92 30
      M86 62 Q91 56 96 62 Q101 56 106 62`,
  ],
  goldbarrow: [
    fill('glow lighter .3', 0, { opacity: 0.22 })`M0 170 L-188.4 145.7 L-184.2 123.3Z M0 170 L-169 83.3
      L-157.4 63.6Z M0 170 L-129.7 31.1 L-112.1 16.6Z M0 170 L-75 -4.6 L-53.5 -12.3Z M0 170 L-11.4 -19.7
      L11.4 -19.7Z M0 170 L53.5 -12.3 L75 -4.6Z M0 170 L112.1 16.6 L129.7 31.1Z M0 170 L157.4 63.6
      L169 83.3Z M0 170 L184.2 123.3 L188.4 145.7Z`,
    fill('far', 0)`M-128 184 C-88 130 -38 130 0 176 C38 130 92 130 128 184 L128 256 L-128 256Z`,
    fill('near', 0)`M-128 212 C-78 180 -48 200 0 216 C52 196 82 180 128 212 L128 256 L-128 256Z`,
  ],
  unsworn: [
    fill('far', 0)`M-128 178 L-68 120 L-18 160 L32 112 L128 182 L128 256 L-128 256Z`,
    fill('near', 0)`M-128 210 L128 190 L128 256 L-128 256Z`,
    stroke('near', 4)`M-98 150 L-98 84 M-98 90 L-76 96 L-98 106 M96 160 L96 96 M96 102 L118 108 L96 118`,
    balls('#fff0e0', 0, { opacity: 0.8 })`-62 40 1.8, 78 34, -18 24, 36 56, -94 62, 104 72`,
  ],
};
