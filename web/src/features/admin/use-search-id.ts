import { useNavigate, useSearch } from '@tanstack/react-router';

/** What the address chooses by `?name=ID`, null for nothing, and how to choose another. */
export function useSearchId(name: string): [id: number | null, choose: (id: number | null) => void] {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const id = Number(search[name]);
  const choose = (next: number | null) =>
    void navigate({ to: '.', search: (next === null ? {} : { [name]: next }) as never, resetScroll: false });
  return [Number.isSafeInteger(id) && id > 0 ? id : null, choose];
}
