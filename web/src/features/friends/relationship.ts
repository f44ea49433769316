export type Relationship =
  | { kind: 'none' | 'self' | 'friend' | 'outgoing' }
  | { kind: 'incoming'; requestId: number };

type Lists = {
  friends: readonly { id: number }[];
  incoming: readonly { id: number; Sender: { id: number } }[];
  outgoing: readonly { receiverId: number }[];
};

/** Return the relationship between `userId` and `meId`; `lists` are the friends and requests of `meId`. */
export function relationshipTo(userId: number, meId: number, lists: Lists): Relationship {
  if (userId === meId) return { kind: 'self' };
  if (lists.friends.some((friend) => friend.id === userId)) return { kind: 'friend' };
  const request = lists.incoming.find(({ Sender }) => Sender.id === userId);
  if (request) return { kind: 'incoming', requestId: request.id };
  if (lists.outgoing.some(({ receiverId }) => receiverId === userId)) return { kind: 'outgoing' };
  return { kind: 'none' };
}
