import type { ForumCategory } from '@rivalhold/shared/contract/forum.ts';
import { CATEGORY_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import desk from '../../../entities/staff/desk.module.css';
import { DeskForm } from '../../../entities/staff/desk-form.tsx';
import { lazily } from '../../../lib/lazily.ts';
import { Button } from '../../../ui/button.tsx';
import { Fault } from '../../../ui/fault.tsx';
import { announce } from '../../../ui/live-region.tsx';
import { OnceOpen } from '../../../ui/once-open.tsx';
import { changesOf, editCategory, renewForum } from '../categories.ts';
import { CategoryFields } from './category-fields.tsx';
import styles from './category-row.module.css';
import { useCategoryForm } from './use-category-form.ts';

const DeleteCategory = lazily(() => import('./delete-category.tsx'), 'DeleteCategory');

type CategoryRowProps = {
  category: ForumCategory;
  /** Where its threads can go. */
  others: readonly ForumCategory[];
  mayDelete: boolean;
};

/** A category, which can be edited in its place; admins delete it. */
export function CategoryRow({ category, others, mayDelete }: CategoryRowProps) {
  const { slug, title, description, threadCount } = category;
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const back = () => {
    setEditing(false);
    // The button that had the focus is gone.
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <li className={styles.row}>
      {editing ? (
        <Editor category={category} done={back} />
      ) : (
        <>
          <div className={styles.words}>
            <h3 className={desk.hostile} dir="auto">
              {title}
            </h3>
            <p className={desk.meta}>
              <code className={desk.hostile}>{slug}</code>
              <span>{CATEGORY_TEXTS.threads(threadCount)}</span>
            </p>
            {description && (
              <p className={desk.hostile} dir="auto">
                {description}
              </p>
            )}
          </div>
          <div className={desk.deeds}>
            <Button
              ref={edit}
              size="small"
              aria-label={CATEGORY_TEXTS.editOf(title)}
              onClick={() => setEditing(true)}
            >
              {CATEGORY_TEXTS.edit}
            </Button>
            {mayDelete && (
              <Button
                size="small"
                className={desk.harm}
                aria-haspopup="dialog"
                aria-label={CATEGORY_TEXTS.deleteOf(title)}
                onClick={() => setDeleting(true)}
              >
                {CATEGORY_TEXTS.delete}
              </Button>
            )}
          </div>
        </>
      )}
      <OnceOpen open={deleting}>
        <DeleteCategory
          category={category}
          others={others}
          open={deleting}
          onClose={() => setDeleting(false)}
        />
      </OnceOpen>
    </li>
  );
}

function Editor({ category, done }: { category: ForumCategory; done: () => void }) {
  const client = useQueryClient();
  const form = useCategoryForm(category);
  const place = useRef<HTMLFormElement>(null);
  // The button that had the focus is gone.
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  const { mutate, isPending } = useMutation({
    mutationFn: (changes: NonNullable<ReturnType<typeof changesOf>>) => editCategory(category.id, changes),
    onSuccess: async ({ title }) => {
      announce(CATEGORY_TEXTS.saved(title));
      await renewForum(client);
      done();
    },
    onError: (thrown) => form.refuse(thrown),
  });
  return (
    <DeskForm
      ref={place}
      onKeyDown={(event) => event.key === 'Escape' && done()}
      onSend={() => {
        if (isPending || !form.judge()) return;
        const changes = changesOf(category, form.draft);
        if (changes) mutate(changes);
        else done();
      }}
    >
      <CategoryFields draft={form.draft} faults={form.faults} onChange={form.change} />
      <Fault text={form.sentence} />
      <div className={desk.deeds}>
        <Button size="small" onClick={done}>
          {CATEGORY_TEXTS.cancel}
        </Button>
        <Button type="submit" size="small" variant="primary" busy={isPending}>
          {CATEGORY_TEXTS.save}
        </Button>
      </div>
    </DeskForm>
  );
}
