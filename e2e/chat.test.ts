import type { Page } from '@playwright/test';
import { CHAT_TEXTS } from '@rivalhold/shared/texts/chat.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createPlayerAndClient, createTwoPlayers, setRole } from './fixtures.ts';
import { controlConnection, lobbyTexts, sendLobbyMessage } from './messages.ts';
import { requestOk } from './players.ts';
import { answerDialog } from './posts.ts';
import { expect, test } from './test.ts';

const field = (page: Page) => page.getByRole('textbox', { name: 'Write a lobby message' });
const room = (page: Page) => page.getByRole('log', { name: 'Lobby messages' });
const messageRow = (page: Page, text: string | RegExp) =>
  room(page).getByRole('listitem').filter({ hasText: text });
const alert = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

async function enter(page: Page): Promise<void> {
  await page.goto('/chat');
  await field(page).waitFor();
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' });
}
/** Send a Lobby message, and wait until the server has accepted it. */
async function say(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
}

test('two players chat, use commands, react and reply, and markup is shown as text', async ({
  newVisitor,
}) => {
  const { here, me, there, other } = await createTwoPlayers(newVisitor, { width: 375 });
  const [page, theirs] = [here.page, there.page];
  await Promise.all([enter(page), enter(theirs)]);
  await say(page, `<img src=x onerror=alert(1)> \u202Eesrever https://example.com/${me.username}`);
  const seen = messageRow(theirs, `https://example.com/${me.username}`);
  await seen.getByText('<img src=x onerror=alert(1)>').waitFor();
  await seen.getByRole('link', { name: 'example.com' }).waitFor();

  await say(theirs, '/me bows to all');
  await messageRow(page, `${other.username} bows to all`).waitFor();
  const text = `Who fights ${other.username}?`;
  await say(theirs, text);

  await test.step('the actions of a message open in a menu on a phone', async () => {
    const row = messageRow(page, text).first();
    await row.getByRole('button', { name: /^Actions for the message/ }).click();
    await row.getByRole('toolbar', { name: 'React' }).waitFor();
    await expectAccessible(page);
    await row.getByRole('button', { name: 'Fire' }).click();
    await messageRow(theirs, text)
      .first()
      .getByRole('button', { name: 'Fire: 1 player', exact: true })
      .click();
    await row.getByRole('button', { name: /^Fire: 2 players, including you$/ }).waitFor();
    await row.getByRole('button', { name: /^Actions for the message/ }).click();
    await row.getByRole('button', { name: 'Reply' }).click();
    await expect(field(page)).toBeFocused();
    await say(page, `I do, ${other.username}`);
    await theirs.getByRole('button', { name: new RegExp(`^In reply to ${other.username}`) }).click();
    await expect(theirs.locator(':focus')).toContainText(text);
  });

  await test.step('a command is chosen from the list by keyboard', async () => {
    await field(page).fill('/');
    const commands = page.getByRole('listbox', { name: 'Commands' });
    await commands.waitFor();
    await expectAccessible(page, 'main form');
    await expectNoHorizontalScroll(page);
    await field(page).press('ArrowDown');
    await commands.getByRole('option', { name: '/help', selected: true }).waitFor();
    await field(page).press('Enter');
    await expect(field(page)).toHaveValue('/help ');
    await field(page).press('Enter');
    await messageRow(page, 'Only you can see this').getByText('/roll [sides]').waitFor();
    expect(await messageRow(theirs, 'Only you can see this').count()).toBe(0);
  });

  // A draft survives a reload.
  await field(page).fill('Half a thought');
  await page.reload();
  await messageRow(page, `${other.username} bows to all`).waitFor();
  await expect(field(page)).toHaveValue('Half a thought');
});

test('new Lobby messages do not move the messages that a player is reading, and mentions are highlighted', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  await enter(page);
  for (let n = 0; n < 5; n++) {
    await say(page, '/help');
    await expect(messageRow(page, 'Only you can see this')).toHaveCount(n + 1);
  }
  const top = () => room(page).evaluate((element) => element.scrollTop);
  const toEnd = () =>
    room(page).evaluate(
      ({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - clientHeight - scrollTop,
    );
  await expect.poll(toEnd).toBeLessThan(2);
  await room(page).evaluate((element) => element.scrollTo({ top: 40 }));
  await page.getByRole('button', { name: 'Go to newest message' }).waitFor();
  const before = await top();
  await sendLobbyMessage(site, there, `Where is @${me.username}?`);
  const pill = page.getByRole('button', { name: '1 new message' });
  await pill.waitFor();
  expect(await top()).toBe(before);
  await page
    .getByRole('log', { name: 'Announcements' })
    .getByText(`${other.username} mentioned you: Where is @${me.username}?`)
    .waitFor();
  if (LONG) await expectAccessible(page);
  await pill.click();
  await messageRow(page, `Where is @${me.username}?`).waitFor();
  await expect.poll(toEnd).toBeLessThan(2);
  await pill.waitFor({ state: 'detached' });
  // A list that is scrolled to its end follows new messages.
  await sendLobbyMessage(site, there, `There you are, ${me.username}`);
  await messageRow(page, `There you are, ${me.username}`).waitFor();
  await expect.poll(toEnd).toBeLessThan(2);
  const color = (text: string) =>
    messageRow(page, text).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await color('Where is')).not.toBe(await color('There you are'));
});

test('a reconnect adds missed messages and removes deleted ones, and posts an unacknowledged message only once', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  const { page } = here;
  setRole(site, other, 'moderator');
  const connection = await controlConnection(here);
  await enter(page);
  const before = await sendLobbyMessage(site, there, `Before, ${other.username}`);
  await messageRow(page, `Before, ${other.username}`).waitFor();
  await connection.cut();
  await field(page).fill('Does anybody hear me?');
  await sendLobbyMessage(site, there, `Meanwhile, ${other.username}`);
  await requestOk(there, 'DELETE', `/api/mod/messages/${before}`, {});
  await connection.restore();
  await messageRow(page, `Meanwhile, ${other.username}`).waitFor();
  await messageRow(page, `Before, ${other.username}`).waitFor({ state: 'detached' });
  await expect(field(page)).toHaveValue('Does anybody hear me?');

  const text = `Once, ${me.username}`;
  connection.dropIncoming();
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect.poll(() => lobbyTexts(site, there)).toContain(text);
  await connection.cut();
  await alert(page, CHAT_TEXTS.notSent).waitFor();
  await expect(field(page)).toHaveValue(text);
  await connection.restore();
  await enter(page);
  // The server stored the message, so the history contains it. The page did not receive the acknowledgement, so it
  // restored the draft.
  await messageRow(page, text).waitFor();
  await expect(field(page)).toHaveValue(text);
  await field(page).press('Enter');
  await expect(field(page)).toHaveValue('');
  await say(page, `Twice, ${me.username}`);
  await messageRow(page, `Twice, ${me.username}`).waitFor();
  await expect(messageRow(page, text)).toHaveCount(1);
  expect((await lobbyTexts(site, there)).filter((one) => one === text)).toHaveLength(1);
});

test('staff set slow mode, delete Lobby messages and mute players, and everyone sees the effect immediately', async ({
  newVisitor,
  site,
}) => {
  const { here, me, there, other } = await createTwoPlayers(newVisitor);
  const [page, theirs] = [here.page, there.page];
  setRole(site, me, 'moderator');
  await Promise.all([enter(page), enter(theirs)]);
  await say(theirs, `Rude words of ${other.username}`);
  const rude = messageRow(page, `Rude words of ${other.username}`);
  await rude.waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Lobby rules' }).click();
  await page.getByRole('dialog', { name: 'Lobby rules' }).getByLabel('Slow mode').selectOption('60');
  await theirs.getByText('Slow mode: one message every 1 minute.').waitFor();
  await expectAccessible(page, '[role=dialog]');
  // Restore the default rules for the other tests.
  await requestOk(here, 'PUT', '/api/mod/chat/rules', { slowModeSeconds: 0, settledOnly: false });
  await theirs.getByText('Slow mode: one message every 1 minute.').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');

  await rude.getByRole('button', { name: 'Mute 1d' }).click();
  const question = page.getByRole('dialog', { name: `Mute ${other.username} for a day?` });
  await question.getByRole('textbox').fill('Rude <b>words</b>');
  if (LONG) await expectAccessible(page, '[role=dialog]');
  await question.getByRole('button', { name: 'Mute for a day' }).click();
  await page.getByText(`${other.username} is muted for a day.`).waitFor();
  await theirs
    .getByText(/^You are muted until/)
    .first()
    .waitFor();
  await theirs.getByText('Rude <b>words</b>', { exact: true }).waitFor();
  await field(theirs).waitFor({ state: 'detached' });

  await rude.getByRole('button', { name: 'Delete' }).click();
  await answerDialog(page, 'Delete this message?', 'Delete');
  await messageRow(theirs, `Rude words of ${other.username}`).waitFor({ state: 'detached' });
});
