import type { Color } from './palette.ts';
import { balls, fill, gems, mirrored, type Part, stroke } from './shapes.ts';

/** A hat, band or helmet. `front` is drawn over the face and the hair, `back` behind the head. */
export type Headwear = {
  front: Part;
  back?: Part;
  /** By default, all hair remains visible. With `below`, only the hair below the headwear is visible. */
  hair?: 'below' | 'none';
  /** Hair that is visible in the opening of the headwear although all other hair is hidden. */
  fringe?: Part;
  hidesEars?: true;
  /** True if the headwear makes the portrait so tall that it must be drawn smaller. */
  tall?: true;
};

const FUR = '#8a6a4c';
const RUBY = '#d8453a';
const BONE = '#d8c39a';

/** Return the dark inside of the headwear, which is visible beside the neck. */
const lining = (color: Color): Part => fill(color, 0)`M-40 210 L-36 80 |Z`;

const rivets = (metal: 'metal' | 'bronze', points: string): Part =>
  mirrored(balls(`${metal} lighter .45`, 1, { stroke: `${metal} darker .6` })`${points}`);

/** Return a metal dome from the y coordinate `peak` down to the brow, with a band of bronze and a crest. */
const dome = (peak: number): Part => [
  fill('metal', 2.8)`M-w-6 98 C-w-9 66 -.66w-4 ${peak + 6} 0 ${peak} C.66w+4 ${peak + 6} w+9 66 w+6 98
    C24 86 -24 86 -w-6 98Z`,
  fill('metal darker .5', 0, { opacity: 0.45 })`M8 ${peak + 2} C.66w+4 ${peak + 8} w+7 66 w+4 95
    C36 90 26 88 18 87Z`,
  stroke('metal lighter .6', 4, { opacity: 0.75 })`M-w+4 76 C-w+8 60 -24 ${peak + 14} -12 ${peak + 10}`,
  fill('bronze')`M-w-8 101 C-26 86 26 86 w+8 101 L w+7 90 C26 75 -26 75 -w-7 90Z`,
  stroke('bronze', 7)`M0 ${peak + 3} L0 78`,
  rivets('bronze', '-14 86 2.2, -30 86, -40 91'),
];

const CHEEK_PLATES: Part = mirrored(
  fill('metal', 2.2)`M-w-8 96 L-w+5 94 C-w+8 116 -w+10 132 -j+9 150 C-j-3 154 -w-6 140 -w-8 96Z`,
);

const CIRCLET = 'M-w-3 92 C-28 80 -12 84 0 90 |';
const ANTLER = `M-34 78 C-46 60 -46 44 -40 14 M-45 50 C-56 42 -62 34 -64 20
  M-44 36 C-36 32 -30 24 -28 14`;
const HOOD_OPENING = 'M0 212 C-22 196 -w-9 172 -w-6 118 C-w-4 84 -20 66 0 58 |Z';
const SCARF_OPENING = 'M0 chin+3 C-24 chin+2 -w-5 146 -w+1 104 C-w+4 84 -22 74 0 74 |Z';
const COIF_OPENING = 'M0 chin+4 C-26 chin+2 -w-3 144 -w+2 104 C-w+6 86 -22 78 0 78 |Z';
const COIF = `M-78 222 C-66 200 -48 190 -48 168 C-w-8 150 -w-10 130 -w-9 110 C-w-8 64 -26 44 0 44
  C26 44 w+8 64 w+9 110 C w+10 130 w+8 150 48 168 C48 190 66 200 78 222 C30 236 -30 236 -78 222Z`;

/** Hats, bands and helmets. To add headwear, add an entry. */
export const HEADWEAR = {
  none: { front: [] },
  hood: {
    hair: 'none',
    hidesEars: true,
    tall: true,
    fringe: mirrored(fill('hair', 1.8)`M2 62 C-20 60 -w-2 76 -w 116 C-w+8 100 -22 84 2 78Z`),
    back: fill('cloth darker .66', 0)`M-58 216 C-66 140 -60 66 0 42 |Z`,
    front: [
      fill('cloth', 2.8, { cutOut: HOOD_OPENING })`M-82 224 C-66 190 -70 150 -66 112 C-62 66 -30 40 10 14
        C16 40 60 62 66 112 C70 150 66 190 82 224 C40 236 -40 236 -82 224Z`,
      stroke('trim', 3.4, { opacity: 0.85 })`${HOOD_OPENING}`,
      fill('ink', 0, { opacity: 0.34 })`M-w-6 112 C-w+2 80 -20 66 0 63 C20 66 w-2 80 w+6 112
        C34 88 -34 88 -w-6 112Z`,
      mirrored(stroke('cloth darker .4', 2.6, { opacity: 0.8 })`M-60 96 C-58 74 -46 52 -28 42
        M-62 180 C-66 160 -66 140 -64 124`),
    ],
  },
  headscarf: {
    hair: 'none',
    hidesEars: true,
    back: lining('cloth darker .5'),
    front: [
      fill('cloth mix trim .25', 2.6, { cutOut: SCARF_OPENING })`M-58 214 C-50 186 -58 160 -w-12 116
        C-w-14 62 -26 42 0 42 C26 42 w+14 62 w+12 116 C58 160 50 186 58 214 C30 226 -30 226 -58 214Z`,
      stroke('cloth mix trim .25 darker .4', 2.4, { opacity: 0.8 })`M-44 160 C-20 196 20 200 52 176
        M-50 182 C-20 212 26 214 54 196 M-w-4 92 C-34 62 -12 54 6 54`,
      stroke('trim', 3, { opacity: 0.9 })`M-w+1 98 C-w+6 80 -20 70 0 70 |`,
      gems('gold')`44 172 5`,
    ],
  },
  turban: {
    hair: 'none',
    tall: true,
    front: [
      fill('cloth', 2.8)`M-w-8 98 C-w-22 66 -34 26 0 26 C34 26 w+22 66 w+8 98 C30 76 -30 76 -w-8 98Z`,
      stroke('cloth darker .42', 2.6, { opacity: 0.9 })`M-w-10 88 C-30 54 4 54 30 34
        M w+10 88 C30 60 -10 52 -32 36 M-w-12 72 C-34 48 -14 40 6 28 M w+12 74 C40 56 26 48 12 44`,
      stroke('cloth lighter .3', 3, { opacity: 0.6 })`M-w-4 84 C-34 62 -18 58 -4 56`,
      fill('trim', 2)`M-3 58 C-14 40 -8 18 4 6 C12 22 10 44 3 58Z`,
      gems(RUBY)`0 66 8`,
    ],
  },
  bandana: {
    front: [
      fill('cloth', 2.2)`M w 84 C w+20 82 w+28 96 w+34 108 C w+20 106 w+10 102 w 94Z
        M w 90 C w+14 98 w+16 112 w+16 124 C w+6 116 w 106 w-2 96Z`,
      fill('cloth')`M-w-5 98 C-28 88 28 88 w+5 98 L w+3 78 C26 68 -26 68 -w-3 78Z`,
      stroke('trim', 2.6, { opacity: 0.85 })`M-w+2 86 C-26 77 26 77 w-2 86`,
    ],
  },
  furHat: {
    hair: 'below',
    back: mirrored(fill(FUR)`M-w+4 84 C-w-22 100 -w-18 140 -w-8 156 C-w+4 146 -w+6 120 -w+8 100Z`),
    front: [
      fill('cloth', 2.6)`M-w-8 86 C-w-8 44 -26 28 0 28 |Z`,
      stroke('trim', 2.4, { opacity: 0.7 })`M0 30 L0 70 M-22 36 C-28 48 -30 60 -30 72
        M22 36 C28 48 30 60 30 72`,
      balls(`${FUR} lighter .1`, 2, { odd: FUR })`-w-8 86 14 12, -.75w-6 82.2, -.5w-4 78.9, -.25w-2 76.8,
        0 76, .25w+2 76.8, .5w+4 78.9, .75w+6 82.2, w+8 86`,
    ],
  },
  brimHat: {
    hair: 'below',
    tall: true,
    front: [
      fill('cloth', 2.8)`M-36 78 C-34 52 -22 20 20 4 C14 22 32 50 36 78Z`,
      fill('cloth darker .5', 0, { opacity: 0.4 })`M6 14 C12 8 16 6 20 4 C14 22 32 50 36 78 L16 78Z`,
      fill('trim', 2)`M-37 80 C-20 70 20 70 37 80 L35 66 C18 57 -18 57 -34 66Z`,
      fill('cloth', 2.8)`M-82 92 C-60 66 60 66 82 92 C56 84 30 80 0 80 C-30 80 -56 84 -82 92Z`,
      stroke('cloth lighter .3', 3, { opacity: 0.6 })`M-68 84 C-50 74 -30 73 -14 73`,
      gems('gold')`-20 68 5`,
    ],
  },
  featherCap: {
    hair: 'below',
    tall: true,
    front: [
      fill('trim', 2)`M30 70 C54 56 72 34 74 4 C52 12 30 32 22 64Z`,
      stroke('trim darker .4', 2)`M28 66 C44 48 60 28 70 10`,
      fill('cloth', 2.6)`M-w-6 86 C-w-6 50 -30 34 4 36 C30 38 w+6 54 w+6 82 C30 74 -24 74 -w-6 86Z`,
      fill('cloth darker .16')`M-w-20 94 C-38 70 30 66 w+12 84 L w+6 72 C30 56 -30 58 -w-8 78Z`,
    ],
  },
  circlet: {
    front: [
      stroke('gold darker .6', 7.5)`${CIRCLET}`,
      stroke('gold', 4)`${CIRCLET}`,
      mirrored(gems('glow lighter .3')`-25 84.5 3.2`),
      gems('glow')`0 90 6.5`,
    ],
  },
  crown: {
    tall: true,
    front: [
      fill('gold', 2.6)`M-w-3 88 L-w-9 46 L-27 64 L-18 34 L0 58 L18 34 L27 64 L w+9 46 L w+3 88
        C24 78 -24 78 -w-3 88Z`,
      fill('gold darker .5', 0, { opacity: 0.4 })`M10 46 L18 34 L27 64 L w+9 46 L w+3 88 C34 84 26 82 18 81Z`,
      mirrored(gems('#fff0c0')`-w-9 44 4, -18 32 4`, gems('glow')`-26 76 4`),
      gems(RUBY)`0 72 6`,
    ],
  },
  wreath: {
    front: [
      balls('#7cb558', 1.8, { odd: '#5f9a4a' })`-w-2 92 5.6 12 -60, -.8w-1.6 87.1 5.6 12 -48,
        -.6w-1.2 82.6 5.6 12 -36, -.4w-.8 79.1 5.6 12 -24, -.2w-.4 76.8 5.6 12 -12, 0 76 5.6 12,
        .2w+.4 76.8 5.6 12 12, .4w+.8 79.1 5.6 12 24, .6w+1.2 82.6 5.6 12 36, .8w+1.6 87.1 5.6 12 48,
        w+2 92 5.6 12 60`,
      gems(RUBY)`-22 80 4.4, 32 84 4`,
      gems('#f0d060')`8 76 4.4`,
    ],
  },
  antlers: {
    tall: true,
    front: [
      mirrored(stroke(`${BONE} darker .66`, 10)`${ANTLER}`, stroke(BONE, 5.6)`${ANTLER}`),
      fill('#6d4a30', 2.2)`M-w-3 96 C-26 82 26 82 w+3 96 L w+3 84 C26 70 -26 70 -w-3 84Z`,
      gems('glow')`0 80 6`,
      mirrored(gems(BONE)`-26 83 3`),
    ],
  },
  goggles: {
    front: [
      fill('#5d3d28', 2.2)`M-w-4 88 C-26 76 26 76 w+4 88 L w+4 76 C26 64 -26 64 -w-4 76Z`,
      mirrored(
        balls('bronze')`-19 75 16 14`,
        balls('#2f5a66', 1.8)`-19 75 10.5 9.5`,
        stroke('#bff0f2', 2.6, { opacity: 0.9 })`M-26 73 C-25 69 -21 67 -18 67`,
      ),
    ],
  },
  nasalHelm: {
    hair: 'below',
    front: [
      dome(34),
      fill('bronze')`M-6 84 L6 84 L8 132 C4 138 -4 138 -8 132Z`,
      stroke('bronze lighter .5', 2, { opacity: 0.8 })`M-3 92 L-3.5 128`,
    ],
  },
  hornedHelm: {
    hair: 'below',
    tall: true,
    front: [
      mirrored(
        fill('#e2d2ac', 2.6)`M-w+4 62 C-58 72 -84 58 -82 14 C-70 40 -54 40 -30 42Z`,
        stroke('#8a7650', 2.4, { opacity: 0.8 })`M-60 62 L-56 42 M-72 52 L-66 38`,
      ),
      dome(36),
      CHEEK_PLATES,
    ],
  },
  wingedHelm: {
    hair: 'below',
    tall: true,
    front: [
      mirrored(
        fill('#eee6d6', 2.6)`M-w 82 C-62 78 -80 50 -84 8 C-70 20 -64 22 -60 16 C-56 30 -50 32 -44 28
          C-44 44 -40 52 -36 58Z`,
        stroke('#a89c88', 2.2)`M-44 74 C-58 62 -68 44 -74 26 M-42 66 C-52 54 -56 42 -58 30`,
      ),
      dome(34),
      CHEEK_PLATES,
      gems('glow')`0 84 6`,
    ],
  },
  kettleHelm: {
    hair: 'below',
    front: [
      fill('metal', 2.8)`M-42 82 C-42 46 -24 26 0 24 |Z`,
      fill('metal darker .5', 0, { opacity: 0.42 })`M8 25 C28 30 42 48 42 80 L20 78Z`,
      stroke('metal lighter .6', 4, { opacity: 0.75 })`M-32 66 C-30 48 -20 38 -10 34`,
      stroke('metal darker .45', 2.4, { opacity: 0.7 })`M0 25 L0 70`,
      fill('metal', 2.8)`M-72 98 C-52 66 52 66 72 98 C40 82 -40 82 -72 98Z`,
      rivets('metal', '-12 80 2.2, -34 80'),
    ],
  },
  mailCoif: {
    hair: 'none',
    hidesEars: true,
    back: lining('metal darker .6'),
    front: [
      fill('metal darker .25', 2.6, { cutOut: COIF_OPENING, stroke: 'metal darker .7' })`${COIF}`,
      fill('rings', 0, { cutOut: COIF_OPENING })`${COIF}`,
      stroke('bronze', 3.6)`${COIF_OPENING}`,
    ],
  },
} satisfies Record<string, Headwear>;
