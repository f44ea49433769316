import { useState } from 'react';

function read(name: string, otherwise: boolean): boolean {
  try {
    const kept = localStorage.getItem(name);
    return kept === null ? otherwise : kept === 'on';
  } catch {
    return otherwise;
  }
}

/** A yes or no that this browser keeps over visits; `otherwise` until somebody chooses, and where nothing can be kept. */
export function useWish(name: string, otherwise: boolean): [on: boolean, set: (on: boolean) => void] {
  const [on, setOn] = useState(() => read(name, otherwise));
  const set = (next: boolean) => {
    setOn(next);
    try {
      localStorage.setItem(name, next ? 'on' : 'off');
    } catch {
      // Storage is blocked: the wish holds for this page.
    }
  };
  return [on, set];
}
