import type { StaffBudget, Undone } from '../contract/staff-actions.ts';
import { formatCount, formatNumber } from '../format-number.ts';

/** Names of the limits for staff. The texts below quote these names. */
const BUDGET_TEXTS: Readonly<Record<StaffBudget, string>> = {
  suspensions: 'Suspensions',
  mutes: 'Mutes',
  deletions: 'Deletions',
  threads: 'Thread deletions',
  avatars: 'Avatar removals',
  categories: 'Category deletions',
  roles: 'Role changes',
  accounts: 'Account deletions',
  characters: 'Character changes',
  reports: 'Resolved reports',
  warnings: 'Warnings',
  lobby: 'Changes to Lobby rules',
  restores: 'Restores',
};

/**
 * Texts about the limits for staff (errors, alerts to admins, and the email with a code), and errors when restoring
 * content or undoing actions.
 */
export const STAFF_LIMIT_TEXTS = {
  stopped: (budget: StaffBudget) =>
    `You reached the limit “${BUDGET_TEXTS[budget]}”. An admin must confirm that you can continue.`,
  warning: (name: string, budget: StaffBudget, used: number, points: number) => ({
    title: 'Unusual staff activity',
    text: `${name} reached half of the limit “${BUDGET_TEXTS[budget]}” (${formatNumber(used)} of ${formatNumber(points)}).`,
  }),
  alert: (name: string, budget: StaffBudget, points: number) => ({
    title: 'Staff member stopped',
    text: `${name} reached the limit “${BUDGET_TEXTS[budget]}” (${formatNumber(points)}) and was stopped.`,
  }),
  alertHelp:
    'If the account might be stolen, remove its role and undo its actions in the audit log. If the actions were intended, confirm in the audit log that the staff member can continue.',
  toAuditLog: 'Open the audit log',
  undoAlert: (admin: string, name: string | null) => ({
    title: 'Staff actions undone',
    text:
      name === null
        ? `${admin} undid actions by a deleted account. Check the audit log if you didn’t expect this.`
        : `${admin} undid actions by ${name}. Check the audit log if you didn’t expect this.`,
  }),
  codeSubject: 'Your Rivalhold confirmation code',
  code: 'Your code',
  codeText: (minutes: number) =>
    `Enter this code to continue with staff actions. It is valid for ${minutes} minutes.`,
  codeWarning:
    'If you did not request this code, change your password now: someone else is logged in to your account.',
  wrongPassword: 'That’s not your password',
  wrongCode: 'This code is wrong or no longer valid. Request a new one.',
  anotherAdmin: 'Another admin must confirm this.',
  notStopped: 'This staff member can already continue.',
  notRestorable:
    'This can’t be restored: it was already restored, its author deleted it, or 30 days have passed.',
  restoredByAdmins: 'Only an admin can restore this.',
  parentMissing: 'First restore the content that this depends on, for example its post or photo.',
  replaced: 'The player has replaced this since it was removed.',
  slugTaken: 'Another category uses this slug now.',
  sinceTooEarly: 'Choose a time in the last 30 days.',
} as const;

/** Texts of /admin/audit about restoring content, undoing actions, and staff who reached a limit. */
export const STAFF_ACTION_TEXTS = {
  stopsTitle: 'Staff who reached a limit',
  stopsText: 'Check their actions in the log, then confirm that they can continue.',
  stop: (name: string | null, budget: StaffBudget) =>
    `${name ?? 'A deleted account'}: ${BUDGET_TEXTS[budget]}`,
  confirm: 'Confirm',
  confirmOf: (name: string | null, budget: StaffBudget) =>
    name === null
      ? `Confirm that a deleted account can continue: ${BUDGET_TEXTS[budget]}`
      : `Confirm that ${name} can continue: ${BUDGET_TEXTS[budget]}`,
  password: 'Your password',
  code: 'Code from the email',
  sendCode: 'Email me a code',
  codeSent: 'Check your email for the code.',
  stopsFailed: 'Failed to load staff who reached a limit.',
  sendCodeFailed: 'Failed to send the code.',
  anotherAdmin: 'Another admin must confirm this.',
  confirmed: 'The staff member can continue.',
  confirmFailed: 'Failed to confirm.',
  restore: 'Restore',
  restoreFailed: 'Failed to restore.',
  restored: 'Restored.',
  undoText:
    'This restores the content that this staff member deleted, deletes the content that they restored, undoes their changes to mutes and suspensions, and reopens the reports that they resolved. Changes by other staff stay.',
  undoBy: (name: string) => `Undo actions by ${name}`,
  since: 'Period',
  sinceChoices: { hour: 'Last hour', day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 30 days' },
  undoSend: 'Undo everything',
  undoFailed: 'Failed to undo the actions.',
  undone: ({ content, sanctions, reports, failed, left }: Undone) =>
    [
      `Content: ${formatCount(content, 'change')} undone.`,
      `Mutes and suspensions: ${formatCount(sanctions, 'change')} undone.`,
      ...(reports > 0 ? [`Reopened: ${formatCount(reports, 'report')}.`] : []),
      ...(failed > 0 ? [`Can’t be undone: ${formatCount(failed, 'content change')}.`] : []),
      ...(left > 0 ? [`Not undone yet: ${formatCount(left, 'action')}. Undo again to continue.`] : []),
    ].join(' '),
} as const;

/** Messages in the server's responses about staff who reached a limit, and about restored content. */
export const STAFF_ACTION_MESSAGES = {
  codeSent: 'Code sent.',
  confirmed: 'Confirmed.',
  restored: 'Restored.',
} as const;
