import type { PersonalData } from '../../platform/site.ts';
import { exportOf, forgetterOf } from './leaving.ts';

export const personalData: PersonalData = { erase: { prepare: forgetterOf }, sections: exportOf };
