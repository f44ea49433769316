import type { Feature } from '../../platform/site.ts';
import { personalData } from './personal-data.ts';
import { friendRoutes } from './routes.ts';
import { endFriendRelations } from './service.ts';

export const friends: Feature = {
  name: 'friends',
  routes: friendRoutes,
  personalData,
  onBlock: (tx, site, { userId, otherId }) => endFriendRelations(tx, site, userId, otherId),
};
