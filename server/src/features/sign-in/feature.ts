import type { Feature } from '../../platform/site.ts';
import { signInRoutes } from './routes.ts';

export const signIn: Feature = { name: 'sign-in', routes: signInRoutes };
