import { useNavigate, useSearch } from '@tanstack/react-router';

type SearchParams = Record<string, unknown>;
type ParamValue = string | number | null;

/** Has the address say other words; null or '' takes one out. A step for 'back', but no step of its own when done with `replace`. */
export function useSetSearchParams(): (
  params: Readonly<Record<string, ParamValue>>,
  options?: { replace: boolean },
) => void {
  const navigate = useNavigate();
  return (params, { replace } = { replace: false }) => {
    const next = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, value || undefined]),
    );
    void navigate({
      to: '.',
      search: ((before: SearchParams) => ({ ...before, ...next })) as never,
      replace,
      resetScroll: false,
    });
  };
}

/** What the address says of `?name=`, and how to have it say something else, a step for 'back'; null takes it out. */
export function useSearchParam(name: string): [word: unknown, set: (value: ParamValue) => void] {
  const set = useSetSearchParams();
  const search: SearchParams = useSearch({ strict: false });
  return [search[name], (value) => set({ [name]: value })];
}

/** The text that the address holds as `?name=`, at most so long; digits are read as a number there. '' for none. */
export function useTextParam(name: string, maxLength: number): string {
  const search: SearchParams = useSearch({ strict: false });
  const value = search[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxLength) : '';
}

/** What the address chooses by `?name=ID`, null for nothing, and how to choose another. */
export function useIdParam(name: string): [id: number | null, choose: (id: number | null) => void] {
  const [value, choose] = useSearchParam(name);
  const id = Number(value);
  return [Number.isSafeInteger(id) && id > 0 ? id : null, choose];
}
