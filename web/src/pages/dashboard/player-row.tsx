import type { PlayerRef } from '@rivalhold/shared/contract/profiles.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { DASHBOARD_TEXTS } from '@rivalhold/shared/texts/dashboard.ts';
import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { UI_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ChallengeButton } from '../../entities/players/challenge-button.tsx';
import { PlayerAvatar } from '../../entities/players/player-avatar.tsx';
import { PlayerLink } from '../../entities/players/player-link.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Text } from '../../ui/text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './player-row.module.css';

type PlayerRowProps = {
  player: PlayerRef;
  /** Content below the name; each part is on its own line. */
  note: ReactNode;
  rank?: number;
  /** A highlighted word, e.g. 'New'. */
  mark?: string;
  /** Label of the link to an open fight. Without a label, a button to challenge the player replaces the link. */
  action?: string;
  own?: boolean;
};

/** Show a player in a short list, with a button that challenges them or a link to an open fight. */
export function PlayerRow({ player, note, rank, mark, action, own }: PlayerRowProps) {
  const params = { userId: String(player.id) };
  return (
    <div className={clsx(styles.row, rank === 1 && styles.first)}>
      <PlayerLink player={player} className={styles.player}>
        <PlayerAvatar player={player} size={44}>
          {rank !== undefined && (
            <span className={styles.rank}>
              <VisuallyHidden>{DASHBOARD_TEXTS.rank(rank)}</VisuallyHidden>
              <span aria-hidden="true">{formatNumber(rank)}</span>
            </span>
          )}
          {mark && <span className={styles.mark}>{mark}</span>}
        </PlayerAvatar>
        <Stack as="span">
          <Text as="span" display weight="medium" leading="tight" wrap="anywhere" className={styles.name}>
            {player.username}
          </Text>
          <Text as="span" size={1} tone="quiet">
            <Stack as="span">{note}</Stack>
          </Text>
        </Stack>
      </PlayerLink>
      {own ? (
        <Text
          as="span"
          size={1}
          tone="ally"
          weight="bold"
          display
          fill="ally"
          radius="round"
          paddingInline={3}
        >
          {MENU_TEXTS.you}
        </Text>
      ) : action === undefined ? (
        <ChallengeButton player={player} size="small" className={styles.action} named>
          <Icon name="crossed-swords" className={styles.sign} />
          <span className={styles.label}>{PROFILE_TEXTS.challenge}</span>
        </ChallengeButton>
      ) : (
        <ButtonLink
          to="/fight/$userId"
          params={params}
          size="small"
          className={styles.action}
          aria-label={UI_TEXTS.actionFor(action, player.username)}
        >
          <Icon name="crossed-swords" className={styles.sign} />
          <span className={styles.label}>{action}</span>
        </ButtonLink>
      )}
    </div>
  );
}
