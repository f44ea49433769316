import { FIGHT_PAGE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-page.ts';
import { Share2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { fightAddress, shareLink } from '../share.ts';

/** Share the page of a finished fight through the device's share sheet, or copy its link. */
export function ShareFight({ id }: { id: number }) {
  return (
    <Button onClick={() => void shareLink(fightAddress(id), document.title)}>
      <Share2 size={18} aria-hidden="true" />
      {TEXTS.share}
    </Button>
  );
}
