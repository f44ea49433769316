import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { useParams } from '@tanstack/react-router';
import { Messenger } from '../../features/dms/components/messenger.tsx';
import { FullHeightPage } from '../../ui/full-height-page.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

/** Show the messages as a page. If the URL names a conversation, the conversation is open. */
export function DmPage() {
  const { userId } = useParams({ strict: false });
  return (
    <FullHeightPage>
      <VisuallyHidden>
        <h1>{DM_TEXTS.page}</h1>
      </VisuallyHidden>
      <Messenger userId={userId === undefined ? null : Number(userId)} />
    </FullHeightPage>
  );
}
