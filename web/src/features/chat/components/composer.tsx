import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { CHAT_COMMANDS, CHAT_ERRORS, CHAT_TEXTS, retryAfterText } from '@rivalhold/shared/texts/chat.ts';
import { isVisible } from '@rivalhold/shared/visible-text.ts';
import { clsx } from 'clsx';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { ReplyBar } from '../../../entities/reactions/quote.tsx';
import { isComposing } from '../../../lib/composition.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { useSocketEvent } from '../../../lib/socket.ts';
import { isTouch } from '../../../lib/touch.ts';
import { useDraft } from '../../../lib/use-draft.ts';
import { useEachSecond } from '../../../lib/use-each-second.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import area from '../../../ui/text-area.module.css';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { sendMessage } from '../api.ts';
import { quoteOf } from '../lobby.ts';
import styles from './composer.module.css';

const COUNT_FROM = LIMITS.chat.message * 0.8;
const EMPTY_DRAFT = { text: '' };

/** Return the commands that start with the draft, or none if the draft is not the beginning of a command name. */
const commandsFor = (draft: string): readonly (typeof CHAT_COMMANDS)[number][] =>
  /^\/[a-z]*$/i.test(draft) ? CHAT_COMMANDS.filter(({ name }) => name.startsWith(draft.toLowerCase())) : [];

const optionId = (id: string, index: number): string => `${id}-${index}`;

type CommandHintsProps = {
  /** Element id of the list, referenced by the text field. */
  id: string;
  hints: ReturnType<typeof commandsFor>;
  /** Index of the option selected with the keyboard; -1 for none. */
  chosen: number;
  onSelect: (index: number) => void;
};

/** List matching commands above the text field. Focus stays in the field. */
function CommandHints({ id, hints, chosen, onSelect }: CommandHintsProps) {
  useEffect(() => {
    document.getElementById(optionId(id, chosen))?.scrollIntoView({ block: 'nearest' });
  }, [id, chosen]);
  return (
    <div id={id} role="listbox" aria-label={CHAT_TEXTS.commands} className={styles.hints}>
      {hints.map(({ name, usage, text }, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keyboard
        <div
          key={name}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          className={clsx(styles.hint, index === chosen && styles.chosen)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onSelect(index)}
        >
          <span className={styles.usage}>{usage}</span>
          <Text as="span" size={1} tone="quiet">
            {text}
          </Text>
        </div>
      ))}
    </div>
  );
}

/** Track why the last message was rejected, and the seconds until the server accepts another message. */
function useSendError() {
  const [sendError, setSendError] = useState<{ message: string; until: number; waits: string } | null>(null);
  const wait = useEachSecond(
    (now) => (sendError ? Math.max(0, Math.ceil((sendError.until - now) / 1000)) : 0),
    sendError !== null,
  );
  const showSendError = (message: string, seconds = 0) => {
    const waits = retryAfterText(seconds);
    const until = seconds > 0 ? serverNow() + seconds * 1000 : 0;
    setSendError({ message, until, waits: until > 0 && message.endsWith(waits) ? waits : '' });
  };
  useSocketEvent('chat error', ({ message, retryAfter }) => showSendError(message, retryAfter));
  useSocketEvent('chat rules', () => setSendError(null));
  // Hide the error message once the waiting time is over.
  const isOver = sendError !== null && sendError.until > 0 && wait === 0;
  return {
    message: isOver ? null : (sendError?.message ?? null),
    /** The end of the error message: the waiting time. It is announced once; the screen shows a countdown instead. */
    waits: sendError?.waits ?? '',
    wait,
    showSendError,
    clearSendError: () => setSendError(null),
  };
}

type ComposerProps = {
  meId: number;
  field: RefObject<HTMLTextAreaElement | null>;
  /** The message that the player is replying to. */
  replyTo: ChatMessage | null;
  /** Called when the reply is sent or cancelled. */
  onReplyEnd: () => void;
};

/** Write and send a lobby message. A rejected message stays in the field; an unsent draft is restored on return. */
export function Composer({ meId, field, replyTo, onReplyEnd }: ComposerProps) {
  const id = useId();
  const [{ text: draft }, write] = useDraft(meId, 'draft:lobby', EMPTY_DRAFT);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const [closed, setClosed] = useState(false);
  const { message, waits, wait, showSendError, clearSendError } = useSendError();
  const text = draft.trim();
  const tooLong = text.length > LIMITS.chat.message;
  const hints = closed ? [] : commandsFor(draft);
  const isCounted = text.length >= COUNT_FROM;

  // Focus the field, except on a touch screen, where the keyboard would cover the messages.
  useEffect(() => {
    if (!isTouch()) field.current?.focus({ preventScroll: true });
  }, [field]);

  const send = async () => {
    if (busy || wait > 0 || !isVisible(text)) return;
    if (tooLong) return showSendError(CHAT_ERRORS.tooLong);
    clearSendError();
    setBusy(true);
    const response = await sendMessage(meId, text, replyTo?.id ?? null);
    setBusy(false);
    if (response.ok) {
      write(null);
      onReplyEnd();
    } else if (response.code === 'offline') showSendError(CHAT_TEXTS.notSent);
    field.current?.focus();
  };
  const complete = (index: number) => {
    const command = hints[index];
    if (!command) return;
    write({ text: `${command.name} ` });
    setChosen(-1);
    field.current?.focus();
  };
  const cancelReply = () => {
    onReplyEnd();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const { key } = event;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (hints.length > 0 && step !== undefined) {
      event.preventDefault();
      setChosen((at) => (at + step + hints.length + (at === -1 && step === -1 ? 1 : 0)) % hints.length);
    } else if (hints.length > 0 && key === 'Escape') setClosed(true);
    else if (replyTo && key === 'Escape') cancelReply();
    else if (key === 'Enter' || (key === 'Tab' && chosen >= 0)) {
      if (key === 'Enter' && event.shiftKey) return;
      event.preventDefault();
      if (chosen >= 0 && hints[chosen]) complete(chosen);
      else void send();
    }
  };

  return (
    <form
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {hints.length > 0 && <CommandHints id={id} hints={hints} chosen={chosen} onSelect={complete} />}
      {replyTo && <ReplyBar quoted={quoteOf(replyTo)} onCancel={cancelReply} />}
      <div className={styles.error}>
        <p role="alert">
          {message?.slice(0, message.length - waits.length)}
          {message && waits && <VisuallyHidden>{waits}</VisuallyHidden>}
        </p>
        {message && waits && (
          <Text tabular aria-hidden="true">
            {retryAfterText(wait)}
          </Text>
        )}
      </div>
      <VisuallyHidden>
        <label htmlFor={`${id}-field`}>{CHAT_TEXTS.write}</label>
      </VisuallyHidden>
      <Row gap={2} align="end">
        <textarea
          ref={field}
          id={`${id}-field`}
          className={clsx(area.box, styles.field)}
          rows={1}
          dir="auto"
          enterKeyHint="send"
          placeholder={CHAT_TEXTS.placeholder}
          value={draft}
          readOnly={busy}
          aria-invalid={tooLong || undefined}
          aria-describedby={isCounted ? `${id}-count` : undefined}
          aria-autocomplete="list"
          aria-controls={hints.length > 0 ? id : undefined}
          aria-activedescendant={chosen >= 0 && hints[chosen] ? optionId(id, chosen) : undefined}
          onChange={(event) => {
            write({ text: event.target.value });
            setChosen(-1);
            setClosed(false);
            if (wait === 0) clearSendError();
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton
          type="submit"
          variant="primary"
          label={CHAT_TEXTS.send}
          busy={busy}
          aria-disabled={tooLong || wait > 0 || !isVisible(text) || undefined}
          className={styles.send}
        >
          <SendHorizontal size={20} aria-hidden="true" />
        </IconButton>
      </Row>
      {isCounted && (
        <Text
          id={`${id}-count`}
          paddingTop={1}
          size={1}
          tone={tooLong ? 'danger' : 'quiet'}
          weight={tooLong ? 'medium' : 'regular'}
          tabular
          textAlign="end"
        >
          {formatNumber(text.length)}/{formatNumber(LIMITS.chat.message)}
        </Text>
      )}
    </form>
  );
}
