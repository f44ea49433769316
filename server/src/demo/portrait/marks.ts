import type { Look, Mark } from './look.ts';
import { type ClanColours, darker, INK, lighter, mix, SKIN } from './palette.ts';
import { ball, both, d, ellipse, fill, group, MID, shape, stroke } from './shapes.ts';

/** Paint, scars and dirt: on the skin, beneath brows and hair. The order is that of the look. */
export function skinMarks(look: Look, clan: ClanColours): string {
  return group(
    look.marks.map((mark) => ON_SKIN[mark]?.(look, clan) ?? '').join(''),
    'clip-path="url(#head)"',
  );
}

/** What is worn over the face: above brows, below hair and headwear. */
export function wornMarks(look: Look): string {
  return look.marks.map((mark) => WORN[mark]?.(look) ?? '').join('');
}

type Drawer = (look: Look, clan: ClanColours) => string;

const paint = (look: Look, clan: ClanColours): string =>
  ['ebony', 'chestnut', 'umber'].includes(look.skin)
    ? lighter(clan.trim, 0.2)
    : mix(clan.cloth, '#1a1420', 0.12);

const ON_SKIN: Partial<Record<Mark, Drawer>> = {
  freckles: (look) => {
    const dot = (x: number, y: number) =>
      ellipse(x, y, 1.7, 1.5, darker(mix(SKIN[look.skin], '#a03c1e', 0.35), 0.2), 'opacity=".75"');
    const side =
      dot(MID - 31, 133) + dot(MID - 25, 137) + dot(MID - 19, 132) + dot(MID - 34, 140) + dot(MID - 14, 136);
    return both(side) + dot(MID - 3, 128) + dot(MID + 3, 131);
  },
  soot: () =>
    ellipse(MID - 30, 142, 13, 7, INK, 'opacity=".4" transform="rotate(-24 98 142)"') +
    ellipse(MID + 18, 80, 16, 6, INK, 'opacity=".3" transform="rotate(14 146 80)"') +
    ellipse(MID - 22, 150, 8, 3, INK, 'opacity=".3" transform="rotate(-24 106 150)"'),
  scarEye: (look) =>
    stroke(
      d`M${MID + 28} 92 L${MID + 21} 109 M${MID + 19} 125 L${MID + 14} 143`,
      lighter(mix(SKIN[look.skin], '#d06060', 0.4), 0.35),
      4,
    ) +
    stroke(
      d`M${MID + 29} 93 L${MID + 22} 109 M${MID + 20} 125 L${MID + 15} 143`,
      darker(SKIN[look.skin], 0.5),
      1.2,
      0.7,
    ),
  scarCheek: (look) =>
    stroke(
      d`M${MID - 36} 128 L${MID - 18} 146 M${MID - 32} 140 L${MID - 27} 131 M${MID - 25} 147 L${MID - 20} 138`,
      lighter(mix(SKIN[look.skin], '#d06060', 0.4), 0.3),
      3,
    ),
  paintBand: (look, clan) =>
    fill(
      d`M70 106 C100 100 156 100 186 106 L186 126 C156 132 140 124 128 124 C116 124 100 132 70 126Z`,
      paint(look, clan),
      0.82,
    ),
  paintStripes: (look, clan) =>
    both(
      stroke(
        d`M${MID - 40} 130 L${MID - 16} 136 M${MID - 40} 139 L${MID - 18} 144`,
        paint(look, clan),
        5,
        0.9,
      ),
    ),
  paintChin: (look, clan) =>
    stroke(
      d`M${MID} 161 L${MID} 182 M${MID - 9} 162 L${MID - 8} 180 M${MID + 9} 162 L${MID + 8} 180`,
      paint(look, clan),
      4,
      0.9,
    ) + stroke(d`M${MID} 62 L${MID} 94`, paint(look, clan), 5, 0.9),
  paintDots: (look, clan) =>
    both(
      [
        [34, 127],
        [27, 131],
        [19, 133],
      ]
        .map(([x, y]) => ellipse(MID - x!, y!, 3, 3, paint(look, clan)))
        .join(''),
    ) +
    ellipse(MID, 92, 3.4, 3.4, paint(look, clan)) +
    ellipse(MID, 83, 2.6, 2.6, paint(look, clan)),
  paintRune: (look, clan) =>
    stroke(
      d`M${MID - 29} 126 L${MID - 29} 148 M${MID - 29} 132 L${MID - 20} 127 M${MID - 29} 140 L${MID - 20} 135`,
      paint(look, clan),
      3.6,
      0.95,
    ),
};

const WORN: Partial<Record<Mark, (look: Look) => string>> = {
  bandage: () =>
    group(
      shape(d`M${MID - 17} 124 L${MID + 17} 124 L${MID + 17} 134 L${MID - 17} 134Z`, '#e8d8bb', 1.8) +
        fill(d`M${MID - 6} 125 L${MID + 6} 125 L${MID + 6} 133 L${MID - 6} 133Z`, '#d0bb96'),
      `transform="rotate(-5 ${MID} 129)"`,
    ),
  eyePatch: () =>
    stroke(d`M${MID - 44} 96 C${MID - 10} 96 ${MID + 10} 98 ${MID + 45} 118`, '#1d1620', 4) +
    shape(
      d`M${MID + 5} 106 C${MID + 16} 102 ${MID + 28} 104 ${MID + 35} 110 C${MID + 35} 124 ${MID + 28} 131 ${MID + 20} 131 C${MID + 11} 131 ${MID + 6} 120 ${MID + 5} 106Z`,
      '#33262c',
    ) +
    stroke(d`M${MID + 12} 110 C${MID + 18} 108 ${MID + 24} 109 ${MID + 29} 112`, '#6b525a', 2),
  spectacles: () =>
    both(
      `<circle cx="${MID - 19}" cy="118" r="15.5" fill="#ffe6b0" fill-opacity=".16" stroke="#d9a84c" stroke-width="3"/>` +
        stroke(d`M${MID - 27} 113 L${MID - 21} 108`, '#ffffff', 2.4, 0.8) +
        stroke(d`M${MID - 34.5} 116 L${MID - 44} 112`, '#d9a84c', 3),
    ) + stroke(d`M${MID - 4} 116 C${MID - 2} 113 ${MID + 2} 113 ${MID + 4} 116`, '#d9a84c', 3),
  noseRing: () => `<circle cx="${MID}" cy="145" r="4" fill="none" stroke="#e8bd55" stroke-width="2.4"/>`,
};

/** A bead or gem with a glint. */
export const gem = (x: number, y: number, r: number, colour: string): string =>
  ball(x, y, r, r, colour, 1.6) +
  ellipse(x - r * 0.3, y - r * 0.35, r * 0.32, r * 0.32, '#ffffff', 'opacity=".85"');
