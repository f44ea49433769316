import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FEED_REFUSALS, SHARE_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { useId, useRef } from 'react';
import { MutedNote } from '../../../entities/mutes/muted-note.tsx';
import { useMute } from '../../../entities/mutes/use-mute.ts';
import { useUser } from '../../../entities/session/api.ts';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { hasTwoMedia } from '../draft.ts';
import { useShare } from '../use-share.ts';
import styles from './share-box.module.css';
import { ShareButtons } from './share-buttons.tsx';
import { ShareMedia } from './share-media.tsx';

const COUNT_FROM = LIMITS.feed.text * 0.9;

/** Where a post is written and gets its photo, GIF or video. */
export function ShareBox() {
  const me = useUser();
  const titleId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const { draft, change, fault, share, sharing } = useShare(me.id);
  const isMuted = useMute() !== null;
  const focus = () => requestAnimationFrame(() => field.current?.focus({ preventScroll: true }));
  if (isMuted) return <MutedNote />;
  return (
    <form
      className={styles.box}
      aria-labelledby={titleId}
      noValidate
      onKeyDown={onSendKeys(share)}
      onSubmit={(event) => {
        event.preventDefault();
        share();
      }}
    >
      <VisuallyHidden>
        <h2 id={titleId}>{SHARE_TEXTS.title}</h2>
      </VisuallyHidden>
      <div className={styles.writing}>
        <Avatar name={me.username} url={me.avatarUrl} size={44} className={styles.face} />
        <TextArea
          ref={field}
          label={SHARE_TEXTS.label}
          placeholder={SHARE_TEXTS.placeholder(me.username)}
          rows={2}
          readOnly={sharing}
          value={draft.text}
          limit={LIMITS.feed.text}
          countFrom={COUNT_FROM}
          error={
            (fault?.place === 'post' ? fault.text : null) ??
            (draft.text.trim().length > LIMITS.feed.text ? FEED_REFUSALS.tooLong : null)
          }
          className={styles.field}
          onChange={(event) => change({ text: event.target.value })}
        />
      </div>
      <ShareMedia
        draft={draft}
        change={(patch) => {
          change(patch);
          // The button that was pressed is gone with what it removed.
          focus();
        }}
        write={change}
        youtubeFault={fault?.place === 'youtube' ? fault.text : null}
      />
      <div className={styles.foot}>
        <ShareButtons draft={draft} change={change} />
        <p className={styles.hint}>{SHARE_TEXTS.hint}</p>
        <Button
          type="submit"
          variant="primary"
          busy={sharing}
          aria-disabled={hasTwoMedia(draft) || undefined}
          className={styles.post}
        >
          {SHARE_TEXTS.post}
        </Button>
      </div>
    </form>
  );
}
