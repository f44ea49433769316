import type { Static } from 'typebox';
import { accountEvents, accounts } from './accounts.ts';
import { activity, activityEvents } from './activity.ts';
import { admin } from './admin.ts';
import { attachments } from './attachments.ts';
import { audit } from './audit.ts';
import { blockEvents, blocks } from './blocks.ts';
import { chat, chatEvents } from './chat.ts';
import { checkout } from './checkout.ts';
import { clipEvents, clips } from './clips.ts';
import { coinEvents, coins } from './coins.ts';
import { combat, combatEvents } from './combat.ts';
import { comments } from './comments.ts';
import { dashboard } from './dashboard.ts';
import { deletion } from './deletion.ts';
import { dmEvents, dms } from './dms.ts';
import { exports } from './exports.ts';
import { feed, feedEvents } from './feed.ts';
import { forum, forumEvents } from './forum.ts';
import { friendEvents, friends } from './friends.ts';
import { game } from './game.ts';
import { health } from './health.ts';
import { inventory, inventoryEvents } from './inventory.ts';
import { moderation } from './moderation.ts';
import { notificationEvents, notifications } from './notifications.ts';
import { photos } from './photos.ts';
import { presenceEvents } from './presence.ts';
import { profileEvents, profiles } from './profiles.ts';
import { push } from './push.ts';
import { questEvents, quests } from './quests.ts';
import { reports } from './reports.ts';
import { store } from './store.ts';

/** Every route of the site, by `METHOD /path`. */
export const routes = {
  ...accounts,
  ...profiles,
  ...activity,
  ...game,
  ...combat,
  ...comments,
  ...friends,
  ...photos,
  ...inventory,
  ...blocks,
  ...notifications,
  ...attachments,
  ...dms,
  ...feed,
  ...dashboard,
  ...clips,
  ...store,
  ...coins,
  ...quests,
  ...checkout,
  ...forum,
  ...chat,
  ...moderation,
  ...reports,
  ...audit,
  ...admin,
  ...deletion,
  ...exports,
  ...health,
  ...push,
} as const;
export type RouteKey = keyof typeof routes;
export type RouteOf<K extends RouteKey> = (typeof routes)[K];

/** Every socket event of the site, by direction and name. */
export const clientEvents = {
  ...accountEvents.client,
  ...combatEvents.client,
  ...presenceEvents.client,
  ...dmEvents.client,
  ...feedEvents.client,
  ...forumEvents.client,
  ...chatEvents.client,
} as const;
export const serverEvents = {
  ...accountEvents.server,
  ...profileEvents.server,
  ...combatEvents.server,
  ...friendEvents.server,
  ...blockEvents.server,
  ...presenceEvents.server,
  ...notificationEvents.server,
  ...dmEvents.server,
  ...feedEvents.server,
  ...activityEvents.server,
  ...clipEvents.server,
  ...coinEvents.server,
  ...questEvents.server,
  ...inventoryEvents.server,
  ...forumEvents.server,
  ...chatEvents.server,
} as const;

type ClientEvents = typeof clientEvents;
type ServerEvents = typeof serverEvents;
export type Ack<T> = ({ ok: true } & T) | { ok: false; code: string; message: string; retryAfter?: number };
/** Events a browser may send, as Socket.IO types them: payload, then an acknowledgement. */
export type ClientToServer = {
  [K in keyof ClientEvents]: (
    payload: Static<ClientEvents[K]['payload']>,
    ack?: (answer: Ack<Static<ClientEvents[K]['reply']>>) => void,
  ) => void;
};
/** Events the server sends. */
export type ServerToClient = {
  [K in keyof ServerEvents]: (payload: Static<ServerEvents[K]>) => void;
};
