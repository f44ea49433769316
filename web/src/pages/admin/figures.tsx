import type { HealthState } from '@rivalhold/shared/contract/health.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { ADMIN_HOME_TEXTS as TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { HEALTH_STATE_TEXTS } from '@rivalhold/shared/texts/health.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useUser } from '../../entities/session/api.ts';
import { api } from '../../lib/api.ts';
import { repeat } from '../../lib/repeat.ts';
import { useDeferredData } from '../../lib/use-deferred-data.ts';
import type { BoxProps } from '../../ui/box.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Row, Surface } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Failure } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import styles from './figures.module.css';

/** Polling interval (ms) while the overview is shown. */
const REFETCH_INTERVAL_MS = 30_000;

export const overviewQuery = queryOptions({
  queryKey: ['staff', 'overview'],
  queryFn: ({ signal }) => api('GET /api/mod/overview', { signal }),
  staleTime: 0,
  refetchInterval: REFETCH_INTERVAL_MS,
});

const HEALTH_TONES = { ok: 'heal', warning: 'gold', critical: 'danger' } as const satisfies Record<
  HealthState,
  BoxProps['tone']
>;

/** Show today's figures of the site, such as open reports and sign-ups, each with a link to its page. */
export function Figures() {
  const { role } = useUser();
  const isAdmin = role === 'admin';
  const query = useQuery(overviewQuery);
  const data = useDeferredData(query.data);
  if (!data)
    return query.isError && !query.data ? (
      <Surface border radius={3}>
        <Failure message={TEXTS.figuresFailed} retry={() => void query.refetch()} />
      </Surface>
    ) : (
      <Row wrap gap={3} aria-busy="true" className={styles.figures}>
        {repeat(isAdmin ? 6 : 5, (figure) => (
          <Skeleton key={figure} height="7rem" />
        ))}
      </Row>
    );
  const { openReports, openAppeals, signUps, fights, playersOnline, health } = data;
  return (
    <Row as="ul" wrap gap={3} aria-label={TEXTS.figures} className={styles.figures}>
      <Figure
        icon="scroll-unfurled"
        to="/admin/reports"
        label={TEXTS.reports}
        value={formatNumber(openReports)}
        tone={openReports > 0 ? 'danger' : 'text'}
        note={openReports > 0 ? TEXTS.reportsWaiting : TEXTS.reportsDone}
      />
      <Figure
        icon="scroll-unfurled"
        to="/admin/appeals"
        label={TEXTS.appeals}
        value={formatNumber(openAppeals)}
        tone={openAppeals > 0 ? 'danger' : 'text'}
        note={openAppeals > 0 ? TEXTS.reportsWaiting : TEXTS.reportsDone}
      />
      <Figure
        icon="person"
        to={isAdmin ? '/admin/users' : '/directory'}
        label={TEXTS.signUps}
        value={formatNumber(signUps.today)}
        note={TEXTS.yesterday(signUps.yesterday)}
      />
      <Figure
        icon="crossed-swords"
        to="/leaderboard"
        label={TEXTS.fights}
        value={formatNumber(fights.today)}
        note={TEXTS.yesterday(fights.yesterday)}
      />
      <Figure
        icon="campfire"
        to="/profiles"
        label={TEXTS.online}
        value={formatNumber(playersOnline)}
        note={TEXTS.playersNow}
      />
      {health && (
        <Figure
          icon="heart-plus"
          to="/admin/site-health"
          label={TEXTS.health}
          value={HEALTH_STATE_TEXTS[health.state].mark}
          tone={HEALTH_TONES[health.state]}
          note={TEXTS.issues(health.issues)}
        />
      )}
    </Row>
  );
}

type FigureProps = {
  icon: IconName;
  to: LinkProps['to'];
  label: string;
  value: string;
  tone?: BoxProps['tone'];
  note: string;
};

function Figure({ icon, to, label, value, tone = 'text', note }: FigureProps) {
  return (
    <li>
      <Link to={to} className={styles.figure}>
        <Row as="span" gap={2} size={1} tone="quiet">
          <Icon name={icon} />
          {label}
        </Row>
        <Text as="span" display weight="bold" size={4} leading="tight" tone={tone} tabular>
          {value}
        </Text>
        <Text as="span" size={1} tone="quiet">
          {note}
        </Text>
      </Link>
    </li>
  );
}
