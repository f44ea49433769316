import { FIGHT_PAGE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-page.ts';
import { toast } from '../../ui/toast.ts';

/** Return the address of a finished fight's page. If an exchange is given, the page opens at this exchange. */
export const fightAddress = (id: number, exchange?: number): string =>
  `${location.origin}/fights/${id}${exchange === undefined ? '' : `?exchange=${exchange}`}`;

/** Copy a link, and show whether it was copied. */
export async function copyLink(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link);
    toast.success(TEXTS.copied);
  } catch {
    toast.error(TEXTS.copyFailed);
  }
}

/** Share a link through the device's share sheet if there is one. Otherwise, copy it. */
export async function shareLink(link: string, title: string): Promise<void> {
  if (!('share' in navigator)) return copyLink(link);
  try {
    await navigator.share({ url: link, title });
  } catch (error) {
    // The player has closed the share sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    await copyLink(link);
  }
}
