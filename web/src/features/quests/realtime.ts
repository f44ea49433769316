import { useNavigate } from '@tanstack/react-router';
import { useSocketEvent } from '../../lib/socket.ts';

/** Show a toast for a completed quest on all pages except the dashboard. */
export function useQuestEvents(): void {
  const navigate = useNavigate();
  useSocketEvent('quests:changed', ({ done }) => {
    if (done && location.pathname !== '/dashboard')
      void import('./quest-done-toast.ts').then(
        ({ toastQuestDone }) => toastQuestDone(done, () => void navigate({ to: '/dashboard' })),
        () => {},
      );
  });
}
