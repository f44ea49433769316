import type { PersonalData } from '../../platform/site.ts';
import { exportOf, filesOf } from './leaving.ts';
import { forgetPlayer } from './service.ts';

export const personalData: PersonalData = { erase: forgetPlayer, sections: exportOf, files: filesOf };
