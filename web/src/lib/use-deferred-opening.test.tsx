import { render } from '@testing-library/react';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { useDeferredOpening } from './use-deferred-opening.ts';

type PageProps = { isPressed: boolean; onShow: (state: string) => void };

function Page({ isPressed, onShow }: PageProps) {
  const isOpen = useDeferredOpening(isPressed);
  useEffect(() => {
    onShow(`button ${isPressed ? 'pressed' : 'released'}, window ${isOpen ? 'open' : 'closed'}`);
  }, [isPressed, isOpen, onShow]);
  return null;
}

it('opens a window after the pressed button is shown, and closes it together with the button', () => {
  const shown: string[] = [];
  const onShow = (state: string) => void shown.push(state);
  const { rerender } = render(<Page isPressed={false} onShow={onShow} />);
  rerender(<Page isPressed onShow={onShow} />);
  rerender(<Page isPressed={false} onShow={onShow} />);
  expect(shown).toEqual([
    'button released, window closed',
    'button pressed, window closed',
    'button pressed, window open',
    'button released, window closed',
  ]);
});
