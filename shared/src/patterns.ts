/** What an e-mail address looks like, trimmed: one mailbox, a host with a dot, nothing that mail would quote or list. */
export const EMAIL_PATTERN = /^(?!.*\.\.)[^\s@"(),:;<>[\\\]]+@[^\s@"(),:;<>[\\\]]+\.[^\s@"(),:;<>[\\\].]+$/;
/** What a username is made of. */
export const USERNAME_PATTERN = /^[A-Za-z0-9_.-]+$/;
