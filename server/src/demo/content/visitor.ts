/** Username of the visitor's player. The other accounts for visitors are staff accounts. */
export const VISITOR = 'demo_player';

export const FRIENDS = [
  'kettlewick',
  'moonmilk',
  'acornathan',
  'WillowWren',
  'Squall',
  'demo_mod',
  'tumbleweed',
];
/** Friends who have commented on the visitor's profile. */
export const COMMENTING_FRIENDS = ['kettlewick', 'moonmilk', 'acornathan', 'WillowWren'];

/** Open friend requests, each with the number of hours since it was sent. */
export const INCOMING_REQUESTS = [
  { username: 'Torvik99', hours: 5 },
  { username: 'umbra.lily', hours: 12 },
];
export const OUTGOING_REQUESTS = [{ username: 'goldiehorns', hours: 30 }];

/**
 * Finished fights of the visitor's player. With these few fights, the player stays at level 3, regardless of the
 * results.
 */
export const FIGHTS = [
  { days: 7.1, who: VISITOR, against: 'acornathan' },
  { days: 5.3, who: 'bark_less_bite', against: VISITOR },
  { days: 2.2, who: VISITOR, against: 'moonmilk' },
];

/** Open challenges to the visitor's player, each with the number of exchanges fought so far. */
export const CHALLENGES = [
  { username: 'little_howl', hours: 5.2, exchanges: 0 },
  { username: 'frostbit_finn', hours: 2.4, exchanges: 1 },
  { username: 'Torvik99', hours: 0.6, exchanges: 0 },
];
