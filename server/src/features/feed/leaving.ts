import { likesTaker } from '../../platform/counted.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Site } from '../../platform/site.ts';
import { postChanged } from './counts.ts';

const takeLikes = likesTaker('posts', 'post_likes', 'post_id');

/** Takes back some of the likes of a player who left, whose posts and comments stay; answers whether none are left. */
export async function forgetPlayer(tx: Tx, site: Site, userId: number): Promise<boolean> {
  const posts = await takeLikes(tx, userId);
  for (const id of posts) postChanged(tx, site, id);
  return posts.length === 0;
}
