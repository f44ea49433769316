import { useNavigate } from '@tanstack/react-router';
import { afterFight } from '../../lib/fight-in-progress.ts';
import { useSocketEvent } from '../../lib/socket.ts';

/**
 * Show a toast for a completed goal on all pages except the dashboard. During a fight, show the toast after the result.
 */
export function useGoalEvents(): void {
  const navigate = useNavigate();
  useSocketEvent('goals:changed', ({ done }) => {
    if (done && location.pathname !== '/dashboard')
      void Promise.all([import('./goal-done-toast.ts'), afterFight()]).then(
        ([{ toastGoalDone }]) => toastGoalDone(done, () => void navigate({ to: '/dashboard' })),
        () => {},
      );
  });
}
