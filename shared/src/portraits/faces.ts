import { balls, fill, mirrored, onRight, type Part, rings, stroke } from './shapes.ts';

/** The head without ears. */
export const HEAD: Part = fill('skin', 2.8)`M0 54 C-.7w 54 -w 74 -w 104 C-w 124 -j-4 134 -j 148
  C-j+4 chin-8 -c-5 chin 0 chin |Z`;

export const NECK: Part = [
  fill('skin darker .12')`M-n 140 L-n-3 196 C-40 206 -52 212 -64 260 |Z`,
  fill('skin darker .6', 0, { opacity: 0.45 })`M-n 146 C-14 chin+12 14 chin+16 n 150 L n+2 196
    C18 206 2 196 -n-1 178Z`,
];

/** Shadow, blush and eye sockets, clipped to the outline of the head. */
export const SHADING: Part = [
  fill('skin darker .4', 0, { opacity: 0.36 })`M4 40 C22 84 13 112 17 132 C20 152 8 164 2 184 L70 184
    L70 40Z`,
  balls('skin mix #e0503c .5', 0, { opacity: 0.34 })`-.58w 138 12 8`,
  balls('skin mix #c0403c .5', 0, { opacity: 0.26 })`.6w 138 11 8`,
  mirrored(balls('skin darker .55', 0, { opacity: 0.2 })`-19 115 15 11`),
];

const wrinkle = (opacity: number, width = 1.6) =>
  stroke('skin darker .5', width, { opacity, when: 'wrinkles' });
export const WRINKLES: Part = [
  wrinkle(0.45, 1.8)`M-18 86 C-8 83 8 83 18 86 M-13 93 C-5 91 5 91 13 93`,
  mirrored(
    wrinkle(0.6)`M-36 116 L-40 113 M-36 120 L-41 121`,
    wrinkle(0.5)`M-27 127 C-22 131 -15 130 -12 127 M-13 140 C-19 144 -21 149 -20 153`,
  ),
];

/** The features of a species. `teeth` are drawn over the mouth, `horns` over hair and headwear. */
export type SpeciesFeatures = {
  ears: Part;
  teeth?: Part;
  horns?: Part;
  /** True if the species makes the portrait so tall that it must be drawn smaller. */
  tall?: true;
};

const ROUND_EARS: Part = mirrored(
  balls('skin', 2)`-w 119 8 13`,
  stroke('skin darker .42', 2)`M-w-4 113 C-w+2 110 -w+1 124 -w-2 127`,
);

/** Return ears whose tips are `reach` units beside the face, at the y coordinate `tip`. */
const pointedEars = (reach: number, tip: number): Part =>
  mirrored(
    fill('skin')`M-w+5 106 C-w-8 106 -w-${reach * 0.7} ${tip + 8} -w-${reach} ${tip}
      C-w-${reach - 2} ${tip + 22} -w-12 130 -w+5 132Z`,
    fill('skin darker .36', 0, {
      opacity: 0.7,
    })`M-w+1 112 C-w-8 112 -w-${reach * 0.6} ${tip + 16} -w-${reach * 0.8} ${tip + 10}
      C-w-${reach * 0.7} ${tip + 24} -w-8 124 -w+1 126Z`,
  );

export const SPECIES = {
  human: { ears: ROUND_EARS },
  elf: { ears: pointedEars(30, 82) },
  dwarf: { ears: ROUND_EARS },
  orc: {
    ears: pointedEars(24, 104),
    teeth: mirrored(fill('#efe3c8', 1.8)`M-19 157 C-21 149 -19 144 -16.5 141 C-13.5 147 -12 153 -12 158Z`),
  },
  horned: {
    tall: true,
    ears: ROUND_EARS,
    horns: mirrored(
      fill('skin mix #e9d9b8 .72')`M-33 78 C-44 62 -62 58 -58 26 C-46 40 -28 44 -17 66Z`,
      stroke('skin mix #e9d9b8 .72 darker .45', 2.2, { opacity: 0.8 })`M-46 62 L-32 52 M-53 50 L-42 43`,
    ),
  },
} satisfies Record<string, SpeciesFeatures>;

function openEye(opening: number): Part {
  const [above, below, lid] = [117 - opening * 1.25, 117 + opening * 0.95, 117 - opening * 1.35];
  const upperLid = `M-30.5 118.5 C-25 ${lid} -14 ${lid} -8.5 119`;
  const iris = Math.min(opening, 6) * 0.98;
  return [
    fill('#f6efe6 mix skin .16', 0)`M-29 118.5 C-25 ${above} -14 ${above} -9 119
      C-14 ${below} -24 ${below} -29 118.5Z`,
    balls('iris', 1.4, { stroke: 'iris darker .6' })`-19 116.8 ${iris}`,
    balls('ink', 0)`-19 116.8 ${iris / 2}`,
    stroke('ink', 3)`${upperLid}`,
    stroke('ink', 3.4, { when: 'lashes' })`${upperLid}`,
    stroke('ink', 2.2, { when: 'lashes' })`M-29.5 117.5 L-34 113.5 M-27 114.6 L-30.5 110.5`,
    balls('white', 0)`-21.2 114.8 1.7`,
  ];
}

const CLOSED_EYE: Part = [
  stroke('ink', 3.4)`M-29 119 C-24 111 -14 111 -9 119`,
  stroke('ink', 2.2, { when: 'lashes' })`M-28 117.5 L-32.5 119.5`,
];

export const EYES = {
  calm: mirrored(openEye(6)),
  bright: mirrored(openEye(7.4)),
  keen: mirrored(openEye(4.8)),
  smiling: mirrored(CLOSED_EYE),
  wink: [openEye(6.4), onRight(CLOSED_EYE)],
} satisfies Record<string, Part>;

/** Both eyebrows. */
export const EYEBROWS = mirrored(stroke('eyebrow', 'brow')`M-33 103+droop C-25 97 -15 99+.5tilt -7 103+tilt`);

/**
 * Return a nose: the path `bridge`, a highlight, and nostrils that extend `width` units to each side, around the y
 * coordinate `tip`.
 */
const nose = (bridge: string, width: number, tip: number): Part => [
  stroke('skin darker .5', 2.4, { opacity: 0.55 })`${bridge}`,
  balls('skin lighter .5', 0, { opacity: 0.38 })`-1 ${tip - 4} ${width / 2} 4.4`,
  stroke('skin darker .5', 2.6)`M-${width} ${tip - 3} C-${width + 1} ${tip + 2} -5 ${tip + 1} -3 ${tip + 2}
    C-1 ${tip + 4.5} 1 ${tip + 4.5} 3 ${tip + 2} C5 ${tip + 1} ${width + 1} ${tip + 2} ${width} ${tip - 3}`,
];

export const NOSES = {
  straight: nose('M4 110 C5 120 7 128 7 135', 8, 138),
  button: nose('M6 124 C8 127 9 130 8 134', 8.5, 136),
  broad: nose('M4 110 C5 120 7 128 11.5 135', 12.5, 138),
  hooked: nose('M4 108 C10 118 11 126 8 137', 8.5, 140),
} satisfies Record<string, Part>;

const LOWER_LIP: Part = balls('lip', 0, { opacity: 0.75 })`0 158 8 2.6`;
const lips = (width = 3) => stroke('skin darker .74', width);

export const MOUTHS = {
  smile: [LOWER_LIP, lips()`M-14 150.5 C-7 157 7 157 14 150.5`],
  soft: [LOWER_LIP, lips()`M-10 153 C-4 155.5 4 155.5 10 153`],
  smirk: [LOWER_LIP, lips()`M-11 154.5 C-3 156 7 155 14 148.5`],
  stern: [LOWER_LIP, lips(3.2)`M-11 154.5 C-4 152.5 4 152.5 11 154.5`],
  grin: fill('#f5ede0', 2.6, { stroke: 'skin darker .74' })`M-16 149 C-7 152 7 152 16 149
    C12 161 -12 161 -16 149Z`,
  open: [
    fill('#5a1c22', 0)`M-14 149 C-6 151 6 151 14 149 C13 166 -13 166 -14 149Z`,
    fill('#f5ede0', 0)`M-11 150 C-5 151.5 5 151.5 11 150 L9 154 L-9 154Z`,
    balls('#c9545c', 0)`0 160 6 2.6`,
    lips(2.6)`M-14 149 C-6 151 6 151 14 149 C13 166 -13 166 -14 149Z`,
  ],
} satisfies Record<string, Part>;

/**
 * A mark on the face. `skin` marks are clipped to the head, and the features of the face are drawn over them. `worn`
 * marks are drawn over these features, but under the front hair. `ears` marks are hidden together with the ears.
 */
export type FaceMark = { skin?: Part; worn?: Part; ears?: Part };

export const MARKS = {
  freckles: {
    skin: balls('skin mix #a03c1e .35 darker .2', 0, { opacity: 0.75 })`-31 133 1.7 1.5, -25 137, -19 132,
      -34 140, -14 136, -3 128, 31 133, 25 137, 19 132, 34 140, 14 136, 3 131`,
  },
  soot: {
    skin: [
      balls('ink', 0, { opacity: 0.4 })`-30 142 13 7 -24`,
      balls('ink', 0, { opacity: 0.3 })`18 80 16 6 14, -22 150 8 3 -24`,
    ],
  },
  scarEye: {
    skin: [
      stroke('skin mix #d06060 .4 lighter .35', 4)`M28 92 L21 109 M19 125 L14 143`,
      stroke('skin darker .5', 1.2, { opacity: 0.7 })`M29 93 L22 109 M20 125 L15 143`,
    ],
  },
  scarCheek: {
    skin: stroke('skin mix #d06060 .4 lighter .3', 3)`M-36 128 L-18 146 M-32 140 L-27 131 M-25 147 L-20 138`,
  },
  paintBand: {
    skin: fill('paint', 0, { opacity: 0.82 })`M0 124 C-12 124 -28 132 -58 126 L-58 106
      C-28 100 28 100 58 106 L58 126 C28 132 12 124 0 124Z`,
  },
  paintStripes: { skin: mirrored(stroke('paint', 5, { opacity: 0.9 })`M-40 130 L-16 136 M-40 139 L-18 144`) },
  paintChin: {
    skin: [
      stroke('paint', 4, { opacity: 0.9 })`M0 161 L0 182 M-9 162 L-8 180 M9 162 L8 180`,
      stroke('paint', 5, { opacity: 0.9 })`M0 62 L0 94`,
    ],
  },
  paintDots: {
    skin: [mirrored(balls('paint', 0)`-34 127 3, -27 131, -19 133`), balls('paint', 0)`0 92 3.4, 0 83 2.6`],
  },
  paintRune: {
    skin: stroke('paint', 3.6, { opacity: 0.95 })`M-29 126 L-29 148 M-29 132 L-20 127 M-29 140 L-20 135`,
  },
  bandage: {
    worn: [
      fill('#e8d8bb', 1.8)`M-17.4 125.5 L16.5 122.5 L17.4 132.5 L-16.5 135.5Z`,
      fill('#d0bb96', 0)`M-6.3 125.5 L5.6 124.5 L6.3 132.5 L-5.6 133.5Z`,
    ],
  },
  eyePatch: {
    worn: [
      stroke('#1d1620', 4)`M-44 96 C-10 96 10 98 45 118`,
      fill('#33262c')`M5 106 C16 102 28 104 35 110 C35 124 28 131 20 131 C11 131 6 120 5 106Z`,
      stroke('#6b525a', 2)`M12 110 C18 108 24 109 29 112`,
    ],
  },
  spectacles: {
    worn: [
      mirrored(
        balls('#ffe6b0', 0, { opacity: 0.16 })`-19 118 15.5`,
        rings('#d9a84c', 3)`-19 118 15.5`,
        stroke('white', 2.4, { opacity: 0.8 })`M-27 113 L-21 108`,
        stroke('#d9a84c', 3)`M-34.5 116 L-44 112`,
      ),
      stroke('#d9a84c', 3)`M-4 116 C-2 113 2 113 4 116`,
    ],
  },
  noseRing: { worn: rings('#e8bd55', 2.4)`0 145 4` },
  earrings: { ears: mirrored(rings('#e8bd55', 2.6)`-w-3 136 4.6`) },
} satisfies Record<string, FaceMark>;
