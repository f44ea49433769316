import type { Feature } from '../../platform/site.ts';
import { presenceSockets } from './sockets.ts';

export const presence: Feature = { name: 'presence', sockets: presenceSockets };
