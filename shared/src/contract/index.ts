import type { Static } from 'typebox';
import { accountStanding } from './account-standing.ts';
import { accounts } from './accounts.ts';
import { activity } from './activity.ts';
import { admin } from './admin.ts';
import { appeals } from './appeals.ts';
import { attachments } from './attachments.ts';
import { audit } from './audit.ts';
import { blocks } from './blocks.ts';
import { captcha } from './captcha.ts';
import { chat } from './chat.ts';
import { checkout } from './checkout.ts';
import { clips } from './clips.ts';
import { coins } from './coins.ts';
import { combat } from './combat.ts';
import { comments } from './comments.ts';
import { dashboard } from './dashboard.ts';
import { decisions } from './decisions.ts';
import { deletion } from './deletion.ts';
import { dms } from './dms.ts';
import { exports } from './exports.ts';
import { feed } from './feed.ts';
import { forum } from './forum.ts';
import { friends } from './friends.ts';
import { game } from './game.ts';
import { goals } from './goals.ts';
import { health } from './health.ts';
import { inventory } from './inventory.ts';
import { moderation } from './moderation.ts';
import { notifications } from './notifications.ts';
import { photos } from './photos.ts';
import { playerMutes } from './player-mutes.ts';
import { practice } from './practice.ts';
import { presence } from './presence.ts';
import { profiles } from './profiles.ts';
import { push } from './push.ts';
import { quests } from './quests.ts';
import { ranked } from './ranked.ts';
import { ratings } from './ratings.ts';
import { reports } from './reports.ts';
import { safety } from './safety.ts';
import type { Contract } from './schema.ts';
import { secondFactors } from './second-factors.ts';
import { signIn } from './sign-in.ts';
import { staffActions } from './staff-actions.ts';
import { store } from './store.ts';

/** The contracts of all features; add new features here. */
const CONTRACTS = [
  accounts,
  secondFactors,
  signIn,
  captcha,
  profiles,
  activity,
  game,
  combat,
  ratings,
  ranked,
  practice,
  comments,
  friends,
  photos,
  inventory,
  blocks,
  safety,
  playerMutes,
  notifications,
  attachments,
  dms,
  feed,
  dashboard,
  clips,
  store,
  coins,
  quests,
  goals,
  checkout,
  forum,
  chat,
  moderation,
  decisions,
  appeals,
  reports,
  accountStanding,
  audit,
  staffActions,
  admin,
  deletion,
  exports,
  health,
  push,
  presence,
] as const satisfies readonly Contract[];

/** Merge a union of object types into one object type that has all of their members. */
type Merged<Union> = (Union extends unknown ? (part: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
type Members<Part extends keyof Contract> = Merged<
  Extract<(typeof CONTRACTS)[number], Record<Part, unknown>>[Part]
>;
function membersOf<Part extends keyof Contract>(part: Part): Members<Part> {
  return Object.assign({}, ...CONTRACTS.map((contract: Contract) => contract[part]));
}

/** Every route of the site, by `METHOD /path`. */
export const routes = membersOf('routes');
export type RouteKey = keyof typeof routes;
export type RouteOf<K extends RouteKey> = (typeof routes)[K];

/** Every socket event of the site by name: the events that clients send, and the events that the server sends. */
export const clientEvents = membersOf('clientEvents');
export const serverEvents = membersOf('serverEvents');

type ClientEvents = typeof clientEvents;
type ServerEvents = typeof serverEvents;
export type Ack<T> = ({ ok: true } & T) | { ok: false; code: string; message: string; retryAfter?: number };
/** Client events in the form that Socket.IO expects: the payload, then an acknowledgement callback. */
export type ClientToServer = {
  [K in keyof ClientEvents]: (
    payload: Static<ClientEvents[K]['payload']>,
    ack?: (answer: Ack<Static<ClientEvents[K]['reply']>>) => void,
  ) => void;
};
/** Events that the server sends, in the form that Socket.IO expects. */
export type ServerToClient = {
  [K in keyof ServerEvents]: (payload: Static<ServerEvents[K]>) => void;
};
