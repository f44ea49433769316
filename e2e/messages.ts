import { expect, type Locator, type Page, type WebSocketRoute } from '@playwright/test';
import type { ChatMessage } from '@rivalhold/shared/contract/chat.ts';
import type { DirectMessage } from '@rivalhold/shared/contract/dms.ts';
import { io, type Socket } from 'socket.io-client';
import type { Visitor } from './browser.ts';
import type { Client, Player } from './players.ts';
import type { Site } from './site.ts';

/** Find the field for a message. */
export const messageField = (page: Page): Locator => page.getByPlaceholder('Write a message');
/** Find rows of the open conversation by their text. */
export const messageRows = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: 'Messages', exact: true }).getByRole('listitem').filter({ hasText: text });

/** Open the page of a conversation, and wait for the message field. */
export async function openChat(page: Page, userId: number): Promise<void> {
  await page.goto(`/dm/${userId}`);
  await messageField(page).waitFor();
}

/** Write a message, and send it. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await messageField(page).fill(text);
  await messageField(page).press('Enter');
}

/**
 * Return functions that cut and restore a browser's connection. Call this before opening the page. Playwright's offline
 * mode is not enough, because it does not close an open socket.
 */
export async function controlConnection({
  context,
  page,
}: Visitor): Promise<{ cut(): Promise<void>; restore(): Promise<void>; dropIncoming(): void }> {
  const sockets = new Set<WebSocketRoute>();
  let isCut = false;
  let dropsIncoming = false;
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isCut) return void socket.close();
    sockets.add(socket);
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!dropsIncoming) socket.send(message);
    });
  });
  return {
    async cut() {
      isCut = true;
      await context.setOffline(true);
      for (const socket of sockets) await socket.close();
      sockets.clear();
    },
    async restore() {
      isCut = false;
      dropsIncoming = false;
      await context.setOffline(false);
    },
    /**
     * Drop all messages from the server until `restore` is called. Messages from the page still reach the server.
     */
    dropIncoming() {
      dropsIncoming = true;
    },
  };
}

/** Open a socket with the client's session, call `act` with the socket, and close the socket. */
async function withSocket<T>(
  site: Site,
  { context }: Client,
  act: (socket: Socket) => Promise<T>,
): Promise<T> {
  const { cookies } = await context.request.storageState();
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const extraHeaders = { Cookie, Origin: site.url };
  const socket = io(site.url, { transports: ['websocket'], forceNew: true, extraHeaders });
  try {
    return await act(socket);
  } finally {
    socket.disconnect();
  }
}

/** Emit an event, and return the acknowledgement. The test fails if the server rejects the event. */
async function emit<T>(socket: Socket, event: string, payload: object): Promise<T> {
  const answer = await socket.timeout(20_000).emitWithAck(event, payload);
  expect(answer, JSON.stringify(answer)).toMatchObject({ ok: true });
  return answer;
}

/**
 * Send messages one after another with the client's session, and return the stored messages. If `replyToId` is set, the
 * messages are replies to the message with this id.
 */
export const sendMessages = (
  site: Site,
  client: Client,
  from: Player,
  to: Player,
  texts: readonly string[],
  replyToId?: number,
): Promise<DirectMessage[]> =>
  withSocket(site, client, async (socket) => {
    const stored: DirectMessage[] = [];
    for (const text of texts) {
      const sent = { senderId: from.id, receiverId: to.id, text, replyToId };
      stored.push((await emit<{ message: DirectMessage }>(socket, 'private message', sent)).message);
    }
    return stored;
  });

/** Send a lobby message with the client's session, and return its id. */
export const sendLobbyMessage = (site: Site, client: Client, text: string): Promise<number | null> =>
  withSocket(site, client, async (socket) => {
    const { message } = await emit<{ message: ChatMessage | null }>(socket, 'chat message', { text });
    return message?.id ?? null;
  });

/** Return the texts of the latest lobby messages. */
export const lobbyTexts = (site: Site, client: Client): Promise<string[]> =>
  withSocket(site, client, async (socket) => {
    const history = new Promise<ChatMessage[]>((resolve) => socket.once('chat history', resolve));
    await emit(socket, 'chat:getHistory', {});
    return (await history).map(({ text }) => text);
  });
