export { getSession as sessionNow, sessionQuery, useSession, useUser } from './api.ts';
