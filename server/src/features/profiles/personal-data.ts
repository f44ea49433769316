import type { PersonalData } from '../../platform/site.ts';
import { exportFiles, exportSections } from './leaving.ts';

export const personalData: PersonalData = {
  sections: exportSections,
  files: exportFiles,
  storage: { 'avatars/': ['erased', true] },
};
