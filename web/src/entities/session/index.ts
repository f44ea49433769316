export { getSession, sessionQuery, useSession, useUser } from './api.ts';
