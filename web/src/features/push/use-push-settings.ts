import type { PushSettings } from '@rivalhold/shared/contract/push.ts';
import { PUSH_TEXTS as TEXTS } from '@rivalhold/shared/texts/push.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { useOptimisticValue } from '../../lib/use-optimistic-value.ts';
import { toastError } from '../../ui/toast.ts';
import { setPush } from './api.ts';

/** Return the push settings, including choices that are not saved yet, and a function that changes and saves them. */
export function usePushSettings(
  settings: PushSettings,
): [shown: PushSettings, choose: (change: Partial<PushSettings>) => void] {
  const saving = useMutation({
    mutationFn: (body: PushSettings) => api('PUT /api/push/settings', { body }),
    // Save choices one after another, so that the last choice wins.
    scope: { id: 'push-settings' },
    onSuccess: setPush,
    onError: toastError(TEXTS.saveFailed),
  });
  const [shown, chooseAll] = useOptimisticValue(settings, saving.mutate);
  return [shown, (change) => chooseAll({ ...shown, ...change })];
}
