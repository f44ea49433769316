import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { PlayerRef } from './profiles.ts';
import { type Contract, Id, Nullable, page, Time, withDefault } from './schema.ts';

export const ActivityItem = Type.Object({
  id: Id,
  type: Type.String(),
  owner: PlayerRef,
  actor: Nullable(PlayerRef),
  metadata: Type.Object({
    level: Nullable(Type.Integer()),
    xp: Nullable(Type.Integer()),
    coins: Nullable(Type.Integer()),
    fightId: Nullable(Id),
  }),
  createdAt: Time,
});
export type ActivityItem = Static<typeof ActivityItem>;

export const activity = {
  routes: {
    'GET /api/activity': {
      access: 'player',
      query: Type.Object({
        limit: withDefault(Type.Integer({ minimum: 1, maximum: 50, default: LIMITS.activityPage })),
        userId: Type.Optional(Id),
        scope: Type.Optional(Type.Literal('global')),
        before: Type.Optional(Type.String({ maxLength: 200 })),
      }),
      reply: page(ActivityItem),
      summary: "Activity of one player or, with scope=global, of all; one's own without either.",
    },
  },
  serverEvents: { 'activity:new': ActivityItem },
} as const satisfies Contract;
