import type { AuditKind } from '../contract/audit.ts';

/** Names of the actions in the audit log. */
export const AUDIT_KIND_TEXTS: Readonly<Record<AuditKind, string>> = {
  'avatar.remove': 'Avatar removed',
  'category.add': 'Category added',
  'category.delete': 'Category deleted',
  'category.edit': 'Category edited',
  'chat.delete': 'Lobby message deleted',
  'chat.rules': 'Lobby settings changed',
  'clip.delete': 'Clip deleted',
  'coins.adjust': 'Coins adjusted',
  'comment.delete': 'Comment deleted',
  'forumPost.delete': 'Forum post deleted',
  'inventory.add': 'Item added',
  'inventory.remove': 'Item removed',
  'ledger.verify': 'Ledger verified',
  'message.delete': 'Message deleted',
  'mute.begin': 'Muted',
  'mute.end': 'Unmuted',
  'photo.delete': 'Photo deleted',
  'post.delete': 'Post deleted',
  'profile.clear': 'Profile cleared',
  'profileComment.delete': 'Profile comment deleted',
  'report.note': 'Report note added',
  'report.release': 'Report unassigned',
  'report.resolve': 'Report resolved',
  'report.claim': 'Report assigned',
  'role.change': 'Role changed',
  'stats.edit': 'Stats edited',
  'suspension.begin': 'Suspended',
  'suspension.end': 'Suspension lifted',
  'thread.delete': 'Thread deleted',
  'thread.restore': 'Thread restored',
  'user.delete': 'Account deleted',
  'user.warn': 'Warned',
};

/** Return the name of an action; for a kind that this version does not know, the kind itself. */
export const auditKindText = (kind: string): string =>
  (AUDIT_KIND_TEXTS as Readonly<Record<string, string>>)[kind] ?? kind;

/** Texts of /admin/audit. */
export const AUDIT_TEXTS = {
  title: 'Audit log',
  text: 'What staff did, newest first. Entries can’t be changed.',
  filters: 'Filter the log',
  actor: 'Done by',
  target: 'Done to',
  nameHint: 'Name or ID',
  kind: 'Action',
  allKinds: 'All actions',
  apply: 'Apply',
  clear: 'Clear filters',
  failed: 'Failed to load the audit log.',
  loading: 'Loading the audit log…',
  empty: 'No entries yet. What staff do will appear here.',
  emptyFiltered: 'No matching entries. Try other filters.',
  end: 'No more entries.',
  list: 'Entries',
  to: 'to',
  operator: 'Operator',
  deletedPlayer: (id: number) => `Player ${id} (deleted)`,
  subject: 'About',
  before: 'Before',
  after: 'After',
  reason: 'Reason',
} as const;
