import type { Photo } from '@rivalhold/shared/contract/profiles.ts';
import { mayDelete } from '@rivalhold/shared/roles.ts';
import { PHOTO_TEXTS } from '@rivalhold/shared/texts/photos.ts';
import { Check, Pencil, Trash2, UserRound } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { useUser } from '../../../entities/session/api.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { onEscape } from '../../../ui/on-escape.ts';
import { isTooLong, NO_REASON, ReasonFields } from '../../../ui/reason-fields.tsx';
import type { useGalleryActions } from '../use-gallery.ts';
import { CaptionEditor } from './caption-editor.tsx';
import { LikeButton } from './like-button.tsx';
import styles from './photo-footer.module.css';

type PhotoFooterProps = {
  photo: Photo;
  /** The photo's owner. */
  owner: { id: number; username: string };
  actions: ReturnType<typeof useGalleryActions>;
  onDeleted: () => void;
};

/**
 * Show a photo's caption and actions. While open, the caption editor or the confirmation of a deletion replaces them.
 */
export function PhotoFooter({ photo, owner, actions, onDeleted }: PhotoFooterProps) {
  const [mode, setMode] = useState<'show' | 'caption' | 'delete'>('show');
  const [reason, setReason] = useState(NO_REASON);
  const edit = useRef<HTMLButtonElement>(null);
  const me = useUser();
  const own = owner.id === me.id;
  const isAvatar = own && me.avatarUrl === photo.imageUrl;
  const ownText = isAvatar ? PHOTO_TEXTS.deleteAvatarText : PHOTO_TEXTS.deleteText;
  const back = () => {
    // The focused element is removed, so focus the edit button once that button is rendered again.
    flushSync(() => setMode('show'));
    edit.current?.focus();
  };
  if (mode === 'caption') return <CaptionEditor photo={photo} save={actions.caption} done={back} />;
  if (mode === 'delete') {
    return (
      <fieldset className={styles.question} aria-label={PHOTO_TEXTS.deleteTitle} onKeyDown={onEscape(back)}>
        <p role="alert">
          <strong>{PHOTO_TEXTS.deleteTitle}</strong> {own ? ownText : PHOTO_TEXTS.deleteAsStaffText}
        </p>
        {!own && <ReasonFields value={reason} onChange={setReason} />}
        <Row gap={2} justify="center" wrap className={styles.actions}>
          <Button size="small" autoFocus onClick={back}>
            {PHOTO_TEXTS.cancel}
          </Button>
          <Button
            size="small"
            variant="danger"
            busy={actions.deletion.isPending}
            aria-disabled={isTooLong(reason) || undefined}
            onClick={() =>
              isTooLong(reason) ||
              actions.deletion.mutate(
                { photo, reason: own ? {} : reason },
                { onSuccess: onDeleted, onError: back },
              )
            }
          >
            {PHOTO_TEXTS.delete}
          </Button>
        </Row>
      </fieldset>
    );
  }
  return (
    <div className={styles.footer}>
      {photo.caption && (
        <p className={styles.caption} dir="auto">
          {photo.caption}
        </p>
      )}
      <Row gap={2} justify="center" wrap className={styles.actions}>
        <LikeButton photo={photo} own={own} />
        <ReportButton kind="photo" id={photo.id} owner={owner} hasLabel />
        {own && (
          <>
            <Button ref={edit} size="small" variant="ghost" onClick={() => setMode('caption')}>
              <Pencil size={16} aria-hidden="true" />
              {photo.caption ? PHOTO_TEXTS.editCaption : PHOTO_TEXTS.addCaption}
            </Button>
            <Button
              size="small"
              variant="ghost"
              busy={actions.avatar.isPending}
              aria-disabled={isAvatar || undefined}
              onClick={() => isAvatar || actions.avatar.mutate(photo)}
            >
              {isAvatar ? <Check size={16} aria-hidden="true" /> : <UserRound size={16} aria-hidden="true" />}
              {isAvatar ? PHOTO_TEXTS.isAvatar : PHOTO_TEXTS.setAvatar}
            </Button>
          </>
        )}
        {mayDelete(me, owner.id) && (
          <Button ref={own ? undefined : edit} size="small" variant="ghost" onClick={() => setMode('delete')}>
            <Trash2 size={16} aria-hidden="true" />
            {PHOTO_TEXTS.delete}
          </Button>
        )}
      </Row>
    </div>
  );
}
