import type { SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { formatBytes } from '@rivalhold/shared/format-decimal.ts';
import { formatDuration, HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import { Meta } from '../../../entities/staff/meta.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { Card } from '../../../ui/card.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { StatsTable } from './stats-table.tsx';

/** List all known nodes. */
export function Nodes({ health: { nodes, players, cluster, at } }: { health: SiteHealth }) {
  const total = nodes.reduce((sum, { sockets }) => sum + sockets, 0);
  return (
    <Card title={TEXTS.nodes}>
      <p className={staff.text}>{TEXTS.cluster[cluster]}</p>
      <Meta as="p">
        <span>
          <SentenceText parts={TEXTS.onlineNow(<strong>{TEXTS.number(players)}</strong>)} />
        </span>
        <span>
          <SentenceText parts={TEXTS.socketsNow(<strong>{TEXTS.number(total)}</strong>)} />
        </span>
      </Meta>
      <StatsTable
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
              <span className={staff.untrusted}>{node.name}</span>
              {place === 0 && nodes.length > 1 && (
                <Tag tone="text" weight="medium">
                  {TEXTS.currentNode}
                </Tag>
              )}
            </>
          ),
          cells: [
            node.version,
            formatDuration(Math.max(0, Date.parse(at) - Date.parse(node.startedAt))),
            TEXTS.number(node.players),
            TEXTS.number(node.sockets),
            formatBytes(node.memoryBytes),
            formatDuration(node.lagMs),
            TEXTS.number(node.count),
            TEXTS.number(node.failed),
          ],
          isBad: node.failed > 0,
        }))}
      />
    </Card>
  );
}
