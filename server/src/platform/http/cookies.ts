import { LIMITS } from '@rivalhold/shared/limits.ts';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { sign, timingSafeEqualText } from '../security/secrets.ts';

const MAX_KNOWN_ACCOUNTS = 5;
/**
 * Time in seconds for which a player's reads use the primary database after a write. It must be longer than the maximum
 * replica lag.
 */
const RECENT_WRITE_SECONDS = 5;
/** Time in seconds for which a browser counts as known to an account after its last sign-in to the account. */
const KNOWN_ACCOUNT_SECONDS = 180 * 24 * 3600;

/**
 * An account and its password hash. The cookie of a known browser depends on both. Therefore, a browser that has signed
 * in only with an earlier password is not known.
 */
type KnownAccount = { userId: number; passwordHash: string };

/** The site's cookies: their names, lifetimes and visibility. */
export class Cookies {
  readonly #secure: boolean;
  readonly #secret: string;
  readonly session: string;
  readonly csrfSecret: string;
  readonly #known: string;
  readonly #recentWrite: string;
  static readonly csrfToken = 'XSRF-TOKEN';

  constructor(config: Pick<Config, 'publicUrl' | 'sessionSecret'>) {
    this.#secure = config.publicUrl?.protocol === 'https:';
    this.#secret = config.sessionSecret;
    const prefix = this.#secure ? '__Host-' : '';
    this.session = `${prefix}rivalhold-session`;
    this.csrfSecret = `${prefix}rivalhold-csrf`;
    this.#known = `${prefix}rivalhold-known`;
    this.#recentWrite = `${prefix}rivalhold-wrote`;
  }

  /** Attributes for cookies that scripts must not read. */
  get hidden(): { path: '/'; httpOnly: true; sameSite: 'lax'; secure: boolean } {
    return { path: '/', httpOnly: true, sameSite: 'lax', secure: this.#secure };
  }

  /** Set the session cookie. If `remember` is true, the cookie outlives the browser session. */
  setSession(reply: FastifyReply, token: string, remember: boolean): void {
    reply.setCookie(this.session, token, {
      ...this.hidden,
      ...(remember && { maxAge: LIMITS.session.idleMs / 1000 }),
    });
  }

  /** Delete the session cookie. */
  clearSession(reply: FastifyReply): void {
    reply.clearCookie(this.session, this.hidden);
  }

  /** Set the cookie from which scripts read the CSRF token. */
  setCsrfToken(reply: FastifyReply, token: string): void {
    reply.setCookie(Cookies.csrfToken, token, { path: '/', sameSite: 'lax', secure: this.#secure });
  }

  /** Report whether this browser has signed in to the account in the last 180 days with the current password. */
  isKnownAccount(cookies: Record<string, string | undefined>, account: KnownAccount, now: Date): boolean {
    return this.#knownMarks(cookies).some((mark) => {
      const issuedAt = Number(mark.split('.')[1]);
      return (
        now.getTime() - issuedAt < KNOWN_ACCOUNT_SECONDS * 1000 &&
        timingSafeEqualText(mark, this.#mark(account, issuedAt))
      );
    });
  }

  /** Mark this browser as known to an account. This replaces an earlier mark for the same account. */
  rememberAccount(
    reply: FastifyReply,
    cookies: Record<string, string | undefined>,
    account: KnownAccount,
    now: Date,
  ): void {
    const mine = this.#mark(account, now.getTime());
    const others = this.#knownMarks(cookies).filter((mark) => !mark.startsWith(`${account.userId}.`));
    const marks = [mine, ...others];
    reply.setCookie(this.#known, marks.slice(0, MAX_KNOWN_ACCOUNTS).join('~'), {
      ...this.hidden,
      maxAge: KNOWN_ACCOUNT_SECONDS,
    });
  }

  /** Report whether this browser has changed something in the last few seconds, on any node. */
  hasRecentWrite(cookies: Record<string, string | undefined>): boolean {
    return cookies[this.#recentWrite] !== undefined;
  }

  /** Record that this browser has just changed something. */
  markWrite(reply: FastifyReply): void {
    reply.setCookie(this.#recentWrite, '1', { ...this.hidden, maxAge: RECENT_WRITE_SECONDS });
  }

  #knownMarks(cookies: Record<string, string | undefined>): string[] {
    return cookies[this.#known]?.split('~') ?? [];
  }

  #mark({ userId, passwordHash }: KnownAccount, issuedAt: number): string {
    return `${userId}.${issuedAt}.${sign(this.#secret, `known:${userId}:${issuedAt}:${passwordHash}`)}`;
  }
}
