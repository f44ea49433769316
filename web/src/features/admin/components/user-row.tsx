import type { AdminUser } from '@rivalhold/shared/contract/admin.ts';
import { USERS_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { PersonRow } from '../../../entities/players/person-row.tsx';
import styles from '../../../entities/staff/desk.module.css';
import { useDeed } from '../../../entities/staff/use-deed.ts';
import { UserTags } from '../../../entities/staff/user-tags.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Fault } from '../../../ui/fault.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { passFocus, useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { changeUser, deleteUser, demote, promote } from '../api.ts';

/** What turns a role into the other, in words. */
const ROLE_DEEDS = {
  player: {
    call: promote,
    word: USERS_TEXTS.promote,
    label: USERS_TEXTS.promoteOf,
    title: USERS_TEXTS.promoteTitle,
    text: USERS_TEXTS.promoteText,
    done: USERS_TEXTS.promoted,
    failed: USERS_TEXTS.promoteFailed,
  },
  moderator: {
    call: demote,
    word: USERS_TEXTS.demote,
    label: USERS_TEXTS.demoteOf,
    title: USERS_TEXTS.demoteTitle,
    text: USERS_TEXTS.demoteText,
    done: USERS_TEXTS.demoted,
    failed: USERS_TEXTS.demoteFailed,
  },
} as const;

/** A user as admins see them, with what they may do: nothing to oneself, and no other admin is deleted. */
export function UserRow({ user, own }: { user: AdminUser; own: boolean }) {
  const place = useKeptFocus<HTMLLIElement>(user.role);
  return (
    <li ref={place}>
      <PersonRow
        player={user}
        note={
          <span className={styles.meta}>
            <UserTags user={user} />
            <bdi>{user.email}</bdi>
            <span>
              {USERS_TEXTS.level(user.level)} · {USERS_TEXTS.joined} <RelativeTime time={user.createdAt} />
            </span>
          </span>
        }
      >
        {own && <span className={styles.tag}>{USERS_TEXTS.you}</span>}
        {!own && user.role !== 'admin' && <Deeds user={user} role={user.role} />}
      </PersonRow>
    </li>
  );
}

function Deeds({ user: { id, username }, role }: { user: AdminUser; role: 'player' | 'moderator' }) {
  const client = useQueryClient();
  const remover = useRef<HTMLButtonElement>(null);
  const deed = ROLE_DEEDS[role];
  const change = useDeed({
    call: () => deed.call(id),
    done: () => deed.done(username),
    failed: deed.failed,
    onDone: (now) => changeUser(client, id, now),
  });
  const deletion = useDeed({
    call: () => deleteUser(id),
    done: () => USERS_TEXTS.deleted(username),
    failed: USERS_TEXTS.deleteFailed,
    onDone: () => {
      // The button that was pressed goes with the row.
      if (remover.current) passFocus(remover.current);
      changeUser(client, id, null);
    },
  });
  const askToChange = async () => {
    const question = { title: deed.title(username), text: deed.text, confirm: deed.word };
    if (await confirm(question)) change.run(undefined);
  };
  const askToDelete = async () => {
    const { deleteTitle, deleteText: text, delete: yes } = USERS_TEXTS;
    const question = { title: deleteTitle(username), text, confirm: yes, danger: true };
    if (await confirm(question)) deletion.run(undefined);
  };
  const fault = change.fault ?? deletion.fault;
  return (
    <>
      <Fault text={fault} />
      <ButtonLink
        to="/admin/edit-user"
        search={{ user: id } as never}
        size="small"
        variant="ghost"
        aria-label={USERS_TEXTS.editOf(username)}
      >
        {USERS_TEXTS.edit}
      </ButtonLink>
      <Button
        size="small"
        busy={change.busy}
        aria-label={deed.label(username)}
        onClick={() => void askToChange()}
      >
        {deed.word}
      </Button>
      <Button
        ref={remover}
        size="small"
        className={styles.harm}
        busy={deletion.busy}
        aria-label={USERS_TEXTS.deleteOf(username)}
        onClick={() => void askToDelete()}
      >
        {USERS_TEXTS.delete}
      </Button>
    </>
  );
}
