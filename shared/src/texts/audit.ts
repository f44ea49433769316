import type { AuditKind } from '../contract/audit.ts';

/** What staff did, in words. */
export const AUDIT_KIND_TEXTS: Readonly<Record<AuditKind, string>> = {
  'avatar.remove': 'Avatar removed',
  'category.add': 'Category added',
  'category.delete': 'Category deleted',
  'category.edit': 'Category edited',
  'chat.delete': 'Lobby line deleted',
  'chat.rules': 'Rules of the lobby set',
  'clip.delete': 'Clip deleted',
  'coins.adjust': 'Coins adjusted',
  'comment.delete': 'Comment deleted',
  'forumPost.delete': 'Forum post deleted',
  'inventory.add': 'Item given',
  'inventory.remove': 'Item taken',
  'ledger.verify': 'Ledger verified',
  'message.delete': 'Message deleted',
  'mute.begin': 'Muted',
  'mute.end': 'Unmuted',
  'photo.delete': 'Photo deleted',
  'post.delete': 'Post deleted',
  'profile.clear': 'Profile cleared',
  'profileComment.delete': 'Profile comment deleted',
  'report.note': 'Note on a report',
  'report.release': 'Report given back',
  'report.resolve': 'Report resolved',
  'report.claim': 'Report taken',
  'role.change': 'Role changed',
  'stats.edit': 'Stats edited',
  'suspension.begin': 'Suspended',
  'suspension.end': 'Suspension lifted',
  'thread.delete': 'Thread deleted',
  'thread.restore': 'Thread restored',
  'user.delete': 'Account deleted',
  'user.warn': 'Warned',
};

/** The words for a kind, also for one that is newer than this page. */
export const auditKindText = (kind: string): string =>
  (AUDIT_KIND_TEXTS as Readonly<Record<string, string>>)[kind] ?? kind;

/** Texts of /admin/audit. */
export const AUDIT_TEXTS = {
  title: 'Audit log',
  text: 'What staff did, the latest first. Nothing in here can be changed.',
  filters: 'Narrow the log',
  actor: 'Who did it',
  target: 'To whom',
  nameHint: 'Name or id',
  kind: 'What',
  allKinds: 'Everything',
  apply: 'Show',
  clear: 'Show all',
  failed: 'The audit log could not be loaded.',
  loading: 'Loading the audit log…',
  empty: 'Nothing has been written down yet.',
  emptyFiltered: 'Nothing matches.',
  end: 'That is all.',
  list: 'Entries',
  to: 'to',
  operator: 'Operator',
  deletedPlayer: (id: number) => `Player ${id} (gone)`,
  subject: 'About',
  before: 'Before',
  after: 'After',
  reason: 'Reason',
} as const;
