import type { HealthTaken, SiteHealth } from '@rivalhold/shared/contract/health.ts';
import { duration, HEALTH_TEXTS as TEXTS } from '@rivalhold/shared/texts/health.ts';
import desk from '../../../entities/staff/desk.module.css';
import { Card } from '../../../ui/card.tsx';
import { Figures } from './figures.tsx';
import styles from './health.module.css';
import { Mark, stateOf } from './mark.tsx';

const told = (ms: number | null): string => (ms === null ? TEXTS.none : duration(ms));
const cellsOf = ({ count, failed, p50, p95, p99 }: HealthTaken) => [
  TEXTS.number(count),
  TEXTS.share(failed, count),
  told(p50),
  told(p95),
  told(p99),
];

/** What was asked of the site in the last minutes: how much of it failed, how long it took, and where. */
export function Traffic({ health }: { health: SiteHealth }) {
  const { requests, events, routes, minutes } = health;
  const heads = [TEXTS.count, TEXTS.failedCount, TEXTS.half, TEXTS.most, TEXTS.nearlyAll];
  return (
    <Card title={TEXTS.traffic} action={<Mark state={stateOf(health, 'requests', 'events')} />}>
      <Figures
        caption={TEXTS.traffic}
        heads={[TEXTS.window(minutes), ...heads]}
        rows={[
          { key: 'requests', name: TEXTS.requests, cells: cellsOf(requests), isBad: requests.failed > 0 },
          { key: 'events', name: TEXTS.events, cells: cellsOf(events), isBad: events.failed > 0 },
        ]}
      />
      <h3 className={styles.sub}>{TEXTS.routes}</h3>
      <p className={desk.text}>{routes.length > 0 ? TEXTS.routesText : TEXTS.routesEmpty}</p>
      {routes.length > 0 && (
        <Figures
          caption={TEXTS.routes}
          heads={[TEXTS.route, TEXTS.count, TEXTS.failedCount, TEXTS.most, TEXTS.nearlyAll]}
          rows={routes.map(({ route, count, failed, p95, p99 }) => ({
            key: route,
            name: <code>{route}</code>,
            cells: [TEXTS.number(count), TEXTS.share(failed, count), told(p95), told(p99)],
            isBad: failed > 0,
          }))}
        />
      )}
    </Card>
  );
}
