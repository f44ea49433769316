import { MENU_TEXTS } from '@rivalhold/shared/texts/menu.ts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { SIGN_OUT_KEY, setSession, useSession } from '../../entities/session/api.ts';
import { announceSignOut } from '../../entities/session/other-tabs.ts';
import { api } from '../../lib/api.ts';
import { readError } from '../../lib/errors.ts';
import { clearPlayerValues } from '../../lib/player-storage.ts';
import { clearReturnPath } from '../../lib/return-path.ts';
import { toast } from '../../ui/toast.ts';

/**
 * Return a function that clears the session in all tabs, shows the landing page and deletes the player's stored values.
 */
export function useLocalSignOut(): (userId: number | undefined) => Promise<void> {
  const router = useRouter();
  return async (userId) => {
    setSession(null);
    announceSignOut();
    await router.navigate({ to: '/', replace: true });
    clearReturnPath();
    // The pages that store values in the browser are unmounted by now, so they cannot store the values again.
    if (userId !== undefined) clearPlayerValues(userId);
  };
}

/**
 * Return a mutation that logs out. It clears the local session and shows the landing page after the server has ended
 * the session.
 */
export function useSignOut() {
  const signOutLocally = useLocalSignOut();
  const userId = useSession()?.id;
  return useMutation({
    mutationKey: SIGN_OUT_KEY,
    mutationFn: async () => {
      // If the session has already ended, there is nothing to log out of.
      await api('DELETE /api/session').catch((thrown: unknown) => {
        if (!(thrown instanceof Response && thrown.status === 401)) throw thrown;
      });
      return userId;
    },
    onSuccess: signOutLocally,
    onError: async (error) =>
      toast.error(MENU_TEXTS.signOutFailed, { description: (await readError(error)).message }),
  });
}
