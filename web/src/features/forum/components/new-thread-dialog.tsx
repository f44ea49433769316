import { formatNumber } from '@rivalhold/shared/format-number.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { FORUM_ERRORS, FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { MutedNote } from '../../../entities/mutes/muted-note.tsx';
import { useMute } from '../../../entities/mutes/use-mute.ts';
import { onSendKeys } from '../../../lib/send-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../../ui/dialog.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Field } from '../../../ui/field.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { ChosenGif, GifButton } from '../../gifs/index.ts';
import { categoriesQuery } from '../queries.ts';
import { useNewThread } from '../use-new-thread.ts';
import styles from './new-thread-dialog.module.css';

const COUNT_FROM = 0.9;

type NewThreadDialogProps = {
  open: boolean;
  onClose: () => void;
  /** The category being viewed, preselected if the draft has none. */
  category: number | undefined;
};

/** Show the dialog to write a new thread. An unsent draft is restored when the dialog opens again. */
export function NewThreadDialog({ open, onClose, category }: NewThreadDialogProps) {
  const isMuted = useMute() !== null;
  return (
    <Dialog open={open} onClose={onClose} title={FORUM_TEXTS.start} size="medium">
      {isMuted ? <MutedNote /> : <Form category={category} onClose={onClose} />}
    </Dialog>
  );
}

function Form({ category, onClose }: Pick<NewThreadDialogProps, 'category' | 'onClose'>) {
  const categories = useQuery(categoriesQuery);
  const text = useRef<HTMLTextAreaElement>(null);
  const thread = useNewThread(category, onClose);
  const { draft, change } = thread;
  const title = draft.title.trim();
  const options = (categories.data ?? []).map(({ id, title: label }) => ({ value: String(id), label }));
  return (
    <Stack
      as="form"
      gap={4}
      noValidate
      onKeyDown={onSendKeys(thread.send)}
      onSubmit={(event) => {
        event.preventDefault();
        thread.send();
      }}
    >
      <div className={styles.title}>
        <Field
          label={FORUM_TEXTS.threadTitle}
          dir="auto"
          autoComplete="off"
          value={draft.title}
          error={title.length > LIMITS.forum.title ? FORUM_ERRORS.titleTooLong : thread.errors.title}
          onChange={(event) => change({ title: event.target.value })}
        />
        {title.length >= LIMITS.forum.title * COUNT_FROM && (
          <span className={styles.count}>
            {formatNumber(title.length)}/{formatNumber(LIMITS.forum.title)}
          </span>
        )}
      </div>
      <SelectField
        label={FORUM_TEXTS.category}
        options={[{ value: '', label: FORUM_TEXTS.chooseCategory }, ...options]}
        value={draft.categoryId}
        error={thread.errors.categoryId ?? (categories.isError ? FORUM_TEXTS.categoriesFailed : undefined)}
        onChange={(event) => change({ categoryId: event.target.value })}
      />
      <div>
        <Text size={1} weight="medium" paddingBottom={1} aria-hidden="true">
          {FORUM_TEXTS.openingText}
        </Text>
        <TextArea
          ref={text}
          label={FORUM_TEXTS.openingText}
          placeholder={FORUM_TEXTS.openingPlaceholder}
          rows={5}
          readOnly={thread.sending}
          value={draft.text}
          limit={LIMITS.forum.body}
          countFrom={LIMITS.forum.body * COUNT_FROM}
          error={thread.isTooLong ? FORUM_ERRORS.bodyTooLong : (thread.errors.body ?? null)}
          className={styles.text}
          onChange={(event) => change({ text: event.target.value })}
        />
      </div>
      {draft.gif && (
        <ChosenGif
          alt={FORUM_TEXTS.chosenGif}
          remove={FORUM_TEXTS.removeGif}
          gif={draft.gif}
          onRemove={() => {
            change({ gif: null });
            // Move the focus, because the pressed button is removed with the GIF.
            text.current?.focus();
          }}
        />
      )}
      <ErrorMessage text={thread.failure} className={styles.failure} />
      <Row gap={2} justify="between" wrap className={styles.foot}>
        <GifButton label={FORUM_TEXTS.addGif} onPick={(gif) => change({ gif })} />
        <DialogAnswers>
          <Button onClick={onClose}>{FORUM_TEXTS.cancel}</Button>
          <Button type="submit" variant="primary" busy={thread.sending} disabled={!thread.canSend}>
            {FORUM_TEXTS.create}
          </Button>
        </DialogAnswers>
      </Row>
    </Stack>
  );
}
