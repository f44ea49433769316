import { useNavigate } from '@tanstack/react-router';
import { useSocketEvent } from '../../lib/socket.ts';

/** Show a toast for a completed goal on all pages except the dashboard. */
export function useGoalEvents(): void {
  const navigate = useNavigate();
  useSocketEvent('goals:changed', ({ done }) => {
    if (done && location.pathname !== '/dashboard')
      void import('./goal-done-toast.ts').then(
        ({ toastGoalDone }) => toastGoalDone(done, () => void navigate({ to: '/dashboard' })),
        () => {},
      );
  });
}
