import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import { BACKDROPS } from './backdrops.ts';
import { OUTFITS } from './clothes.ts';
import {
  EYEBROWS,
  EYES,
  type FaceMark,
  HEAD,
  MARKS,
  MOUTHS,
  NECK,
  NOSES,
  SHADING,
  SPECIES,
  type SpeciesFeatures,
  WRINKLES,
} from './faces.ts';
import { BEARDS, BEFORE_EARS, HAIR_STYLES, type Hair } from './hair.ts';
import { HEADWEAR, type Headwear } from './headwear.ts';
import { type Look, type PortraitTraits, randomLook } from './look.ts';
import { CLAN_COLORS, type ClanColors, createPalette } from './palette.ts';
import { createPartRenderer, type Measures, type Part } from './shapes.ts';

/**
 * Return a portrait of a fighter in firelight, as a square SVG of 256 units without external references. The same
 * seed and traits always result in the same SVG.
 */
export function portraitSvg(seed: string, traits: PortraitTraits): string {
  const look = randomLook(seed, traits);
  const parts = partsOf(look);
  const draw = createPartRenderer(measuresOf(look), createPalette(look, traits.clan));
  const bust =
    group('filter="url(#lit-head)"', draw(parts.behindHead)) +
    group('filter="url(#lit-chest)"', draw(parts.body)) +
    group(
      'filter="url(#lit-head)"',
      draw(parts.head) + group('clip-path="url(#head)"', draw(parts.skin)) + draw(parts.face),
    );
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-128 0 256 256" width="256" height="256" stroke-linecap="round" stroke-linejoin="round">' +
    defs(CLAN_COLORS[traits.clan], draw(HEAD)) +
    overlay('sky') +
    draw(BACKDROPS[traits.clan]) +
    overlay('forge') +
    sparks(createSeededRandom(`backdrop:${seed}`)) +
    group(`transform="translate(0 177) scale(${parts.isTall ? 1.07 : 1.19}) translate(0 -170)"`, bust) +
    overlay('dusk') +
    '</svg>'
  );
}

/** Return the parts of a look, from back to front. `skin` is clipped to the outline of the head. */
function partsOf(look: Look) {
  const species: SpeciesFeatures = SPECIES[look.species];
  const hair: Hair = HAIR_STYLES[look.hair];
  const headwear: Headwear = HEADWEAR[look.headwear];
  const marks: readonly FaceMark[] = look.marks.map((name) => MARKS[name]);
  const marksOn = (layer: keyof FaceMark): Part => marks.map((mark) => mark[layer] ?? []);
  const visibleHair = {
    all: { back: hair.back, front: hair.front },
    below: { back: hair.hangs && hair.back, front: hair.underHat ?? BEFORE_EARS },
    none: { back: [], front: look.hair === 'bald' ? [] : headwear.fringe },
  }[headwear.hair ?? 'all'];
  return {
    isTall: headwear.tall || species.tall || hair.tall,
    behindHead: [visibleHair.back ?? [], headwear.back ?? []],
    body: [NECK, OUTFITS[look.outfit]],
    head: [headwear.hidesEars ? [] : [species.ears, marksOn('ears')], HEAD],
    skin: [SHADING, marksOn('skin')],
    face: [
      WRINKLES,
      EYES[look.eyes],
      EYEBROWS,
      NOSES[look.nose],
      BEARDS[look.beard],
      MOUTHS[look.mouth],
      species.teeth ?? [],
      marksOn('worn'),
      visibleHair.front ?? [],
      headwear.front,
      species.horns ?? [],
    ],
  };
}

/** Return the measures of a look for `createPartRenderer`. */
export const measuresOf = (look: Look): Measures => ({
  w: look.faceWidth,
  j: look.jaw,
  c: look.chin,
  s: look.shoulders,
  n: look.neck,
  chin: look.chinY,
  brow: look.brow,
  tilt: look.browTilt,
  droop: Math.max(0, -look.browTilt),
  lashes: Number(look.lashes),
  wrinkles: Number(look.wrinkles),
});

const group = (attributes: string, inside: string): string =>
  inside ? `<g ${attributes}>${inside}</g>` : '';
const overlay = (fill: string): string => `<rect x="-128" width="256" height="256" fill="url(#${fill})"/>`;

/** Return sparks of the fire. */
function sparks(random: SeededRandom): string {
  return Array.from({ length: 9 }, () => {
    const size = random.between(0.9, 2.6).toFixed(1);
    const [x, y] = [random.between(-122, 122).toFixed(1), random.between(14, 240).toFixed(1)];
    const fill = random.pick(['#ffd08a', '#ffb05a', '#fff0cc']);
    return `<circle cx="${x}" cy="${y}" r="${size}" fill="${fill}" opacity="${random.pick(['.9', '.7', '.5'])}"/>`;
  }).join('');
}

/**
 * Return gradients, the pattern `rings`, the clip path `head`, and filters that light the edges: warm on the side of
 * the fire, and in the clan's color on the other side.
 */
function defs({ glow, deep }: ClanColors, head: string): string {
  const rim = (name: string, dx: number, dy: number, color: string, opacity: number): string =>
    `<feOffset in="soft" dx="${dx}" dy="${dy}" result="${name}Off"/><feComposite in="SourceAlpha" in2="${name}Off" operator="out" result="${name}Edge"/>` +
    `<feFlood flood-color="${color}" flood-opacity="${opacity}"/><feComposite in2="${name}Edge" operator="in" result="${name}"/>`;
  const filter = (id: string, fromBelow: number): string =>
    `<filter id="${id}" x="-6%" y="-6%" width="112%" height="112%" color-interpolation-filters="sRGB"><feGaussianBlur in="SourceAlpha" stdDeviation="2.2" result="soft"/>` +
    rim('warm', 5, fromBelow, '#ff9a48', 0.85) +
    rim('cool', -5, 2, glow, 0.6) +
    '<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="cool"/><feMergeNode in="warm"/></feMerge></filter>';
  return (
    `<defs><clipPath id="head">${head}</clipPath>` +
    `<radialGradient id="sky" cx="50%" cy="40%" r="75%"><stop offset="0" stop-color="${glow}"/><stop offset=".55" stop-color="${deep}" stop-opacity=".92"/><stop offset="1" stop-color="${deep}"/></radialGradient>` +
    '<radialGradient id="forge" cx="6%" cy="104%" r="82%"><stop offset="0" stop-color="#ffb45a" stop-opacity=".95"/><stop offset=".4" stop-color="#f0702a" stop-opacity=".5"/><stop offset="1" stop-color="#c0401a" stop-opacity="0"/></radialGradient>' +
    '<radialGradient id="dusk" cx="46%" cy="44%" r="76%"><stop offset=".62" stop-color="#07060f" stop-opacity="0"/><stop offset="1" stop-color="#07060f" stop-opacity=".6"/></radialGradient>' +
    '<pattern id="rings" x="-128" width="9" height="8" patternUnits="userSpaceOnUse"><path d="M0 3 A4.5 4 0 0 0 9 3 M-4.5 7 A4.5 4 0 0 0 4.5 7 A4.5 4 0 0 0 13.5 7" fill="none" stroke="#e4ebf4" stroke-opacity=".42" stroke-width="1.5"/></pattern>' +
    // The lower edge of the picture cuts off the chest, so there is no light on that edge.
    filter('lit-head', -4) +
    filter('lit-chest', 0) +
    '</defs>'
  );
}
