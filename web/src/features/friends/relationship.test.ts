import { expect, it } from 'vitest';
import { relationshipTo } from './relationship.ts';

const lists = {
  friends: [{ id: 2 }],
  incoming: [{ id: 30, Sender: { id: 3 } }],
  outgoing: [{ receiverId: 4 }],
};

it.each([
  [1, { kind: 'self' }],
  [2, { kind: 'friend' }],
  [3, { kind: 'incoming', requestId: 30 }],
  [4, { kind: 'outgoing' }],
  [30, { kind: 'none' }],
])('returns the relationship to player %i as %j', (userId, expected) => {
  expect(relationshipTo(userId, 1, lists)).toEqual(expected);
});

it('treats a friend as a friend even if the lists of requests contain the friend too', () => {
  const both = { ...lists, incoming: [{ id: 9, Sender: { id: 2 } }], outgoing: [{ receiverId: 2 }] };
  expect(relationshipTo(2, 1, both)).toEqual({ kind: 'friend' });
});
