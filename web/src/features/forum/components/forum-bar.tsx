import type { ForumSort } from '@rivalhold/shared/contract/forum.ts';
import { FORUM_SORTS } from '@rivalhold/shared/forum/sorts.ts';
import { SEARCH_MAX } from '@rivalhold/shared/search.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { useDebounce } from '../../../lib/use-debounce.ts';
import { useOutsideChange } from '../../../lib/use-outside-change.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Grid } from '../../../ui/layout.tsx';
import { LazyMount } from '../../../ui/lazy-mount.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import type { ThreadFilters } from '../search.ts';
import styles from './forum-bar.module.css';

/** Keep the search field and `search` from the URL in sync. Input changes the URL after a pause, or on `submit`. */
function useThreadSearch(search = '') {
  const navigate = useNavigate({ from: '/forum' });
  const [typed, setTyped] = useState(search);
  const pause = useDebounce();
  // If `search` has changed for a reason other than typing, for example going back, show it in the field.
  const beforeApply = useOutsideChange(search, (changed) => {
    pause.cancel();
    setTyped(changed);
  });
  const submit = (text = typed) => {
    pause.cancel();
    const next = text.trim().slice(0, SEARCH_MAX);
    beforeApply(next);
    void navigate({
      search: (before) => ({ ...before, search: next || undefined, post: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  const type = (text: string) => {
    setTyped(text);
    pause.schedule(() => submit(text));
  };
  return { typed, type, submit };
}

const NewThreadDialog = lazyComponent(() => import('./new-thread-dialog.tsx'), 'NewThreadDialog');
const OPTIONS = FORUM_SORTS.map((value) => ({ value, label: FORUM_TEXTS.sorts[value] }));

type ForumBarProps = { filters: ThreadFilters; onSort: (sort: ForumSort | undefined) => void };

/** Show the controls to search, sort and start threads. */
export function ForumBar({ filters, onSort }: ForumBarProps) {
  const { typed, type, submit } = useThreadSearch(filters.search);
  const [open, setOpen] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <Grid columns={['1fr', '12rem', 'auto']} gap={4} rowGap={3} align="start" className={styles.bar}>
      <search className={styles.search}>
        <form noValidate onSubmit={send}>
          <Field
            label={FORUM_TEXTS.search}
            placeholder={FORUM_TEXTS.searchHint}
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            maxLength={SEARCH_MAX}
            value={typed}
            onChange={(event) => type(event.target.value)}
          />
        </form>
      </search>
      <SelectField
        label={FORUM_TEXTS.sort}
        options={OPTIONS}
        value={filters.sort ?? 'updated'}
        onChange={({ target }) => {
          const sort = FORUM_SORTS.find((value) => value === target.value);
          onSort(sort === 'updated' ? undefined : sort);
        }}
      />
      <Button
        variant="primary"
        className={styles.create}
        onPointerEnter={NewThreadDialog.preload}
        onFocus={NewThreadDialog.preload}
        onClick={() => setOpen(true)}
      >
        {FORUM_TEXTS.newThread}
      </Button>
      <LazyMount open={open}>
        <NewThreadDialog open={open} onClose={() => setOpen(false)} category={filters.category} />
      </LazyMount>
    </Grid>
  );
}
