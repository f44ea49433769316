import { FIGHT_PAGE_TEXTS as TEXTS } from '@rivalhold/shared/texts/fight-page.ts';
import { Share2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { fightAddress, shareLink } from '../share.ts';

/**
 * Show a button that shares the page of a finished fight through the device's share sheet, or copies its link. If
 * `compact`, the button has only an icon.
 */
export function ShareFight({ id, compact = false }: { id: number; compact?: boolean }) {
  const share = () => void shareLink(fightAddress(id), document.title);
  if (compact)
    return (
      <IconButton label={TEXTS.share} onClick={share}>
        <Share2 size={20} aria-hidden="true" />
      </IconButton>
    );
  return (
    <Button onClick={share}>
      <Share2 size={18} aria-hidden="true" />
      {TEXTS.share}
    </Button>
  );
}
