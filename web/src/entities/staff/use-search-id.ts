import { useNavigate, useSearch } from '@tanstack/react-router';

type Search = Record<string, unknown>;
type Word = string | number | null;

/** Has the address say other words; null or '' takes one out. A step for 'back', but no step of its own when done `quietly`. */
export function useSetSearch(): (words: Readonly<Record<string, Word>>, how?: { quietly: boolean }) => void {
  const navigate = useNavigate();
  return (words, { quietly } = { quietly: false }) => {
    const next = Object.fromEntries(Object.entries(words).map(([name, word]) => [name, word || undefined]));
    void navigate({
      to: '.',
      search: ((before: Search) => ({ ...before, ...next })) as never,
      replace: quietly,
      resetScroll: false,
    });
  };
}

/** What the address says of `?name=`, and how to have it say something else, a step for 'back'; null takes it out. */
export function useSearchWord(name: string): [word: unknown, set: (word: Word) => void] {
  const set = useSetSearch();
  const search: Search = useSearch({ strict: false });
  return [search[name], (word) => set({ [name]: word })];
}

/** The text that the address holds as `?name=`, at most so long; digits are read as a number there. '' for none. */
export function useSearchText(name: string, most: number): string {
  const search: Search = useSearch({ strict: false });
  const word = search[name];
  return typeof word === 'string' || typeof word === 'number' ? String(word).slice(0, most) : '';
}

/** What the address chooses by `?name=ID`, null for nothing, and how to choose another. */
export function useSearchId(name: string): [id: number | null, choose: (id: number | null) => void] {
  const [word, choose] = useSearchWord(name);
  const id = Number(word);
  return [Number.isSafeInteger(id) && id > 0 ? id : null, choose];
}
