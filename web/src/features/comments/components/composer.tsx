import type { SessionUser } from '@rivalhold/shared/contract/accounts.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { COMMENT_TEXTS } from '@rivalhold/shared/texts/comments.ts';
import { MutedNote } from '../../../entities/mutes/muted-note.tsx';
import { useMute } from '../../../entities/mutes/use-mute.ts';
import { restoredDraft } from '../../../lib/restored-draft.ts';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { usePostComment } from '../use-comments.ts';
import styles from './comments.module.css';

const COUNT_FROM = LIMITS.comment * 0.9;
const EMPTY = { text: '' };

/** Write and post a comment. A failed comment is restored to the field. */
export function Composer({ profileId, me }: { profileId: number; me: SessionUser }) {
  const [{ text }, write] = useDraft(me.id, `comment:${profileId}`, EMPTY);
  const { post, posting, failure, clearFailure } = usePostComment(profileId, (body) =>
    write((current) => ({ text: restoredDraft(body, current.text) })),
  );
  const isMuted = useMute() !== null;
  const body = text.trim();
  const ready = body.length > 0 && body.length <= LIMITS.comment && !posting;
  const send = () => {
    if (!ready) return;
    write(null);
    post(body);
  };
  if (isMuted) return <MutedNote />;
  return (
    <Row
      as="form"
      align="start"
      gap={3}
      paddingBottom={2}
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Avatar name={me.username} url={me.avatarUrl} size={44} />
      <Stack gap={2} grow>
        <TextArea
          label={COMMENT_TEXTS.label}
          placeholder={COMMENT_TEXTS.label}
          limit={LIMITS.comment}
          countFrom={COUNT_FROM}
          error={failure}
          value={text}
          onChange={(event) => {
            if (failure) clearFailure();
            write({ text: event.target.value });
          }}
          onKeyDown={onSendKeys(send)}
        />
        <Row gap={3} justify="end">
          <Text as="span" size={1} tone="quiet" className={styles.hint}>
            {COMMENT_TEXTS.hint}
          </Text>
          <Button
            type="submit"
            variant="primary"
            size="small"
            busy={posting}
            aria-disabled={!ready || undefined}
          >
            {COMMENT_TEXTS.post}
          </Button>
        </Row>
      </Stack>
    </Row>
  );
}
