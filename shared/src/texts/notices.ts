/** What players are told in notifications; a name stands for who did it. */
export const NOTICES = {
  friendRequest: (name: string) => ({
    title: 'Friend request',
    text: `${name} would like to be your friend.`,
  }),
  friend: (name: string) => ({ title: 'New friend', text: `${name} accepted your friend request.` }),
  comment: (name: string) => ({ title: 'New comment', text: `${name} wrote on your profile.` }),
  postLike: (name: string) => ({ title: 'New like', text: `${name} likes your post.` }),
  clipLike: (name: string) => ({ title: 'New like', text: `${name} likes your clip.` }),
  clipRemoved: { title: 'Clip removed', text: 'One of your clips was removed by the staff.' },
  postComment: (name: string) => ({ title: 'New comment', text: `${name} commented on your post.` }),
  mention: (name: string, where: 'post' | 'comment') => ({
    title: 'You were mentioned',
    text: `${name} mentioned you in a ${where}.`,
  }),
  message: (name: string) => ({ title: 'New message', text: `${name} sent you a message.` }),
  challenge: (name: string) => ({ title: 'Challenge', text: `${name} challenges you to a fight.` }),
} as const;
