import { LIMITS } from '@rivalhold/shared/limits.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePause } from '../../lib/use-pause.ts';

/** What stands in the search box; it goes into the address, where `search` comes from, after a pause or at once by `submit`. */
export function useThreadSearch(search = '') {
  const navigate = useNavigate({ from: '/forum' });
  const [typed, setTyped] = useState(search);
  const [seen, setSeen] = useState(search);
  const pause = usePause();
  // The address changed by itself: a link, or back and forward.
  if (seen !== search) {
    setSeen(search);
    if (typed.trim() !== search) setTyped(search);
  }
  const submit = (text = typed) => {
    pause.cancel();
    const next = text.trim().slice(0, LIMITS.searchMax) || undefined;
    void navigate({
      search: (before) => ({ ...before, search: next, post: undefined }),
      replace: true,
      resetScroll: false,
    });
  };
  const type = (text: string) => {
    setTyped(text);
    pause.later(() => submit(text));
  };
  return { typed, type, submit };
}
