import type { Drawer } from './hats.ts';
import type { Headwear, Look } from './look.ts';
import { gem } from './marks.ts';
import { type ClanColours, darker, lighter, METAL } from './palette.ts';
import { both, d, ellipse, fill, MID, shape, stroke } from './shapes.ts';

const metalOf = (look: Look): string => METAL[look.metal];

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

const cheekless: (look: Look, clan: ClanColours, peak: number) => string = (look, _clan, peak) =>
  dome(look, peak, METAL.bronze) +
  stroke(d`M${MID} ${peak + 3} L${MID} 78`, METAL.bronze, 7) +
  rivets(86, [14, 30], METAL.bronze) +
  rivets(91, [40], METAL.bronze);

/** Metal on the head. */
export const HELMETS: Partial<Record<Headwear, Drawer>> = {
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
