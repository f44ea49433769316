import type { SharedNodeState } from '../../platform/cluster/node-registry.ts';
import { perSite, type Site } from '../../platform/site.ts';

/**
 * Time in ms for which a staff member counts as a viewer of a report after requesting it. The browser repeats the
 * request while it shows the report.
 */
const VIEW_TTL_MS = 30_000;

type ReportView = { reportId: number; viewerId: number; at: number };

/** Tracks which staff members are viewing each report, on this node and on other nodes. */
class ReportViewers {
  readonly #shared: SharedNodeState<ReportView[]> | null;
  #here: ReportView[] = [];

  constructor({ nodeRegistry }: Site) {
    this.#shared = nodeRegistry?.sharedState({ name: 'report-viewers', ttlMs: VIEW_TTL_MS }) ?? null;
  }

  async record({ reportId, viewerId, at }: ReportView): Promise<number[]> {
    const isOpen = (look: ReportView) => at - look.at <= VIEW_TTL_MS;
    this.#here = this.#here.filter(
      (look) => isOpen(look) && !(look.reportId === reportId && look.viewerId === viewerId),
    );
    this.#here.push({ reportId, viewerId, at });
    // Ignore errors: if Redis is unavailable, only the viewers on this node are known.
    await this.#shared?.publish(this.#here).catch(() => {});
    const received = this.#shared?.others().flat() ?? [];
    const looking = [...this.#here, ...received].filter((look) => look.reportId === reportId && isOpen(look));
    return [...new Set(looking.map((look) => look.viewerId))].filter((id) => id !== viewerId);
  }
}

const viewersOf = perSite((site) => new ReportViewers(site));

/** Record that a staff member is viewing a report, and return the other viewers. */
export const recordView = (
  site: Site,
  { reportId, viewerId }: { reportId: number; viewerId: number },
): Promise<number[]> => viewersOf(site).record({ reportId, viewerId, at: site.clock.now().getTime() });
