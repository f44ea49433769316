import type { PersonalData } from '../../platform/site.ts';
import { exportOf, forgetPlayer } from './leaving.ts';

export const personalData: PersonalData = { erase: forgetPlayer, sections: exportOf };
