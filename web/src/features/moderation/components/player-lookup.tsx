import type { FoundPlayer } from '@rivalhold/shared/contract/moderation.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PersonRow } from '../../../entities/players/person-row.tsx';
import { ActionError, useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { UserTags } from '../../../entities/staff/user-tags.tsx';
import { statusOf } from '../../../lib/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Grid, Stack } from '../../../ui/layout.tsx';
import { findPlayer } from '../api.ts';
import styles from './mutes.module.css';

type PlayerLookupProps = { children: (player: FoundPlayer, done: () => void) => ReactNode };

/** Find a player by name, and show the actions for the found player. */
export function PlayerLookup({ children }: PlayerLookupProps) {
  const [name, setName] = useState('');
  const [found, setFound] = useState<FoundPlayer | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const { run, busy, error, setError } = useStaffAction({
    call: async (fullName: string) => {
      const player = await findPlayer(fullName).catch((thrown: unknown) => {
        if (statusOf(thrown) === 404) throw new ActionError(MUTES_TEXTS.notFound);
        throw thrown;
      });
      const id = player.userId ?? player.id;
      if (!id) throw new ActionError(MUTES_TEXTS.noId);
      return { ...player, id, userId: id } as FoundPlayer;
    },
    successText: ({ username }) => username,
    errorText: MUTES_TEXTS.lookUpFailed,
    onDone: setFound,
  });
  // When a player is found, focus the first field or else the first button. After a reset, focus the search field.
  const previous = useRef(found);
  useEffect(() => {
    const now = container.current;
    if (found)
      (now?.querySelector<HTMLElement>('select, input, textarea') ?? now?.querySelector('button'))?.focus();
    else if (previous.current) field.current?.focus();
    previous.current = found;
  }, [found]);
  const reset = () => {
    setFound(null);
    setName('');
  };
  if (found) {
    return (
      <Stack ref={container} gap={4}>
        <PersonRow player={found} note={<UserTags user={found} />}>
          <Button size="small" onClick={reset}>
            {MUTES_TEXTS.another}
          </Button>
        </PersonRow>
        {children(found, reset)}
      </Stack>
    );
  }
  return (
    <Grid
      as="form"
      noValidate
      columns={['1fr', 'auto']}
      gap={3}
      align="start"
      paddingBottom={3}
      className={styles.lookUp}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) run(name.trim());
      }}
    >
      <Field
        ref={field}
        label={MUTES_TEXTS.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={LIMITS.email.max}
        value={name}
        error={error ?? undefined}
        onChange={(event) => {
          setName(event.target.value);
          setError(null);
        }}
      />
      <Button type="submit" busy={busy} aria-disabled={name.trim() === '' || undefined}>
        {MUTES_TEXTS.lookUp}
      </Button>
    </Grid>
  );
}
