import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Filters, readFilters } from '../../filters.ts';

/** After so many ms without a key the server is asked. */
const PAUSE_MS = 250;

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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  // The address changed by itself: a link, or back and forward.
  const [seen, setSeen] = useState(filters);
  if (!isSame(seen, filters)) {
    setSeen(filters);
    if (!isSame(readFilters(draft), filters)) setDraft(draftOf(filters));
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const apply = (next: Draft) =>
    void navigate({ search: readFilters(next), replace: true, resetScroll: false });
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(next), PAUSE_MS);
  };
  /** At once, as by Enter. */
  const submit = (next: Draft = draft) => {
    clearTimeout(timer.current);
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
