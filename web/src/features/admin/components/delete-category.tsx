import type { ForumCategory } from '@rivalhold/shared/contract/forum.ts';
import { CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { DeskForm } from '../../../entities/staff/desk-form.tsx';
import { useDeed } from '../../../entities/staff/use-deed.ts';
import { statusOf } from '../../../lib/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../../ui/dialog.tsx';
import { Fault } from '../../../ui/fault.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { deleteCategory, renewForum } from '../categories.ts';

type DeleteCategoryProps = {
  category: ForumCategory;
  others: readonly ForumCategory[];
  open: boolean;
  onClose: () => void;
};

/** Asks once before a category is deleted, and where its threads are to go. */
export function DeleteCategory({ category, others, open, onClose }: DeleteCategoryProps) {
  const { id, title, threadCount } = category;
  const client = useQueryClient();
  const cancel = useRef<HTMLButtonElement>(null);
  const [moveTo, setMoveTo] = useState('');
  // Threads may have come since, or be deleted ones that can be restored.
  const [refused, setRefused] = useState(false);
  const { run, busy, fault, setFault } = useDeed({
    call: (to: number | null) => deleteCategory(id, to),
    done: () => CATEGORY_TEXTS.deleted(title),
    failed: CATEGORY_TEXTS.failed,
    onDone: () => {
      onClose();
      void renewForum(client);
    },
    onFailed: (thrown) => {
      if (statusOf(thrown) === 409) setRefused(true);
    },
  });
  const mustMove = threadCount > 0 || refused;
  const isStuck = mustMove && others.length === 0;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={CATEGORY_TEXTS.deleteTitle(title)}
      description={
        isStuck
          ? CATEGORY_TEXTS.noOther
          : mustMove
            ? CATEGORY_TEXTS.deleteThreads(CATEGORY_TEXTS.threads(threadCount))
            : CATEGORY_TEXTS.deleteEmpty
      }
      initialFocus={cancel}
    >
      <DeskForm
        onSend={() => {
          if (isStuck) return;
          if (mustMove && moveTo === '') setFault(CATEGORY_TEXTS.moveNeeded);
          else run(mustMove ? Number(moveTo) : null);
        }}
      >
        {mustMove && !isStuck && (
          <SelectField
            label={CATEGORY_TEXTS.moveTo}
            options={[
              { value: '', label: CATEGORY_TEXTS.moveChoose },
              ...others.map((other) => ({ value: String(other.id), label: other.title })),
            ]}
            value={moveTo}
            onChange={(event) => {
              setMoveTo(event.target.value);
              setFault(null);
            }}
          />
        )}
        <Fault text={fault} />
        <DialogAnswers>
          <Button ref={cancel} onClick={onClose}>
            {CATEGORY_TEXTS.cancel}
          </Button>
          <Button type="submit" variant="danger" busy={busy} aria-disabled={isStuck || undefined}>
            {CATEGORY_TEXTS.delete}
          </Button>
        </DialogAnswers>
      </DeskForm>
    </Dialog>
  );
}
