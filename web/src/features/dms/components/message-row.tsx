import type { Attachment } from '@rivalhold/shared/contract/attachments.ts';
import type { DirectMessage, MessageQuote } from '@rivalhold/shared/contract/dms.ts';
import { timeOfDay } from '@rivalhold/shared/dates.ts';
import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Clock, EyeOff, RotateCw, Trash2 } from 'lucide-react';
import { memo, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { RichText } from '../../../entities/posts/post-text.tsx';
import { Quote } from '../../../entities/reactions/quote.tsx';
import { ReactionButton } from '../../../entities/reactions/reaction-button.tsx';
import { ReactionChips } from '../../../entities/reactions/reaction-chips.tsx';
import { ReportButton } from '../../../entities/reports/report-button.tsx';
import { useSocketState } from '../../../lib/socket.ts';
import { fullTime } from '../../../lib/time.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { QuestionPopover } from '../../../ui/question-popover.tsx';
import { Text } from '../../../ui/text.tsx';
import { toastError } from '../../../ui/toast.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { AttachmentList } from '../../attachments/index.ts';
import { deleteMessage } from '../api.ts';
import { discard, resend } from '../delivery.ts';
import type { Outgoing } from '../outbox.ts';
import { reactionCounts, shownQuote } from '../quotes.ts';
import { useMessageReaction } from '../reactions.ts';
import { showAsDeleted } from '../realtime.ts';
import styles from './message-row.module.css';

type BubbleProps = {
  container?: RefObject<HTMLDivElement | null>;
  /** Id of the element with the message's text and time. */
  textId?: string;
  /** Id of a stored message. */
  messageId?: number;
  mine: boolean;
  isGrouped: boolean;
  /** The author's name, for screen readers only. */
  from: string;
  text: string;
  links?: boolean;
  attachments: readonly Attachment[];
  /** True if the attachments are shown only after a tap. */
  hidesMedia?: boolean;
  time: string;
  deleted?: boolean;
  /** `mark` is shown beside the time, and `below` under the bubble. */
  mark?: ReactNode;
  below?: ReactNode;
  /** The message that this one replies to. */
  quote?: ReactNode;
  /** Buttons for the message. */
  actions?: ReactNode;
  isHighlighted?: boolean;
};

function Bubble(props: BubbleProps) {
  const { container, textId, messageId, mine, isGrouped, from, text, links, attachments, time, deleted } =
    props;
  const { mark, below, quote, actions, hidesMedia = false, isHighlighted } = props;
  const [isRevealed, setIsRevealed] = useState(false);
  const isHidden = hidesMedia && !isRevealed;
  const media = useRef<HTMLDivElement>(null);
  const reveal = () => {
    // The button is removed, so move the focus from it to the media.
    flushSync(() => setIsRevealed(true));
    media.current?.focus();
  };
  return (
    <Stack
      ref={container}
      justify={mine ? 'end' : 'start'}
      paddingTop={isGrouped ? 'half' : 3}
      className={clsx(styles.row, mine && styles.mine)}
    >
      <div className={styles.line}>
        <div
          data-message={messageId}
          tabIndex={-1}
          className={clsx(
            styles.bubble,
            deleted && styles.deleted,
            !text && !deleted && !isHidden && !quote && styles.mediaOnly,
            isHighlighted && styles.highlighted,
          )}
        >
          <VisuallyHidden>{DM_TEXTS.by(from)} </VisuallyHidden>
          {quote}
          {attachments.length > 0 &&
            (isHidden ? (
              <Button size="small" onClick={reveal}>
                <EyeOff size={16} aria-hidden="true" />
                {DM_TEXTS.showMedia(attachments.length)}
              </Button>
            ) : hidesMedia ? (
              <div ref={media} tabIndex={-1}>
                <AttachmentList attachments={attachments} />
              </div>
            ) : (
              <AttachmentList attachments={attachments} />
            ))}
          <Row id={textId} gap={2} wrap align="end" justify="end" rowGap={0} className={styles.content}>
            {deleted ? (
              <p className={styles.text}>{DM_TEXTS.deleted}</p>
            ) : (
              text && (
                <p className={styles.text} dir="auto">
                  <RichText text={text} links={links} mentions={false} />
                </p>
              )
            )}
            <Row as="span" gap={1} fixed className={styles.meta}>
              {mark}
              <time dateTime={time} title={fullTime(time)}>
                {timeOfDay(new Date(time))}
              </time>
            </Row>
          </Row>
        </div>
        {actions && (
          <Row fixed className={styles.actions}>
            {actions}
          </Row>
        )}
      </div>
      {below}
    </Stack>
  );
}

/** Move the focus from a removed button to the next button with the same action, or else to the list. */
function focusAfter(row: HTMLElement | null): void {
  const list = row?.closest<HTMLElement>('section');
  // Do not interrupt a player who is typing.
  if (!row || !list || document.activeElement instanceof HTMLTextAreaElement) return;
  const next = [...list.querySelectorAll<HTMLElement>('[data-remove]')].find(
    (button) => row.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  (next ?? list).focus({ preventScroll: true });
}

type MessageRowProps = {
  /** A stored message, or one that is waiting, is being sent or has failed. */
  message: DirectMessage | Outgoing;
  mine: boolean;
  isGrouped: boolean;
  seen: boolean;
  /** The other player's name. */
  name: string;
  otherId: number;
  /** True if the media of the other player are shown only after a tap. */
  hidesMedia: boolean;
  meId: number;
  /** True if the viewer can write to the other player. */
  canWrite: boolean;
  /** True if the viewer can send a failed message again. */
  mayResend: boolean;
  isHighlighted: boolean;
  onReply: (message: DirectMessage) => void;
  /** Scrolls to the message that this one replies to. */
  onJump: (quote: MessageQuote) => void;
};

/**
 * Show a message, stored or not. The root is a `Bubble` in both cases, and the row keeps its key, so that a video that
 * the viewer has started continues when the message has been stored.
 */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { message, mine, isGrouped, seen, name, otherId, hidesMedia, meId, canWrite } = props;
  const { mayResend, isHighlighted, onReply, onJump } = props;
  const isStored = 'id' in message;
  const { replyTo } = message;
  const setReaction = useMessageReaction(isStored ? message.id : 0, meId, otherId);
  const deleted = isStored && message.deletedAt !== null;
  const textId = useId();
  const container = useRef<HTMLDivElement>(null);
  const removed = useRef(false);
  useEffect(() => {
    if (!deleted || !removed.current) return;
    removed.current = false;
    focusAfter(container.current);
  }, [deleted]);
  if (!isStored) {
    const { gif, attachments, state } = message;
    return (
      <Bubble
        container={container}
        textId={textId}
        mine={mine}
        isGrouped={isGrouped}
        from={DM_TEXTS.own}
        text={message.text}
        attachments={gif ? [...attachments, asAttachment(gif)] : attachments}
        time={message.createdAt}
        quote={replyTo && <Quote quoted={shownQuote(replyTo, meId, name)} />}
        mark={
          state !== 'failed' && (
            <span title={DM_TEXTS.sending}>
              <Clock size={12} aria-hidden="true" />
              <VisuallyHidden>{DM_TEXTS.sending}</VisuallyHidden>
            </span>
          )
        }
        below={state === 'failed' ? <Failed message={message} mayResend={mayResend} /> : <Waiting />}
      />
    );
  }
  const reactions = reactionCounts(message, meId);
  return (
    <Bubble
      container={container}
      textId={textId}
      messageId={message.id}
      mine={mine}
      isGrouped={isGrouped}
      from={mine ? DM_TEXTS.own : name}
      text={message.text}
      links={message.links}
      attachments={message.attachments}
      hidesMedia={hidesMedia && !mine}
      time={message.createdAt}
      deleted={deleted}
      isHighlighted={isHighlighted}
      quote={
        replyTo &&
        !deleted && <Quote quoted={shownQuote(replyTo, meId, name)} onJump={() => onJump(replyTo)} />
      }
      below={
        <>
          {reactions.length > 0 && (
            <Row paddingTop="half">
              <ReactionChips reactions={reactions} onToggle={canWrite ? setReaction : undefined} />
            </Row>
          )}
          {seen && (
            <Text size={1} tone="quiet" paddingTop="half">
              {DM_TEXTS.seen}
            </Text>
          )}
        </>
      }
      actions={
        !deleted && (
          <>
            {canWrite && (
              <ReactionButton
                name={mine ? DM_TEXTS.own : name}
                describedBy={textId}
                reactions={reactions}
                onToggle={setReaction}
                onReply={() => onReply(message)}
                className={styles.action}
              />
            )}
            {mine ? (
              <Remove
                id={message.id}
                otherId={otherId}
                describedBy={textId}
                onConfirm={() => {
                  removed.current = true;
                }}
              />
            ) : (
              <ReportButton
                kind="message"
                id={message.id}
                owner={{ id: otherId, username: name }}
                className={styles.action}
              />
            )}
          </>
        )
      }
    />
  );
});

type RemoveProps = { id: number; otherId: number; describedBy: string; onConfirm: () => void };

function Remove({ id, otherId, describedBy, onConfirm }: RemoveProps) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => deleteMessage(id),
    onSuccess: () => {
      showAsDeleted(client, otherId, id);
      announce(DM_TEXTS.deleted);
    },
    onError: toastError(DM_TEXTS.removeFailed),
  });
  return (
    <QuestionPopover
      question={DM_TEXTS.removeTitle}
      text={DM_TEXTS.removeText}
      confirm={DM_TEXTS.removeConfirm}
      cancel={DM_TEXTS.cancel}
      onConfirm={() => {
        onConfirm();
        removal.mutate();
      }}
      trigger={
        <IconButton
          data-remove
          label={DM_TEXTS.remove}
          aria-describedby={describedBy}
          size="small"
          busy={removal.isPending}
          variant="quiet"
          className={styles.action}
        >
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      }
    />
  );
}

/** Show that a message could not be sent, with buttons to send it again or discard it. */
function Failed({ message, mayResend }: { message: Outgoing; mayResend: boolean }) {
  const { clientTempId, gif, reason } = message;
  return (
    <Row wrap gap={2} justify="end" paddingTop={1} size={1} tone="danger">
      <p role="alert">
        {gif ? DM_TEXTS.failedGif : DM_TEXTS.failed}
        {reason && <span> · {reason}</span>}
      </p>
      {mayResend && (
        <Button size="small" onClick={() => resend(clientTempId)}>
          <RotateCw size={16} aria-hidden="true" />
          {DM_TEXTS.resend}
        </Button>
      )}
      <Button size="small" variant="ghost" onClick={() => discard(clientTempId)}>
        {DM_TEXTS.discard}
      </Button>
    </Row>
  );
}

/** Show that the message is waiting for a connection, or nothing while there is one. */
function Waiting() {
  const isReady = useSocketState() === 'open';
  if (isReady) return null;
  return (
    <Text size={1} tone="quiet" paddingTop="half" title={DM_TEXTS.waiting}>
      {DM_TEXTS.notReady} · {DM_TEXTS.waiting}
    </Text>
  );
}

/** Return a chosen GIF in the form of the attachment that the server will create. */
const asAttachment = ({ url, id, width, height }: NonNullable<Outgoing['gif']>): Attachment => ({
  id: 0,
  kind: 'gif',
  url,
  thumbUrl: null,
  mime: 'image/gif',
  provider: 'giphy',
  providerId: id,
  durationMs: null,
  width,
  height,
  temporary: false,
  expiresAt: null,
  expired: false,
});
