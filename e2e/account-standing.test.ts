import { ACCOUNT_STANDING_TEXTS } from '@rivalhold/shared/texts/account-standing.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { FORUM_TEXTS } from '@rivalhold/shared/texts/forum.ts';
import { HIDDEN_CONTENT_TEXTS } from '@rivalhold/shared/texts/hidden-content.ts';
import { NOTIFICATION_MESSAGES } from '@rivalhold/shared/texts/notification-messages.ts';
import { REPORT_OUTCOME_TEXTS, REPORT_QUEUE_TEXTS } from '@rivalhold/shared/texts/report-queue.ts';
import { REPORT_TEXTS } from '@rivalhold/shared/texts/reports.ts';
import { expectAccessible, expectNoHorizontalScroll, type NewVisitor } from './browser.ts';
import { waitForLiveConnection } from './fixtures.ts';
import { openForum, reply, startThread, waitForWatch } from './forum.ts';
import { type Client, type NewClient, requestAs, requestOk, signUpPlayer } from './players.ts';
import { createPost, feedTexts, openFeed, post } from './posts.ts';
import { widthsOfRun } from './sample-paths.ts';
import { DEMO_PASSWORD } from './site.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

test.use({
  seed: 'demo',
  siteEnv: { NEW_ACCOUNT_HOURS: '24', TRUST_PROXY: '1' },
  siteName: 'account-standing',
});
test.describe.configure({ mode: 'default' });

/** Two trusted players of the demo world. */
const [FIRST, SECOND] = ['Captain_Merrow', 'Ysolde_Greymane'] as const;

/** Return a header that sets the client's address to one in the given network. */
const addressIn = (network: number) => ({ 'X-Forwarded-For': `10.${network}.0.1` });
const logIn = (client: Client, credential: string) =>
  requestOk(client, 'POST', '/api/session', { credential, password: DEMO_PASSWORD });

/** Log in as a player of the demo world, from the given network. */
async function signIn(newVisitor: NewVisitor, credential: string, network: number, width?: number) {
  const visitor = await newVisitor(width === undefined ? {} : { width });
  await visitor.context.setExtraHTTPHeaders(addressIn(network));
  await logIn(visitor, credential);
  return visitor;
}

/** Log in without a browser as a player of the demo world, from the given network. */
async function signInClient(newClient: NewClient, credential: string, network: number) {
  const client = await newClient({ extraHTTPHeaders: addressIn(network) });
  await logIn(client, credential);
  return client;
}

const report = async (by: Client, id: number, kind = 'post') =>
  expect(
    (await requestAs(by, 'POST', '/api/reports', { kind, id, reason: 'Spam or advertising' })).status,
  ).toBe(201);

for (const width of widthsOfRun(375, 1440))
  test(`reports by two trusted players hide a new player’s post until staff decide, and the settings show new and trusted players their standing, at ${width} px`, async ({
    newVisitor,
    newClient,
  }) => {
    const there = await newVisitor({ width });
    const author = await signUpPlayer(there);
    const one = await signIn(newVisitor, FIRST, 1, width);
    for (const [{ page }, standing] of [
      [there, 'new'],
      [one, 'trusted'],
    ] as const) {
      await page.goto('/settings');
      await page.getByText(ACCOUNT_STANDING_TEXTS.allowed[standing]).waitFor();
      await expect(page.locator('#standing').getByText(`${ACCOUNT_STANDING_TEXTS.missing}:`)).toHaveCount(
        standing === 'new' ? 3 : 0,
      );
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
    }

    const [text, kept] = [`Cheap coins from ${author.username}`, `Soup from ${author.username}`];
    const { id } = await createPost(there, text);
    const { id: keptId } = await createPost(there, kept);
    const [two, staff] = [
      await signInClient(newClient, SECOND, 2),
      await signIn(newVisitor, 'demo_mod', 3, width),
    ];
    await report(two, id);
    await report(two, keptId);
    await report(one, keptId);

    const { page } = there;
    const live = waitForLiveConnection(page);
    await openFeed(page);
    await live;
    const own = post(page, text);
    await own.getByRole('button', { name: FEED_TEXTS.like(0) }).waitFor();
    await expect(post(page, kept).getByText(HIDDEN_CONTENT_TEXTS.own('post'))).toBeVisible();

    await openFeed(one.page);
    const seen = post(one.page, text);
    await seen.getByRole('button', { name: REPORT_TEXTS.reportThing('post', author.username) }).click();
    const dialog = one.page.getByRole('dialog', { name: REPORT_TEXTS.title('post') });
    await dialog.getByRole('radio', { name: REPORT_TEXTS.reasons[0] }).check();
    await dialog.getByRole('button', { name: REPORT_TEXTS.send }).click();
    await one.page
      .getByRole('dialog', { name: REPORT_TEXTS.thanks })
      .getByRole('button', { name: REPORT_TEXTS.done })
      .click();
    // The second report hides the post from other players, and marks it for its author.
    await own.getByText(HIDDEN_CONTENT_TEXTS.own('post')).waitFor();
    await expect(own.getByRole('button', { name: FEED_TEXTS.like(0) })).toHaveCount(0);
    await expectNoHorizontalScroll(page);
    await expectAccessible(page);
    await openFeed(one.page);
    await expect(post(one.page, text)).toHaveCount(0);
    expect(await feedTexts(two)).not.toContain(text);

    await openFeed(staff.page);
    const hidden = post(staff.page, text);
    await hidden.getByText(HIDDEN_CONTENT_TEXTS.toStaff).waitFor();
    await expectAccessible(staff.page);
    await hidden.getByRole('link', { name: HIDDEN_CONTENT_TEXTS.queue }).click();
    const list = staff.page.getByRole('list', { name: REPORT_QUEUE_TEXTS.list });
    const entries = list.getByRole('link', { name: REPORT_QUEUE_TEXTS.of('post', author.username) });
    const decide = async (outcome: keyof typeof REPORT_OUTCOME_TEXTS) => {
      await entries.filter({ hasText: REPORT_QUEUE_TEXTS.hidden }).first().click();
      await staff.page.getByText(REPORT_QUEUE_TEXTS.hiddenText).waitFor();
      await expectNoHorizontalScroll(staff.page);
      await expectAccessible(staff.page);
      const { action, done } = REPORT_OUTCOME_TEXTS[outcome];
      await staff.page.getByRole('radio', { name: action, exact: true }).check();
      await staff.page.getByRole('button', { name: REPORT_QUEUE_TEXTS.resolve, exact: true }).click();
      const question = REPORT_QUEUE_TEXTS.questions[outcome];
      if (question !== null)
        await staff.page
          .getByRole('dialog', { name: question })
          .getByRole('button', { name: action, exact: true })
          .click();
      await staff.page.getByText(`${done} by demo_mod`).waitFor();
      await expect(staff.page.getByText(REPORT_QUEUE_TEXTS.hiddenText)).toHaveCount(0);
    };
    await decide('delete');
    await own.waitFor({ state: 'detached' });
    await staff.page.goto('/admin/reports');
    await decide('dismiss');
    await post(page, kept)
      .getByRole('button', { name: FEED_TEXTS.like(0) })
      .waitFor();
    expect(await feedTexts(two)).toContain(kept);
    expect(await feedTexts(two)).not.toContain(text);

    const { body } = await requestAs<{ items: { title: string }[] }>(there, 'GET', '/api/notifications');
    const titles = body.items.map(({ title }) => title);
    for (const { title } of [
      NOTIFICATION_MESSAGES.contentHidden('post'),
      NOTIFICATION_MESSAGES.contentShown('post'),
      NOTIFICATION_MESSAGES.contentRemoved('post', null),
    ])
      expect(titles).toContain(title);
    await navigate(page, '/decisions');
    await page.getByText(text).waitFor();
  });

for (const width of widthsOfRun(375, 1440))
  test(`reports by two trusted players hide a new player’s forum post and thread, also on pages that are already open, at ${width} px`, async ({
    newVisitor,
    newClient,
  }) => {
    const [there, reader] = [await newVisitor({ width }), await newVisitor({ width })];
    await signUpPlayer(there);
    await signUpPlayer(reader);
    const [one, two] = [await signInClient(newClient, FIRST, 1), await signInClient(newClient, SECOND, 2)];
    const { thread } = await startThread(reader, { title: 'Where to trade' });
    const { id } = await reply(there, thread.id, 'Cheap coins here');
    for (const { page } of [there, reader]) {
      const watching = waitForWatch(page);
      await openForum(page, `?thread=${thread.id}`);
      await watching;
      await page.locator('#thread').getByText('Cheap coins here').waitFor();
    }
    for (const reporter of [one, two]) await report(reporter, id, 'forumPost');
    await there.page.getByText(HIDDEN_CONTENT_TEXTS.own('forumPost')).waitFor();
    await reader.page.getByText(FORUM_TEXTS.hiddenPost).waitFor();
    await expect(reader.page.locator('#thread').getByText('Cheap coins here')).toHaveCount(0);
    for (const { page } of [there, reader]) {
      await expectNoHorizontalScroll(page);
      await expectAccessible(page);
    }

    const { thread: own, post: opening } = await startThread(there, { title: 'Cheap coins' });
    for (const { page } of [there, reader]) {
      const watching = waitForWatch(page);
      await openForum(page, `?thread=${own.id}`);
      await watching;
      await page.getByRole('heading', { name: 'Cheap coins', exact: true }).waitFor();
    }
    for (const reporter of [one, two]) await report(reporter, opening.id, 'forumPost');
    await there.page.getByText(HIDDEN_CONTENT_TEXTS.own('forumPost')).waitFor();
    await expect(there.page.getByRole('textbox', { name: FORUM_TEXTS.replyLabel })).toHaveCount(0);
    await reader.page.getByText(FORUM_TEXTS.notFound).waitFor();
    await expectNoHorizontalScroll(there.page);
    await expectAccessible(there.page);
  });
