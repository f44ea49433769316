import { useState } from 'react';
import { keep, readKept } from './kept.ts';

/** A text that is being written, kept under a name over a reload. */
export function useKeptText(userId: number, name: string): [text: string, write: (text: string) => void] {
  const [text, setText] = useState(() => readKept(userId, name) ?? '');
  const write = (next: string) => {
    setText(next);
    keep(userId, name, next || null);
  };
  return [text, write];
}
