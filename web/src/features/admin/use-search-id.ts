import { useNavigate, useSearch } from '@tanstack/react-router';

type Search = Record<string, unknown>;

/** What the address says of `?name=`, and how to have it say something else, a step for 'back'; null takes it out. */
export function useSearchWord(name: string): [word: unknown, set: (word: string | number | null) => void] {
  const navigate = useNavigate();
  const search: Search = useSearch({ strict: false });
  const set = (next: string | number | null) =>
    void navigate({
      to: '.',
      search: ((before: Search) => ({ ...before, [name]: next ?? undefined })) as never,
      resetScroll: false,
    });
  return [search[name], set];
}

/** What the address chooses by `?name=ID`, null for nothing, and how to choose another. */
export function useSearchId(name: string): [id: number | null, choose: (id: number | null) => void] {
  const [word, choose] = useSearchWord(name);
  const id = Number(word);
  return [Number.isSafeInteger(id) && id > 0 ? id : null, choose];
}
