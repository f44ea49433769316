import type { Page } from '@playwright/test';
import { openAndSettle } from '../layout-shifts.ts';
import { messageRows, openChat, sendMessage } from '../messages.ts';
import type { ScreenshotFixtures } from './fixtures.ts';
import type { Scene } from './scene.ts';

const MESSAGE = 'Meet at the gate at dusk? Bring your better shield, mine is broken.';

const REPLY = 'At dusk. I have two.';

/** Open a conversation in which a message from the other player has reactions and a reply. */
async function openConversation(page: Page, world: ScreenshotFixtures): Promise<void> {
  await openChat(page, world.idOf('demo_mod'));
  await page.waitForLoadState('networkidle');
  // Reuse the messages of an earlier screenshot, so that all screenshots show the same messages.
  if ((await messageRows(page, REPLY).count()) > 0) return;
  const writer = await world.visitors.moderator.context.newPage();
  await openChat(writer, world.idOf('demo_player'));
  await sendMessage(writer, MESSAGE);
  await messageRows(page, MESSAGE).waitFor();
  for (const emoji of ['Heart', 'Fire']) {
    await openActions(page);
    await page.getByRole('toolbar', { name: 'React' }).getByRole('button', { name: emoji }).click();
  }
  const chip = { name: /^Fire: 1 player$/ };
  await messageRows(writer, MESSAGE).getByRole('button', chip).click();
  await writer.close();
  await openActions(page);
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await sendMessage(page, REPLY);
  await messageRows(page, REPLY).waitFor();
}

const openActions = (page: Page) =>
  messageRows(page, MESSAGE)
    .first()
    .getByRole('button', { name: /^React or reply/ })
    .click();

/** Open the lobby with a message that the viewer has reacted to, and open the actions of the message. */
async function openLobbyActions(page: Page): Promise<void> {
  await openAndSettle(page, '/chat');
  const rows = page.getByRole('log', { name: 'Lobby messages' }).getByRole('listitem');
  const row = rows.filter({ has: page.getByRole('button', { name: /^(Actions|React or reply)/ }) }).last();
  const actions = row.getByRole('button', { name: /^(Actions|React or reply)/ });
  const fire = page.getByRole('toolbar', { name: 'React' }).getByRole('button', { name: 'Fire' });
  await actions.click();
  if ((await fire.getAttribute('aria-pressed')) === 'false') {
    await fire.click();
    await row.getByRole('button', { name: /^Fire: / }).waitFor();
    await actions.click();
  }
  await fire.waitFor();
}

const scene = (name: string, open: Scene['open']): Scene => ({ name, as: 'player', windowOnly: true, open });

/** Reactions and replies, in conversations and in the lobby. */
export const REACTION_SCENES: Scene[] = [
  scene('conversation-reactions', openConversation),
  scene('conversation-actions', async (page, world) => {
    await openConversation(page, world);
    await openActions(page);
    await page.getByRole('toolbar', { name: 'React' }).waitFor();
  }),
  scene('conversation-reply', async (page, world) => {
    await openConversation(page, world);
    await openActions(page);
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByText(/^Replying to/).waitFor();
  }),
  scene('conversation-challenge', async (page, world) => {
    await openChat(page, world.idOf('demo_mod'));
    await page.getByRole('main').getByRole('link', { name: 'Challenge: demo_mod' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Start|Continue)/ })
      .waitFor();
  }),
  scene('lobby-actions', openLobbyActions),
  scene('lobby-reply', async (page) => {
    await openLobbyActions(page);
    await page.getByRole('button', { name: 'Reply', exact: true }).click();
    await page.getByText(/^Replying to/).waitFor();
  }),
];
