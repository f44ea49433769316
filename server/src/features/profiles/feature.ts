import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { clearProfile, getReportedProfile } from './reported-content.ts';
import { profileRoutes } from './routes.ts';

export const profiles: Feature = {
  name: 'profiles',
  routes: profileRoutes,
  reportable: { profile: { reported: getReportedProfile, remove: clearProfile } },
  personalData,
};
