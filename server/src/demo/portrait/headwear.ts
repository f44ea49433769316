import type { Headwear, Look } from './look.ts';
import { gem } from './marks.ts';
import { type ClanColours, darker, lighter, METAL, mix } from './palette.ts';
import { ball, both, d, ellipse, fill, MID, shape, stroke } from './shapes.ts';

type Drawer = (look: Look, clan: ClanColours) => string;

/** What of the headwear stands behind the head. */
export const headwearBack = (look: Look, clan: ClanColours): string =>
  BACK[look.headwear]?.(look, clan) ?? '';
/** What of it stands in front of face and hair. */
export const headwearFront = (look: Look, clan: ClanColours): string =>
  FRONT[look.headwear]?.(look, clan) ?? '';

const metalOf = (look: Look): string => METAL[look.metal];
const FUR = '#8a6a4c';

const rivets = (y: number, xs: readonly number[], metal: string): string =>
  xs
    .map((x) =>
      both(
        ellipse(
          MID - x,
          y,
          2.2,
          2.2,
          lighter(metal, 0.45),
          `stroke="${darker(metal, 0.6)}" stroke-width="1"`,
        ),
      ),
    )
    .join('');

/** A dome of metal down to the brow, with its band. */
function dome(look: Look, peak: number, band: string): string {
  const w = look.faceWidth + 6;
  const metal = metalOf(look);
  return (
    shape(
      d`M${MID - w} 98 C${MID - w - 3} 66 ${MID - w * 0.66} ${peak + 6} ${MID} ${peak} C${MID + w * 0.66} ${peak + 6} ${MID + w + 3} 66 ${MID + w} 98 C${MID + 24} 86 ${MID - 24} 86 ${MID - w} 98Z`,
      metal,
      2.8,
    ) +
    fill(
      d`M${MID + 8} ${peak + 2} C${MID + w * 0.66} ${peak + 8} ${MID + w + 1} 66 ${MID + w - 2} 95 C${MID + 36} 90 ${MID + 26} 88 ${MID + 18} 87Z`,
      darker(metal, 0.5),
      0.45,
    ) +
    stroke(
      d`M${MID - w + 10} 76 C${MID - w + 14} 60 ${MID - 24} ${peak + 14} ${MID - 12} ${peak + 10}`,
      lighter(metal, 0.6),
      4,
      0.75,
    ) +
    shape(
      d`M${MID - w - 2} 101 C${MID - 26} 86 ${MID + 26} 86 ${MID + w + 2} 101 L${MID + w + 1} 90 C${MID + 26} 75 ${MID - 26} 75 ${MID - w - 1} 90Z`,
      band,
      2.4,
    )
  );
}

const cheekPlates = (look: Look): string => {
  const w = look.faceWidth;
  return both(
    shape(
      d`M${MID - w - 8} 96 L${MID - w + 5} 94 C${MID - w + 8} 116 ${MID - w + 10} 132 ${MID - look.jaw + 9} 150 C${MID - look.jaw - 3} 154 ${MID - w - 6} 140 ${MID - w - 8} 96Z`,
      metalOf(look),
      2.2,
    ),
  );
};

const FRONT: Partial<Record<Headwear, Drawer>> = {
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
  brimHat: (look, { cloth, trim }) =>
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
  circlet: (look, clan) => {
    const w = look.faceWidth + 3;
    return (
      stroke(
        d`M${MID - w} 92 C${MID - 28} 80 ${MID - 12} 84 ${MID} 90 C${MID + 12} 84 ${MID + 28} 80 ${MID + w} 92`,
        darker('#dcae48', 0.6),
        7.5,
      ) +
      stroke(
        d`M${MID - w} 92 C${MID - 28} 80 ${MID - 12} 84 ${MID} 90 C${MID + 12} 84 ${MID + 28} 80 ${MID + w} 92`,
        '#dcae48',
        4,
      ) +
      both(gem(MID - 25, 84.5, 3.2, lighter(clan.glow, 0.3))) +
      gem(MID, 90, 6.5, clan.glow)
    );
  },
  crown: (look, clan) => {
    const w = look.faceWidth + 3;
    const gold = '#dcae48';
    return (
      shape(
        d`M${MID - w} 88 L${MID - w - 6} 46 L${MID - 27} 64 L${MID - 18} 34 L${MID} 58 L${MID + 18} 34 L${MID + 27} 64 L${MID + w + 6} 46 L${MID + w} 88 C${MID + 24} 78 ${MID - 24} 78 ${MID - w} 88Z`,
        gold,
        2.6,
      ) +
      fill(
        d`M${MID + 10} 46 L${MID + 18} 34 L${MID + 27} 64 L${MID + w + 6} 46 L${MID + w} 88 C${MID + 34} 84 ${MID + 26} 82 ${MID + 18} 81Z`,
        darker(gold, 0.5),
        0.4,
      ) +
      both(
        gem(MID - w - 6, 44, 4, '#fff0c0') +
          gem(MID - 18, 32, 4, '#fff0c0') +
          gem(MID - 26, 76, 4, clan.glow),
      ) +
      gem(MID, 72, 6, '#d8453a')
    );
  },
  wreath: (look) => {
    const w = look.faceWidth + 2;
    return (
      Array.from({ length: 11 }, (_, index) => {
        const share = index / 10;
        const x = MID - w + share * 2 * w;
        const y = 92 - Math.sin(share * Math.PI) * 16;
        const leaf = index % 2 ? '#5f9a4a' : '#7cb558';
        const tilt = -60 + share * 120;
        return `<g transform="rotate(${Math.round(tilt)} ${Math.round(x)} ${Math.round(y)})">${ball(x, y, 5.6, 12, leaf, 1.8)}</g>`;
      }).join('') +
      gem(MID - 22, 80, 4.4, '#d8453a') +
      gem(MID + 8, 76, 4.4, '#f0d060') +
      gem(MID + 32, 84, 4, '#d8453a')
    );
  },
  antlers: (look, clan) => {
    const w = look.faceWidth + 3;
    const bone = '#d8c39a';
    const branch = d`M${MID - 34} 78 C${MID - 46} 60 ${MID - 46} 44 ${MID - 40} 14 M${MID - 45} 50 C${MID - 56} 42 ${MID - 62} 34 ${MID - 64} 20 M${MID - 44} 36 C${MID - 36} 32 ${MID - 30} 24 ${MID - 28} 14`;
    return (
      both(stroke(branch, darker(bone, 0.66), 10) + stroke(branch, bone, 5.6)) +
      shape(
        d`M${MID - w} 96 C${MID - 26} 82 ${MID + 26} 82 ${MID + w} 96 L${MID + w} 84 C${MID + 26} 70 ${MID - 26} 70 ${MID - w} 84Z`,
        '#6d4a30',
        2.2,
      ) +
      gem(MID, 80, 6, clan.glow) +
      both(gem(MID - 26, 83, 3, bone))
    );
  },
  goggles: (look) => {
    const w = look.faceWidth + 4;
    return (
      shape(
        d`M${MID - w} 88 C${MID - 26} 76 ${MID + 26} 76 ${MID + w} 88 L${MID + w} 76 C${MID + 26} 64 ${MID - 26} 64 ${MID - w} 76Z`,
        '#5d3d28',
        2.2,
      ) +
      both(
        ball(MID - 19, 75, 16, 14, '#b58045', 2.4) +
          ball(MID - 19, 75, 10.5, 9.5, '#2f5a66', 1.8) +
          stroke(d`M${MID - 26} 73 C${MID - 25} 69 ${MID - 21} 67 ${MID - 18} 67`, '#bff0f2', 2.6, 0.9),
      )
    );
  },
  nasalHelm: (look, clan) =>
    cheekless(look, clan, 34) +
    shape(
      d`M${MID - 6} 84 L${MID + 6} 84 L${MID + 8} 132 C${MID + 4} 138 ${MID - 4} 138 ${MID - 8} 132Z`,
      METAL.bronze,
      2.4,
    ) +
    stroke(d`M${MID - 3} 92 L${MID - 3.5} 128`, lighter(METAL.bronze, 0.5), 2, 0.8),
  hornedHelm: (look, clan) =>
    both(
      shape(
        d`M${MID - look.faceWidth + 4} 62 C${MID - 58} 72 ${MID - 84} 58 ${MID - 82} 14 C${MID - 70} 40 ${MID - 54} 40 ${MID - 30} 42Z`,
        '#e2d2ac',
        2.6,
      ) + stroke(d`M${MID - 60} 62 L${MID - 56} 42 M${MID - 72} 52 L${MID - 66} 38`, '#8a7650', 2.4, 0.8),
    ) +
    cheekless(look, clan, 36) +
    cheekPlates(look),
  wingedHelm: (look, clan) =>
    both(
      shape(
        d`M${MID - look.faceWidth} 82 C${MID - 62} 78 ${MID - 80} 50 ${MID - 84} 8 C${MID - 70} 20 ${MID - 64} 22 ${MID - 60} 16 C${MID - 56} 30 ${MID - 50} 32 ${MID - 44} 28 C${MID - 44} 44 ${MID - 40} 52 ${MID - 36} 58Z`,
        '#eee6d6',
        2.6,
      ) +
        stroke(
          d`M${MID - 44} 74 C${MID - 58} 62 ${MID - 68} 44 ${MID - 74} 26 M${MID - 42} 66 C${MID - 52} 54 ${MID - 56} 42 ${MID - 58} 30`,
          '#a89c88',
          2.2,
        ),
    ) +
    cheekless(look, clan, 34) +
    cheekPlates(look) +
    gem(MID, 84, 6, clan.glow),
  kettleHelm: (look) => {
    const metal = metalOf(look);
    return (
      shape(
        d`M${MID - 42} 82 C${MID - 42} 46 ${MID - 24} 26 ${MID} 24 C${MID + 24} 26 ${MID + 42} 46 ${MID + 42} 82Z`,
        metal,
        2.8,
      ) +
      fill(
        d`M${MID + 8} 25 C${MID + 28} 30 ${MID + 42} 48 ${MID + 42} 80 L${MID + 20} 78Z`,
        darker(metal, 0.5),
        0.42,
      ) +
      stroke(d`M${MID - 32} 66 C${MID - 30} 48 ${MID - 20} 38 ${MID - 10} 34`, lighter(metal, 0.6), 4, 0.75) +
      stroke(d`M${MID} 25 L${MID} 70`, darker(metal, 0.45), 2.4, 0.7) +
      shape(
        d`M${MID - 72} 98 C${MID - 52} 66 ${MID + 52} 66 ${MID + 72} 98 C${MID + 40} 82 ${MID - 40} 82 ${MID - 72} 98Z`,
        metal,
        2.8,
      ) +
      rivets(80, [12, 34], metal)
    );
  },
  mailCoif: (look) => {
    const w = look.faceWidth;
    const metal = metalOf(look);
    const opening = d`M${MID} ${look.chinY + 4} C${MID - 26} ${look.chinY + 2} ${MID - w - 3} 144 ${MID - w + 2} 104 C${MID - w + 6} 86 ${MID - 22} 78 ${MID} 78 C${MID + 22} 78 ${MID + w - 6} 86 ${MID + w - 2} 104 C${MID + w + 3} 144 ${MID + 26} ${look.chinY + 2} ${MID} ${look.chinY + 4}Z`;
    const outer = d`M${MID - 78} 222 C${MID - 66} 200 ${MID - 48} 190 ${MID - 48} 168 C${MID - w - 8} 150 ${MID - w - 10} 130 ${MID - w - 9} 110 C${MID - w - 8} 64 ${MID - 26} 44 ${MID} 44 C${MID + 26} 44 ${MID + w + 8} 64 ${MID + w + 9} 110 C${MID + w + 10} 130 ${MID + w + 8} 150 ${MID + 48} 168 C${MID + 48} 190 ${MID + 66} 200 ${MID + 78} 222 C${MID + 30} 236 ${MID - 30} 236 ${MID - 78} 222Z`;
    return (
      `<path d="${outer} ${opening}" fill-rule="evenodd" fill="${darker(metal, 0.25)}" stroke="${darker(metal, 0.7)}" stroke-width="2.6"/>` +
      `<path d="${outer} ${opening}" fill-rule="evenodd" fill="url(#rings)"/>` +
      stroke(opening, METAL.bronze, 3.6)
    );
  },
};

const cheekless: (look: Look, clan: ClanColours, peak: number) => string = (look, _clan, peak) =>
  dome(look, peak, METAL.bronze) +
  stroke(d`M${MID} ${peak + 3} L${MID} 78`, METAL.bronze, 7) +
  rivets(86, [14, 30], METAL.bronze) +
  rivets(91, [40], METAL.bronze);

const BACK: Partial<Record<Headwear, Drawer>> = {
  hood: (_look, { cloth }) =>
    fill(
      d`M${MID - 58} 216 C${MID - 66} 140 ${MID - 60} 66 ${MID} 42 C${MID + 60} 66 ${MID + 66} 140 ${MID + 58} 216Z`,
      darker(cloth, 0.66),
    ),
  headscarf: (_look, { cloth }) =>
    fill(d`M${MID - 52} 210 L${MID - 46} 70 L${MID + 46} 70 L${MID + 52} 210Z`, darker(cloth, 0.5)),
  mailCoif: (look) =>
    fill(d`M${MID - 52} 210 L${MID - 46} 70 L${MID + 46} 70 L${MID + 52} 210Z`, darker(metalOf(look), 0.6)),
  furHat: (look) =>
    both(
      shape(
        d`M${MID - look.faceWidth + 4} 84 C${MID - look.faceWidth - 22} 100 ${MID - look.faceWidth - 18} 140 ${MID - look.faceWidth - 8} 156 C${MID - look.faceWidth + 4} 146 ${MID - look.faceWidth + 6} 120 ${MID - look.faceWidth + 8} 100Z`,
        FUR,
      ),
    ),
};
