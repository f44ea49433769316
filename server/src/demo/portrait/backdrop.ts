import type { SeededRandom } from '../seeded-random.ts';
import { type Clan, type ClanColours, darker, lighter, mix } from './palette.ts';
import { both, d, ellipse, fill, MID, stroke } from './shapes.ts';

/** Each clan's own country in the clan's light, with the forge's glow from below and its sparks. */
export function backdrop(clan: Clan, colours: ClanColours, lot: SeededRandom): string {
  const far = mix(colours.glow, colours.deep, 0.55);
  const near = darker(mix(colours.glow, colours.deep, 0.72), 0.1);
  const sparks = Array.from({ length: 9 }, () => {
    const size = lot.between(0.9, 2.6);
    return ellipse(
      lot.between(6, 250),
      lot.between(14, 240),
      size,
      size,
      lot.pick(['#ffd08a', '#ffb05a', '#fff0cc']),
      `opacity="${lot.pick(['.9', '.7', '.5'])}"`,
    );
  }).join('');
  return `<rect width="256" height="256" fill="url(#sky)"/>${COUNTRY[clan](colours, far, near)}<rect width="256" height="256" fill="url(#forge)"/>${sparks}`;
}

const COUNTRY: Record<Clan, (colours: ClanColours, far: string, near: string) => string> = {
  emberforge: ({ glow }, far, near) =>
    both(
      fill(d`M0 256 L0 60 L26 60 L26 40 L44 40 L44 60 L52 60 C52 130 60 190 60 256Z`, far) +
        fill(d`M8 256 L8 120 C20 104 36 104 46 120 L46 256Z`, near),
    ) +
    stroke(d`M${MID - 84} 170 A84 84 0 0 1 ${MID + 84} 170`, lighter(glow, 0.2), 5, 0.4) +
    Array.from({ length: 11 }, (_, index) => {
      const turn = Math.PI * (index / 10);
      return stroke(
        d`M${MID - Math.cos(turn) * 92} ${150 - Math.sin(turn) * 92} L${MID - Math.cos(turn) * 118} ${150 - Math.sin(turn) * 118}`,
        lighter(glow, 0.3),
        5,
        0.35,
      );
    }).join(''),
  wolfmoon: (_colours, far, near) =>
    ellipse(190, 62, 46, 46, '#dfe9f6', 'opacity=".82"') +
    ellipse(176, 52, 9, 9, '#b8c8de', 'opacity=".7"') +
    ellipse(204, 76, 6, 6, '#b8c8de', 'opacity=".7"') +
    ellipse(198, 42, 4, 4, '#b8c8de', 'opacity=".7"') +
    fill(d`M0 190 L34 130 L58 160 L92 104 L140 176 L186 128 L222 170 L256 140 L256 256 L0 256Z`, far) +
    fill(d`M0 218 L40 180 L90 214 L150 176 L200 210 L256 180 L256 256 L0 256Z`, near),
  thornwood: (_colours, far, near) => {
    const pine = (x: number, foot: number, size: number, colour: string) =>
      fill(
        d`M${x} ${foot - size * 2.6} L${x + size * 0.5} ${foot - size * 1.5} L${x + size * 0.3} ${foot - size * 1.5} L${x + size * 0.75} ${foot - size * 0.6} L${x + size * 0.5} ${foot - size * 0.6} L${x + size} ${foot + 40} L${x - size} ${foot + 40} L${x - size * 0.5} ${foot - size * 0.6} L${x - size * 0.75} ${foot - size * 0.6} L${x - size * 0.3} ${foot - size * 1.5} L${x - size * 0.5} ${foot - size * 1.5}Z`,
        colour,
      );
    return (
      ellipse(60, 56, 26, 26, '#f2f0c4', 'opacity=".5"') +
      [20, 62, 200, 238].map((x, index) => pine(x, 200, 46 + index * 2, far)).join('') +
      [-4, 44, 222, 262].map((x) => pine(x, 240, 44, near)).join('')
    );
  },
  saltreach: ({ glow }, far, near) =>
    ellipse(MID, 140, 92, 92, lighter(glow, 0.45), 'opacity=".3"') +
    fill(
      d`M196 150 L196 60 L206 60 L206 150Z M206 66 L246 104 L206 116Z M196 70 L170 112 L196 118Z`,
      mix(far, '#ffffff', 0.16),
    ) +
    fill(d`M166 150 L252 150 L236 172 L180 172Z`, near) +
    fill(
      d`M0 166 C20 152 40 152 60 166 C80 180 100 152 128 166 C156 180 176 152 196 166 C216 180 236 152 256 166 L256 256 L0 256Z`,
      far,
    ) +
    fill(
      d`M0 200 C24 184 44 184 64 200 C90 216 110 186 140 200 C170 216 200 184 256 200 L256 256 L0 256Z`,
      near,
    ),
  ravenspire: ({ glow }, far, near) =>
    ellipse(MID, 112, 96, 96, lighter(glow, 0.3), 'opacity=".24"') +
    both(
      fill(d`M0 256 L0 90 L10 40 L20 90 L30 90 L30 256Z M36 256 L36 120 L48 70 L60 120 L60 256Z`, far) +
        fill(d`M-6 256 L-6 160 L18 130 L40 160 L40 256Z`, near),
    ) +
    stroke(
      d`M34 46 Q42 36 50 46 Q58 36 66 46 M196 30 Q202 22 208 30 Q214 22 220 30 M214 62 Q219 56 224 62 Q229 56 234 62`,
      '#140d18',
      3.2,
    ),
  goldbarrow: ({ glow }, far, near) =>
    Array.from({ length: 9 }, (_, index) => {
      const turn = Math.PI * (0.06 + (0.88 * index) / 8);
      return fill(
        d`M${MID} 170 L${MID - Math.cos(turn - 0.06) * 190} ${170 - Math.sin(turn - 0.06) * 190} L${MID - Math.cos(turn + 0.06) * 190} ${170 - Math.sin(turn + 0.06) * 190}Z`,
        lighter(glow, 0.3),
        0.22,
      );
    }).join('') +
    fill(d`M0 184 C40 130 90 130 128 176 C166 130 220 130 256 184 L256 256 L0 256Z`, far) +
    fill(d`M0 212 C50 180 80 200 128 216 C180 196 210 180 256 212 L256 256 L0 256Z`, near),
  unsworn: (_colours, far, near) =>
    fill(d`M0 178 L60 120 L110 160 L160 112 L256 182 L256 256 L0 256Z`, far) +
    fill(d`M0 210 L256 190 L256 256 L0 256Z`, near) +
    stroke(d`M30 150 L30 84 M30 90 L52 96 L30 106 M224 160 L224 96 M224 102 L246 108 L224 118`, near, 4) +
    [
      [66, 40],
      [206, 34],
      [110, 24],
      [164, 56],
      [34, 62],
      [232, 72],
    ]
      .map(([x, y]) => ellipse(x!, y!, 1.8, 1.8, '#fff0e0', 'opacity=".8"'))
      .join(''),
};
