import { ACCOUNT_STANDING_TEXTS } from '@rivalhold/shared/texts/account-standing.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { HIDDEN_CONTENT_TEXTS } from '@rivalhold/shared/texts/hidden-content.ts';
import { REPORT_OUTCOME_TEXTS, REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { SUPPORT } from '@rivalhold/shared/texts/support.ts';
import { codeFor } from './authenticator-app.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { createPlayerAndClient, setRole, waitForLiveConnection } from './fixtures.ts';
import { openForum, thread as openThread, reply, startThread, waitForWatch } from './forum.ts';
import { messageField, messageRows, sendMessages } from './messages.ts';
import { PASSWORD, requestOk, signUpPlayer, uniqueUsername } from './players.ts';
import { createPost, feedTexts, openFeed, post } from './posts.ts';
import { openAs, test } from './staff.ts';
import { fillSignUp, openDialog, skipFirstFight } from './steps.ts';
import { expect } from './test.ts';

/**
 * These settings differ from those of other test files. Starting a site is slow, so all tests of this file run on one
 * site, one after the other. The test of the sign-up limit runs last, because no sign-ups are possible after it.
 */
test.use({
  siteEnv: {
    NEW_ACCOUNT_HOURS: '24',
    RATE_LIMITS: 'on',
    SIGN_UPS_PER_HOUR: '10',
    SOURCE_URL: '',
    STAFF_FACTORS: 'on',
    TRUST_PROXY: '1',
  },
  siteName: 'other-settings',
});
test.describe.configure({ mode: 'default' });

/** Return options for a client whose address is in the given network. */
const inNetwork = (network: number) => ({
  extraHTTPHeaders: { 'X-Forwarded-For': `10.${network}.0.1` },
});

test('a site without a source code URL offers the code through the support address', async ({
  newClient,
}) => {
  const { context } = await newClient();
  expect(await (await context.request.get('/support')).text()).toContain(SUPPORT.sourceAsk);
});

test('a message request is listed separately, shows links as text, and becomes a conversation once accepted', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const two = await createPlayerAndClient({ newVisitor, newClient }, { width: 375 });
  const { page } = two.here;
  await sendMessages(site, two.there, two.other, two.me, ['Free coins at https://spam.example/now']);
  await page.goto('/dm');
  await page.getByText('No conversations yet').waitFor();
  await page.getByRole('button', { name: /^Message requests/ }).press('Enter');
  await page.getByRole('heading', { name: 'Message requests' }).waitFor();
  await page.getByRole('link', { name: two.other.username }).press('Enter');
  await messageRows(page, 'Free coins').waitFor();
  expect(await page.getByRole('link', { name: /spam\.example/ }).count()).toBe(0);
  const request = page.getByRole('region', { name: 'Message request' });
  await request.getByRole('button', { name: `Block ${two.other.username}` }).waitFor();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  await request.getByRole('button', { name: 'Accept' }).press('Enter');
  await request.waitFor({ state: 'detached' });
  await expect(messageField(page)).toBeFocused();
  await page.getByRole('link', { name: 'Back to Conversations' }).click();
  // Wait until the old page is gone. After the URL has changed, it stays until the code of the next page is loaded.
  await messageField(page).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: two.other.username }).waitFor();
  expect(await page.getByRole('button', { name: /^Message requests/ }).count()).toBe(0);
});

test('reports by two trusted players hide a new player’s post and forum post on open pages, until staff decide', async ({
  newVisitor,
  newModerator,
  admin,
}) => {
  // Only reports by trusted players hide content. Staff are trusted even if their accounts are new, so moderators
  // report.
  const [one, two] = [await newModerator(inNetwork(1)), await newModerator(inNetwork(2))];
  const [there, reader] = [await newVisitor({ width: 375 }), await newVisitor({ width: 375 })];
  const [author] = [await signUpPlayer(there), await signUpPlayer(reader)];
  const text = `Cheap coins from ${author.username}`;
  const { id } = await createPost(there, text);
  const { thread } = await startThread(reader, { title: 'Where to trade' });
  const { id: replyId } = await reply(there, thread.id, text);
  const { page } = there;
  await page.goto('/settings');
  await page.getByText(ACCOUNT_STANDING_TEXTS.allowed.new).waitFor();
  const live = waitForLiveConnection(page);
  await openFeed(page);
  await live;
  const likeButton = post(page, text).getByRole('button', { name: FEED_TEXTS.like(0) });
  await likeButton.waitFor();
  const watching = waitForWatch(reader.page);
  await openForum(reader.page, `?thread=${thread.id}`);
  await watching;
  const replyText = openThread(reader.page).getByText(text);
  await replyText.waitFor();

  for (const reporter of [one, two])
    for (const content of [
      { kind: 'post', id },
      { kind: 'forumPost', id: replyId },
    ])
      await requestOk(reporter, 'POST', '/api/reports', { ...content, reason: 'Spam or advertising' });
  await post(page, text).getByText(HIDDEN_CONTENT_TEXTS.own('post')).waitFor();
  await expect(likeButton).toHaveCount(0);
  expect(await feedTexts(reader)).not.toContain(text);
  await reader.page.getByText(FORUM_TEXTS.hiddenPost).waitFor();
  await expect(replyText).toHaveCount(0);
  for (const visitor of [there, reader]) {
    await expectNoHorizontalScroll(visitor.page);
    await expectAccessible(visitor.page);
  }

  const staff = (await openAs(newVisitor, admin, { width: 375 })).page;
  await openFeed(staff);
  const hidden = post(staff, text);
  await hidden.getByText(HIDDEN_CONTENT_TEXTS.toStaff).waitFor();
  await hidden.getByRole('link', { name: HIDDEN_CONTENT_TEXTS.queue }).click();
  await staff.getByRole('link', { name: REPORT_QUEUE_TEXTS.of('post', author.username) }).click();
  await staff.getByText(REPORT_QUEUE_TEXTS.hiddenText).waitFor();
  await expectAccessible(staff);
  const { action, done } = REPORT_OUTCOME_TEXTS.dismiss;
  await staff.getByRole('radio', { name: action, exact: true }).check();
  await staff.getByRole('button', { name: REPORT_QUEUE_TEXTS.resolve, exact: true }).click();
  await staff.getByText(`${done} by ${admin.username}`).waitFor();
  await expect(staff.getByText(REPORT_QUEUE_TEXTS.hiddenText)).toHaveCount(0);
  await likeButton.waitFor();
  expect(await feedTexts(reader)).toContain(text);
});

test('an admin confirms a promotion with a code, and the promotion then succeeds', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const there = await newClient();
  const [admin, player] = [await signUpPlayer(there), await signUpPlayer(await newClient())];
  setRole(site, admin, 'admin');
  // This session logged in with only a password. Once another session has set up an authenticator app, this session
  // must confirm actions with a code.
  const here = await newVisitor({ width: 375 });
  const { page } = here;
  await requestOk(here, 'POST', '/api/session', { credential: admin.username, password: PASSWORD });
  const { secret } = await requestOk<{ secret: string }>(there, 'POST', '/api/second-factors/app', {
    currentPassword: PASSWORD,
  });
  await requestOk(there, 'PUT', '/api/second-factors/app', { code: codeFor(secret) });

  await page.goto('/admin/users');
  await page.getByRole('button', { name: `Promote ${player.username}` }).click();
  await page
    .getByRole('dialog', { name: `Make ${player.username} a moderator?` })
    .getByRole('button', { name: 'Promote' })
    .click();
  const question = page.getByRole('dialog', { name: 'Confirm that it’s you' });
  const code = question.getByLabel('Code from your app, or recovery code');
  await code.waitFor();
  await expectAccessible(page, '[role=dialog]');
  await code.fill(codeFor(secret, 1));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: `Demote ${player.username}` }).waitFor();
  await expect(question).toBeHidden();
});

test('above the hourly limit of sign-ups, the browser solves a captcha without any input from the player', async ({
  page,
  newClient,
}) => {
  const client = await newClient(inNetwork(3));
  const signUpToTheLimit = async () => {
    for (;;) await signUpPlayer(client);
  };
  await expect(signUpToTheLimit()).rejects.toThrow('captcha');
  const challenges: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/captcha') && challenges.push(request.url()));
  const dialog = await openDialog(page, 'Sign Up', 'Create Your Character');
  await fillSignUp(dialog, uniqueUsername());
  await dialog.getByRole('button', { name: 'Sign Up', exact: true }).press('Enter');
  await skipFirstFight(page);
  expect(challenges).toHaveLength(1);
});
