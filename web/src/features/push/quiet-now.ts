import { isQuiet } from '@rivalhold/shared/quiet-hours.ts';
import { queryClient } from '../../lib/query-client.ts';
import { pushQuery } from './api.ts';

/** Report whether the player's quiet hours are in effect. */
export async function isQuietNow(): Promise<boolean> {
  const { settings } = await queryClient.ensureQueryData(pushQuery);
  return isQuiet(new Date(), settings.quiet);
}
