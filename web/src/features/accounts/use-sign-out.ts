import { ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { setSession, useSession } from '../../entities/session/api.ts';
import { api } from '../../lib/api.ts';
import { readError } from '../../lib/errors.ts';
import { forgetKept } from '../../lib/kept.ts';
import { forgetPlace } from '../../lib/remembered-place.ts';
import { toast } from '../../ui/toast.ts';

/** Leads out to the landing page, of whoever has just ceased to be signed in. */
export function useGoOut(): (leftId: number | undefined) => Promise<void> {
  const router = useRouter();
  return async (leftId) => {
    setSession(null);
    await router.navigate({ to: '/', replace: true });
    forgetPlace();
    // The pages that keep something are gone by now.
    if (leftId !== undefined) forgetKept(leftId);
  };
}

/** Logs out. The session ends here only when the server has ended it; then the landing page is shown. */
export function useSignOut() {
  const goOut = useGoOut();
  const userId = useSession()?.id;
  return useMutation({
    mutationFn: async () => {
      await api('DELETE /api/session');
      return userId;
    },
    onSuccess: goOut,
    onError: async (error) =>
      toast.error(ACCOUNT_TEXTS.signOutFailed, { description: (await readError(error)).message }),
  });
}
