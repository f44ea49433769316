import { LIMITS } from '@rivalhold/shared/limits.ts';
import { NOTICES } from '@rivalhold/shared/texts/notices.ts';
import { REPORT_KIND_TEXTS, REPORT_REFUSALS as TEXTS } from '@rivalhold/shared/texts/reports.ts';
import { isVisible } from '@rivalhold/shared/visible.ts';
import { type DbOrTx, type Tx, transaction } from '../../platform/db/db.ts';
import { AppError, invalidFields } from '../../platform/errors.ts';
import type { Site } from '../../platform/site.ts';
import { record } from '../audit/service.ts';
import { mute, suspend } from '../moderation/service.ts';
import { notify } from '../notifications/service.ts';
import {
  type Case,
  insertNote,
  isForOthers,
  lockCase,
  type Party,
  setResolved,
  setTaker,
  staffById,
} from './cases.ts';
import { kindOf } from './kinds.ts';
import { type Resolution, refuseCase, resolutionOf, type SentResolution } from './policy.ts';

/** A case that the actor may work on. */
type Held = Case & { actor: Party; id: number };
type Deed = { id: number; by: { id: number } };
export type SentDeed = SentResolution & { act: 'take' | 'release' | 'note' | 'resolve' };

/** Where a player who is told of something is led. */
const HOME = '/dashboard';

/**
 * Does what one of the staff asks for with a report. All reports of a thing go together: who takes one has them all, and
 * the outcome of one is that of all.
 * @throws AppError notFound; forbidden about oneself or who stands above one, and to judge what one reported while others
 * of the staff can; conflict where another has it or it is
 * resolved; invalid for what is missing.
 */
export async function actOn(db: DbOrTx, site: Site, { id, by, ...sent }: Deed & SentDeed): Promise<void> {
  const note = sent.act === 'note' ? noteOf(sent.text) : '';
  const resolution = sent.act === 'resolve' ? resolutionOf(sent) : null;
  await transaction(db, async (tx) => {
    const held = await hold(tx, { id, by });
    if (sent.act === 'note') return addNote(tx, site, held, note);
    if (held.own.state === 'resolved') throw new AppError('conflict', await resolvedText(tx, held));
    const holder = await otherHolder(tx, held);
    const mayTakeBack = sent.act === 'release' && held.actor.role === 'admin';
    if (holder && !mayTakeBack) throw new AppError('conflict', TEXTS.taken(holder.username));
    if (sent.act !== 'release' && (await isForOthers(tx, { ...held, viewerId: held.actor.id })))
      throw new AppError('forbidden', TEXTS.reporter);
    if (resolution) return resolve(tx, site, held, resolution);
    return setHolder(tx, site, held, sent.act === 'take' ? held.actor.id : null);
  });
}

function noteOf(sent: string | null | undefined): string {
  const text = (sent ?? '').trim();
  if (!isVisible(text)) throw invalidFields({ text: TEXTS.noteMissing });
  if (text.length > LIMITS.staffNote) throw invalidFields({ text: TEXTS.noteLong });
  return text;
}

async function hold(tx: Tx, { id, by }: Deed): Promise<Held> {
  const found = await lockCase(tx, id, by.id);
  if (!found) throw new AppError('notFound');
  const { actor } = found;
  refuseCase(actor, { id: found.reportedId, role: found.reported?.role });
  return { ...found, actor, id };
}

/** Who else has taken the thing; who has left the staff holds nothing any more. */
async function otherHolder(tx: Tx, { open, actor }: Held): Promise<Party | undefined> {
  const takers = new Set(open.map(({ taken_by: taker }) => taker));
  for (const taker of takers) {
    if (taker === null || taker === actor.id) continue;
    const party = await staffById(tx, taker);
    if (party) return party;
  }
  return undefined;
}

async function resolvedText(tx: Tx, { own }: Held): Promise<string> {
  const resolver = own.resolved_by === null ? undefined : await staffById(tx, own.resolved_by);
  return TEXTS.resolved(resolver?.username ?? null);
}

const subjectOf = ({ id, kind, subjectId }: Held): string => `report ${id} (${kind} ${subjectId})`;

async function addNote(tx: Tx, site: Site, held: Held, text: string): Promise<void> {
  await insertNote(tx, { reportId: held.id, authorId: held.actor.id, text, at: site.clock.now() });
  await record(tx, site, {
    kind: 'report.note',
    actorId: held.actor.id,
    targetId: held.reportedId,
    subject: subjectOf(held),
    after: text,
  });
}

async function setHolder(tx: Tx, site: Site, held: Held, takerId: number | null): Promise<void> {
  const changed = held.open.filter(({ taken_by: taker }) => taker !== takerId).map(({ id }) => id);
  if (changed.length === 0) return;
  await setTaker(tx, changed, takerId);
  await record(tx, site, {
    kind: takerId === null ? 'report.release' : 'report.take',
    actorId: held.actor.id,
    targetId: held.reportedId,
    subject: subjectOf(held),
  });
}

async function resolve(tx: Tx, site: Site, held: Held, resolution: Resolution): Promise<void> {
  const { actor, open, reportedId } = held;
  const { outcome, reason } = resolution;
  await carryOut(tx, site, held, resolution);
  await setResolved(
    tx,
    open.map(({ id }) => id),
    { outcome, by: actor.id, at: site.clock.now() },
  );
  await record(tx, site, {
    kind: 'report.resolve',
    actorId: actor.id,
    targetId: reportedId,
    subject: subjectOf(held),
    after: outcome,
    reason,
  });
  for (const { reporter_id: userId } of open)
    if (userId !== actor.id)
      await notify(tx, site, {
        userId,
        type: 'system',
        ...NOTICES.reportOutcome(outcome !== 'dismiss'),
        link: HOME,
      });
}

async function carryOut(tx: Tx, site: Site, held: Held, resolution: Resolution): Promise<void> {
  const { actor, reportedId: userId } = held;
  if ('alsoDelete' in resolution && resolution.alsoDelete)
    await removeThing(tx, site, held, resolution.reason);
  switch (resolution.outcome) {
    case 'dismiss':
      return;
    case 'delete':
      return removeThing(tx, site, held, resolution.reason);
    case 'warn':
      await notify(tx, site, { userId, type: 'system', ...NOTICES.warned(resolution.reason), link: HOME });
      return record(tx, site, {
        kind: 'user.warn',
        actorId: actor.id,
        targetId: userId,
        reason: resolution.reason,
      });
    case 'mute':
      await mute(tx, site, { ...resolution, userId, by: actor });
      return;
    case 'suspend':
      await suspend(tx, site, { ...resolution, userId, by: actor });
  }
}

/** Deletes the thing as its own feature does, and tells its author; one that is gone already is as good as deleted. */
async function removeThing(tx: Tx, site: Site, held: Held, reason: string | null): Promise<void> {
  const { kind, subjectId, actor, reportedId: userId } = held;
  const { remove } = kindOf(site, kind);
  if (!remove) throw invalidFields({ outcome: TEXTS.stays });
  try {
    await remove(tx, site, { id: subjectId, viewer: actor });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'notFound') throw error;
  }
  await notify(tx, site, {
    userId,
    type: 'system',
    ...NOTICES.thingRemoved(REPORT_KIND_TEXTS[kind], reason),
    link: HOME,
  });
}
