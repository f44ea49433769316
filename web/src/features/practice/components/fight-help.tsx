import { FIGHT_HELP } from '@rivalhold/shared/texts/fight-help.ts';
import { CircleHelp } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

const FightHelpDialog = lazyComponent(() => import('./fight-help-dialog.tsx'), 'FightHelpDialog');

/** Show the button that opens the fight help. */
export function FightHelp() {
  const [state, setState] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <IconButton
        label={FIGHT_HELP.open}
        onPointerEnter={FightHelpDialog.preload}
        onClick={() => setState('open')}
      >
        <CircleHelp size={20} aria-hidden="true" />
      </IconButton>
      {state !== 'never' && (
        <Suspense>
          <FightHelpDialog open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </>
  );
}
