import sharp, { type Sharp } from 'sharp';
import { backdrop } from './portrait/backdrop.ts';
import { beard } from './portrait/beard.ts';
import { ears, face, headPath, horns, neck } from './portrait/face.ts';
import { hairBack, hairFront } from './portrait/hair.ts';
import { headwearBack, headwearFront } from './portrait/headwear.ts';
import type { Look, PortraitTraits } from './portrait/look.ts';
import { skinMarks, wornMarks } from './portrait/marks.ts';
import { mouth } from './portrait/mouth.ts';
import { outfit } from './portrait/outfit.ts';
import { CLAN_COLOURS, type ClanColours } from './portrait/palette.ts';
import { lookFor } from './portrait/random-look.ts';
import { group } from './portrait/shapes.ts';
import { createSeededRandom } from './seeded-random.ts';

/**
 * A fighter's bust by the light of a forge, as a square SVG of 256 units without outside references. The same seed
 * and traits always give the same text.
 */
export function portraitSvg(seed: string, traits: PortraitTraits): string {
  const look = lookFor(seed, traits);
  const clan = CLAN_COLOURS[traits.clan];
  const body = neck(look) + outfit(look, clan);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">${defs(look, clan)}` +
    backdrop(traits.clan, clan, createSeededRandom(`backdrop:${seed}`)) +
    group(
      lit(hairBack(look) + headwearBack(look, clan)) + lit(body, 'chest') + lit(head(look, clan)),
      `transform="translate(128 177) scale(${isTall(look) ? 1.07 : 1.19}) translate(-128 -170)"`,
    ) +
    '<rect width="256" height="256" fill="url(#dusk)"/></svg>'
  );
}

/** What is wrapped around the head hides the ears, however long. */
const EARS_HIDDEN: ReadonlySet<Look['headwear']> = new Set(['hood', 'headscarf', 'mailCoif']);

/** These reach so high that the head is drawn smaller, to leave them room. */
const TALL: ReadonlySet<Look['headwear']> = new Set([
  'hood',
  'turban',
  'brimHat',
  'featherCap',
  'crown',
  'antlers',
  'hornedHelm',
  'wingedHelm',
]);
const isTall = (look: Look): boolean =>
  TALL.has(look.headwear) || look.kin === 'horned' || look.hair === 'mohawk' || look.hair === 'topknot';

function head(look: Look, clan: ClanColours): string {
  return (
    (EARS_HIDDEN.has(look.headwear) ? '' : ears(look)) +
    face(look, skinMarks(look, clan)) +
    beard(look) +
    mouth(look) +
    wornMarks(look) +
    hairFront(look) +
    headwearFront(look, clan) +
    horns(look)
  );
}

/** Warm light on the edges that face the forge, the clan's on those that do not. */
const lit = (inside: string, part: 'head' | 'chest' = 'head'): string =>
  inside ? group(inside, `filter="url(#lit-${part})"`) : '';

function defs(look: Look, clan: ClanColours): string {
  const rim = (name: string, dx: number, dy: number, colour: string, opacity: number): string =>
    `<feOffset in="soft" dx="${dx}" dy="${dy}" result="${name}Off"/><feComposite in="SourceAlpha" in2="${name}Off" operator="out" result="${name}Edge"/>` +
    `<feFlood flood-color="${colour}" flood-opacity="${opacity}"/><feComposite in2="${name}Edge" operator="in" result="${name}"/>`;
  const filter = (id: string, fromBelow: number): string =>
    `<filter id="${id}" x="-6%" y="-6%" width="112%" height="112%" color-interpolation-filters="sRGB"><feGaussianBlur in="SourceAlpha" stdDeviation="2.2" result="soft"/>` +
    rim('warm', 5, fromBelow, '#ff9a48', 0.85) +
    rim('cool', -5, 2, clan.glow, 0.6) +
    '<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="cool"/><feMergeNode in="warm"/></feMerge></filter>';
  return (
    `<defs><clipPath id="head"><path d="${headPath(look)}"/></clipPath>` +
    `<radialGradient id="sky" cx="50%" cy="40%" r="75%"><stop offset="0" stop-color="${clan.glow}"/><stop offset=".55" stop-color="${clan.deep}" stop-opacity=".92"/><stop offset="1" stop-color="${clan.deep}"/></radialGradient>` +
    '<radialGradient id="forge" cx="6%" cy="104%" r="82%"><stop offset="0" stop-color="#ffb45a" stop-opacity=".95"/><stop offset=".4" stop-color="#f0702a" stop-opacity=".5"/><stop offset="1" stop-color="#c0401a" stop-opacity="0"/></radialGradient>' +
    '<radialGradient id="dusk" cx="46%" cy="44%" r="76%"><stop offset=".62" stop-color="#07060f" stop-opacity="0"/><stop offset="1" stop-color="#07060f" stop-opacity=".6"/></radialGradient>' +
    '<pattern id="rings" width="9" height="8" patternUnits="userSpaceOnUse"><path d="M0 3 A4.5 4 0 0 0 9 3 M-4.5 7 A4.5 4 0 0 0 4.5 7 A4.5 4 0 0 0 13.5 7" fill="none" stroke="#e4ebf4" stroke-opacity=".42" stroke-width="1.5"/></pattern>' +
    // The chest is cut off by the picture's lower edge, which is not an edge to be lit.
    filter('lit-head', -4) +
    filter('lit-chest', 0) +
    '</defs>'
  );
}

/** Points an inch at which a unit of an SVG is a pixel. */
const DENSITY = 72;

/**
 * Draws an SVG that names its width and height as a JPEG, `width` pixels wide.
 * @throws RangeError when it does not name them.
 */
export async function render(svg: string, width: number): Promise<Buffer> {
  return draw(svg, width).jpeg({ quality: 90 }).toBuffer();
}

/**
 * The same as WebP in several widths: the widest is drawn, and the others are made of it.
 * @throws RangeError as `render`.
 */
export async function renderAll(svg: string, widths: readonly number[]): Promise<Buffer[]> {
  const { data, info: raw } = await draw(svg, Math.max(...widths))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const made = widths.map((width) => sharp(data, { raw }).resize(width).webp({ quality: 86, effort: 2 }));
  return Promise.all(made.map((picture) => picture.toBuffer()));
}

function draw(svg: string, width: number): Sharp {
  const units = Number(/ width="(\d+)"/.exec(svg)?.[1]);
  if (!(units > 0)) throw new RangeError('The SVG does not say how wide it is');
  return sharp(Buffer.from(svg), { density: (DENSITY * width) / units }).resize(width);
}
