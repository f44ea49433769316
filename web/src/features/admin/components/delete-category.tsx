import type { ForumCategory } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { statusOf } from '../../../lib/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../../ui/dialog.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { deleteCategory, invalidateForum } from '../categories.ts';

type DeleteCategoryProps = {
  category: ForumCategory;
  others: readonly ForumCategory[];
  open: boolean;
  onClose: () => void;
};

/** Confirm the deletion of a category, and choose where its threads are moved. */
export function DeleteCategory({ category, others, open, onClose }: DeleteCategoryProps) {
  const { id, title, threadCount } = category;
  const client = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const [moveTo, setMoveTo] = useState('');
  // True if the server rejected the deletion, because threads were added after the page loaded, or because the category
  // contains deleted threads that can still be restored.
  const [rejection, setRejection] = useState(false);
  const { run, busy, error, setError } = useStaffAction({
    call: (to: number | null) => deleteCategory(id, to),
    successText: () => FORUM_CATEGORY_TEXTS.deleted(title),
    errorText: FORUM_CATEGORY_TEXTS.failed,
    onDone: () => {
      onClose();
      void invalidateForum(client);
    },
    onFailed: (thrown) => {
      if (statusOf(thrown) === 409) setRejection(true);
    },
  });
  const mustMove = threadCount > 0 || rejection;
  const isStuck = mustMove && others.length === 0;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={FORUM_CATEGORY_TEXTS.deleteTitle(title)}
      description={
        isStuck
          ? FORUM_CATEGORY_TEXTS.noOther
          : mustMove
            ? FORUM_CATEGORY_TEXTS.deleteThreads(FORUM_CATEGORY_TEXTS.threads(threadCount))
            : FORUM_CATEGORY_TEXTS.deleteEmpty
      }
      initialFocus={cancel}
    >
      <StaffForm
        onSend={() => {
          if (isStuck) return;
          if (mustMove && moveTo === '') setError(FORUM_CATEGORY_TEXTS.moveNeeded);
          else run(mustMove ? Number(moveTo) : null);
        }}
      >
        {mustMove && !isStuck && (
          <SelectField
            label={FORUM_CATEGORY_TEXTS.moveTo}
            options={[
              { value: '', label: FORUM_CATEGORY_TEXTS.moveChoose },
              ...others.map((other) => ({ value: String(other.id), label: other.title })),
            ]}
            value={moveTo}
            onChange={(event) => {
              setMoveTo(event.target.value);
              setError(null);
            }}
          />
        )}
        <ErrorMessage text={error} />
        <DialogAnswers>
          <Button ref={cancel} onClick={onClose}>
            {FORUM_CATEGORY_TEXTS.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={busy} aria-disabled={isStuck || undefined}>
            {FORUM_CATEGORY_TEXTS.delete}
          </Button>
        </DialogAnswers>
      </StaffForm>
    </Dialog>
  );
}
