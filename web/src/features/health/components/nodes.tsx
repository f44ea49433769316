import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { sizeWords } from '@rivalhold/shared/figures.ts';
import { duration, HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import desk from '../../../entities/staff/desk.module.css';
import { Card } from '../../../ui/card.tsx';
import { Figures } from './figures.tsx';

/** Every node that is known. */
export function Nodes({ health: { nodes, players, others, at } }: { health: SiteHealth }) {
  return (
    <Card title={TEXTS.nodes}>
      <p className={desk.text}>{TEXTS.others[others]}</p>
      <p className={desk.meta}>
        <span>
          {TEXTS.online}: <strong>{TEXTS.number(players)}</strong>
        </span>
        <span>
          {TEXTS.sockets}:{' '}
          <strong>{TEXTS.number(nodes.reduce((sum, { sockets }) => sum + sockets, 0))}</strong>
        </span>
      </p>
      <Figures
        caption={TEXTS.nodes}
        heads={[
          TEXTS.node,
          TEXTS.version,
          TEXTS.uptime,
          TEXTS.online,
          TEXTS.sockets,
          TEXTS.memory,
          TEXTS.loop,
          TEXTS.requests,
          TEXTS.failedCount,
        ]}
        rows={nodes.map((node, place) => ({
          key: node.name,
          name: (
            <>
              <span className={desk.hostile}>{node.name}</span>
              {place === 0 && nodes.length > 1 && <span className={desk.tag}>{TEXTS.thisOne}</span>}
            </>
          ),
          cells: [
            node.version,
            duration(Math.max(0, Date.parse(at) - Date.parse(node.startedAt))),
            TEXTS.number(node.players),
            TEXTS.number(node.sockets),
            sizeWords(node.memoryBytes),
            duration(node.lagMs),
            TEXTS.number(node.count),
            TEXTS.number(node.failed),
          ],
          isBad: node.failed > 0,
        }))}
      />
    </Card>
  );
}
