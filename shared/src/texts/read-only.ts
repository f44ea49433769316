const NOTICE =
  'Rivalhold is under maintenance. You can read everything, but you can’t change anything right now.';

/** Texts of the read-only mode, which the operator turns on for maintenance. */
export const READ_ONLY_TEXTS = {
  notice: (reason: string | null) => (reason ? `${NOTICE} ${reason}` : NOTICE),
  /** Replace the standard text of `notice` with `text`. Keep the operator's reason that follows it, if any. */
  noticeWith: (text: string, notice: string) => notice.replace(NOTICE, text),
} as const;
