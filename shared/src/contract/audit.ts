import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, cursorQuery, Id, Nullable, page, Time } from './schema.ts';

/** Kinds of staff actions that the audit log records. */
export const AUDIT_KINDS = [
  'actions.undo',
  'appeal.answer',
  'avatar.remove',
  'backup.begin',
  'category.add',
  'category.delete',
  'category.edit',
  'chat.delete',
  'chat.rules',
  'clip.delete',
  'coins.adjust',
  'comment.delete',
  'content.restore',
  'content.undo',
  'forumPost.delete',
  'inventory.add',
  'inventory.remove',
  'job.drop',
  'job.retry',
  'ledger.verify',
  'limit.confirm',
  'media.purge',
  'message.delete',
  'factors.remove',
  'mute.begin',
  'mute.end',
  'mute.undo',
  'password.reset',
  'photo.delete',
  'post.delete',
  'profile.clear',
  'profileComment.delete',
  'readOnly.begin',
  'readOnly.end',
  'report.note',
  'report.release',
  'report.reopen',
  'report.resolve',
  'report.claim',
  'role.change',
  'sessions.end',
  'site.anonymize',
  'stats.edit',
  'suspension.begin',
  'suspension.end',
  'suspension.propose',
  'suspension.reject',
  'suspension.undo',
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
  /** Current name of the actor; null for a deleted account and for the operator. */
  actorName: Nullable(Type.String()),
  targetId: Nullable(Id),
  targetName: Nullable(Type.String()),
  /** The affected object, for example 'post 12' or the title of a category. */
  subject: Nullable(Type.String()),
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  /** True if the deleted content can still be restored. */
  restorable: Type.Boolean(),
  createdAt: Time,
});
export type AuditEntry = Static<typeof AuditEntry>;

export const audit = {
  routes: {
    'GET /api/admin/audit': {
      access: 'admin',
      query: Type.Object({
        /** The id or the complete username of a player. */
        actor: Type.Optional(Type.String({ maxLength: 60 })),
        target: Type.Optional(Type.String({ maxLength: 60 })),
        kind: Type.Optional(Type.Enum([...AUDIT_KINDS])),
        ...cursorQuery(LIMITS.auditPage, 100),
      }),
      reply: page(AuditEntry),
      summary: 'Staff actions, latest first.',
    },
  },
} as const satisfies Contract;
