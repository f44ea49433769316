import type { PersonalData } from '../../platform/site.ts';

export const personalData: PersonalData = {
  storage: { 'outside/': { notPersonal: 'pictures of other sites, for whoever looks at them' } },
  tables: {
    external_images: { notPersonal: 'pictures of other sites by the hash of their address' },
  },
};
