import type { captcha } from '@rivalhold/shared/contract/captcha.ts';
import type { CasesOf } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf<typeof captcha> = {
  routes: { 'GET /api/captcha': { access: 'guest' } },
};
