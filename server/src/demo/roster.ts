import { emberforge } from './cast/emberforge.ts';
import { goldbarrow } from './cast/goldbarrow.ts';
import type { Member, Temperament } from './cast/member.ts';
import { ravenspire } from './cast/ravenspire.ts';
import { saltreach } from './cast/saltreach.ts';
import { thornwood } from './cast/thornwood.ts';
import { unsworn } from './cast/unsworn.ts';
import { wolfmoon } from './cast/wolfmoon.ts';
import type { PortraitTraits } from './portrait/look.ts';
import type { Clan } from './portrait/palette.ts';

/** An invented player of the demo world. `joined` is days before the world is made. */
export type DemoPlayer = {
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  role: 'player' | 'moderator' | 'admin';
  sex: Member['sex'];
  age: number;
  relationshipStatus: Member['relationship'];
  location: string;
  statusMessage: string;
  level: number;
  clan: Clan;
  temperament: Temperament;
  joined: number;
  portrait: PortraitTraits;
};

const CLAN_CASTS = [emberforge, wolfmoon, thornwood, saltreach, ravenspire, goldbarrow, unsworn];

function player(member: Member, clan: Clan, role: DemoPlayer['role'] = 'player'): DemoPlayer {
  const { username, name, sex, age, level, temperament, joined } = member;
  return {
    username,
    firstName: name[0],
    lastName: name[1],
    // `.invalid` can never be anybody's address (RFC 2606).
    email: `${username.toLowerCase()}@demo.invalid`,
    role,
    sex,
    age,
    relationshipStatus: member.relationship,
    location: member.location,
    statusMessage: member.status,
    level,
    clan,
    temperament,
    joined,
    portrait: { clan, sex, age, level, look: member.look },
  };
}

/** Sixty invented players, clan by clan. */
export const ROSTER: readonly DemoPlayer[] = CLAN_CASTS.flatMap(({ clan, members }) =>
  members.map((member) => player(member, clan)),
);

/** Those a visitor signs in as: an administrator, a moderator and a player of level 3. */
export const SIGN_IN_PLAYERS: readonly DemoPlayer[] = [
  player(
    {
      username: 'demo_admin',
      name: ['Sigrun', 'Holdwarden'],
      sex: 'female',
      age: 49,
      relationship: 'prefer_not_to_say',
      location: 'Rivalhold, the Keep',
      status: 'Keeper of the keys, the ledger and the good biscuits.',
      level: 11,
      temperament: 'gentle',
      joined: 60,
      look: {
        species: 'human',
        skin: 'umber',
        hair: 'braids',
        hairColour: 'iron',
        headwear: 'circlet',
        outfit: 'plate',
        metal: 'steel',
        marks: [],
        eyes: 'calm',
        mouth: 'smile',
      },
    },
    'emberforge',
    'admin',
  ),
  player(
    {
      username: 'demo_mod',
      name: ['Anselm', 'Gatewright'],
      sex: 'male',
      age: 37,
      relationship: 'in_a_relationship',
      location: 'Rivalhold, Gatehouse',
      status: 'I hold the gate. Wipe your boots and mind your words.',
      level: 7,
      temperament: 'gentle',
      joined: 58,
      look: {
        species: 'human',
        skin: 'honey',
        hair: 'crop',
        hairColour: 'espresso',
        beard: 'full',
        headwear: 'kettleHelm',
        outfit: 'mail',
        metal: 'steel',
        marks: [],
        eyes: 'smiling',
        mouth: 'soft',
      },
    },
    'wolfmoon',
    'moderator',
  ),
  player(
    {
      username: 'demo_player',
      name: ['Robin', 'Newcomer'],
      sex: 'non_binary',
      age: 25,
      relationship: 'single',
      location: 'Rivalhold, the Lodging House',
      status: 'Fresh boots, borrowed sword, excellent mood.',
      level: 3,
      temperament: 'gentle',
      joined: 9,
      look: {
        species: 'human',
        skin: 'olive',
        hair: 'sidePart',
        hairColour: 'auburn',
        beard: 'none',
        headwear: 'none',
        outfit: 'leather',
        marks: ['freckles'],
        eyes: 'bright',
        mouth: 'smile',
      },
    },
    'thornwood',
  ),
];

/** Everybody of the demo world. */
export const ALL_PLAYERS: readonly DemoPlayer[] = [...SIGN_IN_PLAYERS, ...ROSTER];
