/** Texts of the read-only mode, which the operator turns on for maintenance. */
export const READ_ONLY_TEXTS = {
  notice: (reason: string | null) =>
    `Rivalhold is under maintenance. You can read everything, but you can’t change anything right now.${reason ? ` ${reason}` : ''}`,
} as const;
