export { sessionNow, sessionQuery, useSession, useUser } from './api.ts';
