import type { FriendRequest } from '@rivalhold/shared/contract/friends.ts';
import { FRIEND_TEXTS, FRIENDS_PAGE_TEXTS } from '@rivalhold/shared/texts/friends.ts';
import { Button } from '../../../ui/button.tsx';
import { useFriendAction } from '../use-relationship.ts';

type RequestButtonsProps = {
  request: Pick<FriendRequest, 'id'> & { Sender: { id: number; username: string } };
};

/** Show the buttons that decline and accept a friend request. They stay busy until the request is removed. */
export function RequestButtons({ request: { id, Sender } }: RequestButtonsProps) {
  const { mutate, isIdle, isError, variables } = useFriendAction();
  const isOpen = isIdle || isError;
  const answer = (type: 'accept' | 'decline') => ({
    size: 'small' as const,
    busy: !isOpen && variables.type === type,
    onClick: () => isOpen && mutate({ type, userId: Sender.id, requestId: id }),
  });
  return (
    <>
      <Button {...answer('decline')} aria-label={FRIENDS_PAGE_TEXTS.declineFrom(Sender.username)}>
        {FRIEND_TEXTS.decline}
      </Button>
      <Button
        {...answer('accept')}
        variant="primary"
        aria-label={FRIENDS_PAGE_TEXTS.acceptFrom(Sender.username)}
      >
        {FRIEND_TEXTS.accept}
      </Button>
    </>
  );
}
