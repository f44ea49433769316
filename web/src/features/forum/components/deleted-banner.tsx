import type { ForumThread } from '@rivalhold/shared/contract/forum.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fullTime } from '../../../lib/time.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { Text } from '../../../ui/text.tsx';
import { restoreThread, showThread } from '../api.ts';
import styles from './deleted-banner.module.css';

/** Show staff that a thread is deleted, and let them restore it. */
export function DeletedBanner({ thread, deletedAt }: { thread: ForumThread; deletedAt: string }) {
  const client = useQueryClient();
  const until = new Date(Date.parse(deletedAt) + LIMITS.restoreMs).toISOString();
  const restoring = useMutation({
    mutationFn: () => restoreThread(thread.id),
    onSuccess: (restored) => {
      showThread(client, restored);
      document.getElementById('thread')?.focus({ preventScroll: true });
      announce(FORUM_TEXTS.restored);
    },
  });
  const failure = useErrorText(restoring.error, FORUM_TEXTS.restoreFailed);
  return (
    <ErrorBox
      action={
        <Button busy={restoring.isPending} onClick={() => restoring.mutate()}>
          {FORUM_TEXTS.restore}
        </Button>
      }
    >
      <Text as="div" grow="16rem">
        <Text weight="medium">{FORUM_TEXTS.deletedThread}</Text>
        <p>{FORUM_TEXTS.deletedThreadText(fullTime(until))}</p>
        <ErrorMessage text={failure} className={styles.failure} />
      </Text>
    </ErrorBox>
  );
}
