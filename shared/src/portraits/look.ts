import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import type { OUTFITS } from './clothes.ts';
import type { EYES, MARKS, MOUTHS, NOSES, SPECIES } from './faces.ts';
import type { BEARDS, HAIR_STYLES } from './hair.ts';
import type { HEADWEAR } from './headwear.ts';
import { type Clan, type Coloring, EYE_COLORS } from './palette.ts';

type Species = keyof typeof SPECIES;
type Skin = Coloring['skin'];
type HairStyle = keyof typeof HAIR_STYLES;
type HairColor = Coloring['hairColor'];
type Beard = keyof typeof BEARDS;

/** The features of a portrait. The drawing is 256 units wide and high. Widths are measured from the center line. */
export type Look = Coloring & {
  species: Species;
  faceWidth: number;
  jaw: number;
  chin: number;
  chinY: number;
  shoulders: number;
  neck: number;
  brow: number;
  browTilt: number;
  wrinkles: boolean;
  hair: HairStyle;
  beard: Beard;
  eyes: keyof typeof EYES;
  nose: keyof typeof NOSES;
  mouth: keyof typeof MOUTHS;
  headwear: keyof typeof HEADWEAR;
  outfit: keyof typeof OUTFITS;
  marks: readonly (keyof typeof MARKS)[];
};

export type Sex = 'male' | 'female' | 'non_binary' | 'prefer_not_to_say';

/** The person in a portrait. `look` sets some features; the seed determines the others. */
export type PortraitTraits = {
  clan: Clan;
  sex: Sex;
  age: number;
  level: number;
  look?: Partial<Look>;
};

/** The choices for random looks. A name that is listed several times is more likely. */
const CHOICES = {
  species: ['human', 'human', 'human', 'human', 'elf', 'dwarf', 'orc', 'horned'],
  shortHair: ['crop', 'spiky', 'sidePart', 'swept', 'undercut', 'mohawk', 'topknot', 'bald'],
  longHair: ['fringe', 'curtains', 'wavy', 'braids', 'crownBraid', 'ponytail', 'buns'],
  coiledHair: ['curls', 'afro', 'locs', 'braids', 'crop', 'topknot'],
  hairColor: ['black', 'black', 'espresso', 'walnut', 'auburn', 'copper', 'straw', 'linen'],
  rareHairColor: ['midnight', 'wine', 'sea', 'snow'],
  greyHairColor: ['iron', 'silver', 'snow'],
  beard: ['none', 'none', 'stubble', 'moustache', 'goatee', 'chops', 'full', 'long', 'forked'],
  dwarfBeard: ['long', 'forked', 'braided', 'full'],
  eyes: ['calm', 'calm', 'bright', 'keen', 'smiling'],
  nose: ['straight', 'button', 'broad', 'hooked'],
  mouth: ['smile', 'smirk', 'grin', 'soft', 'stern'],
  headwear: ['none', 'none', 'none', 'hood', 'bandana', 'featherCap', 'circlet', 'goggles'],
  helmet: ['none', 'nasalHelm', 'hornedHelm', 'kettleHelm', 'mailCoif', 'wingedHelm', 'circlet'],
  clothes: ['leather', 'gambeson', 'robe', 'apron', 'cloak', 'coat', 'tunic'],
  armour: ['plate', 'mail', 'scale', 'fur', 'leather'],
  metal: ['steel', 'steel', 'iron', 'bronze', 'black'],
  mark: [
    ...(['scarEye', 'scarCheek', 'freckles', 'soot', 'bandage'] as const),
    ...(['paintBand', 'paintStripes', 'paintChin', 'paintDots', 'earrings'] as const),
  ],
} as const;

const LIGHT_SKIN = ['porcelain', 'fair', 'rosy', 'honey', 'olive', 'tawny'] as const;
const DARK_SKIN = ['bronze', 'umber', 'chestnut', 'ebony'] as const;
const HUMAN_SKIN = [...LIGHT_SKIN, ...DARK_SKIN];

/**
 * The build of each species: skins, average widths of face, jaw and chin (as in `Look`), and average y
 * coordinate of the tip of the chin.
 */
const BUILD: Record<
  Species,
  { skin: readonly Skin[]; face: number; jaw: number; chin: number; chinY: number }
> = {
  human: { skin: HUMAN_SKIN, face: 41, jaw: 34, chin: 15, chinY: 173 },
  elf: { skin: [...HUMAN_SKIN, 'frost', 'dusk'], face: 38, jaw: 29, chin: 9, chinY: 175 },
  dwarf: { skin: HUMAN_SKIN, face: 46, jaw: 41, chin: 22, chinY: 170 },
  orc: { skin: ['moss', 'fern', 'slate', 'ash'], face: 45, jaw: 43, chin: 25, chinY: 174 },
  horned: { skin: ['cinder', 'dusk', 'slate', 'bronze', 'umber'], face: 41, jaw: 34, chin: 13, chinY: 174 },
};

/**
 * Return the look for a seed. The same seed and traits always result in the same look. Do not change the
 * order in which random numbers are drawn, because a new order would change all looks.
 */
export function randomLook(seed: string, traits: PortraitTraits): Look {
  const random = createSeededRandom(`look:${seed}`);
  const fixed = traits.look ?? {};
  const species = fixed.species ?? random.pick(CHOICES.species);
  const skin = fixed.skin ?? random.pick(BUILD[species].skin);
  const masculine = traits.sex === 'male' || (traits.sex !== 'female' && random.chance(0.5));
  const isFighter = traits.level >= 6;
  return {
    species,
    skin,
    ...randomBuild(random, species, masculine),
    lashes: !masculine,
    wrinkles: traits.age >= 52,
    ...randomHair(random, species, skin, masculine, traits.age),
    eyes: random.pick(CHOICES.eyes),
    eyeColor: random.pick(EYE_COLORS),
    nose: species === 'dwarf' ? 'broad' : random.pick(CHOICES.nose),
    mouth: random.pick(CHOICES.mouth),
    headwear: random.pick(isFighter ? CHOICES.helmet : CHOICES.headwear),
    outfit: random.pick(isFighter ? CHOICES.armour : CHOICES.clothes),
    metal: random.pick(CHOICES.metal),
    marks: random.chance(0.6) ? [random.pick(CHOICES.mark)] : [],
    ...fixed,
  };
}

function randomBuild(random: SeededRandom, species: Species, masculine: boolean) {
  const { face, jaw, chin, chinY } = BUILD[species];
  const isSturdy = species === 'orc' || species === 'dwarf';
  return {
    faceWidth: face + random.between(-2, 2) - (masculine ? 0 : 1.5),
    jaw: jaw + random.between(-3, 3) + (masculine ? 2 : -3),
    chin: chin + random.between(-3, 3) + (masculine ? 2 : -2),
    chinY: chinY + random.between(-3, 3) - (masculine ? 0 : 2),
    shoulders: 78 + random.between(-6, 6) + (masculine ? 6 : -6) + (isSturdy ? 7 : 0),
    neck: (masculine ? 27 : 20) + (species === 'orc' ? 6 : 0) + random.between(-1, 2),
    brow: (masculine ? 5 : 3.4) + (isSturdy ? 1 : 0) + random.between(-0.6, 0.8),
    browTilt: random.between(-2.5, 4),
  };
}

function randomHair(random: SeededRandom, species: Species, skin: Skin, masculine: boolean, age: number) {
  const isDark = (DARK_SKIN as readonly Skin[]).includes(skin);
  const styles = isDark ? CHOICES.coiledHair : masculine ? CHOICES.shortHair : CHOICES.longHair;
  const beards = species === 'dwarf' ? CHOICES.dwarfBeard : CHOICES.beard;
  const beard = masculine && age >= 20 ? random.pick<Beard>(beards) : 'none';
  const rareColors = species === 'horned' || species === 'elf' ? CHOICES.rareHairColor : [];
  const colors = age >= 62 ? CHOICES.greyHairColor : [...CHOICES.hairColor, ...rareColors];
  const hairColor = random.pick<HairColor>(colors);
  const isReceding = masculine && age >= 55 && random.chance(0.5);
  return { hair: isReceding ? 'receding' : random.pick<HairStyle>(styles), hairColor, beard };
}
