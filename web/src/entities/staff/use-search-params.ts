import { useNavigate, useSearch } from '@tanstack/react-router';

type SearchParams = Record<string, unknown>;
type ParamValue = string | number | null;

/**
 * Return a function that changes query parameters of the URL; null or '' removes a parameter. Adds a history entry,
 * unless called with `replace`.
 */
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

/**
 * Return the query parameter `name` of the URL, and a setter. The setter adds a history entry, and removes the
 * parameter if the new value is null.
 */
export function useSearchParam(name: string): [value: unknown, set: (value: ParamValue) => void] {
  const set = useSetSearchParams();
  const search: SearchParams = useSearch({ strict: false });
  return [search[name], (value) => set({ [name]: value })];
}

/**
 * Return the query parameter `name` of the URL as text, cut to `maxLength` ('' if missing). The router parses a value
 * such as "12" as a number, so convert numbers back to text.
 */
export function useTextParam(name: string, maxLength: number): string {
  const search: SearchParams = useSearch({ strict: false });
  const value = search[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, maxLength) : '';
}

/** Return the id in the query parameter `name` of the URL, or null, and a function to choose another id. */
export function useIdParam(name: string): [id: number | null, choose: (id: number | null) => void] {
  const [value, choose] = useSearchParam(name);
  const id = Number(value);
  return [Number.isSafeInteger(id) && id > 0 ? id : null, choose];
}
