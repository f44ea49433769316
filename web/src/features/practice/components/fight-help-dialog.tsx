import { FIGHT_HELP as TEXTS } from '@rivalhold/shared/texts/fight-help.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Points } from '../../../ui/text-page.tsx';
import styles from './fight-help-dialog.module.css';
import { MovePicture } from './move-picture.tsx';

type Props = { open: boolean; onClose: () => void };

/** Explain the rules of a fight in a picture and a few sentences. */
export function FightHelpDialog({ open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={TEXTS.title} size="large">
      <Stack gap={4}>
        <Stack gap={4} className={styles.rules}>
          <MovePicture />
          <Points points={TEXTS.rules} />
        </Stack>
        <Row gap={2} wrap>
          <ButtonLink to="/guide" size="small">
            {TEXTS.guide}
          </ButtonLink>
          <ButtonLink to="/practice" size="small">
            {TEXTS.practice}
          </ButtonLink>
          <ButtonLink to="/fight-style" size="small">
            {TEXTS.style}
          </ButtonLink>
        </Row>
      </Stack>
    </Dialog>
  );
}
