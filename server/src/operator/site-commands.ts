import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import { formatCount, formatNumber } from '@rivalhold/shared/format-number.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { ROLE_RANKS } from '@rivalhold/shared/roles.ts';
import { DAY } from '@rivalhold/shared/time-units.ts';
import { createResetLink, endSessionsOf, findPlayer, setRole } from '../features/accounts/service.ts';
import { type AuditRecord, recordOperatorAction } from '../features/audit/service.ts';
import { balanceOf, moveCoins, verifyAndStore } from '../features/coins/service.ts';
import { restartFights } from '../features/combat/service.ts';
import { endSuspensionByOperator, suspendByOperator } from '../features/moderation/service.ts';
import { restartAnswers } from '../features/ranked/service.ts';
import { verifyRatings } from '../features/ratings/service.ts';
import { removeFactorsOf } from '../features/second-factors/service.ts';
import { type Tx, transaction } from '../platform/db/db.ts';
import { AppError } from '../platform/errors.ts';
import { dropStoredJobs, listStoredJobs, retryStoredJobs } from '../platform/jobs/stored-jobs.ts';
import type { Site } from '../platform/site.ts';
import { type CommandName, type Outcome, parseCommandLine, USAGE } from './commands.ts';
import { backUp } from './data-commands.ts';
import { usageError } from './failures.ts';
import { reportLedger } from './ledger-report.ts';
import { purgeMedia } from './purge-media.ts';
import { reportRatings } from './ratings-report.ts';

const isRole = (text: string): text is Role => Object.hasOwn(ROLE_RANKS, text);
const AMOUNT_PATTERN = /^[+-]?[1-9]\d{0,6}$/;
const DAYS_PATTERN = /^[1-9]\d{0,3}$/;
const ONCE_FLAG = '--once=';
const KEY_PATTERN = /^[\w.:-]{1,64}$/;

type SiteCommandName = CommandName<'site'>;
type Run = (site: Site, args: readonly string[]) => Promise<Outcome>;

const RUN: Record<SiteCommandName, Run> = {
  status: async ({ config, readOnly }, args) => {
    assertNoMore('status', args);
    const database = config.databaseUrl ? 'PostgreSQL' : 'the embedded database';
    return {
      text: `Rivalhold ${config.version} on ${database}${readOnly.state ? `, read-only since ${readOnly.state.since}` : ''}`,
      result: { version: config.version, readOnly: readOnly.state },
    };
  },

  'user role': async (site, [name, role, ...rest]) => {
    if (!name || !role || !isRole(role) || rest.length > 0) throw usageError('user role');
    await setRole(site.db, site, { username: name, role });
    return { text: `The role of ${name} is now ${role}.`, result: { username: name, role } };
  },

  'user coins': async (site, [name, amount, ...words]) => {
    const once = words.find((word) => word.startsWith(ONCE_FLAG))?.slice(ONCE_FLAG.length);
    const reason = words.filter((word) => !word.startsWith(ONCE_FLAG)).join(' ');
    const isKeyValid = once === undefined || KEY_PATTERN.test(once);
    if (!name || !AMOUNT_PATTERN.test(amount ?? '') || !reason.trim() || !isKeyValid)
      throw usageError('user coins');
    return grantCoins(site, { name, amount: Number(amount), reason, once });
  },

  'user reset-password': async (site, [name, flag, ...rest]) => {
    if (!name || (flag ?? '--print') !== '--print' || rest.length > 0)
      throw usageError('user reset-password');
    const isPrinted = flag !== undefined;
    if (!isPrinted && site.config.smtpUrl === null)
      throw new AppError('conflict', 'This site sends no mail, because SMTP_URL is not set. Use --print.');
    if (site.readOnly.state !== null)
      throw new AppError(
        'readOnly',
        'The site is read-only, so the player could not use the link. Run `read-only off` first.',
      );
    const { id, username } = await findPlayer(site.db, name);
    const link = await createResetLink(site.db, site, { userId: id, isPrinted });
    return {
      text:
        link === null
          ? `A link to choose a new password is on its way to the address of ${username}.`
          : `With this link, ${username} can choose a new password once within an hour: ${link}`,
      result: { userId: id, username, link },
    };
  },

  'user end-sessions': async (site, [name, ...rest]) => {
    if (!name || rest.length > 0) throw usageError('user end-sessions');
    const { id, username } = await findPlayer(site.db, name);
    const sessions = await endSessionsOf(site.db, site, id);
    return {
      text: `Ended ${formatCount(sessions, 'session')} of ${username}.`,
      result: { userId: id, username, sessions },
    };
  },

  'user remove-factors': async (site, [name, ...rest]) => {
    if (!name || rest.length > 0) throw usageError('user remove-factors');
    const { id, username } = await findPlayer(site.db, name);
    const removed = await removeFactorsOf(site.db, site, id);
    return {
      text:
        removed.length > 0
          ? `Removed from ${username}: ${removed.join(', ')}. The password alone is now enough.`
          : `${username} has no second factor.`,
      result: { userId: id, username, removed },
    };
  },

  'user suspend': async (site, [name, days = '', ...words]) => {
    const reason = words.join(' ');
    const isPermanent = days === 'permanent';
    if (!name || !(isPermanent || DAYS_PATTERN.test(days)) || !reason.trim())
      throw usageError('user suspend');
    const { id, username } = await findPlayer(site.db, name);
    const end = new Date(site.clock.now().getTime() + Number(days) * DAY);
    const until = await suspendByOperator(site.db, site, {
      userId: id,
      until: isPermanent ? null : end.toISOString(),
      reason,
    });
    return {
      text: `${username} is suspended ${until ? `until ${until.toISOString()}` : 'permanently'}.`,
      result: { userId: id, username, until: until?.toISOString() ?? null },
    };
  },

  'user unsuspend': async (site, [name, ...rest]) => {
    if (!name || rest.length > 0) throw usageError('user unsuspend');
    const { id, username } = await findPlayer(site.db, name);
    const isEnded = await endSuspensionByOperator(site.db, site, id);
    return {
      text: isEnded ? `The suspension of ${username} has ended.` : `${username} is not suspended.`,
      result: { userId: id, username, isEnded },
    };
  },

  'media purge-player': async (site, [name, ...words]) => {
    if (!name || words.length === 0) throw usageError('media purge-player');
    const { id, username } = await findPlayer(site.db, name);
    return purgeMedia(site, { userId: id, username }, toReason(words));
  },

  'media purge-file': async (site, [address, ...words]) => {
    if (!address || words.length === 0) throw usageError('media purge-file');
    return purgeMedia(site, { file: fileOf(address) }, toReason(words));
  },

  'jobs list': async (site, [idOrName = null, ...rest]) => {
    if (rest.length > 0) throw usageError('jobs list');
    const jobs = await listStoredJobs(site.db, idOrName);
    const lines = jobs.map(({ id, name, state, retries, createdAt, error }) => {
      const attempts = retries > 0 ? `(${formatCount(retries, 'retry', 'retries')})` : null;
      return [id, createdAt, state.padEnd(7), name, attempts, error].filter(Boolean).join(' ');
    });
    return { text: lines.length > 0 ? lines.join('\n') : 'No unfinished jobs.', result: { jobs } };
  },

  'jobs retry': async (site, args) => changeJobs(site, 'jobs retry', args),
  'jobs drop': async (site, args) => changeJobs(site, 'jobs drop', args),

  'read-only on': async (site, words) => {
    const reason = words.length > 0 ? toReason(words) : null;
    const state = await transaction(site.db, async (tx) => {
      await audit(tx, site, { kind: 'readOnly.begin', targetId: null, reason });
      return site.readOnly.begin(tx, { at: site.clock.now(), reason });
    });
    return {
      text: `The site has been read-only since ${state.since}. All nodes apply this within two seconds.`,
      result: { readOnly: state },
    };
  },

  'read-only off': async (site, args) => {
    assertNoMore('read-only off', args);
    const before = await transaction(site.db, async (tx) => {
      const ended = await site.readOnly.end(tx);
      if (!ended) return null;
      await restartFights(tx, site, new Date(ended.since));
      await restartAnswers(tx, site);
      await audit(tx, site, { kind: 'readOnly.end', targetId: null, before: ended.since });
      return ended;
    });
    return {
      text: before
        ? `The site accepts changes again. It had been read-only since ${before.since}.`
        : 'The site was not read-only.',
      result: { readOnly: null },
    };
  },

  'ledger verify': async (site, args) => {
    assertNoMore('ledger verify', args);
    await transaction(site.db, (tx) => audit(tx, site, { kind: 'ledger.verify', targetId: null }));
    return reportLedger(await verifyAndStore(site, 'cli'));
  },

  'ratings verify': async (site, args) => {
    assertNoMore('ratings verify', args);
    return reportRatings(await site.database.withoutTimeouts(verifyRatings));
  },
};

/**
 * Run a command in a process that has opened the site.
 * @throws AppError with the reason if the command fails; `invalid` for an unknown command.
 */
export async function runSiteCommand(site: Site, words: readonly string[]): Promise<Outcome> {
  const line = parseCommandLine(words);
  if (line?.command.runs === 'site') return RUN[line.command.name](site, line.args);
  if (line?.command.runs !== 'database') throw new AppError('invalid', USAGE);
  return site.database.withoutTimeouts((db) => backUp(db, site.config, site.files, line.args));
}

function assertNoMore(name: SiteCommandName, args: readonly string[]): void {
  if (args.length > 0) throw usageError(name);
}

/** Record an action in the audit log on behalf of the operator. */
const audit = (tx: Tx, site: Site, action: Omit<AuditRecord, 'actorId'>): Promise<void> =>
  recordOperatorAction(tx, site.clock.now(), action);

/** Join the words of a reason. @throws AppError `invalid` if it is too long. */
function toReason(words: readonly string[]): string {
  const reason = words.join(' ').trim();
  if (reason.length > LIMITS.staffReason)
    throw new AppError('invalid', `The reason can have at most ${LIMITS.staffReason} characters.`);
  return reason;
}

async function grantCoins(
  site: Site,
  { name, amount, reason, once }: { name: string; amount: number; reason: string; once: string | undefined },
): Promise<Outcome> {
  if (Math.abs(amount) > LIMITS.adminCoins.max)
    throw new AppError('invalid', `At most ${formatNumber(LIMITS.adminCoins.max)} coins per command.`);
  const { id, username } = await findPlayer(site.db, name);
  const { coins, isRepeated } = await transaction(site.db, async (tx) => {
    const balance = await moveCoins(tx, site, {
      userId: id,
      amount,
      reason: 'adjustment',
      reference: `operator: ${reason}`,
      key: once === undefined ? `adjustment:${site.secrets.uniqueKey()}` : `adjustment:operator:${once}`,
      at: site.clock.now(),
    });
    if (balance === null) return { coins: await balanceOf(tx, id), isRepeated: true };
    await audit(tx, site, {
      kind: 'coins.adjust',
      targetId: id,
      before: String(balance - amount),
      after: String(balance),
      reason: toReason([reason]),
    });
    return { coins: balance, isRepeated: false };
  });
  return {
    text: isRepeated
      ? `Nothing changed, because the key ${once} was used before. ${username} has ${formatNumber(coins)} coins.`
      : `${username} now has ${formatNumber(coins)} coins.`,
    result: { userId: id, username, coins, isRepeated },
  };
}

/**
 * Return the decoded path of a file's address, without the origin and `/media/`. The address can also be a key of the
 * file store.
 * @throws AppError `invalid` for a malformed percent-encoding.
 */
function fileOf(address: string): string {
  const path = URL.parse(address)?.pathname ?? address;
  try {
    return decodeURIComponent(path).replace(/^\/?(media\/)?/, '');
  } catch {
    throw new AppError(
      'invalid',
      `The address ${address} is malformed: two hexadecimal digits must follow each percent sign.`,
    );
  }
}

/** Maximum number of jobs per audit log entry. With more jobs, an entry could not contain all of their ids. */
const JOBS_PER_ENTRY = 20;

async function changeJobs(
  site: Site,
  command: 'jobs retry' | 'jobs drop',
  [idOrName, ...rest]: readonly string[],
): Promise<Outcome> {
  if (!idOrName || rest.length > 0) throw usageError(command);
  const isRetry = command === 'jobs retry';
  const jobs = await transaction(site.db, async (tx) => {
    const changed = await (isRetry ? retryStoredJobs : dropStoredJobs)(tx, idOrName);
    if (changed.length === 0)
      throw new AppError('notFound', `There is no failed or waiting job ${idOrName}.`);
    for (let first = 0; first < changed.length; first += JOBS_PER_ENTRY) {
      const jobs = changed.slice(first, first + JOBS_PER_ENTRY);
      await audit(tx, site, {
        kind: isRetry ? 'job.retry' : 'job.drop',
        targetId: null,
        subject: `${formatCount(jobs.length, 'job')}: ${jobs.map(({ id, name }) => `${name} ${id}`).join(', ')}`,
      });
    }
    return changed;
  });
  const count = formatCount(jobs.length, 'job');
  return { text: isRetry ? `${count} will run now.` : `Deleted ${count}.`, result: { jobs } };
}
