import type { PersonalData } from '../../platform/site.ts';
import { exportOf, filesOf } from './leaving.ts';

export const personalData: PersonalData = {
  sections: exportOf,
  files: filesOf,
  storage: { 'avatars/': ['erased', true] },
};
