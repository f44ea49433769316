import type { Page } from '@playwright/test';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createPlayerAndClient, createTwoPlayers, failWith } from './fixtures.ts';
import {
  messageField,
  messageRows,
  openChat,
  sendLobbyMessage,
  sendMessage,
  sendMessages,
} from './messages.ts';
import { requestOk } from './players.ts';
import { expect, test } from './test.ts';

const chip = (page: Page, name: RegExp) =>
  page.getByRole('list', { name: 'Reactions' }).getByRole('button', { name });
const openActions = (page: Page, text: string) =>
  messageRows(page, text)
    .getByRole('button', { name: /^React or reply/ })
    .click();
const lobbyField = (page: Page) => page.getByRole('textbox', { name: 'Write a lobby message' });
const lobbyRow = (page: Page, text: string) =>
  page.getByRole('log', { name: 'Lobby messages' }).getByRole('listitem').filter({ hasText: text }).first();

test('two players react and reply to direct messages', async ({ newVisitor }) => {
  const { here, me, there, other } = await createTwoPlayers(newVisitor, { width: 375 });
  const [page, theirs] = [here.page, there.page];
  await Promise.all([openChat(page, other.id), openChat(theirs, me.id)]);
  await sendMessage(page, 'Meet at the gate?');
  await messageRows(theirs, 'Meet at the gate?').waitFor();

  // By keyboard, open the emoji picker, move to the second emoji and choose it.
  const button = messageRows(theirs, 'Meet at the gate?').getByRole('button', { name: /^React or reply/ });
  await button.press('Enter');
  const picker = theirs.getByRole('toolbar', { name: 'React' });
  await picker.getByRole('button', { name: 'Thumbs up' }).focus();
  await theirs.keyboard.press('ArrowRight');
  await theirs.keyboard.press('Enter');
  await expect(button).toBeFocused();
  await expect(chip(theirs, /^Heart: 1 player, including you$/)).toHaveAttribute('aria-pressed', 'true');
  await chip(page, /^Heart: 1 player$/).click();
  await chip(theirs, /^Heart: 2 players, including you$/).click();
  await chip(page, /^Heart: 1 player, including you$/).waitFor();

  // If the removal of a reaction cannot be saved, the reaction appears again.
  await page.route('**/api/dms/*/reactions', failWith(503, { code: 'unavailable', message: 'Busy' }));
  await chip(page, /^Heart/).click();
  await chip(page, /^Heart: 1 player, including you$/).waitFor();
  await page.unroute('**/api/dms/*/reactions');

  await openActions(theirs, 'Meet at the gate?');
  await theirs.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(messageField(theirs)).toBeFocused();
  await theirs.getByText(`Replying to ${me.username}`).waitFor();
  if (LONG) await expectAccessible(theirs);
  await sendMessage(theirs, 'At dusk');
  const quote = messageRows(page, 'At dusk').getByRole('button', {
    name: /^In reply to You.*Meet/,
  });
  await quote.click();
  await expect(page.locator(':focus')).toContainText('Meet at the gate?');
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);

  // The Challenge link in a conversation opens the comparison before a fight.
  await page
    .getByRole('main')
    .getByRole('link', { name: `Challenge: ${other.username}` })
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Start/ })
    .waitFor();
  await page.keyboard.press('Escape');

  await page.reload();
  await chip(page, /^Heart: 1 player, including you$/).waitFor();
  await messageRows(page, /Meet/).first().getByRole('button', { name: 'Delete this message' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  for (const each of [page, theirs]) {
    await messageRows(each, 'At dusk').getByText('Original message unavailable').waitFor();
    await expect(chip(each, /./)).toHaveCount(0);
  }
});

test('a reply leads to the quoted message even if that message is not loaded yet', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const texts = ['The first words', ...Array.from({ length: 60 }, (_, n) => `Line ${n}`)];
  await sendMessages(site, there, other, me, texts);
  const { page } = here;
  await openChat(page, other.id);
  const scroller = page.getByRole('region', { name: 'Messages', exact: true });
  const first = messageRows(page, 'The first words');
  // Retry these steps, because a list that is still measuring its rows scrolls back to its end.
  await expect(async () => {
    await scroller.evaluate((element) => element.scrollTo(0, 0));
    await first.getByRole('button', { name: /^React or reply/ }).click({ timeout: 1_000 });
    await page.getByRole('button', { name: 'Reply', exact: true }).click({ timeout: 1_000 });
  }).toPass();
  await sendMessage(page, 'I remember');
  await page.reload();
  await messageRows(page, 'I remember')
    .getByRole('button', { name: /The first words$/ })
    .click();
  await expect(page.locator(':focus')).toContainText('The first words');
});

test('two players react and reply in the lobby', async ({ newVisitor, newClient, site }) => {
  const { here, there, other } = await createPlayerAndClient({ newVisitor, newClient }, { width: 375 });
  const { page } = here;
  await page.goto('/chat');
  await lobbyField(page).waitFor();
  const text = `Who fights ${other.username}?`;
  const id = await sendLobbyMessage(site, there, text);
  // On a phone, the emoji picker is part of the message's menu.
  const row = lobbyRow(page, text);
  await row.getByRole('button', { name: /^Actions for the message/ }).click();
  await row.getByRole('toolbar', { name: 'React' }).waitFor();
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Fire' }).click();
  await row.getByRole('button', { name: /^Fire: 1 player, including you$/ }).waitFor();
  await requestOk(there, 'PUT', `/api/chat/messages/${id}/reactions`, { emoji: '🔥', reacted: true });
  await row.getByRole('button', { name: /^Fire: 2 players, including you$/ }).waitFor();

  await row.getByRole('button', { name: /^Actions for the message/ }).click();
  await row.getByRole('button', { name: 'Reply' }).click();
  await expect(lobbyField(page)).toBeFocused();
  await lobbyField(page).fill(`I do, ${other.username}`);
  await lobbyField(page).press('Enter');
  await page.getByRole('button', { name: new RegExp(`^In reply to ${other.username}`) }).click();
  await expect(page.locator(':focus')).toContainText(text);
  await expectNoHorizontalScroll(page);
  await page.reload();
  await lobbyRow(page, text)
    .getByRole('button', { name: /^Fire: 2 players, including you$/ })
    .waitFor();
});
