import type { NodeNotes } from '../../platform/cluster/node-board.ts';
import { onePerSite, type Site } from '../../platform/site.ts';

/** Who has not asked for a report for so long has it open no more; a browser asks again and again. */
const LIFE_MS = 30_000;

type Look = { reportId: number; viewerId: number; at: number };

/** Who has which report open: on this node, and by what the others tell. */
class Viewers {
  readonly #notes: NodeNotes<Look[]> | null;
  #here: Look[] = [];

  constructor({ board }: Site) {
    this.#notes = board?.notes({ about: 'desk', lifeMs: LIFE_MS }) ?? null;
  }

  async look({ reportId, viewerId, at }: Look): Promise<number[]> {
    const isOpen = (look: Look) => at - look.at <= LIFE_MS;
    this.#here = this.#here.filter(
      (look) => isOpen(look) && !(look.reportId === reportId && look.viewerId === viewerId),
    );
    this.#here.push({ reportId, viewerId, at });
    // While Redis is away, who looks is known of this node.
    await this.#notes?.exchange(this.#here).catch(() => {});
    const told = this.#notes?.others().flat() ?? [];
    const looking = [...this.#here, ...told].filter((look) => look.reportId === reportId && isOpen(look));
    return [...new Set(looking.map((look) => look.viewerId))].filter((id) => id !== viewerId);
  }
}

const viewersOf = onePerSite((site) => new Viewers(site));

/** Notes that one of the staff looks at a report, and answers who else does. */
export const lookAt = (
  site: Site,
  { reportId, viewerId }: { reportId: number; viewerId: number },
): Promise<number[]> => viewersOf(site).look({ reportId, viewerId, at: site.clock.now().getTime() });
