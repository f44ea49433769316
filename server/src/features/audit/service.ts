import type { AuditKind } from '@rivalhold/shared/contract/audit.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { insertEntry } from './queries.ts';

/** What staff did. Texts are shown as texts: they may be whatever a player wrote. */
export type Act = {
  kind: AuditKind;
  /** Null for the operator. */
  actorId: number | null;
  /** Whom it is about: whose the thing is; null where it is nobody's. */
  targetId: number | null;
  /** The thing: 'post 12', the title of a category. */
  subject?: string | null;
  before?: string | null;
  after?: string | null;
  reason?: string | null;
};

/** Writes down what staff did, with the transaction it is done in; of one's own things there is nothing to write down. */
export async function record(tx: Tx, site: Site, act: Act): Promise<void> {
  await insertEntry(tx, { subject: null, before: null, after: null, reason: null, ...act }, site.clock.now());
}
