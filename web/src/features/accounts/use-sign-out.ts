import { ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { api } from '../../lib/api.ts';
import { readError } from '../../lib/errors.ts';
import { forgetPlace } from '../../lib/remembered-place.ts';
import { toast } from '../../ui/toast.ts';
import { setSession } from './api.ts';

/** Logs out. The session ends here only when the server has ended it; then the landing page is shown. */
export function useSignOut() {
  const router = useRouter();
  return useMutation({
    mutationFn: () => api('DELETE /api/session'),
    onSuccess: async () => {
      setSession(null);
      await router.navigate({ to: '/', replace: true });
      forgetPlace();
    },
    onError: async (error) =>
      toast.error(ACCOUNT_TEXTS.signOutFailed, { description: (await readError(error)).message }),
  });
}
