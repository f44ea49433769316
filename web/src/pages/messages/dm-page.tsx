import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { useParams } from '@tanstack/react-router';
import { Messenger } from '../../features/dms/components/messenger.tsx';
import { FilledPage } from '../../ui/filled-page.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** The messages of a player as a page, with the conversation of its address open. */
export function DmPage() {
  const { userId } = useParams({ strict: false });
  return (
    <FilledPage>
      <VisuallyHidden>
        <h1>{DM_TEXTS.page}</h1>
      </VisuallyHidden>
      <Messenger userId={userId === undefined ? null : Number(userId)} />
    </FilledPage>
  );
}
