import type { Clan, HairColour, Metal, Skin } from './palette.ts';

export type Species = 'human' | 'elf' | 'dwarf' | 'orc' | 'horned';
export type HairStyle =
  | 'bald'
  | 'receding'
  | 'crop'
  | 'spiky'
  | 'sidePart'
  | 'swept'
  | 'undercut'
  | 'mohawk'
  | 'topknot'
  | 'fringe'
  | 'curtains'
  | 'wavy'
  | 'braids'
  | 'crownBraid'
  | 'ponytail'
  | 'buns'
  | 'curls'
  | 'afro'
  | 'locs'
  | 'mane';
export type Beard =
  | 'none'
  | 'stubble'
  | 'moustache'
  | 'goatee'
  | 'chops'
  | 'full'
  | 'long'
  | 'forked'
  | 'braided';
export type Headwear =
  | 'none'
  | 'hood'
  | 'headscarf'
  | 'turban'
  | 'bandana'
  | 'furHat'
  | 'brimHat'
  | 'featherCap'
  | 'circlet'
  | 'crown'
  | 'wreath'
  | 'antlers'
  | 'goggles'
  | 'nasalHelm'
  | 'hornedHelm'
  | 'wingedHelm'
  | 'kettleHelm'
  | 'mailCoif';
export type Outfit =
  | 'plate'
  | 'mail'
  | 'scale'
  | 'leather'
  | 'gambeson'
  | 'fur'
  | 'robe'
  | 'apron'
  | 'cloak'
  | 'coat'
  | 'tunic';
export type Eyes = 'calm' | 'bright' | 'keen' | 'smiling' | 'wink';
export type Nose = 'straight' | 'button' | 'broad' | 'hooked';
export type Mouth = 'smile' | 'smirk' | 'grin' | 'soft' | 'stern' | 'open';
export type Mark =
  | 'scarEye'
  | 'scarCheek'
  | 'eyePatch'
  | 'spectacles'
  | 'freckles'
  | 'soot'
  | 'bandage'
  | 'paintBand'
  | 'paintStripes'
  | 'paintChin'
  | 'paintDots'
  | 'paintRune'
  | 'earrings'
  | 'noseRing';

/** All that a portrait shows. Widths are half widths in a square of 256. */
export type Look = {
  kin: Species;
  skin: Skin;
  faceWidth: number;
  jaw: number;
  chin: number;
  chinY: number;
  shoulders: number;
  neck: number;
  brow: number;
  browTilt: number;
  lashes: boolean;
  wrinkles: boolean;
  hair: HairStyle;
  hairColour: HairColour;
  beard: Beard;
  eyes: Eyes;
  eyeColour: string;
  nose: Nose;
  mouth: Mouth;
  headwear: Headwear;
  outfit: Outfit;
  metal: Metal;
  marks: readonly Mark[];
};

export type Sex = 'male' | 'female' | 'non_binary' | 'prefer_not_to_say';

/** Who is drawn. `look` pins what the picture must show; the rest is drawn by lot from the seed. */
export type PortraitTraits = {
  clan: Clan;
  sex: Sex;
  age: number;
  level: number;
  look?: Partial<Look>;
};
