import type { Drawer } from './hats.ts';
import type { Headwear } from './look.ts';
import { gem } from './marks.ts';
import { darker, lighter } from './palette.ts';
import { ball, both, d, fill, MID, shape, stroke } from './shapes.ts';

/** What is set around the brow and leaves the hair to be seen. */
export const BANDS: Partial<Record<Headwear, Drawer>> = {
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
};
