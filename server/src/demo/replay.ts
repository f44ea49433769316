import { createHash } from 'node:crypto';
import { THRESHOLDS } from '@rivalhold/shared/levels/levels.ts';
import { HEAL_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { mapProfileTextFields } from '@rivalhold/shared/profiles.ts';
import { setRole, signUp } from '../features/accounts/service.ts';
import { sendChatMessage } from '../features/chat/service.ts';
import {
  attack,
  manualHeal,
  notifyOpponent,
  startOrResumeFight,
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
import { addItem } from '../features/inventory/service.ts';
import { moveCoins } from '../features/ledger/service.ts';
import { fillProfile } from '../features/profiles/service.ts';
import { setQuestsSkipped } from '../features/quests/service.ts';
import { buy, sell } from '../features/store/service.ts';
import type { manualClock } from '../platform/clock.ts';
import { siteUrl } from '../platform/config.ts';
import type { Tx } from '../platform/db/db.ts';
import { AppError } from '../platform/errors.ts';
import type { Secrets } from '../platform/security/secrets.ts';
import type { Site } from '../platform/site.ts';
import type { ChatEvent } from './chat-events.ts';
import type { FeedEvent } from './feed-events.ts';
import type { ForumEvent } from './forum-events.ts';
import type { DemoPlayer } from './roster.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';
import type { SocialEvent } from './social-events.ts';
import { type DemoThread, TALES_CATEGORY, withPortraits } from './threads.ts';
import type { TimelineEvent } from './timeline.ts';

/** The services' surroundings while the past is played: a clock that is moved, a seed for each fight. */
export type DemoHistory = {
  tx: Tx;
  site: Site;
  clock: ReturnType<typeof manualClock>;
  password: string;
  /** Addresses of the portraits by username. */
  avatars: ReadonlyMap<string, string>;
  /** Ids of those who have joined. */
  ids: Map<string, number>;
  /** Ids of the posts by their text. */
  posts: Map<string, number>;
  /** Ids of the forum's threads and, by their places, of their posts. */
  threads: Map<DemoThread, { id: number; posts: number[] }>;
};

/** Catalogue ids of what somebody owns who has reached a level, and of what they have outgrown by it. */
const GEAR: readonly { level: number; itemId: number; outgrown?: number }[] = [
  { level: 2, itemId: 4 },
  { level: 4, itemId: 8 },
  { level: 8, itemId: 5, outgrown: 4 },
  { level: 10, itemId: 9, outgrown: 8 },
  { level: 18, itemId: 6, outgrown: 5 },
  { level: 20, itemId: 10, outgrown: 9 },
];
const DRAUGHT = 1;
const PITCH_POT = 12;
/** What demo fighters have put aside for each level. */
const COINS_PER_LEVEL = 9;
/** No fight takes longer; one that would is left to be abandoned. */
const MAX_EXCHANGES = 40;

/** Lets one thing happen, through the services and at its time. */
export async function applyEvent(
  history: DemoHistory,
  event: TimelineEvent | SocialEvent | FeedEvent | ChatEvent | ForumEvent,
): Promise<void> {
  history.clock.set(new Date(event.at));
  if (event.kind === 'join') return createPlayer(history, event.who);
  if (event.kind === 'grow') return raiseToLevel(history, event.who, event.level);
  if ('post' in event) return applyFeedEvent(history, event);
  if (event.kind === 'forum') return applyForumEvent(history, event);
  if ('line' in event) return applyChatEvent(history, event);
  if (event.kind !== 'fight') return applySocialEvent(history, event);
  const lot = createSeededRandom(
    `fight:${event.who.username}:${event.against.username}:${event.at % 86_400_000}`,
  );
  return fightOut(history, event.who, event.against, lot);
}

async function applySocialEvent({ tx, site, ids }: DemoHistory, meeting: SocialEvent): Promise<void> {
  const [userId, otherId] = [idOf(ids, meeting.who), idOf(ids, meeting.other)];
  const user = { id: userId, username: meeting.who.username };
  switch (meeting.kind) {
    case 'befriend':
      await sendFriendRequest(tx, site, { user, otherId });
      await sendFriendRequest(tx, site, {
        user: { id: otherId, username: meeting.other.username },
        otherId: userId,
      });
      return;
    case 'ask':
      await sendFriendRequest(tx, site, { user, otherId });
      return;
    case 'comment':
      await addComment(tx, site, { profileId: otherId, user, body: meeting.text });
      return;
    case 'message':
      await sendMessage(tx, site, {
        sender: user,
        receiverId: otherId,
        text: meeting.text,
      });
      if (meeting.read) await markConversationRead(tx, site, { userId: otherId, otherId: userId });
  }
}

async function applyFeedEvent({ tx, site, ids, posts }: DemoHistory, talk: FeedEvent): Promise<void> {
  const user = { id: idOf(ids, talk.who), username: talk.who.username };
  if (talk.kind === 'post') {
    const { id } = await addPost(tx, site, { user, body: talk.post });
    posts.set(talk.post, id);
    return;
  }
  const postId = posts.get(talk.post);
  if (postId === undefined) throw new Error(`Nobody has posted yet: ${talk.post}`);
  if (talk.kind === 'like') await likePost(tx, site, { postId, user });
  else await addReply(tx, site, { postId, user, body: talk.text });
}

async function applyChatEvent(
  { tx, site, ids, avatars }: DemoHistory,
  { who, line }: ChatEvent,
): Promise<void> {
  const { username, role } = who;
  const user = { id: idOf(ids, who), username, role, avatarUrl: avatars.get(username) ?? null };
  await sendChatMessage(tx, site, { user, text: line });
}

async function applyForumEvent(past: DemoHistory, talk: ForumEvent): Promise<void> {
  const { tx, site, ids, threads } = past;
  const user = { id: idOf(ids, talk.who), username: talk.who.username };
  const { title, category } = talk.thread;
  const shown = (text: string): string =>
    withPortraits(text, (username) => {
      const path = past.avatars.get(username);
      return path ? `${siteUrl(site.config)}${path}` : null;
    });
  if (talk.act === 'start') {
    const body = shown(talk.thread.body);
    const categoryId = await findOrCreateCategory(past, category);
    const { thread, post } = await startThread(tx, site, { user, title, body, categoryId });
    threads.set(talk.thread, { id: thread.id, posts: [post.id] });
    return;
  }
  const known = threads.get(talk.thread);
  if (!known) throw new Error(`Nobody has begun yet: ${title}`);
  const { id: threadId, posts } = known;
  if ('position' in talk)
    await likeForumPost(tx, site, { postId: posts[talk.position - 1] ?? 0, user, like: true });
  else if (talk.act === 'reply')
    posts.push((await replyToThread(tx, site, { threadId, user, body: shown(talk.text) })).id);
  else await editPost(tx, site, { id: posts[0] ?? 0, userId: user.id, body: shown(talk.text) });
}

/** A category by its slug; that of the tales is added where there is an admin to do so. */
async function findOrCreateCategory({ tx, site, ids }: DemoHistory, slug: string): Promise<number> {
  const categories = await listCategories(tx, null);
  const found = categories.find((category) => category.slug === slug) ?? categories[0];
  const staffId = ids.get('demo_admin');
  if (found?.slug !== slug && slug === TALES_CATEGORY.slug && staffId !== undefined)
    return (await addCategory(tx, site, { staffId, ...TALES_CATEGORY })).id;
  return found?.id ?? 0;
}

async function createPlayer(
  { tx, site, password, avatars, ids }: DemoHistory,
  who: DemoPlayer,
): Promise<void> {
  const { username, firstName, lastName, email } = who;
  const input = { username, firstName, lastName, email, password };
  const { userId } = await signUp(tx, site, input, { confirmed: true });
  ids.set(username, userId);
  // They have found their way around.
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
  if (who.role !== 'player') await setRole(tx, site, { username, role: who.role });
}

/** Grants what is still wanting to a level, and what such a fighter would have earned on the way. */
async function raiseToLevel({ tx, site, ids }: DemoHistory, who: DemoPlayer, level: number): Promise<void> {
  const userId = idOf(ids, who);
  const at = site.clock.now();
  const { experience } = await statsOf(tx, { userId, viewerId: userId, now: at });
  const wanting = THRESHOLDS[level - 1]! - experience;
  if (wanting > 0) await grantExperience(tx, site, { userId, amount: wanting, at });
  const gear = GEAR.find((piece) => piece.level === level);
  if (gear) await addItem(tx, userId, gear.itemId, 1);
  if (gear?.outgrown) await sell(tx, site, { userId, itemId: gear.outgrown });
  if (level % 3 === 0)
    await orUndefinedOn(
      ['conflict'],
      buy(tx, site, { userId, itemId: DRAUGHT, quantity: level > 9 ? 2 : 1 }),
    );
  if (level === who.level)
    await moveCoins(tx, site, {
      userId,
      amount: level * COINS_PER_LEVEL,
      reason: 'demo',
      reference: null,
      key: 'demo',
      at,
    });
}

function idOf(ids: ReadonlyMap<string, number>, { username }: DemoPlayer): number {
  const id = ids.get(username);
  if (id === undefined) throw new Error(`${username} has not joined yet`);
  return id;
}

/** A whole fight, by somebody who heals when it is needed and now and then uses what they carry. */
async function fightOut(
  past: DemoHistory,
  who: DemoPlayer,
  against: DemoPlayer,
  lot: SeededRandom,
): Promise<void> {
  const { tx, site, clock, ids } = past;
  const [userId, opponentId] = [idOf(ids, who), idOf(ids, against)];
  if ((await startFight(past, userId, opponentId, lot)) === null) return;
  for (let exchange = 0; exchange < MAX_EXCHANGES; exchange++) {
    clock.advance(lot.int(1_800, 7_000));
    const { combat, combatCompleted, updatedStats } = await attack(tx, site, { userId, opponentId });
    if (combatCompleted) return;
    const isHurt = combat.attackerHP < 0.45 * combat.attackerMaxHP;
    clock.advance(lot.int(900, 2_500));
    if (isHurt && combat.attackerHealsLeft > 0 && updatedStats.energy >= HEAL_ENERGY && lot.chance(0.4)) {
      await manualHeal(tx, site, userId);
    } else if (combat.attackerItemsLeft > 0 && lot.chance(0.1)) {
      const [itemId, targetId] = isHurt ? [DRAUGHT, userId] : [PITCH_POT, opponentId];
      const used = await orUndefinedOn(['noItem'], useItem(tx, site, { userId, itemId, targetId }));
      if (used?.seed) return;
    }
  }
}

/** Begins a fight and answers its id; null when the beginner has to rest instead. */
async function startFight(
  { tx, site }: DemoHistory,
  userId: number,
  opponentId: number,
  lot: SeededRandom,
): Promise<number | null> {
  const nonce = lot.int(0, 0xffff_ffff).toString(16).padStart(8, '0');
  const opened = await orUndefinedOn(
    ['tooWeak', 'noEnergy'],
    startOrResumeFight(tx, site, { userId, opponentId, nonce }),
  );
  return opened?.combat.id ?? null;
}

/** What the services answer, or undefined where they refuse for one of these reasons. */
async function orUndefinedOn<T>(codes: readonly string[], answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code)) return undefined;
    throw error;
  }
}

/** Challenges somebody and leaves the fight to be answered, after so many exchanges. */
export async function startChallenge(
  past: DemoHistory,
  who: DemoPlayer,
  against: DemoPlayer,
  { at, exchanges }: { at: number; exchanges: number },
): Promise<void> {
  const { tx, site, clock, ids } = past;
  const [userId, opponentId] = [idOf(ids, who), idOf(ids, against)];
  clock.set(new Date(at));
  const fightId = await startFight(past, userId, opponentId, createSeededRandom(`challenge:${who.username}`));
  if (fightId === null) return;
  await notifyOpponent(tx, site, { userId, opponentId, fightId });
  for (let exchange = 0; exchange < exchanges; exchange++) {
    clock.advance(4_000);
    const { combatCompleted } = await attack(tx, site, { userId, opponentId });
    if (combatCompleted) return;
  }
}

/** What chance gives the past, the same each time: seeds of fights (32 bytes in hexadecimal), names of deals, dice. */
export function deterministicSecrets(): Pick<Secrets, 'fightSeed' | 'uniqueKey' | 'randomInt'> {
  let [fights, deals] = [0, 0];
  const dice = createSeededRandom('dice of the past');
  return {
    fightSeed: () => createHash('sha256').update(`a fight of the past ${fights++}`).digest('hex'),
    uniqueKey: () => `past ${deals++}`,
    randomInt: (below) => dice.int(0, below - 1),
  };
}
