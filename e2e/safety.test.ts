import { DM_TEXTS } from '@rivalhold/shared/texts/dms.ts';
import { PLAYER_MUTE_TEXTS } from '@rivalhold/shared/texts/player-mutes.ts';
import { PROFILE_TEXTS } from '@rivalhold/shared/texts/profiles.ts';
import { REFUSAL_TEXTS } from '@rivalhold/shared/texts/refusals.ts';
import { SAFETY_TEXTS as TEXTS } from '@rivalhold/shared/texts/safety.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createPlayerAndClient, openProfile } from './fixtures.ts';
import { tabTo } from './page-checks.ts';
import { requestAs, requestOk, signUpPlayer } from './players.ts';
import { createPost, feedTexts, openFeed, post } from './posts.ts';
import { widthsOfRun } from './sample-paths.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

for (const width of widthsOfRun(375, 1280))
  test(`safety settings are reached and changed by keyboard, at ${width} px`, async ({ newVisitor }) => {
    const visitor = await newVisitor({ width });
    const { id } = await signUpPlayer(visitor);
    const { page } = visitor;
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.getByRole('link', { name: TEXTS.link }).press('Enter');
    await page.waitForURL('**/safety');
    await expect(page).toHaveTitle(/Safety/);
    const messages = page.getByLabel(TEXTS.messages);
    await expect(messages).toHaveValue('everybody');
    await tabTo(page, new RegExp(`^${TEXTS.messages}`));
    await page.keyboard.press('ArrowDown');
    await expect(messages).toHaveValue('settled');
    await page.getByLabel(TEXTS.online).selectOption('nobody');
    const hideMedia = page.getByRole('checkbox', { name: TEXTS.hideMedia });
    await hideMedia.press('Space');
    await expect(hideMedia).toBeChecked();
    await expect
      .poll(async () => (await requestAs(visitor, 'GET', '/api/safety')).body)
      .toEqual({
        messages: 'settled',
        challenges: 'everybody',
        comments: 'everybody',
        search: 'everybody',
        online: 'nobody',
        hideMedia: true,
      });
    await page.getByText(PLAYER_MUTE_TEXTS.listEmpty).waitFor();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.reload();
    await expect(messages).toHaveValue('settled');
    await expect(page.getByLabel(TEXTS.online)).toHaveValue('nobody');
    await expect(hideMedia).toBeChecked();
    // The Edit Profile page also links to the safety settings.
    await navigate(page, `/profiles/${id}/edit`);
    await page.waitForURL('**/edit');
    await page.getByRole('link', { name: TEXTS.link }).waitFor();
  });

test('a player sees why they cannot message, challenge or comment on another player', async ({
  newVisitor,
  newClient,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  await requestOk(there, 'PATCH', '/api/safety', {
    messages: 'friends',
    challenges: 'nobody',
    comments: 'friends',
  });
  const { page } = here;
  await openProfile(page, other.id);
  const message = page.getByRole('button', { name: DM_TEXTS.message, exact: true });
  await expect(message).toHaveAccessibleDescription(REFUSAL_TEXTS.messages.friends);
  await page.getByRole('button', { name: PROFILE_TEXTS.challenge, exact: true }).press('Enter');
  await page.getByText(REFUSAL_TEXTS.challenges.nobody).waitFor();
  await page.getByText(REFUSAL_TEXTS.comments.friends).waitFor();
  await expectAccessible(page);
  await navigate(page, `/dm/${other.id}`);
  await page.getByText(REFUSAL_TEXTS.messages.friends).waitFor();
  await navigate(page, `/fight/${other.id}`);
  await page.waitForURL('**/fight/*');
  // Search only the main part of the page, because a toast with the same text can still be open.
  await page.getByRole('main').getByText(REFUSAL_TEXTS.challenges.nobody).waitFor();
  // The other player accepts messages from friends, so the Message button becomes a link once the two are friends.
  await requestOk(here, 'POST', `/api/friend-requests/${other.id}`);
  await requestOk(there, 'POST', `/api/friend-requests/${me.id}`);
  await openProfile(page, other.id);
  await page.getByRole('link', { name: DM_TEXTS.message, exact: true }).waitFor();
});

test('posts of a muted player disappear only from the feed of the player who muted them, until the mute ends', async ({
  newVisitor,
  newClient,
}) => {
  const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient });
  await createPost(there, `A loud post by ${other.username}`);
  const { page } = here;
  await openProfile(page, other.id);
  const mute = page.getByRole('button', { name: PLAYER_MUTE_TEXTS.mutePlayer(other.username) });
  await expect(mute).not.toHaveAttribute('aria-busy');
  await mute.press('Enter');
  const unmute = page.getByRole('button', { name: PLAYER_MUTE_TEXTS.unmutePlayer(other.username) });
  await unmute.waitFor();
  await expectAccessible(page);
  await openFeed(page);
  await createPost(here, `A calm post by ${me.username}`);
  await post(page, `A calm post by ${me.username}`).waitFor();
  await expect(post(page, `A loud post by ${other.username}`)).toHaveCount(0);
  expect(await feedTexts(there)).toContain(`A loud post by ${other.username}`);
  await navigate(page, '/safety');
  await unmute.press('Enter');
  await page.getByText(PLAYER_MUTE_TEXTS.listEmpty).waitFor();
  await openFeed(page);
  await post(page, `A loud post by ${other.username}`).waitFor();
});
