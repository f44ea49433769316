import { type PagePath, pageFacts } from '@rivalhold/shared/pages.ts';
import { LONG } from '../scripts/testing/long.ts';

type SampleIds = { own: number; other: number; opponent?: number; fight?: number };

/** Return a path to a page, with the given ids as its parameters. */
export function samplePath(page: PagePath, { fight, ...players }: SampleIds): string {
  const userId = players[pageFacts(page).e2e?.id ?? 'other'] ?? players.other;
  return page
    .replace('{userId}', String(userId))
    .replace('{id}', String(fight))
    .replace('{token}', 'x'.repeat(43));
}

/**
 * Return the pages that a test run visits: all pages in a long run, and only the `short` pages in other runs. By
 * default, `short` contains every third page.
 */
export const pagesOfRun = <Page>(
  pages: readonly Page[],
  short: readonly NoInfer<Page>[] = pages.filter((_, index) => index % 3 === 0),
): readonly Page[] => (LONG ? pages : short);

/** Return the widths at which a run executes a test: all widths in a long run, otherwise only the first. */
export const widthsOfRun = (...widths: number[]): number[] => (LONG ? widths : widths.slice(0, 1));
