import type { AdminPlayer } from '@rivalhold/shared/contract/admin.ts';
import { EDIT_USER_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQuery } from '@tanstack/react-query';
import { PeopleSkeleton } from '../../entities/players/people-skeleton.tsx';
import { PersonRow } from '../../entities/players/person-row.tsx';
import { Meta } from '../../entities/staff/meta.tsx';
import { StaffScreen } from '../../entities/staff/staff-screen.tsx';
import { useIdParam } from '../../entities/staff/use-search-params.ts';
import { UserTags } from '../../entities/staff/user-tags.tsx';
import { playerQuery } from '../../features/admin/api.ts';
import { AddItem } from '../../features/admin/components/add-item.tsx';
import { CarriedItems } from '../../features/admin/components/carried-items.tsx';
import { CoinsForm } from '../../features/admin/components/coins-form.tsx';
import { PlayerPicker } from '../../features/admin/components/player-picker.tsx';
import { StatsForm } from '../../features/admin/components/stats-form.tsx';
import { repeat } from '../../lib/repeat.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Grid, Stack } from '../../ui/layout.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { SkeletonField } from '../../ui/skeleton-parts.tsx';
import { Failure } from '../../ui/state.tsx';
import { useRestoreFocus } from '../../ui/use-restore-focus.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** Let admins edit the stats, inventory and coins of players who are not admins. */
export function EditUserPage() {
  const [id, choose] = useIdParam('user');
  // Restore the focus, because choosing or leaving a player removes the pressed button.
  const container = useRestoreFocus<HTMLDivElement>(id, 'heading');
  return (
    <StaffScreen path="/admin/edit-user" title={EDIT_USER_TEXTS.title} text={EDIT_USER_TEXTS.text}>
      <Stack ref={container} tabIndex={-1} gap={5}>
        {id === null ? (
          <PlayerPicker onPick={choose} />
        ) : (
          <Player key={id} id={id} onLeave={() => choose(null)} />
        )}
      </Stack>
    </StaffScreen>
  );
}

function Player({ id, onLeave }: { id: number; onLeave: () => void }) {
  const query = useQuery(playerQuery(id));
  const failure = useErrorText(query.error, EDIT_USER_TEXTS.loadFailed);
  const another = (
    <Button size="small" onClick={onLeave}>
      {EDIT_USER_TEXTS.another}
    </Button>
  );
  const heading = (
    <VisuallyHidden>
      <h2>{query.data ? EDIT_USER_TEXTS.editing(query.data.user.username) : EDIT_USER_TEXTS.title}</h2>
    </VisuallyHidden>
  );
  return (
    <>
      <Card>
        {heading}
        {query.data ? (
          <PersonRow player={query.data.user} note={<Facts player={query.data} />}>
            <ButtonLink to="/profiles/$userId" params={{ userId: String(id) }} size="small" variant="ghost">
              {EDIT_USER_TEXTS.profile}
            </ButtonLink>
            {another}
          </PersonRow>
        ) : (
          <>
            {failure === null ? (
              <div aria-busy="true">
                <VisuallyHidden role="status">{EDIT_USER_TEXTS.loading}</VisuallyHidden>
                <PeopleSkeleton rows={1} />
              </div>
            ) : (
              <Failure message={failure} retry={() => void query.refetch()} />
            )}
            <Stack gap={2} justify="center" paddingTop={4} size={1} tone="quiet">
              {another}
            </Stack>
          </>
        )}
      </Card>
      {query.data && <Forms id={id} player={query.data} />}
      {query.isPending && <FormsSkeleton />}
    </>
  );
}

function Facts({ player: { user, stats } }: { player: AdminPlayer }) {
  return (
    <Meta as="span">
      <UserTags user={user} />
      <bdi>{user.email}</bdi>
      <span>{EDIT_USER_TEXTS.record(stats.wins, stats.losses)}</span>
    </Meta>
  );
}

function FormsSkeleton() {
  return (
    <Grid columns={2} gap={5} align="start" stackOn="narrow" aria-hidden="true">
      <Card title={EDIT_USER_TEXTS.stats}>
        <Stack gap={5}>
          {repeat(5, (field) => (
            <SkeletonField key={field} />
          ))}
        </Stack>
      </Card>
      <Stack gap={5}>
        <Card title={EDIT_USER_TEXTS.coins}>
          <SkeletonField />
        </Card>
        <Card title={EDIT_USER_TEXTS.inventory}>
          <SkeletonLines lines={4} />
        </Card>
        <Card title={EDIT_USER_TEXTS.addTitle}>
          <SkeletonField />
        </Card>
      </Stack>
    </Grid>
  );
}

function Forms({ id, player: { stats, inventory } }: { id: number; player: AdminPlayer }) {
  return (
    <Grid columns={2} gap={5} align="start" stackOn="narrow">
      <Card title={EDIT_USER_TEXTS.stats}>
        <StatsForm id={id} stats={stats} />
      </Card>
      <Stack gap={5}>
        <Card title={EDIT_USER_TEXTS.coins}>
          <CoinsForm id={id} coins={stats.coins} />
        </Card>
        <Card title={EDIT_USER_TEXTS.inventory}>
          <CarriedItems id={id} inventory={inventory} />
        </Card>
        <Card title={EDIT_USER_TEXTS.addTitle}>
          <AddItem id={id} />
        </Card>
      </Stack>
    </Grid>
  );
}
