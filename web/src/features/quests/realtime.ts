import { useNavigate } from '@tanstack/react-router';
import { afterFight } from '../../lib/fight-in-progress.ts';
import { useSocketEvent } from '../../lib/socket.ts';

/**
 * Show a toast for a completed quest on all pages except the dashboard. During a fight, show the toast after the
 * result.
 */
export function useQuestEvents(): void {
  const navigate = useNavigate();
  useSocketEvent('quests:changed', ({ done }) => {
    if (done && location.pathname !== '/dashboard')
      void Promise.all([import('./quest-done-toast.ts'), afterFight()]).then(
        ([{ toastQuestDone }]) => toastQuestDone(done, () => void navigate({ to: '/dashboard' })),
        () => {},
      );
  });
}
