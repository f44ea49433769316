import { STORE_TEXTS } from '@rivalhold/shared/texts/store.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Dialog, DialogAnswers } from '../../../ui/dialog.tsx';

type NotEnoughProps = { missing: number; name: string; open: boolean; onClose: () => void };

/** Show how many coins are missing, and two ways to get coins. */
export function NotEnough({ missing, name, open, onClose }: NotEnoughProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={STORE_TEXTS.notEnoughTitle}
      description={STORE_TEXTS.notEnoughText(missing, name)}
    >
      <DialogAnswers>
        <ButtonLink to="/coinstore">{STORE_TEXTS.buyCoins}</ButtonLink>
        <ButtonLink to="/directory" variant="primary">
          {STORE_TEXTS.fight}
        </ButtonLink>
      </DialogAnswers>
    </Dialog>
  );
}
