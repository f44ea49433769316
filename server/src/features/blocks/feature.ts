import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';

export const blocks: Feature = { name: 'blocks', personalData };
