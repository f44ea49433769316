import { type CasesOf, SIGNED_IN } from '../../testing/cases.ts';

/** @public Used by the tests of all routes and events. See `testing/cases.ts`. */
export const cases: CasesOf = {
  files: {
    '/media/*': {
      seenBy: ['guest', ...SIGNED_IN],
      path: async ({ app }) => {
        await app.site.files.put('photos/access-case.webp', Buffer.from('image'));
        return '/media/photos/access-case.webp';
      },
    },
  },
};
