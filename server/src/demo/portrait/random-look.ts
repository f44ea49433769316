import { createSeededRandom, type SeededRandom } from '../seeded-random.ts';
import type { Beard, HairStyle, Headwear, Look, Mark, Outfit, PortraitTraits, Species } from './look.ts';
import { EYES, type HairColour, HUMAN_SKIN, NATURAL_HAIR, type Skin } from './palette.ts';

const SHORT: readonly HairStyle[] = [
  'crop',
  'spiky',
  'sidePart',
  'swept',
  'undercut',
  'mohawk',
  'topknot',
  'bald',
];
const LONG: readonly HairStyle[] = ['fringe', 'curtains', 'wavy', 'braids', 'crownBraid', 'ponytail', 'buns'];
const COILED: readonly HairStyle[] = ['curls', 'afro', 'locs', 'braids', 'crop', 'topknot'];
const BEARDS: readonly Beard[] = [
  'none',
  'none',
  'stubble',
  'moustache',
  'goatee',
  'chops',
  'full',
  'long',
  'forked',
];
const SOFT_WEAR: readonly Headwear[] = [
  'none',
  'none',
  'none',
  'hood',
  'bandana',
  'featherCap',
  'circlet',
  'goggles',
];
const WAR_WEAR: readonly Headwear[] = [
  'none',
  'nasalHelm',
  'hornedHelm',
  'kettleHelm',
  'mailCoif',
  'wingedHelm',
  'circlet',
];
const LIGHT: readonly Outfit[] = ['leather', 'gambeson', 'robe', 'apron', 'cloak', 'coat', 'tunic'];
const HEAVY: readonly Outfit[] = ['plate', 'mail', 'scale', 'fur', 'leather'];
const MARKS: readonly Mark[] = [
  'scarEye',
  'scarCheek',
  'freckles',
  'soot',
  'bandage',
  'paintBand',
  'paintStripes',
  'paintChin',
  'paintDots',
  'earrings',
];
const KIN: readonly Species[] = ['human', 'human', 'human', 'human', 'elf', 'dwarf', 'orc', 'horned'];
const KIN_SKIN: Record<Species, readonly Skin[]> = {
  human: HUMAN_SKIN,
  elf: [...HUMAN_SKIN, 'frost', 'dusk'],
  dwarf: HUMAN_SKIN,
  orc: ['moss', 'fern', 'slate', 'ash'],
  horned: ['cinder', 'dusk', 'slate', 'bronze', 'umber'],
};
/** Half width of the face, half width of the jaw, width of the chin, its height. */
const KIN_FACE: Record<Species, readonly [number, number, number, number]> = {
  human: [41, 34, 15, 173],
  elf: [38, 29, 9, 175],
  dwarf: [46, 41, 22, 170],
  orc: [45, 43, 25, 174],
  horned: [41, 34, 13, 174],
};
const SWARTHY: readonly Skin[] = ['bronze', 'umber', 'chestnut', 'ebony'];

/** The look that belongs to a seed. The same seed and traits always give the same one. */
export function lookFor(seed: string, traits: PortraitTraits): Look {
  const lot = createSeededRandom(`look:${seed}`);
  const pinned = traits.look ?? {};
  const kin = pinned.kin ?? lot.pick(KIN);
  const skin = pinned.skin ?? lot.pick(KIN_SKIN[kin]);
  const manly = traits.sex === 'male' || (traits.sex !== 'female' && lot.chance(0.5));
  return {
    kin,
    skin,
    ...build(lot, kin, manly),
    lashes: !manly,
    wrinkles: traits.age >= 52,
    ...hairAndBeard(lot, kin, skin, manly, traits.age),
    eyes: lot.pick(['calm', 'calm', 'bright', 'keen', 'smiling']),
    eyeColour: lot.pick(EYES),
    nose: kin === 'dwarf' ? 'broad' : lot.pick(['straight', 'button', 'broad', 'hooked']),
    mouth: lot.pick(['smile', 'smirk', 'grin', 'soft', 'stern']),
    headwear: lot.pick(traits.level >= 6 ? WAR_WEAR : SOFT_WEAR),
    outfit: lot.pick(traits.level >= 6 ? HEAVY : LIGHT),
    metal: lot.pick(['steel', 'steel', 'iron', 'bronze', 'black']),
    marks: lot.chance(0.6) ? [lot.pick(MARKS)] : [],
    ...pinned,
  };
}

function build(lot: SeededRandom, kin: Species, manly: boolean) {
  const [face, jaw, chin, chinY] = KIN_FACE[kin];
  return {
    faceWidth: face + lot.between(-2, 2) - (manly ? 0 : 1.5),
    jaw: jaw + lot.between(-3, 3) + (manly ? 2 : -3),
    chin: chin + lot.between(-3, 3) + (manly ? 2 : -2),
    chinY: chinY + lot.between(-3, 3) - (manly ? 0 : 2),
    shoulders: 78 + lot.between(-6, 6) + (manly ? 6 : -6) + (kin === 'orc' || kin === 'dwarf' ? 7 : 0),
    neck: (manly ? 27 : 20) + (kin === 'orc' ? 6 : 0) + lot.between(-1, 2),
    brow: (manly ? 5 : 3.4) + (kin === 'orc' || kin === 'dwarf' ? 1 : 0) + lot.between(-0.6, 0.8),
    browTilt: lot.between(-2.5, 4),
  };
}

function hairAndBeard(lot: SeededRandom, kin: Species, skin: Skin, manly: boolean, age: number) {
  const styles = SWARTHY.includes(skin) ? COILED : manly ? SHORT : LONG;
  const beard =
    !manly || age < 20
      ? 'none'
      : kin === 'dwarf'
        ? lot.pick(['long', 'forked', 'braided', 'full'] as const)
        : lot.pick(BEARDS);
  const hairColour: HairColour =
    age >= 62
      ? lot.pick(['iron', 'silver', 'snow'])
      : kin === 'horned' || kin === 'elf'
        ? lot.pick([...NATURAL_HAIR, 'midnight', 'wine', 'sea', 'snow'])
        : lot.pick(NATURAL_HAIR);
  return {
    hair: manly && age >= 55 && lot.chance(0.5) ? ('receding' as const) : lot.pick(styles),
    hairColour,
    beard: beard as Beard,
  };
}
