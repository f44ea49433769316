import type { presence } from '@rivalhold/shared/contract/presence.ts';
import type { CasesOf } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof presence> = {
  clientEvents: {
    'presence:get': {
      payload: ({ other }) => ({ userIds: [other.id] }),
      acrossBlock: null,
      owner: null,
    },
    'presence:hidden': { payload: () => ({ hidden: false }), acrossBlock: null, owner: null },
  },
};
