import { FIGHT_PAGE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-page.ts';
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderWithProviders } from '../../testing/render.tsx';
import { ShareFight } from './components/share-fight.tsx';

const LINK = `${location.origin}/fights/7`;
afterEach(() => void Reflect.deleteProperty(navigator, 'share'));

async function pressShare(share?: () => Promise<void>) {
  const { user } = await renderWithProviders(<ShareFight id={7} />);
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  if (share) Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  await user.click(screen.getByRole('button', { name: TEXTS.share }));
  return write;
}

it('opens the share sheet of the device', async () => {
  const share = vi.fn(async () => {});
  const write = await pressShare(share);
  expect(share).toHaveBeenCalledWith({ url: LINK, title: document.title });
  expect(write).not.toHaveBeenCalled();
});

it('copies the link if the device has no share sheet', async () => {
  expect(await pressShare()).toHaveBeenCalledWith(LINK);
});

it('copies the link if the share sheet fails', async () => {
  const failing = async () => {
    throw new Error('not allowed');
  };
  expect(await pressShare(failing)).toHaveBeenCalledWith(LINK);
});

it('does nothing if the player closes the share sheet', async () => {
  const closed = async () => {
    throw new DOMException('closed', 'AbortError');
  };
  expect(await pressShare(closed)).not.toHaveBeenCalled();
});
