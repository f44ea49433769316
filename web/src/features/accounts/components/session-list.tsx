import { describeDevice } from '@rivalhold/shared/devices.ts';
import { ACCOUNT_TEXTS } from '@rivalhold/shared/texts/accounts.ts';
import { SESSION_TEXTS } from '@rivalhold/shared/texts/sessions.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { DeviceRow } from '../../../entities/devices/device-row.tsx';
import { api } from '../../../lib/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { ListState } from '../../../ui/state.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast, toastError } from '../../../ui/toast.ts';
import { sessionsQuery } from '../api.ts';

/** List the player's sessions, and offer to end one session or all other sessions. */
export function SessionList() {
  const sessions = useQuery(sessionsQuery);
  const endOthers = useMutation({
    mutationFn: () => api('DELETE /api/sessions/others'),
    onSuccess: () => {
      toast.success(SESSION_TEXTS.othersSignedOut);
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: toastError(ACCOUNT_TEXTS.unexpected),
  });
  const endOne = useMutation({
    mutationFn: (id: number) => api('DELETE /api/sessions/{id}', { params: { id } }),
    onSuccess: ({ message }) => toast.success(message),
    onError: toastError(ACCOUNT_TEXTS.unexpected),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  const others = (sessions.data?.length ?? 0) > 1;
  const ask = async () => {
    const confirmLabel = await confirm({
      title: SESSION_TEXTS.signOutOthersTitle,
      text: SESSION_TEXTS.signOutOthersText,
      confirm: SESSION_TEXTS.signOutOthers,
      danger: true,
    });
    if (confirmLabel) endOthers.mutate();
  };
  return (
    <Card
      title={SESSION_TEXTS.sessions}
      action={
        others && (
          <Button size="small" busy={endOthers.isPending} onClick={() => void ask()}>
            {SESSION_TEXTS.signOutOthers}
          </Button>
        )
      }
    >
      <ListState
        items={sessions.data}
        failure={sessions.isError ? SESSION_TEXTS.sessionsFailed : null}
        retry={() => void sessions.refetch()}
        loading={<SkeletonLines lines={3} />}
        empty={
          <Text size={1} tone="quiet">
            {SESSION_TEXTS.onlyThisSession}
          </Text>
        }
      >
        {(items) => (
          <>
            <Stack as="ul" divided>
              {items.map(({ id, device, current, address, lastUsedAt }) => (
                <DeviceRow
                  key={id}
                  device={device}
                  mark={current ? SESSION_TEXTS.thisSession : null}
                  action={
                    <Button
                      size="small"
                      aria-label={SESSION_TEXTS.signOutOf(describeDevice(device).text, address)}
                      busy={endOne.isPending && endOne.variables === id}
                      onClick={() => endOne.mutate(id)}
                    >
                      {SESSION_TEXTS.signOut}
                    </Button>
                  }
                >
                  {address}
                  {!current && (
                    <>
                      {' · '}
                      <SentenceText parts={SESSION_TEXTS.lastUsed(<RelativeTime time={lastUsedAt} />)} />
                    </>
                  )}
                </DeviceRow>
              ))}
            </Stack>
            {!others && (
              <Text size={1} tone="quiet">
                {SESSION_TEXTS.onlyThisSession}
              </Text>
            )}
          </>
        )}
      </ListState>
    </Card>
  );
}
