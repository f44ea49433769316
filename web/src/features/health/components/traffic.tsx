import type { HealthTimings, SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { formatDuration, HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import staff from '../../../entities/staff/staff.module.css';
import { Card } from '../../../ui/card.tsx';
import { Text } from '../../../ui/text.tsx';
import { StatsTable } from './stats-table.tsx';
import { StatusMark, worstState } from './status-mark.tsx';

const formatMs = (ms: number | null): string => (ms === null ? TEXTS.none : formatDuration(ms));
const buildCells = ({ count, failed, p50, p95, p99 }: HealthTimings) => [
  TEXTS.number(count),
  TEXTS.share(failed, count),
  formatMs(p50),
  formatMs(p95),
  formatMs(p99),
];

/** Show how many recent requests and socket events failed and how long they took, in total and for the worst routes. */
export function Traffic({ health }: { health: SiteHealth }) {
  const { requests, events, routes, minutes } = health;
  const heads = [TEXTS.count, TEXTS.failedCount, TEXTS.p50, TEXTS.p95, TEXTS.p99];
  return (
    <Card title={TEXTS.traffic} action={<StatusMark state={worstState(health, 'requests', 'events')} />}>
      <StatsTable
        caption={TEXTS.traffic}
        heads={[TEXTS.window(minutes), ...heads]}
        rows={[
          { key: 'requests', name: TEXTS.requests, cells: buildCells(requests), isBad: requests.failed > 0 },
          { key: 'events', name: TEXTS.events, cells: buildCells(events), isBad: events.failed > 0 },
        ]}
      />
      <Text as="h3" size={2} paddingTop={4}>
        {TEXTS.routes}
      </Text>
      <p className={staff.text}>{routes.length > 0 ? TEXTS.routesText : TEXTS.routesEmpty}</p>
      {routes.length > 0 && (
        <StatsTable
          caption={TEXTS.routes}
          heads={[TEXTS.route, TEXTS.count, TEXTS.failedCount, TEXTS.p95, TEXTS.p99]}
          rows={routes.map(({ route, count, failed, p95, p99 }) => ({
            key: route,
            name: <code>{route}</code>,
            cells: [TEXTS.number(count), TEXTS.share(failed, count), formatMs(p95), formatMs(p99)],
            isBad: failed > 0,
          }))}
        />
      )}
    </Card>
  );
}
