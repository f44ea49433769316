/**
 * Colors of each clan: `glow` for the light of the backdrop, `deep` for the night sky, `cloth` for clothing and
 * `trim` for embroidery.
 */
export const CLAN_COLORS = {
  emberforge: { glow: '#d9602a', deep: '#2b0f12', cloth: '#8f3120', trim: '#f0b060' },
  wolfmoon: { glow: '#5a8fd6', deep: '#0b1730', cloth: '#2d4d82', trim: '#bcd6f2' },
  thornwood: { glow: '#63a154', deep: '#0c2118', cloth: '#33613c', trim: '#cfd98a' },
  saltreach: { glow: '#38a8a8', deep: '#07242c', cloth: '#1d6a70', trim: '#f0d9b0' },
  ravenspire: { glow: '#9166cc', deep: '#190f30', cloth: '#4d347c', trim: '#d8c0f0' },
  goldbarrow: { glow: '#d6a53e', deep: '#281c0b', cloth: '#86631f', trim: '#f6e2a4' },
  unsworn: { glow: '#b8677f', deep: '#241220', cloth: '#6a3348', trim: '#e8c8c0' },
} as const;
export type Clan = keyof typeof CLAN_COLORS;
export type ClanColors = (typeof CLAN_COLORS)[Clan];
export const CLANS = Object.keys(CLAN_COLORS) as readonly Clan[];

export const SKIN = {
  porcelain: '#fbe1d0',
  fair: '#f4cfb4',
  rosy: '#efbfa6',
  honey: '#e3b185',
  olive: '#cfa273',
  tawny: '#bd8454',
  bronze: '#a36a41',
  umber: '#845032',
  chestnut: '#693d28',
  ebony: '#4c2c20',
  moss: '#93a86a',
  fern: '#6d8f5c',
  slate: '#8d9db8',
  ash: '#b5aeb0',
  cinder: '#bf6149',
  frost: '#b9d4dc',
  dusk: '#9b84b4',
} as const;

export const HAIR = {
  black: '#26202a',
  espresso: '#41291f',
  walnut: '#6a442b',
  auburn: '#8e3d22',
  copper: '#c4622b',
  straw: '#d8aa5c',
  linen: '#eadcb8',
  iron: '#85858e',
  silver: '#c4c5cc',
  snow: '#f0efec',
  pine: '#46683e',
  midnight: '#31457a',
  wine: '#7a2646',
  sea: '#2b7673',
} as const;

export const EYE_COLORS = [
  '#4a2f1e',
  '#6a4524',
  '#5d7a3a',
  '#3f6f9a',
  '#6c7f90',
  '#a8702a',
  '#2f7f78',
  '#71508f',
] as const;

export const METAL = {
  steel: '#93a0b0',
  iron: '#606b7a',
  bronze: '#b58045',
  gold: '#dcae48',
  black: '#424859',
} as const;

const INK = '#140d18';
const LIGHT = '#fff4e4';

/** The features of a look that, together with the clan, determine the palette. */
export type Coloring = {
  skin: keyof typeof SKIN;
  hairColor: keyof typeof HAIR;
  eyeColor: string;
  metal: keyof typeof METAL;
  lashes: boolean;
};

/** The colors that shapes can use, by role. */
export type Palette = ReturnType<typeof createPalette>;
type Role = keyof Palette;
type Plain = Role | `#${string}`;
/**
 * A color: a role of the palette or `#rrggbb`, followed by any number of steps. A step is `darker` or `lighter`
 * with a share from 0 to 1, or `mix` with a color and its share. Example: `skin mix #a03c1e .35 darker .2`.
 */
export type Color = Plain | `${Plain} ${'darker' | 'lighter' | 'mix'} ${string}`;

/** Return the colors for a look and a clan, by role. */
export function createPalette(look: Coloring, clan: Clan) {
  const { glow, deep, cloth, trim } = CLAN_COLORS[clan];
  const [skin, hair, metal] = [SKIN[look.skin], HAIR[look.hairColor], METAL[look.metal]];
  const isPale = look.hairColor === 'snow' || look.hairColor === 'linen';
  const isDark = look.skin === 'ebony' || look.skin === 'chestnut' || look.skin === 'umber';
  return {
    ink: INK,
    white: '#ffffff',
    leather: '#7a4e30',
    linen: '#d9c7a2',
    bronze: METAL.bronze,
    gold: METAL.gold,
    /** Pattern of mail rings, to draw over metal. */
    rings: 'url(#rings)',

    skin,
    hair,
    metal,
    glow,
    cloth,
    trim,
    iris: look.eyeColor,
    eyebrow: isPale ? mix(hair, '#6b5a48', 0.35) : darker(hair, 0.3),
    lip: mix(darker(skin, 0.34), '#b0343c', look.lashes ? 0.45 : 0.2),
    /** Color of paint on the skin. */
    paint: isDark ? lighter(trim, 0.2) : mix(cloth, '#1a1420', 0.12),
    /** Edges of armor. */
    gilt: look.metal === 'gold' ? METAL.steel : mix(METAL.gold, trim, 0.2),
    /** Distant and near landscape in the backdrop. */
    far: mix(glow, deep, 0.55),
    near: darker(mix(glow, deep, 0.72), 0.1),
  };
}

/**
 * Return a color as `#rrggbb` or `url(…)`.
 * @throws Error for an unknown role or step
 */
export function resolveColor(color: Color, palette: Palette): string {
  const [base = '', ...steps] = color.split(' ');
  const plain = (name: string): string | undefined => (name.startsWith('#') ? name : palette[name as Role]);
  let result = plain(base);
  while (result && steps.length > 0) {
    const step = steps.shift();
    const other = step === 'mix' ? plain(steps.shift() ?? '') : { darker: INK, lighter: LIGHT }[step ?? ''];
    const share = Number(steps.shift());
    result = other && share >= 0 ? mix(result, other, share) : undefined;
  }
  if (!result) throw new Error(`Unknown color: "${color}"`);
  return result;
}

/** Mix two colors `#rrggbb`. `share` is the share of the second color, from 0 to 1. */
function mix(first: string, second: string, share: number): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16);
  const part = (at: number) =>
    Math.round(channel(first, at) * (1 - share) + channel(second, at) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** Mix a color `#rrggbb` with the ink color. `share` is the share of the ink color, from 0 to 1. */
export const darker = (color: string, share: number): string => mix(color, INK, share);
const lighter = (color: string, share: number): string => mix(color, LIGHT, share);
