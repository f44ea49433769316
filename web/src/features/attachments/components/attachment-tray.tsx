import { ATTACHMENT_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { MEDIA_TEXTS } from '@rivalhold/shared/texts/media.ts';
import { clsx } from 'clsx';
import { Film, ImageOff, RotateCw, SquarePlay, X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useIsConverting } from '../../../lib/use-is-converting.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Text } from '../../../ui/text.tsx';
import type { TrayItem } from '../tray.ts';
import { removeItem, retryItem, useTray } from '../uploads.ts';
import styles from './attachment-tray.module.css';

/** Show the attachments of the next message with their upload progress and a button to remove each. */
export function AttachmentTray({ trayId }: { trayId: string }) {
  const { items, temporary, error } = useTray(trayId);
  return (
    <>
      {items.length > 0 && (
        <ul className={styles.tray} aria-label={ATTACHMENT_TEXTS.tray}>
          {items.map((item) => (
            <Item key={item.key} trayId={trayId} item={item} />
          ))}
        </ul>
      )}
      <p role="status" className={styles.note}>
        {temporary && ATTACHMENT_TEXTS.temporaryOn}
      </p>
      <p role="alert" className={styles.error}>
        {error}
      </p>
    </>
  );
}

const stateText = ({ state, part, error, result }: TrayItem, isConverting: boolean): string => {
  switch (state) {
    case 'ready':
      return result?.notice ?? ATTACHMENT_TEXTS.ready;
    case 'failed':
      return error ?? ATTACHMENT_TEXTS.uploadFailed;
    default:
      if (isConverting) return MEDIA_TEXTS.converting;
      return part < 1 ? ATTACHMENT_TEXTS.uploading : ATTACHMENT_TEXTS.preparing;
  }
};

/**
 * Move the focus before a card is removed: to the next card, or to the previous card if this card is the last, or to
 * the text field if there is no other card.
 */
function leaveCard({ currentTarget: button }: MouseEvent<HTMLButtonElement>): void {
  const card = button.closest('li');
  const next = card?.nextElementSibling ?? card?.previousElementSibling;
  const target = next?.querySelector<HTMLElement>('[data-out]') ?? button.form?.querySelector('textarea');
  target?.focus();
}

const GLYPHS = { image: ImageOff, video: Film, youtube: SquarePlay } as const;

function Item({ trayId, item }: { trayId: string; item: TrayItem }) {
  const { name, state, part, preview } = item;
  const [unseen, setUnseen] = useState(false);
  const card = useRef<HTMLLIElement>(null);
  // Scroll to a failed card, because it might be out of view in the scrolling row of cards.
  useEffect(() => {
    if (state === 'failed') card.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [state]);
  const isUploading = state === 'waiting' || state === 'sending';
  const isConverting = useIsConverting(state === 'sending' && part === 1 && item.meta.kind === 'video');
  const Glyph = GLYPHS[item.meta.kind];
  return (
    <li
      ref={card}
      className={clsx(styles.item, state === 'failed' && styles.failed)}
      data-failed={state === 'failed' || undefined}
      title={name}
    >
      <span className={styles.picture}>
        {preview && !unseen ? (
          <img src={preview} alt="" width={64} height={64} onError={() => setUnseen(true)} />
        ) : (
          <Glyph size={24} aria-hidden="true" />
        )}
      </span>
      <Stack as="span" gap="half" grow>
        <span className={styles.name}>{name}</span>
        <Text
          as="span"
          tone="quiet"
          wrap="anywhere"
          className={styles.state}
          role={state === 'failed' || item.result?.notice ? 'alert' : undefined}
        >
          {stateText(item, isConverting)}
        </Text>
        {isUploading && <Progress label={name} part={part} />}
      </Stack>
      {state === 'failed' && !item.isRejected && (
        <IconButton
          label={ATTACHMENT_TEXTS.retry(name)}
          size="small"
          variant="quiet"
          className={styles.button}
          onClick={({ currentTarget }) => {
            // The pressed button is removed, so move the focus to the button beside it.
            currentTarget.closest('li')?.querySelector<HTMLElement>('[data-out]')?.focus();
            retryItem(trayId, item.key);
          }}
        >
          <RotateCw size={16} aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        label={isUploading ? ATTACHMENT_TEXTS.cancel(name) : ATTACHMENT_TEXTS.remove(name)}
        size="small"
        variant="quiet"
        className={styles.button}
        data-out
        onClick={(event) => {
          leaveCard(event);
          removeItem(trayId, item.key);
        }}
      >
        <X size={16} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
