/** A trimmed email address: one mailbox and a host with a dot, without quoting or lists. */
export const EMAIL_PATTERN = /^(?!.*\.\.)[^\s@"(),:;<>[\\\]]+@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\].]+$/;
/** Allowed characters of a username. */
export const USERNAME_PATTERN = /^[A-Za-z0-9_.-]+$/;
