export const CLANS = [
  'emberforge',
  'wolfmoon',
  'thornwood',
  'saltreach',
  'ravenspire',
  'goldbarrow',
  'unsworn',
] as const;
export type Clan = (typeof CLANS)[number];

/** `glow` lights the backdrop, `deep` is its night, `cloth` what the clan wears, `trim` its embroidery. */
export type ClanColours = { glow: string; deep: string; cloth: string; trim: string };

export const CLAN_COLOURS: Record<Clan, ClanColours> = {
  emberforge: { glow: '#d9602a', deep: '#2b0f12', cloth: '#8f3120', trim: '#f0b060' },
  wolfmoon: { glow: '#5a8fd6', deep: '#0b1730', cloth: '#2d4d82', trim: '#bcd6f2' },
  thornwood: { glow: '#63a154', deep: '#0c2118', cloth: '#33613c', trim: '#cfd98a' },
  saltreach: { glow: '#38a8a8', deep: '#07242c', cloth: '#1d6a70', trim: '#f0d9b0' },
  ravenspire: { glow: '#9166cc', deep: '#190f30', cloth: '#4d347c', trim: '#d8c0f0' },
  goldbarrow: { glow: '#d6a53e', deep: '#281c0b', cloth: '#86631f', trim: '#f6e2a4' },
  unsworn: { glow: '#b8677f', deep: '#241220', cloth: '#6a3348', trim: '#e8c8c0' },
};

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
export type Skin = keyof typeof SKIN;
export const HUMAN_SKIN: readonly Skin[] = [
  'porcelain',
  'fair',
  'rosy',
  'honey',
  'olive',
  'tawny',
  'bronze',
  'umber',
  'chestnut',
  'ebony',
];

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
export type HairColour = keyof typeof HAIR;
export const NATURAL_HAIR: readonly HairColour[] = [
  'black',
  'black',
  'espresso',
  'walnut',
  'auburn',
  'copper',
  'straw',
  'linen',
];

export const EYES = [
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
export type Metal = keyof typeof METAL;

export const INK = '#140d18';

/** Between two colours `#rrggbb`: `share` 0 is the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const part = (at: number) =>
    Math.round(channel(first, at) * (1 - share) + channel(second, at) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${part(1)}${part(3)}${part(5)}`;
}

export const darker = (colour: string, share: number): string => mix(colour, INK, share);
export const lighter = (colour: string, share: number): string => mix(colour, '#fff4e4', share);
