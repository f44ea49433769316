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
    actorAvatarUrl: Nullable(Type.String()),
    postId: Nullable(Id),
    /**
     * Number of actions that the notification combines, for example several likes for one post. Actions are combined
     * while the notification is unread.
     */
    unreadCount: Type.Integer(),
    /** Path of the page that the notification links to. */
    link: Type.String(),
  }),
  createdAt: Time,
});
export type Notification = Static<typeof Notification>;

/** Unread notifications, in total and by type. */
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
      summary: 'Unread notifications, latest first.',
    },
    'GET /api/notifications/unread-counts': {
      access: 'player',
      reply: NotificationCounts,
      summary: 'The number of unread notifications, in total and by type.',
    },
    'PATCH /api/notifications/{id}/read': {
      access: 'player',
      params: idParams('id'),
      reply: Counts,
      summary: 'Marks a notification as read.',
    },
    'POST /api/notifications/mark-all-read': {
      access: 'player',
      reply: Counts,
      summary: 'Marks all notifications as read.',
    },
  },
  serverEvents: {
    /**
     * A new notification, or an existing notification that now includes another action. An existing notification keeps
     * its id and moves to the front.
     */
    'notify:new': Notification,
    'notify:counts': NotificationCounts,
  },
} as const satisfies Contract;
