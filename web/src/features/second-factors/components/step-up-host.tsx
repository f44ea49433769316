import { useEffect, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { onStepUp } from '../../../lib/step-up.ts';
import { LazyMount } from '../../../ui/lazy-mount.tsx';

const StepUpDialog = lazyComponent(() => import('./step-up-dialog.tsx'), 'StepUpDialog');

/**
 * When the server requires it, ask staff to prove that they own the account. The rejected requests are then repeated.
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
