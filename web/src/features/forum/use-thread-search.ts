import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** After so many ms without a key the server is asked. */
const PAUSE_MS = 250;

/** What stands in the search box; it goes into the address, where `search` comes from, after a pause or at once by `submit`. */
export function useThreadSearch(search = '') {
  const navigate = useNavigate({ from: '/forum' });
  const [typed, setTyped] = useState(search);
  const [seen, setSeen] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The address changed by itself: a link, or back and forward.
  if (seen !== search) {
    setSeen(search);
    if (typed.trim() !== search) setTyped(search);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const submit = (text = typed) => {
    clearTimeout(timer.current);
    const next = text.trim().slice(0, LIMITS.searchMax) || undefined;
    void navigate({
      search: (before) => ({ ...before, search: next, post: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => submit(text), PAUSE_MS);
  };
  return { typed, type, submit };
}
