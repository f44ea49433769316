import type { AdminUser } from '@rivalhold/shared/contract/admin.ts';
import { ADMIN_USERS_TEXTS } from '@rivalhold/shared/texts/admin.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { PersonRow } from '../../../entities/players/person-row.tsx';
import { Meta } from '../../../entities/staff/meta.tsx';
import styles from '../../../entities/staff/staff.module.css';
import { useStaffAction } from '../../../entities/staff/use-staff-action.ts';
import { UserTags } from '../../../entities/staff/user-tags.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { ErrorMessage } from '../../../ui/error-message.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SentenceText } from '../../../ui/sentence-text.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { moveFocusFromRow, useRestoreFocus } from '../../../ui/use-restore-focus.ts';
import { deleteUser, demote, promote, updateCachedUser } from '../api.ts';

/** The role change available for each role, with its texts. */
const ROLE_ACTIONS = {
  player: {
    call: promote,
    word: ADMIN_USERS_TEXTS.promote,
    label: ADMIN_USERS_TEXTS.promoteOf,
    title: ADMIN_USERS_TEXTS.promoteTitle,
    text: ADMIN_USERS_TEXTS.promoteText,
    done: ADMIN_USERS_TEXTS.promoted,
    failed: ADMIN_USERS_TEXTS.promoteFailed,
  },
  moderator: {
    call: demote,
    word: ADMIN_USERS_TEXTS.demote,
    label: ADMIN_USERS_TEXTS.demoteOf,
    title: ADMIN_USERS_TEXTS.demoteTitle,
    text: ADMIN_USERS_TEXTS.demoteText,
    done: ADMIN_USERS_TEXTS.demoted,
    failed: ADMIN_USERS_TEXTS.demoteFailed,
  },
} as const;

/** Show a user with the permitted actions. The accounts of admins have no actions. */
export function UserRow({ user, own }: { user: AdminUser; own: boolean }) {
  const container = useRestoreFocus<HTMLLIElement>(user.role);
  return (
    <li ref={container}>
      <PersonRow
        player={user}
        note={
          <Meta as="span">
            <UserTags user={user} />
            <bdi>{user.email}</bdi>
            <span>
              <SentenceText
                parts={ADMIN_USERS_TEXTS.levelJoined(user.level, <RelativeTime time={user.createdAt} />)}
              />
            </span>
          </Meta>
        }
      >
        {own && (
          <Tag tone="text" weight="medium">
            {ADMIN_USERS_TEXTS.you}
          </Tag>
        )}
        {!own && user.role !== 'admin' && <UserActions user={user} role={user.role} />}
      </PersonRow>
    </li>
  );
}

function UserActions({ user: { id, username }, role }: { user: AdminUser; role: 'player' | 'moderator' }) {
  const client = useQueryClient();
  const deleteButton = useRef<HTMLButtonElement>(null);
  const action = ROLE_ACTIONS[role];
  const change = useStaffAction({
    call: () => action.call(id),
    successText: () => action.done(username),
    errorText: action.failed,
    onDone: (now) => updateCachedUser(client, id, now),
  });
  const deletion = useStaffAction({
    call: () => deleteUser(id),
    successText: () => ADMIN_USERS_TEXTS.deleted(username),
    errorText: ADMIN_USERS_TEXTS.deleteFailed,
    onDone: () => {
      // Move the focus, because the pressed button is removed with its row.
      if (deleteButton.current) moveFocusFromRow(deleteButton.current);
      updateCachedUser(client, id, null);
    },
  });
  const askToChange = async () => {
    const question = { title: action.title(username), text: action.text, confirm: action.word };
    if (await confirm(question)) change.run(undefined);
  };
  const askToDelete = async () => {
    const { deleteTitle, deleteText: text, delete: confirmLabel } = ADMIN_USERS_TEXTS;
    const question = { title: deleteTitle(username), text, confirm: confirmLabel, danger: true };
    if (await confirm(question)) deletion.run(undefined);
  };
  const error = change.error ?? deletion.error;
  return (
    <>
      <ErrorMessage text={error} />
      <ButtonLink
        to="/admin/edit-user"
        search={{ user: id } as never}
        size="small"
        variant="ghost"
        aria-label={ADMIN_USERS_TEXTS.editOf(username)}
      >
        {ADMIN_USERS_TEXTS.edit}
      </ButtonLink>
      <Button
        size="small"
        busy={change.busy}
        aria-label={action.label(username)}
        onClick={() => void askToChange()}
      >
        {action.word}
      </Button>
      <Button
        ref={deleteButton}
        size="small"
        className={styles.dangerButton}
        busy={deletion.busy}
        aria-label={ADMIN_USERS_TEXTS.deleteOf(username)}
        onClick={() => void askToDelete()}
      >
        {ADMIN_USERS_TEXTS.delete}
      </Button>
    </>
  );
}
