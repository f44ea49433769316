import type { PortraitTraits } from '@rivalhold/shared/portraits/look.ts';
import type { Clan } from '@rivalhold/shared/portraits/palette.ts';
import { emberforge } from './content/cast/emberforge.ts';
import { goldbarrow } from './content/cast/goldbarrow.ts';
import type { Member, Temperament } from './content/cast/member.ts';
import { ravenspire } from './content/cast/ravenspire.ts';
import { saltreach } from './content/cast/saltreach.ts';
import { SIGN_IN_CAST } from './content/cast/sign-in.ts';
import { thornwood } from './content/cast/thornwood.ts';
import { unsworn } from './content/cast/unsworn.ts';
import { wolfmoon } from './content/cast/wolfmoon.ts';

/** An invented player in the demo world. The player joined `joined` days before the world was created. */
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
  style: Member['style'];
  joined: number;
  portrait: PortraitTraits;
};

const CLAN_CASTS = [emberforge, wolfmoon, thornwood, saltreach, ravenspire, goldbarrow, unsworn];

function player(member: Member, clan: Clan, role: DemoPlayer['role'] = 'player'): DemoPlayer {
  const { username, name, sex, age, level, temperament, style, joined } = member;
  return {
    username,
    firstName: name[0],
    lastName: name[1],
    // Addresses under `.invalid` cannot exist (RFC 2606).
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
    style,
    joined,
    portrait: { clan, sex, age, level, look: member.look },
  };
}

/** The sixty invented players of the clans. */
export const ROSTER: readonly DemoPlayer[] = CLAN_CASTS.flatMap(({ clan, members }) =>
  members.map((member) => player(member, clan)),
);

/** The demo players that visitors can log in as. */
export const SIGN_IN_PLAYERS: readonly DemoPlayer[] = SIGN_IN_CAST.map(({ member, clan, role }) =>
  player(member, clan, role),
);

/** All players in the demo world. */
export const ALL_PLAYERS: readonly DemoPlayer[] = [...SIGN_IN_PLAYERS, ...ROSTER];
