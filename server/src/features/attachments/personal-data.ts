import type { PersonalData } from '../../platform/site.ts';
import { filesOf, forgetPlayer } from './leaving.ts';

export const personalData: PersonalData = { erase: forgetPlayer, files: filesOf };
