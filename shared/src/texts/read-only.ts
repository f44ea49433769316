/** Texts of the read-only mode, which the operator turns on for maintenance. */
export const READ_ONLY_TEXTS = {
  notice: (reason: string | null) =>
    `Rivalhold is in maintenance. You can read everything, but nothing can be changed right now.${reason ? ` ${reason}` : ''}`,
} as const;
