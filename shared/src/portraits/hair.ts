import { balls, fill, mirrored, type Part, stroke } from './shapes.ts';

/** A hairstyle. `front` is drawn over the brow and the ears, `back` behind the head and the shoulders. */
export type Hair = {
  front: Part;
  back?: Part;
  /** Replaces `front` under a hat or helmet; by default `BEFORE_EARS`. */
  underHat?: Part;
  /** True if the hair at the back is visible with a hat or helmet. */
  hangs?: true;
  /** True if the hairstyle makes the portrait so tall that it must be drawn smaller. */
  tall?: true;
};

const behind = fill('hair darker .22');

/**
 * Return hair over the skull from ear to ear, down to the y coordinate `sides`. `hairline` is the path from right
 * to left over the brow.
 */
const cap = (hairline: string, sides = 112, lift = 0): Part =>
  fill('hair')`M-w-4 ${sides} C-w-8 ${78 - lift / 2} -.74w-3 ${47 - lift} 0 ${47 - lift}
    C.74w+3 ${47 - lift} w+8 ${78 - lift / 2} w+4 ${sides} ${hairline}Z`;

/** Return a hairline across the brow, at the y coordinate `brow`. */
const straight = (brow: number): string =>
  `L w-3 106 C w-4 92 w-9 ${brow + 4} w-18 ${brow} C10 ${brow + 3} -10 ${brow + 3} -w+18 ${brow}
    C-w+9 ${brow + 4} -w+4 92 -w+3 106`;

/** A hairline with the parting in the middle. */
const MIDDLE = 'L w-2 112 C w+1 92 26 80 0 62 C-26 80 -w-1 92 -w+2 112';

const GLOSS: Part = stroke('hair lighter .4', 3.4, { opacity: 0.6 })`M-w+5 80 C-30 62 -16 56 -2 55`;

const PARTED: Part = [cap(MIDDLE, 116, 1), stroke('hair darker .5', 2)`M0 62 L0 49`, GLOSS];

const SHAVED_SIDES: Part = mirrored(
  fill('hair', 0, { opacity: 0.42 })`M-w 112 C-w-2 84 -w+6 68 -20 60 L-26 84 C-36 90 -37 100 -38 112Z`,
);

/** Return hair that hangs on both sides of the face, down to the y coordinate `end`. */
const falls = (end: number): Part =>
  mirrored(fill('hair')`M-w+2 84 C-w-8 110 -w-4 140 -w-6 ${end}
    C-w+4 ${end + 8} -w+14 ${end - 2} -w+13 ${end - 16} C-w+4 150 -w+1 128 -w+9 100Z`);

/** Return two braids, one on each side, with a bead at the end. */
const braids = (x: string, y: number): Part =>
  mirrored(
    balls('hair darker .16', 2, { odd: 'hair' })`${x} ${y} 9.5 8, ${x}+1.3 ${y + 12.5}, ${x}+2 ${y + 25},
      ${x}+1.7 ${y + 37.6}, ${x}+.7 ${y + 50.2}, ${x}-.7 ${y + 62.7}`,
    balls('gold', 1.8)`${x} ${y + 75.2} 6.3 4.8`,
  );

/**
 * Return a lock of hair on each side, from the y coordinate `top` down to `end`. The lower end is `lean` units further
 * out than the top.
 */
const loc = (x: string, top: number, end: number, lean: number): Part =>
  mirrored(
    fill('hair', 2)`M${x}-5 ${top}
      C${x}-${6 + lean} ${top + 30} ${x}-${6 + lean} ${end - 20} ${x}-${5 + lean} ${end}
      C${x}-${4 + lean} ${end + 6} ${4 - lean}${x} ${end + 6} ${5 - lean}${x} ${end}
      C${x}+5 ${end - 30} ${x}+5 ${top + 20} ${x}+5 ${top}Z`,
  );

/** The part of short hair that is visible with a hat: the hair in front of the ears. */
export const BEFORE_EARS: Part = mirrored(fill('hair', 1.6)`M-w-2 94 C-w-4 110 -w-1 118 -w+1 124
  C-w+5 114 -w+6 104 -w+8 94Z`);

/** The hairstyles. To add a hairstyle, add an entry. */
export const HAIR_STYLES = {
  bald: { front: stroke('#fff4e4', 4, { opacity: 0.35 })`M-26 70 C-20 63 -10 60 -2 60`, underHat: [] },
  receding: {
    front: [
      mirrored(fill('hair')`M-w-4 118 C-w-12 92 -w-6 72 -w+12 64 C-w+10 80 -w+6 92 -w+5 116Z`),
      stroke('#fff4e4', 4, { opacity: 0.35 })`M-20 66 C-14 60 -6 58 2 58`,
    ],
  },
  crop: { front: [cap(straight(78)), GLOSS] },
  spiky: {
    front: [
      fill('hair')`M-w-4 110 L-w-13 84 L-w-4 82 L-w-7 56 L-w+9 62 L-25 36 L-11 50 L2 29 L13 49 L31 37
        L w-9 62 L w+8 58 L w+4 82 L w+12 86 L w+4 110 L w-4 94 L w-12 98 L18 80 L8 92 L-6 78 L-16 92
        L-26 82 L-w+4 98Z`,
      stroke('hair lighter .4', 3, { opacity: 0.6 })`M-28 62 L-22 54 M-10 62 L-3 50`,
    ],
  },
  sidePart: {
    front: [
      cap('L w-3 108 C w-4 94 w-8 88 w-14 84 C8 88 -10 80 -20 68 C-24 80 -w+8 84 -w+3 106', 112, 4),
      stroke('hair darker .5', 2.2)`M-20 67 C-16 60 -14 56 -14 51`,
      stroke('hair lighter .35', 3, { opacity: 0.6 })`M-8 62 C8 74 20 76 32 76`,
    ],
  },
  swept: {
    front: [
      cap(
        `L w-3 106 C w-5 90 w-12 76 20 72 C10 70 4 74 0 80
          C-4 74 -10 70 -20 72 C-w+12 76 -w+5 90 -w+3 106`,
        112,
        7,
      ),
      mirrored(stroke('hair lighter .3', 2.4, { opacity: 0.55 })`M-10 68 C-16 58 -22 52 -30 54
        M-26 72 C-32 66 -36 64 -40 68`),
    ],
  },
  undercut: {
    front: [
      SHAVED_SIDES,
      fill('hair')`M-32 76 C-42 40 4 30 30 44 C50 54 50 80 42 98 C38 86 30 82 18 84 C0 86 -16 84 -32 76Z`,
      stroke('hair lighter .4', 3, { opacity: 0.55 })`M-22 62 C-8 50 14 50 30 62`,
    ],
  },
  mohawk: {
    tall: true,
    front: [
      SHAVED_SIDES,
      fill('hair')`M-13 80 C-18 60 -22 40 -18 24 L-9 32 L-5 12 L3 26 L12 14 L14 32 L21 28 C22 44 17 62 12 80
        C4 86 -5 86 -13 80Z`,
      stroke('hair lighter .35', 3, { opacity: 0.55 })`M-6 70 L-9 40 M4 70 L5 36`,
    ],
  },
  topknot: {
    tall: true,
    front: [
      balls('hair')`0 36 17 15`,
      fill('#a8442c', 2)`M-7 54 L-9 46 |Z`,
      cap(straight(72)),
      GLOSS,
      stroke('hair lighter .4', 3, { opacity: 0.6 })`M-8 34 C-5 28 1 27 6 29`,
    ],
  },
  fringe: {
    hangs: true,
    underHat: falls(190),
    back: behind`M-w+6 70 C-w-10 96 -w-12 150 -w-8 172 C-20 184 20 184 w+8 172 C w+12 150 w+10 96 w-6 70Z`,
    front: [
      cap(
        `L w-8 152 C w-2 130 w-4 110 w-8 99 C22 104 8 100 0 102
          C-8 100 -22 104 -w+8 99 C-w+4 110 -w+2 130 -w+8 152`,
        154,
        5,
      ),
      GLOSS,
      mirrored(stroke('hair darker .4', 2, { opacity: 0.7 })`M-16 98 C-17 90 -15 82 -12 78`),
    ],
  },
  curtains: {
    hangs: true,
    underHat: falls(190),
    back: behind`M-w+6 70 C-w-12 110 -w-18 180 -w-16 226 |Z`,
    front: [falls(196), PARTED],
  },
  wavy: {
    hangs: true,
    underHat: falls(190),
    back: behind`M-w 76 C-w-24 104 -w-8 124 -w-20 146 C-w-32 170 -w-12 186 -w-20 214 |Z`,
    front: [
      mirrored(fill('hair')`M-w+2 84 C-56 100 -42 120 -54 136 C-66 152 -44 164 -54 182
        C-62 196 -48 210 -38 204 C-30 192 -44 182 -38 168 C-32 152 -44 142 -39 124 C-37 112 -36 104 -33 98Z`),
      PARTED,
    ],
  },
  braids: { underHat: braids('-w-4', 134), front: [braids('-w-5', 140), PARTED] },
  crownBraid: {
    front: [
      cap(straight(76), 116),
      balls('hair darker .16', 2, { odd: 'hair' })`-.98w-1 87.4 8.4 7.2, -.86w-.9 72.6, -.64w-.6 60.6,
        -.34w-.3 52.7, 0 50, .34w+.3 52.7, .64w+.6 60.6, .86w+.9 72.6, .98w+1 87.4`,
    ],
  },
  ponytail: {
    underHat: falls(190),
    back: behind`M18 50 C52 22 w+40 44 w+32 92 C w+26 130 w+34 150 w+12 178 C w+12 150 w-2 120 w 92Z`,
    front: [
      cap(straight(75), 112, 2),
      GLOSS,
      stroke('hair darker .4', 2, { opacity: 0.7 })`M22 76 C26 66 28 60 26 52`,
    ],
  },
  buns: {
    front: [
      mirrored(
        balls('hair')`-36 50 17 16`,
        stroke('hair lighter .4', 2.6, { opacity: 0.6 })`M-45 50 C-44 40 -34 38 -28 44`,
      ),
      cap(MIDDLE, 116),
      mirrored(fill('hair', 1.8)`M-w+3 100 C-w-2 116 -w+1 130 -w+3 140 C-w+8 128 -w+8 112 -w+10 98Z`),
    ],
  },
  curls: {
    underHat: falls(150),
    back: [
      balls('hair darker .22', 0)`0 92 52 44`,
      mirrored(balls('hair darker .22', 2)`-49 116 11, -47 134 10`),
    ],
    front: [
      balls('hair lighter .06', 2, { odd: 'hair' })`-.9w-5.4 107.9 11.5, -.99w-6 94.4, -.97w-5.8 80.4,
        -.84w-5.1 67.5, -.62w-3.7 57.1, -.33w-2 50.3, 0 48, .33w+2 50.3, .62w+3.7 57.1, .84w+5.1 67.5,
        .97w+5.8 80.4, .99w+6 94.4, .9w+5.4 107.9`,
      balls('hair', 2, { odd: 'hair lighter .06' })`-28 74 12 11, -14 66, 0 66, 14 66, 28 74`,
      stroke('hair lighter .4', 2.2, { opacity: 0.6 })`M-20 62 C-17 57 -10 57 -8 61 M8 62 C10 57 16 57 18 61`,
    ],
  },
  afro: {
    underHat: falls(150),
    back: [
      balls('hair darker .22')`-40.1 118.6 17, -48.5 105.3, -51.9 90.2, -50 74.8, -42.9 60.8, -31.3 49.7,
        -16.5 42.5, 0 40, 16.5 42.5, 31.3 49.7, 42.9 60.8, 50 74.8, 51.9 90.2, 48.5 105.3, 40.1 118.6`,
      balls('hair darker .22', 0)`0 88 56 52`,
      stroke('hair lighter .3', 4, { opacity: 0.5 })`M-50 62 C-40 42 -22 34 -6 33`,
    ],
    front: cap(straight(76), 108, 6),
  },
  locs: {
    hangs: true,
    underHat: falls(190),
    back: behind`M-w+6 70 C-w-12 104 -w-14 160 -w-8 196 |Z`,
    front: [
      loc('-w-12', 88, 176, 6),
      loc('-w-4', 84, 196, 5),
      loc('-w+3', 84, 168, 3),
      cap(MIDDLE, 104, 4),
      mirrored(balls('gold', 1.6)`-w-9 178 5.6 3.6`),
      GLOSS,
    ],
  },
  mane: {
    underHat: falls(190),
    back: behind`M-w 60 L-w-20 84 L-w-14 110 L-w-28 132 L-w-18 150 L-w-30 182 L-w-8 214 |Z`,
    front: [
      fill('hair')`M-w-2 118 L-w-14 100 L-w-6 88 L-w-10 62 L-30 46 L-20 30 L-2 40 L14 28 L28 46 L w+8 60
        L w+6 86 L w+14 102 L w+2 118 L w-6 98 L22 76 L6 84 L-4 72 L-20 82 L-w+6 96Z`,
      stroke('hair lighter .4', 3.4, { opacity: 0.6 })`M-w+5 76 C-30 58 -16 52 -2 51`,
    ],
  },
} satisfies Record<string, Hair>;

/**
 * Return the outline of a beard from the sideburns along the jaw down to `below` units under the chin. The
 * mouth is drawn over it.
 */
const jawBeard = (below: number, belly: '.37j' | '.52j' = '.37j', out = 3): string =>
  `M0 143 C-8 141 -14 143 -24 142 C-w+8 138 -w+6 126 ${1 - out}-w 112
    C${-out}-w 130 ${-out - 3}-j 140 ${-out}-j 150 C-j ${below - 18}+chin -${belly} ${below}+chin 0 ${below}+chin |Z`;

/** Return the strands of a beard that ends `below` units under the chin. */
const strands = (below: number): Part => [
  mirrored(stroke('hair darker .4', 2.2, {
    opacity: 0.8,
  })`M-12 166 C-13 174 -11 ${below - 17}+chin -7 ${below - 9}+chin
    M-.62j 156 C-.6j 168 -20 ${below - 23}+chin -17 ${below - 15}+chin`),
  stroke('hair lighter .3', 2.2, { opacity: 0.75 })`M-.82j 148 C-.8j 160 -26 166 -24 ${below - 25}+chin`,
];

const moustache = (reach: number): Part =>
  mirrored(fill('hair mix white .05', 2)`M1 143 C-6 138 -14 142 -${reach} 155 C-14 154 -7 152 1 149Z`);

/** The beards. To add a beard, add an entry. */
export const BEARDS = {
  none: [],
  stubble: fill('hair darker .1', 0, { opacity: 0.26 })`${jawBeard(0, '.37j', -1)}`,
  moustache: moustache(23),
  goatee: [
    fill('hair')`M-15 160 C-8 163 8 163 15 160 C17 chin 8 chin+12 0 chin+15 C-8 chin+12 -17 chin -15 160Z`,
    moustache(17),
  ],
  chops: mirrored(fill('hair')`M-w-2 110 C-w-4 130 -j-8 140 -j-4 154 C-j chin-4 -.6j chin -17 chin-6
    C-26 160 -20 152 -24 146 C-w+10 140 -w+6 126 -w+4 110Z`),
  full: [fill('hair')`${jawBeard(10)}`, strands(10), moustache(20)],
  long: [fill('hair')`${jawBeard(52, '.52j')}`, strands(52), moustache(24)],
  forked: [
    mirrored(
      fill('hair')`M1 chin-6 C-4 chin+14 -12 chin+30 -22 chin+46 C-32 chin+28 -j+2 chin+4 -j chin-22Z`,
    ),
    fill('hair', 0)`${jawBeard(9)}`,
    strands(24),
    moustache(24),
  ],
  braided: [
    fill('hair')`${jawBeard(20)}`,
    strands(14),
    mirrored(
      balls('hair darker .14', 1.8, { odd: 'hair' })`-13 chin+12 8 6.5, -13 chin+22 7.3 6.5,
        -13 chin+32 6.6 6.5, -13 chin+42 5.9 6.5`,
      balls('gold', 1.8)`-13 chin+50 6 4.5`,
    ),
    balls('#fff4d0', 0)`-14.5 chin+49 1.6 1.2, 11.5 chin+49 1.6 1.2`,
    moustache(26),
  ],
} satisfies Record<string, Part>;
