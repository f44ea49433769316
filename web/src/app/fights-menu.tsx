import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '../lib/api.ts';
import { queryClient } from '../lib/query-client.ts';
import { useSocketEvent } from '../lib/socket.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { announce } from '../ui/live-region.tsx';
import { Menu, MenuLink } from '../ui/menu.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { ListState, Notice } from '../ui/state.tsx';
import { toast } from '../ui/toast.ts';
import styles from './fights-menu.module.css';

const openFightsQuery = queryOptions({
  queryKey: ['combat', 'open'],
  queryFn: ({ signal }) => api('GET /api/combat/open', { signal }),
});
const renew = () => void queryClient.invalidateQueries({ queryKey: openFightsQuery.queryKey });

/** One's open fights, with the number of those not yet looked at. */
export function FightsMenu({ userId }: { userId: number }) {
  const fights = useQuery(openFightsQuery);
  const router = useRouter();
  useSocketEvent('fightRequested', ({ attacker }) => {
    renew();
    const page = { to: '/fight/$userId', params: { userId: String(attacker.id) } } as const;
    if (attacker.id === userId || router.matchRoute(page)) return;
    announce(SHELL_TEXTS.challenged(attacker.username));
    toast.info(SHELL_TEXTS.challenged(attacker.username), {
      action: { label: SHELL_TEXTS.toFight, onClick: () => void router.navigate(page) },
    });
  });
  useSocketEvent('fightResumed', renew);
  useSocketEvent('joinedCombat', renew);
  useSocketEvent('combatOver', renew);

  const unseen = fights.data?.filter((fight) => fight.unseen).length ?? 0;
  return (
    <Menu
      trigger={
        <Button variant="ghost" className={styles.trigger} aria-label={SHELL_TEXTS.openFights(unseen)}>
          <Icon name="crossed-swords" size="1.5rem" />
          <span className={styles.word}>{SHELL_TEXTS.fights}</span>
          {unseen > 0 && <span className={styles.badge}>{unseen > 99 ? '99+' : unseen}</span>}
        </Button>
      }
    >
      <ListState
        items={fights.data}
        failure={fights.isError ? SHELL_TEXTS.unreachable : null}
        retry={() => void fights.refetch()}
        loading={<Skeleton height="3.5rem" />}
        empty={
          <Notice
            icon="crossed-swords"
            title={SHELL_TEXTS.noFights}
            text={SHELL_TEXTS.noFightsText}
            action={
              <ButtonLink to="/profiles" variant="primary" size="small">
                {SHELL_TEXTS.findOpponent}
              </ButtonLink>
            }
          />
        }
      >
        {(items) =>
          items.map((fight) => (
            <MenuLink
              key={fight.id}
              to="/fight/$userId"
              params={{ userId: String(fight.opponent.id) }}
              icon={<Avatar name={fight.opponent.username} url={fight.opponent.avatarUrl} size={36} />}
            >
              <span className={styles.fight}>
                <span className={styles.opponent}>
                  {fight.opponent.username}
                  {fight.unseen && <span className={styles.dot}>new</span>}
                </span>
                <span className={styles.when}>
                  {fight.begun ? SHELL_TEXTS.youBegan : SHELL_TEXTS.theyBegan} ·{' '}
                  <RelativeTime time={fight.lastAt} />
                </span>
              </span>
            </MenuLink>
          ))
        }
      </ListState>
    </Menu>
  );
}
