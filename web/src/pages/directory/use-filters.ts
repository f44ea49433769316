import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { usePause } from '../../lib/use-pause.ts';
import { type Filters, readFilters } from './filters.ts';

type Draft = { search: string; minLevel: string };
const draftOf = ({ search = '', minLevel }: Filters): Draft => ({
  search,
  minLevel: minLevel === undefined ? '' : String(minLevel),
});
const isSame = (a: Filters, b: Filters) => a.search === b.search && a.minLevel === b.minLevel;

/** The filters of the address, and what stands in the fields, which goes into the address after a pause. */
export function useFilters() {
  const filters = useSearch({ from: '/player/directory' });
  const navigate = useNavigate({ from: '/directory' });
  const [draft, setDraft] = useState(() => draftOf(filters));
  const pause = usePause();

  // The address changed by itself: a link, or back and forward.
  const [seen, setSeen] = useState(filters);
  if (!isSame(seen, filters)) {
    setSeen(filters);
    if (!isSame(readFilters(draft), filters)) setDraft(draftOf(filters));
  }

  const apply = (next: Draft) =>
    void navigate({ search: readFilters(next), replace: true, resetScroll: false });
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    pause.later(() => apply(next));
  };
  /** At once, as by Enter. */
  const submit = (next: Draft = draft) => {
    pause.cancel();
    setDraft(next);
    apply(next);
  };
  const searchField = useRef<HTMLInputElement>(null);
  const clear = () => {
    submit(draftOf({}));
    // What was pressed is of no more use, or gone.
    searchField.current?.focus();
  };
  return { filters, draft, change, submit, clear, searchField };
}
