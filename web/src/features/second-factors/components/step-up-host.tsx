import { useEffect, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { onStepUp } from '../../../lib/step-up.ts';
import { LazyMount } from '../../../ui/lazy-mount.tsx';

const StepUpDialog = lazyComponent(() => import('./step-up-dialog.tsx'), 'StepUpDialog');

/**
 * Show a dialog when the server rejects a request because staff must first prove that they own the account. After the
 * proof, `request` repeats the rejected request.
 */
export function StepUpHost() {
  const [resolve, setResolve] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => onStepUp(() => new Promise((settle) => setResolve(() => settle))), []);
  useEffect(() => () => resolve?.(false), [resolve]);
  const answer = (isConfirmed: boolean) => {
    resolve?.(isConfirmed);
    setResolve(null);
  };
  return (
    <LazyMount open={resolve !== null}>
      <StepUpDialog open={resolve !== null} onAnswer={answer} />
    </LazyMount>
  );
}
