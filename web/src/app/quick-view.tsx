import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { PROFILE_TEXT_FIELD_NAMES, PROFILE_TEXT_FIELDS } from '@rivalhold/shared/profiles.ts';
import { BLOCK_TEXTS } from '@rivalhold/shared/texts/blocks.ts';
import { PROFILE_CARD_TEXTS, PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useIsBlocked } from '../entities/blocks/api.ts';
import { BlockButton } from '../entities/blocks/block-button.tsx';
import { closeMessages } from '../entities/conversations/window.ts';
import { profileQuery } from '../entities/players/api.ts';
import { humanize, statusText } from '../entities/players/describe.ts';
import { PlayerAvatar } from '../entities/players/player-avatar.tsx';
import { type QuickPlayer, showQuickView } from '../entities/players/quick-view.ts';
import { ReportButton } from '../entities/reports/report-button.tsx';
import { useSession } from '../entities/session/api.ts';
import { LevelProgress } from '../entities/stats/stats.tsx';
import { FriendChip } from '../features/friends/components/friend-chip.tsx';
import { MuteButton } from '../features/player-mutes/components/mute-button.tsx';
import { ContactButtons } from '../features/social/components/contact-buttons.tsx';
import { statusOf } from '../lib/errors.ts';
import { repeat } from '../lib/repeat.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Grid, Row, Stack, Surface } from '../ui/layout.tsx';
import { Meter } from '../ui/meter.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { Failure, Notice } from '../ui/state.tsx';
import { Text } from '../ui/text.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './quick-view.module.css';

const close = () => showQuickView(null);
/** Close the messages window too, since it would cover the new page. */
const leave = () => {
  close();
  closeMessages();
};

/** Show the quick view of a player as a window; null closes it. */
export function QuickView({ open }: { open: QuickPlayer | null }) {
  // Keep showing the last player while the window fades out.
  const [last, setLast] = useState(open);
  if (open && open !== last) setLast(open);
  const player = open ?? last;
  const view = useRef<HTMLAnchorElement>(null);
  if (!player) return null;
  return (
    <Dialog
      open={open !== null}
      onClose={close}
      title={
        <Text as="span" wrap="anywhere">
          {player.username}
        </Text>
      }
      initialFocus={view}
    >
      <Stack gap={4}>
        <Content key={player.id} player={player} />
        <Grid columns="9rem" fit gap={2}>
          <ButtonLink
            ref={view}
            to="/profiles/$userId"
            params={{ userId: String(player.id) }}
            variant="primary"
            onClick={leave}
          >
            {PROFILE_CARD_TEXTS.viewProfile}
          </ButtonLink>
          <OtherPlayer player={player} />
        </Grid>
      </Stack>
    </Dialog>
  );
}

/** Show the actions for another player, or a note that the player is the viewer. */
function OtherPlayer({ player }: { player: QuickPlayer }) {
  const me = useSession();
  const blocked = useIsBlocked(player.id);
  const refusals = useQuery(profileQuery(player.id)).data?.refusals;
  if (!me) return null;
  if (blocked)
    return (
      <>
        <BlockButton player={player} variant="secondary" size="medium" />
        <ReportButton kind="profile" id={player.id} owner={player} hasLabel className={styles.block} />
      </>
    );
  return (
    <>
      {me.id !== player.id && (
        <ContactButtons player={player} refusals={refusals} onMessage={close} onChallenge={leave} />
      )}
      <FriendChip player={player} className={styles.chip} />
      {me.id !== player.id && <MuteButton player={player} className={styles.block} />}
      {me.id !== player.id && <BlockButton player={player} className={styles.block} />}
      <ReportButton kind="profile" id={player.id} owner={player} hasLabel className={styles.block} />
    </>
  );
}

function Content({ player: { id, username } }: { player: QuickPlayer }) {
  const blocked = useIsBlocked(id);
  const query = useQuery(profileQuery(id));
  const profile = query.data;
  if (blocked) {
    return <Notice icon="padlock" title={BLOCK_TEXTS.blocked(username)} text={BLOCK_TEXTS.blockedText} />;
  }
  if (profile) return <Facts profile={profile} />;
  if (query.error) {
    const missing = statusOf(query.error) === 404;
    return missing ? (
      <Notice icon="person" title={PROFILE_TEXTS.notFound} />
    ) : (
      <Failure message={PROFILE_TEXTS.loadFailed} retry={() => void query.refetch()} />
    );
  }
  return (
    <div aria-busy="true">
      <VisuallyHidden role="status">{PROFILE_TEXTS.loading}</VisuallyHidden>
      <Stack gap={4} aria-hidden="true">
        <Row gap={4}>
          <Skeleton width="6rem" height="6rem" radius="portrait" />
          <Skeleton width="60%" height="1.25em" />
        </Row>
        <Grid columns={2} gap={4} rowGap={2}>
          {repeat(4, (fact) => (
            <Skeleton key={fact} height="2.75rem" />
          ))}
        </Grid>
        <Skeleton height="2.25rem" />
        <Skeleton height="2.25rem" />
        <Skeleton height="4rem" radius={2} />
      </Stack>
    </div>
  );
}

function Facts({ profile }: { profile: Profile }) {
  const { age, sex, relationshipStatus } = profile;
  const details = [
    { label: PROFILE_CARD_TEXTS.age, value: age },
    { label: PROFILE_CARD_TEXTS.sex, value: sex && humanize(sex) },
    ...PROFILE_TEXT_FIELD_NAMES.map((name) => ({
      label: PROFILE_TEXT_FIELDS[name].label,
      value: profile[name]?.trim(),
    })),
    { label: PROFILE_CARD_TEXTS.relationship, value: relationshipStatus && humanize(relationshipStatus) },
  ].filter(({ value }) => value);
  const numbers = [
    { label: PROFILE_TEXTS.attack, value: profile.attack },
    { label: PROFILE_TEXTS.defense, value: profile.defense },
    { label: PROFILE_CARD_TEXTS.energyShort, value: profile.energy },
    { label: PROFILE_TEXTS.wins, value: profile.wins },
    { label: PROFILE_TEXTS.losses, value: profile.losses },
  ];
  return (
    <>
      <Row gap={4}>
        <PlayerAvatar player={profile} size={96} alt={PROFILE_TEXTS.portraitOf(profile.username)} />
        <p className={styles.status} dir="auto">
          {statusText(profile)}
        </p>
      </Row>
      {details.length > 0 && (
        <Grid as="dl" columns={2} gap={4} rowGap={2} className={styles.details}>
          {details.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </Grid>
      )}
      <LevelProgress profile={profile} />
      <Meter kind="health" value={profile.health} max={profile.maxHealth} label={PROFILE_TEXTS.health} />
      <Surface
        fill={2}
        radius={2}
        border
        padding={3}
        paddingInline={1}
        textAlign="center"
        className={styles.numbers}
      >
        <Grid as="dl" columns={5} gap={1}>
          {numbers.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </Grid>
      </Surface>
    </>
  );
}
