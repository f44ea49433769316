import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useDebounce } from '../../lib/use-debounce.ts';
import { useOutsideChange } from '../../lib/use-outside-change.ts';
import { type DirectorySearch, readDirectorySearch, readFilters, type Toggle } from './filters.ts';

type Draft = { search: string; minLevel: string };
const draftOf = ({ search = '', minLevel }: DirectorySearch): Draft => ({
  search,
  minLevel: minLevel === undefined ? '' : String(minLevel),
});
const isSame = (a: DirectorySearch, b: DirectorySearch) => a.search === b.search && a.minLevel === b.minLevel;

/**
 * Return the filters in the URL, and the draft in the text fields. The draft is applied after a pause in typing.
 * Toggles are applied immediately.
 */
export function useFilters() {
  const search = useSearch({ from: '/player/directory' });
  const navigate = useNavigate({ from: '/directory' });
  const [draft, setDraft] = useState(() => draftOf(search));
  const pause = useDebounce();

  // If the URL changed without typing, for example by going back, show its filters in the fields.
  const beforeApply = useOutsideChange(
    search,
    (changed) => {
      pause.cancel();
      setDraft(draftOf(changed));
    },
    isSame,
  );

  const show = (next: (current: DirectorySearch) => DirectorySearch) =>
    void navigate({
      search: (current) => {
        const changed = next(current);
        beforeApply(changed);
        return changed;
      },
      replace: true,
      resetScroll: false,
    });
  const apply = (next: Draft) => show((current) => readDirectorySearch({ ...current, ...next }));
  const toggle = (name: Toggle) =>
    show((current) => readDirectorySearch({ ...current, [name]: !current[name] }));
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    pause.schedule(() => apply(next));
  };
  /** Apply the draft immediately, for example when the player presses Enter. */
  const submit = (next: Draft = draft) => {
    pause.cancel();
    setDraft(next);
    apply(next);
  };
  const searchField = useRef<HTMLInputElement>(null);
  const clear = () => {
    pause.cancel();
    setDraft(draftOf({}));
    show(() => ({}));
    // Move the focus, because the pressed button is now disabled or removed.
    searchField.current?.focus();
  };
  return { filters: readFilters(search), draft, change, submit, toggle, clear, searchField };
}
