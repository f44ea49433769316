import { useNavigate } from '@tanstack/react-router';
import { useSocketEvent } from '../../lib/socket.ts';

/** Tells on every other page than theirs of a quest that was just done. */
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
