import { EDIT_PROFILE_TEXTS } from '@rivalhold/shared/texts/edit-profile.ts';
import { PROFILE_CARD_TEXTS, PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { clsx } from 'clsx';
import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { useMute } from '../../../../entities/mutes/use-mute.ts';
import { PICTURE_ACCEPT } from '../../../../lib/picture-file.ts';
import { useFileDrop } from '../../../../lib/use-file-drop.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button } from '../../../../ui/button.tsx';
import { confirm } from '../../../../ui/confirm.tsx';
import dropZone from '../../../../ui/drop-zone.module.css';
import { FileInput } from '../../../../ui/file-input.tsx';
import { FormOutcome } from '../../../../ui/form-outcome.tsx';
import { Grid, Row, Stack } from '../../../../ui/layout.tsx';
import { Progress } from '../../../../ui/progress.tsx';
import { Text } from '../../../../ui/text.tsx';
import styles from './avatar-editor.module.css';
import { useAvatar } from './use-avatar.ts';

/** Show the player's avatar, with a button and a drop area to replace it. */
export function AvatarEditor({ username }: { username: string }) {
  const avatar = useAvatar();
  const input = useRef<HTMLInputElement>(null);
  const send = ([file]: Iterable<File>) => file && avatar.send(file);
  const isMuted = useMute() !== null;
  const { isOver, handlers } = useFileDrop({ enabled: !avatar.isSending && !isMuted, onFiles: send });
  const confirmRemoval = async () => {
    const { removeAvatarTitle, removeAvatarConfirm, cancel } = PROFILE_CARD_TEXTS;
    const question = { title: removeAvatarTitle, confirm: removeAvatarConfirm, cancel, danger: true };
    if (await confirm(question)) avatar.remove();
  };
  return (
    <Grid
      columns={['auto', '1fr']}
      gap={5}
      align="center"
      stackOn="phone"
      className={clsx(styles.wrapper, isOver && dropZone.over)}
      {...handlers}
    >
      <Avatar name={username} url={avatar.url} size={128} alt={PROFILE_TEXTS.portraitOf(username)} />
      <Stack gap={3} className={styles.actions}>
        <FileInput
          ref={input}
          accept={PICTURE_ACCEPT}
          label={EDIT_PROFILE_TEXTS.choosePicture}
          onFiles={send}
        />
        {avatar.isSending ? (
          <Uploading part={avatar.part} cancel={avatar.cancel} />
        ) : (
          <Row gap={2} align="stretch" wrap className={styles.buttons}>
            {!isMuted && (
              <Button onClick={() => input.current?.click()}>
                <ImageUp size={18} aria-hidden="true" />
                {EDIT_PROFILE_TEXTS.choosePicture}
              </Button>
            )}
            {avatar.hasPicture && (
              <Button variant="ghost" busy={avatar.isRemoving} onClick={() => void confirmRemoval()}>
                {PROFILE_CARD_TEXTS.removeAvatar}
              </Button>
            )}
          </Row>
        )}
        {!isMuted && (
          <Text size={1} tone="quiet">
            {isOver ? EDIT_PROFILE_TEXTS.dropNow : EDIT_PROFILE_TEXTS.pictureLimits}{' '}
            {!isOver && <span className="by-mouse">{EDIT_PROFILE_TEXTS.dropToo}</span>}
          </Text>
        )}
        <FormOutcome failure={avatar.failure} done={avatar.done} />
      </Stack>
    </Grid>
  );
}

/** Show the upload progress. After the last byte was sent, show that the server is processing the file. */
function Uploading({ part, cancel }: { part: number; cancel: () => void }) {
  return (
    <Stack gap={2} justify="start" size={1}>
      <p role="status">{part < 1 ? EDIT_PROFILE_TEXTS.uploading : EDIT_PROFILE_TEXTS.finishing}</p>
      <Progress label={EDIT_PROFILE_TEXTS.uploading} part={part} />
      <Button size="small" onClick={cancel}>
        {EDIT_PROFILE_TEXTS.cancelUpload}
      </Button>
    </Stack>
  );
}
