import type { PersonalData } from '../../platform/site.ts';
import { exportOf } from './leaving.ts';

export const personalData: PersonalData = { sections: exportOf };
