import { ACCOUNT_LABELS } from '@rivalhold/shared/texts/accounts.ts';
import { ANSWER_TEXTS, APPEAL_QUEUE_TEXTS } from '@rivalhold/shared/texts/appeal-queue.ts';
import {
  APPEAL_FORM_TEXTS,
  APPEAL_OUTCOME_TEXTS,
  APPEAL_PAGE_TEXTS,
  DECISION_TEXTS,
} from '@rivalhold/shared/texts/decisions.ts';
import { FEED_TEXTS } from '@rivalhold/shared/texts/feed.ts';
import { REASON_FIELD_TEXTS, RULE_TEXTS } from '@rivalhold/shared/texts/rules.ts';
import { LONG } from '../scripts/testing/long.ts';
import { expectAccessible, expectNoHorizontalScroll } from './browser.ts';
import { clickRetry, failWith, intercept, setRole, waitForLiveConnection } from './fixtures.ts';
import { type Client, PASSWORD, type Player, requestOk, signUpPlayer, uniqueUsername } from './players.ts';
import { createPost, openFeed, post } from './posts.ts';
import type { Site } from './site.ts';
import { navigate } from './steps.ts';
import { expect, test } from './test.ts';

/** Sign a client up as a moderator, and return the client. */
async function asModerator<Of extends Client>(client: Of, site: Site): Promise<Of> {
  setRole(site, await signUpPlayer(client, uniqueUsername('mod')), 'moderator');
  return client;
}

test('a player appeals against the removal of a post, and another staff member overturns the removal', async ({
  newVisitor,
  site,
}) => {
  const [there, moderator, judge] = [
    await newVisitor({ width: 375 }),
    await asModerator(await newVisitor({ width: 1440 }), site),
    await asModerator(await newVisitor({ width: 375 }), site),
  ];
  const player = await signUpPlayer(there);
  const text = `A quote by ${player.username}`;
  const { id } = await createPost(there, text);

  const { page: feed } = moderator;
  await openFeed(feed);
  await post(feed, text)
    .getByRole('button', { name: FEED_TEXTS.deletePost(player.username) })
    .click();
  const dialog = feed.getByRole('dialog', { name: FEED_TEXTS.deleteTitle });
  await dialog.getByLabel(REASON_FIELD_TEXTS.rule).selectOption(RULE_TEXTS.spam);
  await dialog.getByLabel(REASON_FIELD_TEXTS.words).fill('Links to a shop');
  await expectAccessible(feed, '[role="dialog"]');
  await dialog.getByRole('button', { name: FEED_TEXTS.delete }).click();
  await post(feed, text).waitFor({ state: 'detached' });

  const { page } = there;
  const gate = await intercept(page, 'GET', /\/api\/decisions/);
  gate.answer = failWith(500);
  const liveConnection = waitForLiveConnection(page);
  await page.goto('/decisions');
  await page.getByText(DECISION_TEXTS.failed).waitFor();
  await clickRetry(page, gate, page.getByRole('button', { name: 'Try again' }));
  const decision = page.getByRole('listitem').filter({ hasText: 'Your post was removed' });
  for (const shown of [RULE_TEXTS.spam, 'Links to a shop', text]) await decision.getByText(shown).waitFor();
  await decision.getByRole('button', { name: DECISION_TEXTS.appeal }).click();
  await page.keyboard.type('It was a quote.');
  await expectAccessible(page);
  await page.keyboard.press('Control+Enter');
  await decision.getByText(DECISION_TEXTS.waiting).waitFor();
  await expectNoHorizontalScroll(page);

  // The moderator who decided sees the appeal, but cannot answer it.
  await navigate(feed, '/admin/appeals');
  const own = feed.getByRole('article').filter({ hasText: player.username });
  await own.getByText('You made this decision').waitFor();
  expect(await own.getByRole('button', { name: APPEAL_QUEUE_TEXTS.send }).count()).toBe(0);

  await liveConnection;
  await judge.page.goto('/admin/appeals');
  const entry = judge.page.getByRole('article').filter({ hasText: player.username });
  await entry.waitFor();
  await expectAccessible(judge.page);
  await expectNoHorizontalScroll(judge.page);
  await entry.getByRole('radio', { name: ANSWER_TEXTS.lifted.action }).check();
  await entry.getByRole('textbox', { name: APPEAL_QUEUE_TEXTS.answer }).fill('You were right.');
  await entry.getByRole('button', { name: APPEAL_QUEUE_TEXTS.send }).click();
  await entry.waitFor({ state: 'detached' });
  for (const shown of ['You were right.', APPEAL_OUTCOME_TEXTS.lifted, DECISION_TEXTS.restoredContent])
    await decision.getByText(shown).waitFor();
  await requestOk(there, 'GET', `/api/feed/${id}`);
});

test('a suspended player appeals with the link in the login dialog, and can log in once the suspension is overturned', async ({
  newVisitor,
  newClient,
  site,
}) => {
  const [there, moderator, judge] = [
    await newClient(),
    await asModerator(await newClient(), site),
    await asModerator(await newClient(), site),
  ];
  const player = await signUpPlayer(there);
  await requestOk(moderator, 'POST', `/api/mod/suspensions/${player.id}`, {
    until: new Date(Date.now() + 20 * 24 * 3_600_000).toISOString(),
    rule: 'cheating',
    reason: 'Scripts',
  });
  const { page } = await newVisitor({ width: 375 });
  const logIn = async () => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Log In' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Welcome back' });
    await dialog.getByLabel(ACCOUNT_LABELS.credential).fill(player.username);
    await dialog.getByLabel(ACCOUNT_LABELS.password, { exact: true }).fill(PASSWORD);
    await dialog.getByRole('button', { name: ACCOUNT_LABELS.signIn, exact: true }).click();
    return dialog;
  };
  const dialog = await logIn();
  await dialog.getByText('Reason: Scripts').waitFor();
  await dialog.getByRole('link', { name: ACCOUNT_LABELS.appeal }).click();
  await page.getByRole('heading', { level: 1, name: APPEAL_PAGE_TEXTS.of(player.username) }).waitFor();
  await expectAccessible(page);
  await expectNoHorizontalScroll(page);
  const link = page.url();
  await page.getByRole('button', { name: DECISION_TEXTS.appeal }).click();
  await page.getByRole('textbox', { name: APPEAL_FORM_TEXTS.label }).fill('It was my brother.');
  await page.getByRole('button', { name: APPEAL_FORM_TEXTS.send }).click();
  await page.getByText(APPEAL_PAGE_TEXTS.textUsed).waitFor();
  // The appeal has used up the link.
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: APPEAL_PAGE_TEXTS.expired }).waitFor();
  if (LONG) await expectAccessible(page);

  type Appeals = { id: number; player: Player }[];
  const open = await requestOk<{ items: Appeals }>(judge, 'GET', '/api/mod/appeals');
  const appeal = open.items.find((item) => item.player.id === player.id);
  await requestOk(judge, 'POST', `/api/mod/appeals/${appeal?.id}`, {
    outcome: 'lifted',
    answer: 'We were wrong.',
  });
  await logIn();
  await page.waitForURL('**/dashboard');
});
