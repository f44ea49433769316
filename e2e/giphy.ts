import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Return one frame of the GIF below in hex: a pixel in the first (44) or second (4c) color, shown for a tenth of a
 * second.
 */
const frame = (pixel: '44' | '4c') => `21f904040a0000002c0000000001000100000202${pixel}0100`;
const LOOP = '21ff0b4e45545343415045322e300301000000';
/** A minimal animated GIF. Its only pixel alternates between orange and blue, and browsers scale it to any size. */
export const MOVING_GIF = Buffer.from(
  `47494638396101000100800100ff8a3d0000ff${LOOP}${frame('44')}${frame('4c')}3b`,
  'hex',
);
const TOTAL = 50;

/** The parts of a request to the provider that could identify the player. */
export type GiphyRequest = { url: URL; referer: string | undefined; cookie: string | undefined };

/**
 * A fake GIF provider on loopback with 50 trending GIFs. A search for 'nothing' finds no GIFs, a search for 'broken'
 * fails, and any other search finds 50 GIFs.
 */
export class FakeGiphy {
  readonly url: string;
  readonly requests: GiphyRequest[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, answer) => {
      const { status, type, body } = this.#answer(request);
      answer.writeHead(status, { 'Content-Type': type, 'Access-Control-Allow-Origin': '*' }).end(body);
    });
  }

  static async start(port = 0): Promise<FakeGiphy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return new FakeGiphy(server);
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #answer({ url: path = '/', headers }: IncomingMessage) {
    const url = new URL(path, this.url);
    if (url.pathname.endsWith('.gif')) return { status: 200, type: 'image/gif', body: MOVING_GIF };
    this.requests.push({ url, referer: headers.referer, cookie: headers.cookie });
    const term = url.searchParams.get('q') ?? '';
    if (term === 'broken') return { status: 500, type: 'text/plain', body: 'no' };
    const total = term === 'nothing' ? 0 : TOTAL;
    const offset = Number(url.searchParams.get('offset'));
    const limit = Number(url.searchParams.get('limit'));
    const count = Math.max(0, Math.min(limit, total - offset));
    const data = Array.from({ length: count }, (_, index) => this.#gif(offset + index, term || 'trending'));
    const body = JSON.stringify({ data, pagination: { total_count: total, count, offset } });
    return { status: 200, type: 'application/json', body };
  }

  #gif(index: number, term: string) {
    const address = (file: string) => `${this.url}/media/${term}-${index}/${file}?cid=who-asked&ct=g`;
    return {
      type: 'gif',
      id: `${term}-${index}`,
      title: `${term} ${index} GIF`,
      images: {
        fixed_height: { url: address('200.gif'), width: '267', height: '200' },
        fixed_width: { url: address('200w.gif'), width: '200', height: '150' },
      },
    };
  }
}
