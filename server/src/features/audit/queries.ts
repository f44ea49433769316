import { run, type Tx } from '../../platform/db/db.ts';
import type { Act } from './service.ts';

/** Longest text that is kept of what was before and after. */
const TEXT_MAX = 2_000;

export async function insertEntry(tx: Tx, act: Required<Act>, at: Date): Promise<void> {
  const cut = (text: string | null) => text?.slice(0, TEXT_MAX) ?? null;
  await run(
    tx,
    `insert into audit_log (kind, actor_id, target_id, subject, before, after, reason, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [act.kind, act.actorId, act.targetId, cut(act.subject), cut(act.before), cut(act.after), act.reason, at],
  );
}
