import { createHash } from 'node:crypto';
import type { Choice } from '@rivalhold/shared/contract/combat.ts';
import { HEAVY_FOCUS } from '@rivalhold/shared/fights/moves.ts';
import { goalRule } from '@rivalhold/shared/goals/goals.ts';
import { TITLES } from '@rivalhold/shared/goals/titles.ts';
import { THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';
import { createSeededRandom, type SeededRandom } from '@rivalhold/shared/seeded-random.ts';
import { setRole, signUp } from '../features/accounts/service.ts';
import { sendChatMessage } from '../features/chat/service.ts';
import { moveCoins } from '../features/coins/service.ts';
import {
  attack,
  notifyOpponent,
  setSettings,
  setStyle,
  startOrResumeFight,
  startRankedFight,
  useItem,
} from '../features/combat/service.ts';
import { addComment } from '../features/comments/service.ts';
import { markConversationRead, sendMessage } from '../features/dms/service.ts';
import { addPost, addComment as addReply, likePost } from '../features/feed/service.ts';
import {
  addCategory,
  editPost,
  likePost as likeForumPost,
  listCategories,
  replyToThread,
  startThread,
} from '../features/forum/service.ts';
import { sendFriendRequest } from '../features/friends/service.ts';
import { grantExperience, statsOf } from '../features/game/service.ts';
import {
  claimGoal,
  getTitles,
  goalsOf,
  recordProgress,
  recordVisit,
  setChosenTitle,
} from '../features/goals/service.ts';
import { addItem } from '../features/inventory/service.ts';
import { fillProfile } from '../features/profiles/service.ts';
import { setQuestsSkipped } from '../features/quests/service.ts';
import { buy, sell } from '../features/store/service.ts';
import type { manualClock } from '../platform/clock.ts';
import { siteUrl } from '../platform/config.ts';
import type { Tx } from '../platform/db/db.ts';
import { AppError } from '../platform/errors.ts';
import type { Secrets } from '../platform/security/secrets.ts';
import type { Site } from '../platform/site.ts';
import { TALES_CATEGORY } from './content/threads.ts';
import type { DemoEvent } from './events.ts';
import type { DemoPlayer } from './roster.ts';

/** State of the replay: a site with a simulated clock, and the ids of the rows created so far. */
export type DemoHistory = {
  tx: Tx;
  site: Site;
  clock: ReturnType<typeof manualClock>;
  password: string;
  /** Portrait paths by username. */
  avatars: ReadonlyMap<string, string>;
  /** User ids by username. */
  ids: Map<string, number>;
  /** Post ids by text. */
  posts: Map<string, number>;
  /** Thread ids by title, with the ids of their posts in order. */
  threads: Map<string, { id: number; posts: number[] }>;
};

/**
 * The gear that players get as they level up. At `level`, a player gets the item `itemId` and sells the item `sold`, if
 * there is one. Both are catalogue ids.
 */
const GEAR: readonly { level: number; itemId: number; sold?: number }[] = [
  { level: 2, itemId: 4 },
  { level: 4, itemId: 8 },
  { level: 8, itemId: 5, sold: 4 },
  { level: 10, itemId: 9, sold: 8 },
  { level: 18, itemId: 6, sold: 5 },
  { level: 20, itemId: 10, sold: 9 },
];
const DRAUGHT = 1;
const PITCH_POT = 12;
const COINS_PER_LEVEL = 9;

type EventOf<Kind extends DemoEvent['kind']> = Extract<DemoEvent, { kind: Kind }>;
type Handlers = {
  [Kind in DemoEvent['kind']]: (history: DemoHistory, event: EventOf<Kind>) => Promise<unknown>;
};

const HANDLERS: Handlers = {
  join: createPlayer,
  levelUp: raiseToLevel,
  fight,
  rankedFight,
  visit: (history, { who }) => recordVisit(history.tx, history.site, idOf(history, who)),
  completeGoal,
  befriend: async (history, { who, other }) => {
    await requestFriendship(history, who, other);
    await requestFriendship(history, other, who);
  },
  ask: (history, { who, other }) => requestFriendship(history, who, other),
  comment: (history, { who, other, text }) =>
    addComment(history.tx, history.site, {
      profileId: idOf(history, other),
      user: userOf(history, who),
      body: text,
    }),
  message: async (history, { who, other, text, read }) => {
    const { tx, site } = history;
    const [sender, receiverId] = [userOf(history, who), idOf(history, other)];
    await sendMessage(tx, site, { sender, receiverId, text });
    if (read) await markConversationRead(tx, site, { userId: receiverId, otherId: sender.id });
  },
  post: async (history, { who, post }) => {
    const { id } = await addPost(history.tx, history.site, { user: userOf(history, who), body: post });
    history.posts.set(post, id);
  },
  like: (history, { who, post }) =>
    likePost(history.tx, history.site, { postId: known(history.posts, post), user: userOf(history, who) }),
  reply: (history, { who, post, text }) =>
    addReply(history.tx, history.site, {
      postId: known(history.posts, post),
      user: userOf(history, who),
      body: text,
    }),
  chat: (history, { who, text }) => {
    const avatarUrl = history.avatars.get(who.username) ?? null;
    const user = { ...userOf(history, who), role: who.role, avatarUrl };
    return sendChatMessage(history.tx, history.site, { user, text });
  },
  startThread: async (history, { who, thread: { title, category, body } }) => {
    const { tx, site, threads } = history;
    const categoryId = await findOrCreateCategory(history, category);
    const input = { user: userOf(history, who), title, body: withPortraits(history, body), categoryId };
    const { thread, post } = await startThread(tx, site, input);
    threads.set(title, { id: thread.id, posts: [post.id] });
  },
  replyToThread: async (history, { who, thread, text }) => {
    const { id: threadId, posts } = known(history.threads, thread.title);
    const input = { threadId, user: userOf(history, who), body: withPortraits(history, text) };
    posts.push((await replyToThread(history.tx, history.site, input)).id);
  },
  editThread: (history, { who, thread, text }) =>
    editPost(history.tx, history.site, {
      id: known(history.threads, thread.title).posts[0]!,
      userId: idOf(history, who),
      body: withPortraits(history, text),
    }),
  likeThreadPost: (history, { who, thread, position }) =>
    likeForumPost(history.tx, history.site, {
      postId: known(history.threads, thread.title).posts[position - 1]!,
      user: userOf(history, who),
      like: true,
    }),
};

/** Set the clock to the time of an event, and apply the event through the service functions. */
export async function applyEvent(history: DemoHistory, event: DemoEvent): Promise<void> {
  history.clock.set(new Date(event.at));
  const handler = HANDLERS[event.kind] as (history: DemoHistory, event: DemoEvent) => Promise<unknown>;
  await handler(history, event);
}

function known<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key);
  if (value === undefined) throw new Error(`Not created yet: ${key}`);
  return value;
}

const idOf = ({ ids }: DemoHistory, { username }: DemoPlayer): number => known(ids, username);
const userOf = (history: DemoHistory, player: DemoPlayer) => ({
  id: idOf(history, player),
  username: player.username,
});

const requestFriendship = (history: DemoHistory, who: DemoPlayer, other: DemoPlayer) =>
  sendFriendRequest(history.tx, history.site, {
    user: userOf(history, who),
    otherId: idOf(history, other),
  });

/**
 * Replace each line `portrait:USERNAME` with the URL of the player's portrait. For an unknown player, the line
 * becomes empty.
 */
function withPortraits({ avatars, site }: DemoHistory, text: string): string {
  const urlOf = (_line: string, username: string): string => {
    const path = avatars.get(username);
    return path ? `${siteUrl(site.config)}${path}` : '';
  };
  return text.replace(/^portrait:(\S+)$/gm, urlOf).trim();
}

/**
 * Return the id of the category with the given slug. If the category is missing, return the id of the first category.
 * `TALES_CATEGORY` is an exception: if it is missing and the admin has joined, create it.
 */
async function findOrCreateCategory({ tx, site, ids }: DemoHistory, slug: string): Promise<number> {
  const categories = await listCategories(tx, null);
  const found = categories.find((category) => category.slug === slug) ?? categories[0];
  const staffId = ids.get('demo_admin');
  if (found?.slug !== slug && slug === TALES_CATEGORY.slug && staffId !== undefined)
    return (await addCategory(tx, site, { staffId, ...TALES_CATEGORY })).id;
  return found?.id ?? 0;
}

/** Complete the daily community goal for a player. If `claim` is true, also claim its reward. */
async function completeGoal(
  { tx, site, ids }: DemoHistory,
  { who, claim }: EventOf<'completeGoal'>,
): Promise<void> {
  const userId = known(ids, who.username);
  const now = site.clock.now();
  const goal = (await goalsOf(tx, { userId, now })).goals.findLast(({ period }) => period === 'day');
  if (goal?.state !== 'open') return;
  const { count, target } = goalRule(goal.goal);
  await recordProgress(tx, site, userId, [{ count, subject: 0, by: target }]);
  if (claim) await claimGoal(tx, site, { userId, startsOn: goal.startsOn, goal: goal.goal });
}

/** Choose one of the titles that a player has earned. */
export async function chooseTitle({ tx, site, ids }: DemoHistory, who: DemoPlayer): Promise<void> {
  const userId = known(ids, who.username);
  const { earned } = await getTitles(tx, { userId, viewerId: userId });
  if (earned.length === 0) return;
  const { title } = createSeededRandom(`title:${who.username}`).pick(earned);
  await setChosenTitle(tx, site, { userId, title });
}

/** Everybody can watch the fights between players of these clans. */
const PUBLIC_CLANS: readonly DemoPlayer['clan'][] = ['emberforge', 'wolfmoon'];

async function createPlayer(history: DemoHistory, { who }: EventOf<'join'>): Promise<void> {
  const { tx, site, password, avatars, ids } = history;
  const { username, firstName, lastName, email } = who;
  const input = { username, firstName, lastName, email, password };
  const { userId } = await signUp(tx, site, input, { confirmed: true });
  ids.set(username, userId);
  await setQuestsSkipped(tx, site, { userId, skip: true });
  await fillProfile(tx, site, userId, {
    avatarUrl: avatars.get(username) ?? null,
    statusMessage: who.statusMessage,
    age: who.age,
    sex: who.sex,
    relationshipStatus: who.relationshipStatus,
    ...mapProfileTextFields(() => null),
    location: who.location,
  });
  const { style } = who;
  const isNamed = typeof style === 'string';
  await setStyle(tx, userId, { temperament: isNamed ? style : null, lines: isNamed ? null : style });
  if (PUBLIC_CLANS.includes(who.clan))
    await setSettings(tx, userId, { liveChallenges: 'everybody', doubleTime: false, watchers: 'everybody' });
  if (who.role !== 'player') await setRole(tx, site, { username, role: who.role });
}

/**
 * Raise a player to a level: grant the missing experience and the level's gear, and buy draughts at every third
 * level. At the player's final level, also grant coins.
 */
async function raiseToLevel(history: DemoHistory, { who, level }: EventOf<'levelUp'>): Promise<void> {
  const { tx, site } = history;
  const userId = idOf(history, who);
  const at = site.clock.now();
  const { experience } = await statsOf(tx, { userId, viewerId: userId, now: at });
  const missing = THRESHOLDS[level - 1]! - experience;
  if (missing > 0) await grantExperience(tx, site, { userId, amount: missing, at });
  if (TITLES.some(({ count, target }) => count === 'level' && target === level))
    await recordProgress(tx, site, userId, [{ count: 'level', subject: 0, by: 0, total: level }]);
  const gear = GEAR.find((piece) => piece.level === level);
  if (gear) await addItem(tx, userId, gear.itemId, 1);
  if (gear?.sold) await sell(tx, site, { userId, itemId: gear.sold });
  if (level % 3 === 0) {
    const quantity = level > 9 ? 2 : 1;
    await undefinedOn(['conflict'], buy(tx, site, { userId, itemId: DRAUGHT, quantity }));
  }
  if (level === who.level) {
    const amount = level * COINS_PER_LEVEL;
    await moveCoins(tx, site, { userId, amount, reason: 'demo', reference: null, key: 'demo', at });
  }
}

/** Play a whole fight. The attacker heals at low health, and sometimes uses an item. */
async function fight(history: DemoHistory, { who, against, at }: EventOf<'fight'>): Promise<void> {
  const { tx, site, clock } = history;
  const [userId, opponentId] = [idOf(history, who), idOf(history, against)];
  const random = createSeededRandom(`fight:${who.username}:${against.username}:${at % 86_400_000}`);
  const nonce = nonceFrom(random);
  if ((await startFight(history, userId, opponentId)) === null) return;
  let focus = 0;
  let isHurt = false;
  let [heals, items, energy] = [1, 1, 0];
  for (;;) {
    clock.advance(random.int(1_800, 7_000));
    const isItem = items > 0 && random.chance(0.06);
    if (isItem) {
      const [itemId, targetId] = isHurt ? [DRAUGHT, userId] : [PITCH_POT, opponentId];
      const used = await undefinedOn(['noItem'], useItem(tx, site, { userId, itemId, targetId, nonce }));
      if (used?.seed) return;
      if (used) {
        items = 0;
        continue;
      }
    }
    const isHealing = isHurt && heals > 0 && energy >= HEAL_ENERGY && random.chance(0.8);
    const basic = BASIC_MOVES[random.int(0, BASIC_MOVES.length - 1)]!;
    const move = isHealing ? 'heal' : focus >= HEAVY_FOCUS && random.chance(0.5) ? 'heavy' : basic;
    const choice: Choice = { move, itemId: null };
    const { combat, combatCompleted, updatedStats } = await attack(tx, site, {
      userId,
      opponentId,
      choice,
      nonce,
    });
    if (combatCompleted) return;
    energy = updatedStats.energy;
    isHurt = combat.attackerHP < 0.45 * combat.attackerMaxHP;
    const own = combat.sides.attacker;
    [focus, heals, items] = [own.focus, own.healsLeft, own.itemsLeft];
  }
}

/** For each basic move, the basic move that beats it. */
const COUNTERS = { strike: 'guard', guard: 'feint', feint: 'strike' } as const;

/** Play a whole ranked fight. Good players often choose the move that beats the opponent's move. */
async function rankedFight(
  history: DemoHistory,
  { who, against, at }: EventOf<'rankedFight'>,
): Promise<void> {
  const { tx, site, clock } = history;
  const [attackerId, defenderId] = [idOf(history, who), idOf(history, against)];
  if (!(await startRankedFight(tx, site, { attackerId, defenderId }))) return;
  const random = createSeededRandom(`ranked:${who.username}:${against.username}:${at % 86_400_000}`);
  const nonces = [nonceFrom(random), nonceFrom(random)] as const;
  const skillOf = ({ username }: DemoPlayer) => createSeededRandom(`skill:${username}`).between(0, 0.5);
  const [skill, otherSkill] = [skillOf(who), skillOf(against)];
  for (;;) {
    clock.advance(random.int(1_800, 7_000));
    const [basic, other] = [random.pick(BASIC_MOVES), random.pick(BASIC_MOVES)];
    const own = random.chance(skill) ? COUNTERS[other] : basic;
    const theirs = random.chance(otherSkill) ? COUNTERS[own] : other;
    const choose = (userId: number, opponentId: number, move: Choice['move'], nonce: string) =>
      attack(tx, site, { userId, opponentId, nonce, choice: { move, itemId: null } });
    await choose(attackerId, defenderId, own, nonces[0]);
    if ((await choose(defenderId, attackerId, theirs, nonces[1])).combatCompleted) return;
  }
}

/** Basic moves to pick from at random. Feint is less likely than Strike and Guard. */
const BASIC_MOVES = ['strike', 'strike', 'strike', 'guard', 'guard', 'guard', 'feint', 'feint'] as const;

const nonceFrom = (random: SeededRandom): string => random.int(0, 0xffff_ffff).toString(16).padStart(8, '0');

/**
 * Start a fight, and return its id. Return null if the attacker is too weak, has no energy or is in another fight.
 */
async function startFight(
  { tx, site }: DemoHistory,
  userId: number,
  opponentId: number,
): Promise<number | null> {
  const started = await undefinedOn(
    ['tooWeak', 'noEnergy', 'fight_open'],
    startOrResumeFight(tx, site, { userId, opponentId }),
  );
  return started?.combat.id ?? null;
}

/** Return the result of a service function, or undefined if it rejects with one of the given error codes. */
async function undefinedOn<T>(codes: readonly string[], result: Promise<T>): Promise<T | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code)) return undefined;
    throw error;
  }
}

/** Challenge a player, play a number of exchanges, and leave the fight open. */
export async function startChallenge(
  history: DemoHistory,
  who: DemoPlayer,
  against: DemoPlayer,
  { at, exchanges }: { at: number; exchanges: number },
): Promise<void> {
  const { tx, site, clock } = history;
  const [userId, opponentId] = [idOf(history, who), idOf(history, against)];
  clock.set(new Date(at));
  const random = createSeededRandom(`challenge:${who.username}`);
  const fightId = await startFight(history, userId, opponentId);
  if (fightId === null) return;
  await notifyOpponent(tx, site, { userId, opponentId, fightId });
  for (let exchange = 0; exchange < exchanges; exchange++) {
    clock.advance(4_000);
    const choice: Choice = { move: 'guard', itemId: null };
    const nonce = nonceFrom(random);
    const { combatCompleted } = await attack(tx, site, { userId, opponentId, choice, nonce });
    if (combatCompleted) return;
  }
}

/**
 * Return replacements for functions that return random values. The replacements return the same values in each run.
 * Fight seeds are 32 bytes as hex.
 */
export function deterministicSecrets(): Pick<Secrets, 'fightSeed' | 'uniqueKey' | 'randomInt'> {
  let [fights, keys] = [0, 0];
  const dice = createSeededRandom('dice of the past');
  return {
    fightSeed: () => createHash('sha256').update(`a fight of the past ${fights++}`).digest('hex'),
    uniqueKey: () => `past-${keys++}`,
    randomInt: (below) => dice.int(0, below - 1),
  };
}
