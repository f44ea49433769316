import { CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import desk from '../../../entities/staff/desk.module.css';
import { DeskForm } from '../../../entities/staff/desk-form.tsx';
import { actOnce } from '../../../lib/act-once.ts';
import { Button } from '../../../ui/button.tsx';
import { Fault } from '../../../ui/fault.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { addCategory, type CategoryDraft, EMPTY, renewForum } from '../categories.ts';
import { CategoryFields } from './category-fields.tsx';
import { useCategoryForm } from './use-category-form.ts';

/** Where a category is added: a slug and a title are needed. */
export function AddCategory() {
  const client = useQueryClient();
  const form = useCategoryForm(EMPTY);
  const { mutate, isPending } = useMutation({
    mutationFn: (draft: CategoryDraft) => actOnce(['category', draft], (key) => addCategory(draft, key)),
    onSuccess: ({ title }) => {
      form.change(EMPTY);
      announce(CATEGORY_TEXTS.added(title));
      void renewForum(client);
    },
    onError: (thrown) => form.refuse(thrown),
  });
  return (
    <DeskForm
      onSend={() => {
        if (!isPending && form.judge()) mutate(form.draft);
      }}
    >
      <CategoryFields draft={form.draft} faults={form.faults} onChange={form.change} />
      <div className={desk.deeds}>
        <Button type="submit" variant="primary" busy={isPending}>
          {CATEGORY_TEXTS.add}
        </Button>
        <Fault text={form.sentence} />
      </div>
    </DeskForm>
  );
}
