import type { Page } from '@playwright/test';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createPlayerAndClient } from './fixtures.ts';
import { messageField, messageRows, openChat, sendMessage, sendMessages } from './messages.ts';
import { requestOk } from './players.ts';
import { expect, test } from './test.ts';

const chip = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Reactions' }).getByRole('button', { name });

test('a player jumps from a reply to a message that is not loaded yet, then reacts, replies and deletes it', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient }, { width: 375 });
  const [question] = await sendMessages(site, here, me, other, ['Meet at the gate?']);
  const lines = Array.from({ length: 60 }, (_, n) => `Line ${n}`);
  await sendMessages(site, there, other, me, lines);
  await sendMessages(site, there, other, me, ['At dusk'], question?.id);
  const { page } = here;
  await openChat(page, other.id);
  const quoteIn = (text: string) =>
    messageRows(page, text).getByRole('button', { name: /^In reply to You.*Meet/ });
  // A click on the quote moves the focus to the quoted message. The quote contains the same text, so the test finds the
  // message by its focus.
  const quoted = page.locator('[data-message]:focus');
  await quoteIn('At dusk').click();
  await expect(quoted).toContainText('Meet at the gate?');

  // By keyboard, open the emoji picker, move to the second emoji and choose it.
  const actions = messageRows(page, 'Meet at the gate?').getByRole('button', { name: /^React or reply/ });
  await actions.press('Enter');
  const picker = page.getByRole('toolbar', { name: 'React' });
  await picker.getByRole('button', { name: 'Thumbs up' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(actions).toBeFocused();
  await expect(chip(page, /^Heart: 1 player, including you$/)).toHaveAttribute('aria-pressed', 'true');
  await requestOk(there, 'PUT', `/api/dms/${question?.id}/reactions`, { emoji: '❤️', reacted: true });
  await chip(page, /^Heart: 2 players, including you$/).waitFor();

  await actions.click();
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(messageField(page)).toBeFocused();
  await sendMessage(page, 'Bring a torch');
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await quoteIn('Bring a torch').click();
  await expect(quoted).toContainText('Meet at the gate?');

  // The Delete button disappears with the message, so the focus moves to the list of messages.
  await messageRows(page, 'Meet at the gate?').getByRole('button', { name: 'Delete this message' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await messageRows(page, 'Message deleted').waitFor();
  await expect(chip(page, /./)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SECTION');
  await sendMessage(page, 'Well?');
  await messageRows(page, 'At dusk').getByText('Original message unavailable').waitFor();
});
