import type { ForumCategory } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Meta } from '../../../entities/staff/meta.tsx';
import staff from '../../../entities/staff/staff.module.css';
import { StaffForm } from '../../../entities/staff/staff-form.tsx';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { draftChanges, editCategory, invalidateForum } from '../categories.ts';
import { CategoryFields } from './category-fields.tsx';
import styles from './category-row.module.css';
import { useCategoryForm } from './use-category-form.ts';

const DeleteCategory = lazyComponent(() => import('./delete-category.tsx'), 'DeleteCategory');

type CategoryRowProps = {
  category: ForumCategory;
  /** The categories to which this category's threads can be moved. */
  others: readonly ForumCategory[];
  mayDelete: boolean;
};

/** Show a category with inline editing. Admins can also delete it. */
export function CategoryRow({ category, others, mayDelete }: CategoryRowProps) {
  const { slug, title, description, threadCount } = category;
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const close = () => {
    // The focused element is removed, so focus the edit button once that button is rendered again.
    flushSync(() => setEditing(false));
    edit.current?.focus();
  };
  return (
    <Row as="li" wrap align="start" gap={3} paddingBlock={4} className={styles.row}>
      {editing ? (
        <Editor category={category} done={close} />
      ) : (
        <>
          <Stack gap={1} grow="14rem" className={styles.text}>
            <h3 className={staff.untrusted} dir="auto">
              {title}
            </h3>
            <Meta as="p">
              <code className={staff.untrusted}>{slug}</code>
              <span>{FORUM_CATEGORY_TEXTS.threads(threadCount)}</span>
            </Meta>
            {description && (
              <p className={staff.untrusted} dir="auto">
                {description}
              </p>
            )}
          </Stack>
          <Row wrap gap={3} rowGap={2}>
            <Button
              ref={edit}
              size="small"
              aria-label={FORUM_CATEGORY_TEXTS.editOf(title)}
              onClick={() => setEditing(true)}
            >
              {FORUM_CATEGORY_TEXTS.edit}
            </Button>
            {mayDelete && (
              <Button
                size="small"
                className={staff.dangerButton}
                aria-haspopup="dialog"
                aria-label={FORUM_CATEGORY_TEXTS.deleteOf(title)}
                onClick={() => setDeleting(true)}
              >
                {FORUM_CATEGORY_TEXTS.delete}
              </Button>
            )}
          </Row>
        </>
      )}
      <LazyMount open={deleting}>
        <DeleteCategory
          category={category}
          others={others}
          open={deleting}
          onClose={() => setDeleting(false)}
        />
      </LazyMount>
    </Row>
  );
}

function Editor({ category, done }: { category: ForumCategory; done: () => void }) {
  const client = useQueryClient();
  const form = useCategoryForm(category);
  const container = useRef<HTMLFormElement>(null);
  // Focus the first field, because the focused edit button was removed.
  useEffect(() => container.current?.querySelector('input')?.focus(), []);
  const { mutate, isPending } = useMutation({
    mutationFn: (changes: NonNullable<ReturnType<typeof draftChanges>>) => editCategory(category.id, changes),
    onSuccess: async ({ title }) => {
      announce(FORUM_CATEGORY_TEXTS.saved(title));
      await invalidateForum(client);
      done();
    },
    onError: (thrown) => form.showError(thrown),
  });
  return (
    <StaffForm
      ref={container}
      onKeyDown={(event) => event.key === 'Escape' && done()}
      onSend={() => {
        if (isPending || !form.validate()) return;
        const changes = draftChanges(category, form.draft);
        if (changes) mutate(changes);
        else done();
      }}
    >
      <CategoryFields draft={form.draft} errors={form.errors} onChange={form.change} />
      <ErrorMessage text={form.sentence} />
      <Row wrap gap={3} rowGap={2}>
        <Button size="small" onClick={done}>
          {FORUM_CATEGORY_TEXTS.cancel}
        </Button>
        <Button type="submit" size="small" variant="primary" busy={isPending}>
          {FORUM_CATEGORY_TEXTS.save}
        </Button>
      </Row>
    </StaffForm>
  );
}
