import type { MessageQuote } from '@rivalhold/shared/contract/dms.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { clsx } from 'clsx';
import { SendHorizontal } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { ReplyBar } from '../../../entities/reactions/quote.tsx';
import { isComposing } from '../../../lib/composition.ts';
import { isTouch } from '../../../lib/touch.ts';
import { isBusy, startableUploads } from '../../../lib/upload-queue.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Text } from '../../../ui/text.tsx';
import area from '../../../ui/text-area.module.css';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import {
  AttachButtons,
  AttachmentTray,
  addFiles,
  emptyTray,
  failedCount,
  readyAttachments,
  type Tray,
  useTray,
} from '../../attachments/index.ts';
import { enqueueMessage } from '../delivery.ts';
import { shownQuote } from '../quotes.ts';
import { useTypingSignal } from '../use-typing.ts';
import styles from './composer.module.css';

const COUNT_FROM = LIMITS.dm.text * 0.9;
const EMPTY_DRAFT = { text: '' };

type ComposerProps = {
  meId: number;
  userId: number;
  /** The other player's name. */
  name: string;
  trayId: string;
  field: RefObject<HTMLTextAreaElement | null>;
  /** The message that the player is replying to. */
  replyTo: MessageQuote | null;
  /** Called when the reply is sent or cancelled. */
  onReplyEnd: () => void;
};

/**
 * Return a status text and a press handler. A press calls `send` after all attachments are uploaded. If an attachment
 * has failed, `showFailed` is called instead, and the player has to retry or remove the attachment and press again.
 */
function useQueuedSend(tray: Tray, send: () => void, showFailed: () => void) {
  const [queueState, setQueueState] = useState<'waiting' | 'failed' | null>(null);
  const failed = failedCount(tray);
  const busy = isBusy(tray.items);
  const finish = useEffectEvent(send);
  const show = useEffectEvent(showFailed);
  useEffect(() => {
    if (queueState === 'waiting' && failed > 0) {
      setQueueState('failed');
      show();
    } else if (queueState === 'waiting' && !busy) {
      setQueueState(null);
      finish();
    } else if (queueState === 'failed' && failed === 0) setQueueState(null);
  }, [queueState, failed, busy]);

  const press = () => {
    if (failed > 0) {
      setQueueState('failed');
      showFailed();
    } else if (busy) setQueueState('waiting');
    else send();
  };
  const status =
    queueState === 'failed' && failed > 0
      ? DM_TEXTS.filesFailed(failed, startableUploads(tray.items).length > 0)
      : queueState === 'waiting' && busy
        ? DM_TEXTS.waitingForUpload
        : null;
  return { status, press };
}

/** Show a placeholder for the composer. */
export function ComposerSkeleton() {
  return (
    <div aria-hidden="true" className={styles.composer}>
      <Skeleton height="var(--tap-target)" />
      <Row paddingTop={2} className={styles.foot}>
        <Skeleton height="var(--tap-target)" />
      </Row>
    </div>
  );
}

/** Write and send a message. An unsent draft is restored on return. */
export function Composer(props: ComposerProps) {
  const { meId, userId, name, trayId, field, replyTo, onReplyEnd } = props;
  const id = useId();
  const [{ text: draft }, write] = useDraft(meId, `draft:${userId}`, EMPTY_DRAFT);
  const signal = useTypingSignal(meId, userId);
  const form = useRef<HTMLFormElement>(null);
  const tray = useTray(trayId);
  const attachments = readyAttachments(tray);
  const text = draft.trim();
  const tooLong = text.length > LIMITS.dm.text;
  const quoted = replyTo && shownQuote(replyTo, meId, name);
  const sendable = !tooLong && (text !== '' || tray.items.length > 0);

  // Focus the field, except on a touch screen, where the keyboard would cover the messages.
  useEffect(() => {
    if (!isTouch()) field.current?.focus({ preventScroll: true });
  }, [field]);

  const send = () => {
    if (!sendable || attachments === null) return;
    signal.stop();
    enqueueMessage({ receiverId: userId, text, attachments, replyTo });
    onReplyEnd();
    write(null);
    emptyTray(trayId);
    field.current?.focus();
  };
  const showFailed = () =>
    form.current?.querySelector('[data-failed]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const { status, press } = useQueuedSend(tray, send, showFailed);
  const submit = () => sendable && press();
  const cancelReply = () => {
    onReplyEnd();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && replyTo) {
      // Stop the event, because Escape would also close the messages window.
      event.stopPropagation();
      cancelReply();
    }
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    submit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // If the clipboard has both plain text and HTML, it contains copied text, to which word processors add a picture.
    // Paste only the text. If a file was copied, the clipboard has no HTML, and at most the file's name as plain text.
    const isWritten = ['text/plain', 'text/html'].every((type) => event.clipboardData.types.includes(type));
    if (files.length === 0 || isWritten) return;
    event.preventDefault();
    addFiles(trayId, files);
  };

  return (
    <form
      ref={form}
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {quoted && <ReplyBar quoted={quoted} onCancel={cancelReply} />}
      <AttachmentTray trayId={trayId} />
      <p role="status" className={styles.status}>
        {status}
      </p>
      <VisuallyHidden>
        <label htmlFor={id}>{DM_TEXTS.write(name)}</label>
      </VisuallyHidden>
      <textarea
        ref={field}
        id={id}
        className={clsx(area.box, styles.field)}
        rows={1}
        dir="auto"
        enterKeyHint="send"
        placeholder={DM_TEXTS.placeholder}
        value={draft}
        aria-invalid={tooLong || undefined}
        aria-describedby={text.length >= COUNT_FROM ? `${id}-count` : undefined}
        onChange={(event) => {
          write({ text: event.target.value });
          if (event.target.value.trim() === '') signal.stop();
          else signal.type();
        }}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {text.length >= COUNT_FROM && (
        <Text
          id={`${id}-count`}
          size={1}
          tone={tooLong ? 'danger' : 'quiet'}
          weight={tooLong ? 'medium' : 'regular'}
          tabular
          textAlign="end"
          role={tooLong ? 'alert' : undefined}
        >
          {tooLong && `${DM_TEXTS.tooLong} `}
          {formatNumber(text.length)}/{formatNumber(LIMITS.dm.text)}
        </Text>
      )}
      <Row justify="between" gap={2} paddingTop={2} className={styles.foot}>
        <AttachButtons
          trayId={trayId}
          onGif={(gif) => {
            enqueueMessage({ receiverId: userId, text: '', attachments: [], gif, replyTo });
            onReplyEnd();
          }}
        />
        <IconButton
          type="submit"
          variant="primary"
          label={DM_TEXTS.send}
          aria-disabled={!sendable || undefined}
          className={styles.send}
        >
          <SendHorizontal size={20} aria-hidden="true" />
        </IconButton>
      </Row>
    </form>
  );
}
