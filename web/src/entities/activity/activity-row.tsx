import type { ActivityItem } from '@rivalhold/shared/contract/activity.ts';
import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { ACTIVITY_GROUP_TEXTS } from '@rivalhold/shared/texts/activity-groups.ts';
import { ACTIVITY_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { memo } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { Row } from '../../ui/layout.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SentenceText } from '../../ui/sentence-text.tsx';
import { Text } from '../../ui/text.tsx';
import { PlayerLink } from '../players/index.ts';
import styles from './activity-list.module.css';
import { describeActivity, describeGroup } from './describe-activity.ts';
import type { ActivityGroup } from './group-activity.ts';

function Player({ player }: { player: PlayerRef }) {
  return (
    <PlayerLink player={player} className={styles.player}>
      {player.username}
    </PlayerLink>
  );
}

/** Show one activity of a player: text, time, and a link to the fight. */
export const ActivityRow = memo(function ActivityRow({ item }: { item: ActivityItem }) {
  const { kind, icon, sentence } = describeActivity(
    item,
    <Player player={item.owner} />,
    item.actor && <Player player={item.actor} />,
  );
  const { xp, fightId } = item.metadata;
  return (
    <div className={styles.row}>
      <Icon name={icon} className={clsx(styles.badge, styles[kind])} />
      <Text grow wrap="anywhere">
        <SentenceText parts={sentence} />
        <Row as="span" gap={3} wrap align="baseline" rowGap={1} size={1} tone="quiet">
          <RelativeTime time={item.createdAt} />
          {kind === 'win' && xp !== null && xp > 0 && (
            <Text as="span" display weight="medium" tone="xp">
              {ACTIVITY_TEXTS.xp(xp)}
            </Text>
          )}
          {fightId !== null && (
            <Link to="/fights/$id" params={{ id: String(fightId) }} className={styles.verify}>
              {ACTIVITY_TEXTS.replay}
            </Link>
          )}
        </Row>
      </Text>
    </div>
  );
});

/** Maximum number of players named in a group. */
const NAMED = 3;

/** Show several activities of one kind on one day as one row, with the individual activities on demand. */
export const ActivityGroupRow = memo(function ActivityGroupRow({ items }: Pick<ActivityGroup, 'items'>) {
  const [latest] = items;
  const { kind, icon, sentence } = describeGroup(items, <Player player={latest.owner} />);
  const names = [...new Set(items.flatMap(({ actor }) => actor?.username ?? []))];
  const xp = items.reduce((sum, { metadata }) => sum + (metadata.xp ?? 0), 0);
  return (
    <div className={styles.row}>
      <Icon name={icon} className={clsx(styles.badge, styles[kind])} />
      <Text grow wrap="anywhere">
        <SentenceText parts={sentence} />
        <Row as="span" gap={3} wrap align="baseline" rowGap={1} size={1} tone="quiet">
          {names.length > 0 && (
            <span>
              {ACTIVITY_GROUP_TEXTS.names(names.slice(0, NAMED), Math.max(0, names.length - NAMED))}
            </span>
          )}
          {kind === 'win' && xp > 0 && (
            <Text as="span" display weight="medium" tone="xp">
              {ACTIVITY_TEXTS.xp(xp)}
            </Text>
          )}
        </Row>
        <details className={styles.details}>
          <summary>{ACTIVITY_GROUP_TEXTS.showAll(items.length)}</summary>
          <ul>
            {items.map((item) => (
              <li key={item.id}>
                <ActivityRow item={item} />
              </li>
            ))}
          </ul>
        </details>
      </Text>
    </div>
  );
});
