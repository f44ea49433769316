import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { launchOptions } from '../scripts/testing/browser.ts';
import { openDemoPage, SLOWDOWN, slowDown } from './demo-page.ts';
import { figures, type Measurement, percentile, table, unlessQuick } from './report.ts';
import { startDemoSite } from './site.ts';

/** Time between two actions in ms. Usually, all work that the first action causes is done by then. */
const PAUSE_MS = 500;
/** Number of interactions to list, slowest first. */
const SLOWEST = 5;

/** The longest event in an interaction. `duration` is in ms. */
type Interaction = { id: number; action: string; event: string; duration: number };
/**
 * Performs an action, records its interactions under the name `action`, and waits until they are recorded.
 */
type Act = (action: string, perform: () => Promise<unknown>) => Promise<void>;

/**
 * Measure the time from an input to the next paint in a scripted session on a phone with a slow CPU. As
 * in the metric Interaction to Next Paint, the duration of an interaction is the duration of its longest
 * event.
 */
export const interactions: Measurement = async () => {
  const rounds = unlessQuick(3, 1);
  const site = await startDemoSite();
  const found: Interaction[] = [];
  for (let round = 0; round < rounds; round++) found.push(...(await recordSession(site.url)));
  await site.stop();
  const durations = found.map(({ duration }) => duration);
  const slowest = found.toSorted((a, b) => b.duration - a.duration).slice(0, SLOWEST);
  return [
    `Interaction to next paint in ${rounds} scripted sessions of a player of the demo world, on a phone of 375 × 812 px with`,
    `a CPU slowed down ${SLOWDOWN} times. Chromium measures in steps of 8 ms, and only interactions of at least 16 ms.`,
    '',
    ...figures([
      ['interactions', durations.length],
      ['p75, ms', percentile(durations, 0.75), 100],
    ]),
    '',
    ...table(
      ['slowest actions', 'event', 'ms'],
      slowest.map(({ action, event, duration }) => [action, event, duration]),
    ),
  ];
};

/** Play a session in a new browser, and return its interactions. */
async function recordSession(url: string): Promise<Interaction[]> {
  const phone = { baseURL: url, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
  const { page, idOf, close } = await openDemoPage('demo_player', launchOptions(), phone);
  const longest = new Map<number, Interaction>();
  let action = '';
  await page.exposeFunction('reportInteraction', (id: number, event: string, duration: number) => {
    if (duration > (longest.get(id)?.duration ?? 0)) longest.set(id, { id, action, event, duration });
  });
  await page.addInitScript(observeInteractions);
  await slowDown(page);
  const act: Act = async (name, perform) => {
    action = name;
    await perform();
    await sleep(PAUSE_MS);
  };
  await playSession(page, act, await idOf('moonmilk'));
  await close();
  return [...longest.values()];
}

/** Report interaction events. This function runs in the page. */
function observeInteractions(): void {
  const { reportInteraction } = window as unknown as {
    reportInteraction: (id: number, event: string, duration: number) => void;
  };
  new PerformanceObserver((list) => {
    for (const { interactionId, name, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) reportInteraction(interactionId, name, duration);
    // TypeScript's type lacks the option `durationThreshold`.
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
}

/** Visit the pages that players use most, and use their controls as on a phone. */
async function playSession(page: Page, act: Act, rival: number): Promise<void> {
  const main = page.getByRole('main');
  const bar = page.getByRole('navigation', { name: 'Main' });
  const tabs = page.getByRole('navigation', { name: 'Tabs' });
  const dialog = page.getByRole('dialog');
  const tap = (action: string, target: Locator) => act(action, () => target.tap());
  const type = async (action: string, field: Locator, text: string) => {
    await tap(`${action}: tap the field`, field);
    await act(`${action}: type`, () => field.pressSequentially(text, { delay: 100 }));
  };
  const openTab = (name: string) =>
    tap(`open the tab ${name}`, tabs.getByRole('link', { name: new RegExp(`^${name}\\b`) }));
  const goBack = () => act('go back', () => page.goBack());
  const goForward = () => act('go forward', () => page.goForward());
  /** Open and close a popover of the navigation bar. */
  const peek = async (what: string, name: string | RegExp) => {
    await tap(`open ${what}`, bar.getByRole('button', { name }));
    await tap(`close ${what}`, bar.getByRole('button', { name }));
  };

  await page.goto('/dashboard');
  const feed = page.getByRole('region', { name: 'Feed', exact: true });
  const post = feed.getByRole('article').first();
  await post.waitFor();
  await peek('the notifications', /^Notifications/);
  await peek('the fights', /^Fights/);
  await peek('the balance', /^You have/);
  await tap('open the card', main.getByRole('button', { name: 'My card' }));
  await tap('close the card', dialog.getByRole('button', { name: 'Close my card' }));
  await tap('like a post', post.getByRole('button', { name: /^Like, / }));
  await tap('open the comments', post.getByRole('button', { name: /^(Comment|\d+ comments?)$/ }));
  await type('write a comment', post.getByLabel('Write a comment'), 'Well done');
  await tap('send the comment', post.getByRole('button', { name: 'Send comment' }));
  await type('write a post', page.getByLabel('What do you want to share?'), 'At sundown?');
  const box = page.getByRole('form', { name: 'Share something' });
  await tap('share the post', box.getByRole('button', { name: 'Post', exact: true }));

  await tap('open the messages', bar.getByRole('button', { name: 'Direct messages' }));
  await tap('open a conversation', main.getByRole('listitem').getByRole('link').first());
  await type('write a message', page.getByPlaceholder('Write a message'), 'At sundown?');
  await tap('send the message', page.getByRole('button', { name: 'Send', exact: true }));
  await goBack();

  await tap('open the menu', bar.getByRole('button', { name: 'Your menu' }));
  await tap('open Find Players', dialog.getByRole('link', { name: 'Find Players' }));
  for (const filter of ['Near my level', 'Online'])
    await tap(`filter players: ${filter}`, main.getByRole('button', { name: filter }));
  await tap('clear the filters', main.getByRole('button', { name: 'Clear filters' }).first());
  await type('search for a player', main.getByLabel('Username'), 'moon');
  const found = main.getByRole('article').filter({ hasText: 'moonmilk' });
  await tap('open a quick view', found.getByRole('heading').getByRole('link'));
  await tap('open a profile', dialog.getByRole('link', { name: 'View Profile' }));
  await tap('open the challenge', main.getByRole('link', { name: 'Challenge' }));
  await act('close the challenge', () => page.keyboard.press('Escape'));
  await goBack();
  await goForward();

  for (const name of ['Home', 'Fight', 'Social', 'Me', 'Store']) await openTab(name);
  await tap('filter the store', main.getByRole('checkbox', { name: 'Items I can afford' }));
  await tap('buy a potion', main.getByRole('button', { name: /^Buy / }).first());

  await tap('open the menu', bar.getByRole('button', { name: 'Your menu' }));
  await tap('open the forum', dialog.getByRole('link', { name: 'Forums' }));
  const threads = page.getByRole('region', { name: 'Threads', exact: true }).getByRole('link');
  for (const index of [0, 1]) {
    await tap('open a thread', threads.nth(index));
    await goBack();
  }
  await goForward();
  await type('write a reply', page.getByLabel('Your reply'), 'Well said');
  const reply = page.getByRole('form', { name: 'Reply to the thread' });
  await tap('send the reply', reply.getByRole('button', { name: 'Reply', exact: true }));

  await page.goto('/practice?partner=novice');
  const attack = main.getByRole('button', { name: /^Attack/ }).and(page.locator('[aria-disabled="false"]'));
  for (let move = 0; move < 3; move++) await tap('attack the partner', attack);
  await page.goto(`/fight/${rival}`);
  await tap('go back to the fights', page.getByRole('link', { name: 'Back' }).first());
}
