import type { PersonalData } from '../../platform/site.ts';
import { exportFiles, exportSections } from './export-sections.ts';

export const personalData: PersonalData = {
  sections: exportSections,
  files: exportFiles,
  storage: { 'avatars/': ['erased', true] },
};
