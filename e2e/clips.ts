import type { Locator, Page, Route } from '@playwright/test';
import type { Clip, ClipGroup } from '@rivalhold/shared/contract/clips.ts';
import { failDashboardCall } from './fixtures.ts';
import { postImages } from './images.ts';
import { type Client, type Player, requestAs } from './players.ts';

/** Add picture clips through the API, oldest first. */
export async function addClips(client: Client, captions: readonly string[]): Promise<Clip[]> {
  const form = { path: '/api/clips', field: 'file', captions };
  return (await postImages<{ clip: Clip }>(client, form)).map(({ clip }) => clip);
}

/** Return the clips of a player that are visible to the client. */
export const clipsOf = async (client: Client, { id }: Player): Promise<Clip[]> =>
  (await requestAs<{ groups: ClipGroup[] }>(client, 'GET', '/api/clips/feed')).body.groups.find(
    ({ user }) => user.id === id,
  )?.clips ?? [];

/** Make the page show only the clips of the given players, because other tests create clips at the same time. */
export async function showOnly(page: Page, players: readonly Player[]): Promise<void> {
  await failDashboardCall(page);
  const ids = players.map(({ id }) => id);
  const filter = async (route: Route) => {
    const answer = await route.fetch();
    const { groups } = (await answer.json()) as { groups: ClipGroup[] };
    const theirs = groups.filter(({ user }) => ids.includes(user.id));
    await route.fulfill({ json: { groups: theirs, nextCursor: null } });
  };
  // Ignore errors, because the page might already be closed.
  await page.route('**/api/clips/feed*', (route) => filter(route).catch(() => undefined));
}

/** Find the bar of clips. */
export const clipBar = (page: Page): Locator => page.getByRole('region', { name: 'Clips', exact: true });
/** Find the button of a player in the bar. */
export const groupOf = (page: Page, { username }: Player): Locator =>
  clipBar(page).getByRole('button', { name: `${username}: ` });
/** Find the button of the player's own clips. */
export const ownClips = (page: Page): Locator => clipBar(page).getByRole('button', { name: 'Your clips' });
/** Find the viewer for clips. */
export const clipViewer = (page: Page): Locator => page.getByRole('dialog', { name: 'Clips', exact: true });
/** Find the dialog for a new clip. */
export const composer = (page: Page): Locator => page.getByRole('dialog', { name: 'New clip' });
/** Find the hidden file input for a new clip. */
export const fileChooser = (page: Page): Locator => page.locator('input[type=file][aria-label="Add a clip"]');
/** Wait until the viewer shows 'Clip `at` of `of`' and the player's name. */
export const waitForClip = (page: Page, at: number, of: number, { username }: Player): Promise<void> =>
  clipViewer(page).getByText(`Clip ${at} of ${of} by ${username}`, { exact: true }).waitFor();
/** Wait until the viewer has closed. */
export const waitForViewerClosed = (page: Page): Promise<void> =>
  clipViewer(page).waitFor({ state: 'detached' });

/** Set whether the page counts as visible. While it is hidden, a clip's time does not advance. */
export async function setPageVisible(page: Page, isSeen: boolean): Promise<void> {
  const setVisibility = (seen: boolean) => {
    const get = () => (seen ? 'visible' : 'hidden');
    Object.defineProperty(document, 'visibilityState', { configurable: true, get });
    document.dispatchEvent(new Event('visibilitychange'));
  };
  await page.addInitScript(setVisibility, isSeen);
  await page.evaluate(setVisibility, isSeen);
}

/** Open the dashboard, and wait for the bar of clips. */
export async function openBar(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await clipBar(page).getByRole('button', { name: 'Add a clip' }).waitFor();
}

/** Let the page record a one-second video of changing colors, and return the video in base64. */
export const recordVideo = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [180, 320];
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const draw = (hue: number) => {
      context.fillStyle = `hsl(${hue} 70% 50%)`;
      context.fillRect(0, 0, 180, 320);
    };
    draw(0);
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    recorder.start();
    for (let hue = 0; hue < 300; hue += 30) {
      draw(hue);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    recorder.stop();
    await ended;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
