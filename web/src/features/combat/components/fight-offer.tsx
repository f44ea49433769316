import { FIGHT_ENERGY } from '@rivalhold/shared/levels/regeneration.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMBAT_TEXTS, OFFER_TEXTS } from '@rivalhold/shared/texts/combat.ts';
import { SECOND } from '@rivalhold/shared/time-units.ts';
import { useQuery } from '@tanstack/react-query';
import { gameQuery } from '../../../entities/game/api.ts';
import { profileQuery } from '../../../entities/players/api.ts';
import { useUser } from '../../../entities/session/api.ts';
import { Vitals } from '../../../entities/stats/stats.tsx';
import { useApiError } from '../../../lib/use-api-error.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Grid, Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from './fight-offer.module.css';
import page from './fight-unavailable.module.css';
import { FightUnavailable } from './fight-unavailable.tsx';
import { HealButton } from './heal-button.tsx';
import { OpeningSkeleton } from './opening-skeleton.tsx';

type FaceProps = { name: string; url: string | null; level: number; note?: string };

function Face({ name, url, level, note }: FaceProps) {
  return (
    <Stack gap={1} align="center" textAlign="center" className={styles.face}>
      <Avatar name={name} url={url} size={88} className={styles.portrait} />
      <Text display weight="bold" wrap="anywhere">
        {name}
      </Text>
      <Text size={1} tone="quiet">
        {COMBAT_TEXTS.level(level)}
        {note && ` · ${note}`}
      </Text>
    </Stack>
  );
}

type FightOfferProps = { meId: number; opponentId: number; onStart: () => void };

/**
 * Show what a fight with a player costs and how it starts, with a button that starts it. Opening the page does not
 * start a fight.
 */
export function FightOffer({ meId, opponentId, onStart }: FightOfferProps) {
  const me = useUser();
  const stats = useQuery(gameQuery(meId)).data?.stats;
  const profile = useQuery(profileQuery(opponentId));
  const error = useApiError(profile.error);
  const opponent = profile.data;
  if (error) {
    const retry = () => void profile.refetch();
    return <FightUnavailable error={error} meId={meId} opponentId={opponentId} retry={retry} />;
  }
  if (!opponent || !stats) return <OpeningSkeleton />;
  const { username } = opponent;
  return (
    <div className={page.page}>
      <Text as="h1" size={4}>
        {COMBAT_TEXTS.title}
      </Text>
      <Card className={styles.card}>
        <Stack gap={4}>
          <Grid columns={['1fr', 'auto', '1fr']} gap={3} align="center">
            <Face name={me.username} url={me.avatarUrl} level={stats.level} note={OFFER_TEXTS.you} />
            <Icon name="crossed-swords" size="2.25rem" className={styles.swords} />
            <Face name={username} url={opponent.avatarUrl} level={opponent.level} />
          </Grid>
          <Text textAlign="center">{OFFER_TEXTS.text(username, LIMITS.combat.challengeMs / SECOND)}</Text>
        </Stack>
        <Stack gap={4}>
          <Vitals profile={stats} />
          <HealButton userId={meId} stats={stats} />
          <Button variant="primary" wide onClick={onStart}>
            {OFFER_TEXTS.start(username)}
          </Button>
          <Row gap={2} justify="between" wrap>
            <ButtonLink to="/profiles/$userId" params={{ userId: String(opponentId) }} variant="ghost">
              {COMBAT_TEXTS.back}
            </ButtonLink>
            <Text as="span" size={1} tone="quiet">
              {OFFER_TEXTS.cost(FIGHT_ENERGY)}
            </Text>
          </Row>
        </Stack>
      </Card>
    </div>
  );
}
