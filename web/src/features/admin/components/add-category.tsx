import { FORUM_CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { withIdempotencyKey } from '../../../lib/with-idempotency-key.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row } from '../../../ui/layout.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { addCategory, type CategoryDraft, EMPTY_DRAFT, invalidateForum } from '../categories.ts';
import { CategoryFields } from './category-fields.tsx';
import { useCategoryForm } from './use-category-form.ts';

/** Show the form that adds a category; a slug and a title are required. */
export function AddCategory() {
  const client = useQueryClient();
  const form = useCategoryForm(EMPTY_DRAFT);
  const { mutate, isPending } = useMutation({
    mutationFn: (draft: CategoryDraft) =>
      withIdempotencyKey(['category', draft], (key) => addCategory(draft, key)),
    onSuccess: ({ title }) => {
      form.change(EMPTY_DRAFT);
      announce(FORUM_CATEGORY_TEXTS.added(title));
      void invalidateForum(client);
    },
    onError: (thrown) => form.showError(thrown),
  });
  return (
    <StaffForm
      onSend={() => {
        if (!isPending && form.validate()) mutate(form.draft);
      }}
    >
      <CategoryFields draft={form.draft} errors={form.errors} onChange={form.change} />
      <Row wrap gap={3} rowGap={2}>
        <Button type="submit" variant="primary" busy={isPending}>
          {FORUM_CATEGORY_TEXTS.add}
        </Button>
        <ErrorMessage text={form.sentence} />
      </Row>
    </StaffForm>
  );
}
