import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, cursorQuery, Id, Nullable, page, Time } from './schema.ts';

/** What staff do, each written down with its act. */
export const AUDIT_KINDS = [
  'avatar.remove',
  'category.add',
  'category.delete',
  'category.edit',
  'chat.delete',
  'chat.rules',
  'clip.delete',
  'coins.adjust',
  'comment.delete',
  'forumPost.delete',
  'inventory.add',
  'inventory.remove',
  'ledger.verify',
  'message.delete',
  'mute.begin',
  'mute.end',
  'photo.delete',
  'post.delete',
  'profile.clear',
  'profileComment.delete',
  'report.note',
  'report.release',
  'report.resolve',
  'report.claim',
  'role.change',
  'stats.edit',
  'suspension.begin',
  'suspension.end',
  'thread.delete',
  'thread.restore',
  'user.delete',
  'user.warn',
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

export const AuditEntry = Type.Object({
  id: Id,
  kind: Type.Enum([...AUDIT_KINDS]),
  actorId: Nullable(Id),
  /** The name now; null for who is gone, and for the operator. */
  actorName: Nullable(Type.String()),
  targetId: Nullable(Id),
  targetName: Nullable(Type.String()),
  /** What was done it to: 'post 12', the title of a category. */
  subject: Nullable(Type.String()),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  createdAt: Time,
});
export type AuditEntry = Static<typeof AuditEntry>;

export const audit = {
  routes: {
    'GET /api/admin/audit': {
      access: 'admin',
      query: Type.Object({
        /** A player's id, or the whole name. */
        actor: Type.Optional(Type.String({ maxLength: 60 })),
        target: Type.Optional(Type.String({ maxLength: 60 })),
        kind: Type.Optional(Type.Enum([...AUDIT_KINDS])),
        ...cursorQuery(LIMITS.auditPage, 100),
      }),
      reply: page(AuditEntry),
      summary: 'What staff did, the latest first.',
    },
  },
} as const satisfies Contract;
