import type { SharedNodeState } from '../../platform/cluster/node-registry.ts';
import { perSite, type Site } from '../../platform/site.ts';

/** Who has not asked for a report for so long has it open no more; a browser asks again and again. */
const VIEW_TTL_MS = 30_000;

type ReportView = { reportId: number; viewerId: number; at: number };

/** Who has which report open: on this node, and by what the others tell. */
class ReportViewers {
  readonly #notes: SharedNodeState<ReportView[]> | null;
  #here: ReportView[] = [];

  constructor({ nodeRegistry }: Site) {
    this.#notes = nodeRegistry?.sharedState({ about: 'desk', lifeMs: VIEW_TTL_MS }) ?? null;
  }

  async record({ reportId, viewerId, at }: ReportView): Promise<number[]> {
    const isOpen = (look: ReportView) => at - look.at <= VIEW_TTL_MS;
    this.#here = this.#here.filter(
      (look) => isOpen(look) && !(look.reportId === reportId && look.viewerId === viewerId),
    );
    this.#here.push({ reportId, viewerId, at });
    // While Redis is away, who looks is known of this node.
    await this.#notes?.publish(this.#here).catch(() => {});
    const received = this.#notes?.others().flat() ?? [];
    const looking = [...this.#here, ...received].filter((look) => look.reportId === reportId && isOpen(look));
    return [...new Set(looking.map((look) => look.viewerId))].filter((id) => id !== viewerId);
  }
}

const viewersOf = perSite((site) => new ReportViewers(site));

/** Notes that one of the staff looks at a report, and answers who else does. */
export const recordView = (
  site: Site,
  { reportId, viewerId }: { reportId: number; viewerId: number },
): Promise<number[]> => viewersOf(site).record({ reportId, viewerId, at: site.clock.now().getTime() });
