import type { PersonalData } from '../../platform/site.ts';
import { forgetPlayer } from './service.ts';

export const personalData: PersonalData = { erase: forgetPlayer };
