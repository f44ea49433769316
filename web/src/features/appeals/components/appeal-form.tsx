import type { Decision } from '@rivalhold/shared/contract/decisions.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { APPEAL_ERRORS } from '@rivalhold/shared/texts/appeals.ts';
import { APPEAL_FORM_TEXTS, DECISION_TEXTS, decisionTitle } from '@rivalhold/shared/texts/decisions.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { newIdempotencyKey } from '../../../lib/api.ts';
import { readErrorText } from '../../../lib/errors.ts';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextArea } from '../../../ui/text-area.tsx';

type AppealFormProps = {
  decision: Decision;
  /** Sends the appeal. A retry uses the same key. */
  send: (text: string, idempotencyKey: string) => Promise<Decision>;
  onSent: (decision: Decision) => void;
};

/** Show the appeal form, or the button that opens it. */
export function AppealForm({ decision, send, onSent }: AppealFormProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [key] = useState(newIdempotencyKey);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    // The focused button is removed, so focus the button that opens the form.
    flushSync(() => setOpen(false));
    opener.current?.focus();
  };
  const sending = useMutation({
    mutationFn: (trimmed: string) => send(trimmed, key),
    onSuccess: (appealed) => {
      announce(APPEAL_FORM_TEXTS.sent);
      onSent(appealed);
    },
    onError: async (thrown) => setError(await readErrorText(thrown, APPEAL_FORM_TEXTS.failed)),
  });
  const submit = () => {
    const trimmed = text.trim();
    if (sending.isPending) return;
    if (trimmed === '') setError(APPEAL_ERRORS.textMissing);
    else if (trimmed.length > LIMITS.appeal.text) setError(APPEAL_ERRORS.textLong);
    else sending.mutate(trimmed);
  };
  if (!open)
    return (
      <Row gap={3} wrap rowGap={2}>
        <Button
          ref={opener}
          aria-label={DECISION_TEXTS.appealAgainst(decisionTitle(decision))}
          onClick={() => setOpen(true)}
        >
          {DECISION_TEXTS.appeal}
        </Button>
        <Text as="span" size={1} tone="quiet">
          <SentenceText parts={DECISION_TEXTS.appealUntil(<DateTime time={decision.appealUntil} />)} />
        </Text>
      </Row>
    );
  return (
    <Stack
      as="form"
      noValidate
      gap={3}
      paddingTop={4}
      borderTop
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <h3>{APPEAL_FORM_TEXTS.label}</h3>
      <Text size={1} tone="quiet">
        {APPEAL_FORM_TEXTS.hint}
      </Text>
      <TextArea
        autoFocus
        rows={5}
        label={APPEAL_FORM_TEXTS.label}
        limit={LIMITS.appeal.text}
        countFrom={1}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
        onKeyDown={onSendKeys(submit)}
      />
      <Row gap={3} wrap rowGap={2}>
        <Button type="submit" variant="primary" busy={sending.isPending}>
          {APPEAL_FORM_TEXTS.send}
        </Button>
        <Button variant="ghost" onClick={close}>
          {APPEAL_FORM_TEXTS.cancel}
        </Button>
      </Row>
    </Stack>
  );
}
