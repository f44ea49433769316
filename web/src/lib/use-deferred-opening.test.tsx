import { renderHook } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { useDeferredOpening } from './use-deferred-opening.ts';

it('shows the button as pressed before the window opens', () => {
  const shown: string[] = [];
  const { rerender } = renderHook(
    (isPressed: boolean) => {
      const isOpen = useDeferredOpening(isPressed);
      useEffect(() => {
        shown.push(`button ${isPressed ? 'pressed' : 'released'}, window ${isOpen ? 'open' : 'closed'}`);
      }, [isPressed, isOpen]);
    },
    { initialProps: false },
  );
  rerender(true);
  rerender(false);
  expect(shown).toEqual([
    'button released, window closed',
    'button pressed, window closed',
    'button pressed, window open',
    'button released, window closed',
  ]);
});
