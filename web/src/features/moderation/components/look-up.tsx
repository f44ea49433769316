import type { FoundPlayer } from '@rivalhold/shared/contract/moderation.ts';
import { LIMITS } from '@rivalhold/shared/limits.ts';
import { MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { PersonRow } from '../../../entities/players/person-row.tsx';
import desk from '../../../entities/staff/desk.module.css';
import { Refusal, useDeed } from '../../../entities/staff/use-deed.ts';
import { UserTags } from '../../../entities/staff/user-tags.tsx';
import { statusOf } from '../../../lib/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { lookUp } from '../api.ts';
import styles from './mutes.module.css';

type LookUpProps = { children: (player: FoundPlayer, done: () => void) => ReactNode };

/** Finds a player by name, and shows what can be done with whom it found. */
export function LookUp({ children }: LookUpProps) {
  const [name, setName] = useState('');
  const [found, setFound] = useState<FoundPlayer | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const { run, busy, fault, setFault } = useDeed({
    call: async (whole: string) => {
      const player = await lookUp(whole).catch((thrown: unknown) => {
        if (statusOf(thrown) === 404) throw new Refusal(MUTES_TEXTS.notFound);
        throw thrown;
      });
      const id = player.userId ?? player.id;
      if (!id) throw new Refusal(MUTES_TEXTS.noId);
      return { ...player, id, userId: id } as FoundPlayer;
    },
    done: ({ username }) => username,
    failed: MUTES_TEXTS.lookUpFailed,
    onDone: setFound,
  });
  // Whoever was looking somebody up goes on with whom they found, or else with the next.
  const before = useRef(found);
  useEffect(() => {
    const now = place.current;
    if (found)
      (now?.querySelector<HTMLElement>('select, input, textarea') ?? now?.querySelector('button'))?.focus();
    else if (before.current) field.current?.focus();
    before.current = found;
  }, [found]);
  const again = () => {
    setFound(null);
    setName('');
  };
  if (found) {
    return (
      <div ref={place} className={desk.form}>
        <PersonRow player={found} note={<UserTags user={found} />}>
          <Button size="small" onClick={again}>
            {MUTES_TEXTS.another}
          </Button>
        </PersonRow>
        {children(found, again)}
      </div>
    );
  }
  return (
    <form
      noValidate
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
        error={fault ?? undefined}
        onChange={(event) => {
          setName(event.target.value);
          setFault(null);
        }}
      />
      <Button type="submit" busy={busy} aria-disabled={name.trim() === '' || undefined}>
        {MUTES_TEXTS.lookUp}
      </Button>
    </form>
  );
}
