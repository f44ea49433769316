import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, cursorQuery, Id, idParams, Nullable, page, Time } from './schema.ts';

export const NOTIFICATION_TYPES = ['friend_request', 'dm', 'like', 'comment', 'friend', 'system'] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const Notification = Type.Object({
  id: Id,
  type: Type.Enum([...NOTIFICATION_TYPES]),
  isRead: Type.Boolean(),
  title: Type.String(),
  text: Type.String(),
  data: Type.Object({
    actorId: Nullable(Id),
    actorName: Nullable(Type.String()),
    postId: Nullable(Id),
    /** How many acts it stands for. */
    unreadCount: Type.Integer(),
    /** The site path of the thing. */
    link: Type.String(),
  }),
  createdAt: Time,
});
export type Notification = Static<typeof Notification>;

/** Unread ones, all together and of each type. */
export const NotificationCounts = Type.Object({
  all: Type.Integer(),
  byType: Type.Object({
    friend_request: Type.Integer(),
    dm: Type.Integer(),
    like: Type.Integer(),
    comment: Type.Integer(),
    friend: Type.Integer(),
    system: Type.Integer(),
  }),
});
export type NotificationCounts = Static<typeof NotificationCounts>;

const Counts = Type.Object({ counts: NotificationCounts });

export const notifications = {
  routes: {
    'GET /api/notifications': {
      access: 'player',
      query: Type.Object(cursorQuery(LIMITS.notificationsPage, 50)),
      reply: page(Notification),
      summary: 'Unread notifications, the latest first.',
    },
    'GET /api/notifications/unread-counts': {
      access: 'player',
      reply: NotificationCounts,
      summary: 'How many are unread, all together and of each type.',
    },
    'PATCH /api/notifications/{id}/read': {
      access: 'player',
      params: idParams('id'),
      reply: Counts,
      summary: 'Marks one as read.',
    },
    'POST /api/notifications/mark-all-read': {
      access: 'player',
      reply: Counts,
      summary: 'Marks all as read.',
    },
  },
  serverEvents: {
    /** A new one, or one that now stands for one act more: the same id, moved to the front. */
    'notify:new': Notification,
    'notify:counts': NotificationCounts,
  },
} as const satisfies Contract;
