import type { Profile } from '@rivalhold/shared/contract/profiles.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { PROFILE_CARD_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { visibleLength } from '@rivalhold/shared/visible-text.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { MutedNote } from '../../../entities/mutes/muted-note.tsx';
import { useMute } from '../../../entities/mutes/use-mute.ts';
import { statusText } from '../../../entities/players/describe.ts';
import { setSession } from '../../../entities/session/api.ts';
import { isComposing } from '../../../lib/composition.ts';
import { useErrorText } from '../../../lib/use-error-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { saveStatus } from '../api.ts';
import { patchCachedPlayer } from '../cached-players.ts';
import styles from './status-line.module.css';

/** Show a player's status message. The owner can press the message to edit it. */
export function StatusLine({ profile, own }: { profile: Profile; own: boolean }) {
  const [editing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !editing) opener.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  if (own && editing) return <StatusEditor profile={profile} onDone={() => setEditing(false)} />;
  const status = (
    <span className={styles.status} dir="auto">
      {statusText(profile)}
    </span>
  );
  if (!own) return <p>{status}</p>;
  return (
    <button ref={opener} type="button" className={styles.opener} onClick={() => setEditing(true)}>
      <VisuallyHidden>{PROFILE_CARD_TEXTS.editStatus} </VisuallyHidden>
      {status}
      <Pencil size={16} aria-hidden="true" />
    </button>
  );
}

function StatusEditor({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(profile.statusMessage);
  const field = useRef<HTMLTextAreaElement>(null);
  const isMuted = useMute() !== null;
  const text = draft.trim();
  const tooLong = visibleLength(text) > LIMITS.statusMessage;
  const { mutate, isPending, error } = useMutation({
    mutationFn: saveStatus,
    onSuccess: (user) => {
      setSession(user);
      patchCachedPlayer(client, user.id, { statusMessage: user.statusMessage });
      announce(PROFILE_CARD_TEXTS.statusSaved);
      onDone();
    },
  });
  const failure = useErrorText(error, PROFILE_CARD_TEXTS.statusFailed);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  const save = () => {
    if (isPending || tooLong) return;
    if (text === profile.statusMessage) onDone();
    else mutate(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') onDone();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    save();
  };
  if (isMuted) {
    return (
      <div className={styles.editor}>
        <MutedNote />
        <Row gap={2} justify="end">
          <Button size="small" autoFocus onClick={onDone}>
            {PROFILE_CARD_TEXTS.cancel}
          </Button>
        </Row>
      </div>
    );
  }
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextArea
        ref={field}
        label={PROFILE_CARD_TEXTS.statusLabel}
        limit={LIMITS.statusMessage}
        measure={visibleLength}
        error={failure}
        readOnly={isPending}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <Row gap={2} justify="end">
        <Text as="span" grow size={1} tone="quiet" leading="tight" textAlign="start" className={styles.hint}>
          {PROFILE_CARD_TEXTS.statusHint}
        </Text>
        <Button size="small" onClick={onDone}>
          {PROFILE_CARD_TEXTS.cancel}
        </Button>
        <Button
          type="submit"
          size="small"
          variant="primary"
          busy={isPending}
          aria-disabled={tooLong || undefined}
        >
          {PROFILE_CARD_TEXTS.save}
        </Button>
      </Row>
    </form>
  );
}
