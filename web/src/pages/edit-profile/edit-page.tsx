import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/edit-profile.ts';
import { PAGE_TITLES } from '@rivalhold/shared/texts/page-titles.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { SAFETY_TEXTS } from '@rivalhold/shared/texts/safety.ts';
import { useQuery } from '@tanstack/react-query';
import { MutedNote } from '../../entities/mutes/muted-note.tsx';
import { profileQuery } from '../../entities/players/api.ts';
import { useUser } from '../../entities/session/api.ts';
import { DeleteAccount } from '../../features/accounts/components/delete-account.tsx';
import { BlockList } from '../../features/blocks/components/block-list.tsx';
import { YourData } from '../../features/exports/components/your-data.tsx';
import { AvatarEditor } from '../../features/profiles/components/edit/avatar-editor.tsx';
import { EditForm, EditFormSkeleton } from '../../features/profiles/components/edit/edit-form.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Page, Stack } from '../../ui/layout.tsx';
import { Failure } from '../../ui/state.tsx';
import { Text } from '../../ui/text.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** Render /profiles/{userId}/edit; only for the player's own profile. */
export function EditPage() {
  const user = useUser();
  const query = useQuery(profileQuery(user.id));
  return (
    <Page gap={5} width="narrow">
      <h1>{EDIT_PROFILE_TEXTS.title}</h1>
      <MutedNote />
      <Card title={EDIT_PROFILE_TEXTS.picture}>
        <AvatarEditor username={user.username} />
      </Card>
      {query.data ? (
        <EditForm user={user} profile={query.data} />
      ) : query.error ? (
        <Failure message={PROFILE_TEXTS.loadFailed} retry={() => void query.refetch()} />
      ) : (
        <div aria-busy="true">
          <VisuallyHidden role="status">{PROFILE_TEXTS.loading}</VisuallyHidden>
          <EditFormSkeleton />
        </div>
      )}
      <Card title={PAGE_TITLES.safety}>
        <Stack gap={4} justify="start">
          <Text tone="quiet">{SAFETY_TEXTS.settingsText}</Text>
          <ButtonLink to="/safety">{SAFETY_TEXTS.link}</ButtonLink>
        </Stack>
      </Card>
      <BlockList />
      <YourData />
      <DeleteAccount />
    </Page>
  );
}
