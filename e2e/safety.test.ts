import { PLAYER_MUTE_TEXTS } from '@rivalhold/shared/texts/player-mutes.ts';
import { SAFETY_TEXTS as TEXTS } from '@rivalhold/shared/texts/safety.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createPlayerAndClient, openProfile } from './fixtures.ts';
import { tabTo } from './page-checks.ts';
import { requestAs } from './players.ts';
import { createPost, feedTexts, openFeed, post } from './posts.ts';
import { widthsOfRun } from './sample-paths.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

for (const width of widthsOfRun(375, 1280))
  test(`a player changes safety settings and mutes another player by keyboard (${width} px)`, async ({
    newVisitor,
    newClient,
  }) => {
    const { here, me, there, other } = await createPlayerAndClient({ newVisitor, newClient }, { width });
    const { page } = here;
    await page.goto('/settings');
    await page.getByRole('link', { name: TEXTS.link }).press('Enter');
    await page.waitForURL('**/safety');
    await expect(page).toHaveTitle(/Safety/);
    const messages = page.getByLabel(TEXTS.messages);
    await expect(messages).toHaveValue('everybody');
    await tabTo(page, new RegExp(`^${TEXTS.messages}`));
    await page.keyboard.press('ArrowDown');
    await expect(messages).toHaveValue('settled');
    const hideMedia = page.getByRole('checkbox', { name: TEXTS.hideMedia });
    await hideMedia.press('Space');
    await expect(hideMedia).toBeChecked();
    const stored = async () => (await requestAs(here, 'GET', '/api/safety')).body;
    await expect.poll(stored).toMatchObject({ messages: 'settled', hideMedia: true });
    await page.getByText(PLAYER_MUTE_TEXTS.listEmpty).waitFor();
    await expectAccessible(page);
    await expectNoHorizontalScroll(page);
    await page.reload();
    await expect(messages).toHaveValue('settled');
    await expect(hideMedia).toBeChecked();

    const [loud, calm] = [`A loud post by ${other.username}`, `A calm post by ${me.username}`];
    await createPost(there, loud);
    await createPost(here, calm);
    await openProfile(page, other.id);
    const mute = page.getByRole('button', { name: PLAYER_MUTE_TEXTS.mutePlayer(other.username) });
    await expect(mute).not.toHaveAttribute('aria-busy');
    await mute.press('Enter');
    const unmute = page.getByRole('button', { name: PLAYER_MUTE_TEXTS.unmutePlayer(other.username) });
    await unmute.waitFor();
    await openFeed(page);
    await post(page, calm).waitFor();
    await expect(post(page, loud)).toHaveCount(0);
    expect(await feedTexts(there)).toContain(loud);
    await navigate(page, '/safety');
    await unmute.press('Enter');
    await page.getByText(PLAYER_MUTE_TEXTS.listEmpty).waitFor();
    await navigate(page, '/dashboard');
    await post(page, loud).waitFor();
  });
