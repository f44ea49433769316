import { DAY } from '@rivalhold/shared/time-units.ts';
import { siteUrl } from '../config.ts';
import type { Site } from '../site.ts';
import type { Http } from './server.ts';

const PATH = '/.well-known/security.txt';
/**
 * Time in ms until the file expires. RFC 9116 recommends less than a year, so that an outdated file does not look
 * current.
 */
const VALID_FOR_MS = 180 * DAY;

/** Serve security.txt (RFC 9116) with the support address as the contact for vulnerability reports. */
export function serveSecurityTxt({ app }: Http, { clock, config }: Site): void {
  app.get(PATH, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          `Contact: mailto:${config.supportEmail}`,
          `Expires: ${new Date(clock.now().getTime() + VALID_FOR_MS).toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${siteUrl(config)}${PATH}`,
          '',
        ].join('\n'),
      ),
  );
}
