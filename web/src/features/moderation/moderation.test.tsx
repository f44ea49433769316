import type { FoundPlayer, SuspensionProposal } from '@rivalhold/shared/contract/moderation.ts';
import { MUTE_DURATION_TEXTS, MUTES_TEXTS } from '@rivalhold/shared/texts/mutes.ts';
import { REASON_FIELD_TEXTS, RULE_TEXTS } from '@rivalhold/shared/texts/rules.ts';
import { SHELL_TEXTS } from '@rivalhold/shared/texts/shell.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ADMIN, MODERATOR, minutesAgo } from '../../testing/fixtures.ts';
import { answer, calls, failure } from '../../testing/network.ts';
import { renderWithProviders } from '../../testing/render.tsx';
import { MuteForm } from './components/mute-form.tsx';
import { PlayerLookup } from './components/player-lookup.tsx';
import { Proposals } from './components/proposals.tsx';
import { SanctionNote, useActiveSanction } from './components/sanction-note.tsx';
import { SanctionRow } from './components/sanction-row.tsx';
import { SuspendForm } from './components/suspend-form.tsx';
import { UntilField } from './components/until-field.tsx';

const staff = { me: MODERATOR };
const found = (fields: Partial<FoundPlayer> = {}): FoundPlayer => ({
  id: 2,
  userId: 2,
  username: 'Bjorn',
  avatarUrl: null,
  role: 'player',
  mutedUntil: null,
  mutedBy: null,
  mayMute: true,
  suspended: false,
  suspendedUntil: null,
  suspendedBy: null,
  maySuspend: true,
  ...fields,
});
const muteReply = {
  mute: {
    userId: 2,
    username: 'Bjorn',
    avatarUrl: null,
    mutedUntil: minutesAgo(-60),
    reason: null,
    mutedBy: null,
    mayChange: true,
  },
};

it('mutes a player with the selected duration and a preset reason, and only once on a double click', async () => {
  const reply = Promise.withResolvers<typeof muteReply>();
  answer('POST /api/mod/mute/{userId}', () => reply.promise);
  let done = 0;
  const { user } = await renderWithProviders(<MuteForm player={found()} done={() => done++} />, staff);
  await user.selectOptions(screen.getByLabelText(MUTES_TEXTS.duration), MUTE_DURATION_TEXTS['1m']);
  await user.selectOptions(screen.getByLabelText(REASON_FIELD_TEXTS.rule), RULE_TEXTS.spam);
  await user.click(screen.getByRole('button', { name: 'Spam' }));
  await user.dblClick(screen.getByRole('button', { name: MUTES_TEXTS.mute }));
  reply.resolve(muteReply);
  await waitFor(() => expect(done).toBe(1));
  expect(calls('POST /api/mod/mute/{userId}').map(({ body }) => body)).toEqual([
    { duration: '1m', rule: 'spam', reason: 'Spam' },
  ]);
});

it('sends an admin’s mute to the admin route, and keeps the reason if the mute fails', async () => {
  answer('POST /api/admin/mute/{id}', failure('forbidden', 'Not them.'));
  const { user } = await renderWithProviders(<MuteForm player={found()} done={() => undefined} />, {
    me: ADMIN,
  });
  const reason = screen.getByRole('textbox', { name: MUTES_TEXTS.reason });
  await user.type(reason, 'Threats');
  await user.click(screen.getByRole('button', { name: MUTES_TEXTS.mute }));
  await waitFor(() => expect(reason).toHaveAccessibleDescription(expect.stringContaining('Not them.')));
  expect(reason).toHaveValue('Threats');
});

it('explains why the viewer cannot mute a player', async () => {
  await renderWithProviders(<MuteForm player={found({ mayMute: false })} done={() => undefined} />, staff);
  expect(screen.getByRole('status')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: MUTES_TEXTS.mute })).not.toBeInTheDocument();
});

it('suspends a player only with a reason and after a confirmation', async () => {
  answer('POST /api/mod/suspensions/{userId}', { suspension: {} as never });
  let done = 0;
  const { user } = await renderWithProviders(<SuspendForm player={found()} done={() => done++} />, {
    me: ADMIN,
  });
  const reason = screen.getByRole('textbox', { name: MUTES_TEXTS.suspensionReason });
  const suspend = screen.getByRole('button', { name: MUTES_TEXTS.suspend });
  await user.click(suspend);
  expect(reason).toHaveAccessibleDescription(MUTES_TEXTS.reasonNeeded);
  await user.type(reason, 'Scripts');
  await user.selectOptions(screen.getByLabelText(REASON_FIELD_TEXTS.rule), RULE_TEXTS.cheating);
  await user.click(screen.getByRole('radio', { name: MUTES_TEXTS.permanent }));
  await user.click(suspend);
  const dialog = await screen.findByRole('dialog', { name: MUTES_TEXTS.suspendQuestion('Bjorn').title });
  await user.click(within(dialog).getByRole('button', { name: MUTES_TEXTS.suspend }));
  await waitFor(() => expect(done).toBe(1));
  expect(calls('POST /api/mod/suspensions/{userId}')[0]?.body).toEqual({
    until: null,
    rule: 'cheating',
    reason: 'Scripts',
  });
});

it('sends a permanent suspension by a moderator as a proposal', async () => {
  answer('POST /api/mod/suspension-proposals/{userId}', { message: '' });
  let done = 0;
  const { user } = await renderWithProviders(<SuspendForm player={found()} done={() => done++} />, staff);
  expect(screen.getByText(MUTES_TEXTS.moderatorMax)).toBeInTheDocument();
  await user.type(screen.getByRole('textbox', { name: MUTES_TEXTS.suspensionReason }), 'Cheating');
  await user.click(screen.getByRole('radio', { name: MUTES_TEXTS.permanentProposed }));
  await user.click(screen.getByRole('button', { name: MUTES_TEXTS.propose }));
  await screen.findByRole('dialog', { name: MUTES_TEXTS.proposeQuestion('Bjorn').title });
  await user.click(screen.getAllByRole('button', { name: MUTES_TEXTS.propose }).at(-1) as HTMLElement);
  await waitFor(() => expect(done).toBe(1));
  expect(calls('POST /api/mod/suspension-proposals/{userId}')[0]?.body).toEqual({
    rule: 'other',
    reason: 'Cheating',
  });
});

it('offers moderators a permanent suspension only where they can propose it', async () => {
  await renderWithProviders(
    <UntilField value="2027-01-01T10:00" error={false} onChange={() => undefined} />,
    staff,
  );
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  expect(screen.getByLabelText(MUTES_TEXTS.until)).toHaveAttribute('max');
});

const PROPOSAL: SuspensionProposal = {
  userId: 2,
  username: 'Bjorn',
  avatarUrl: null,
  rule: 'cheating',
  reason: 'Scripts',
  proposedBy: 'Cato',
  createdAt: minutesAgo(5),
};

it('lets only admins accept or reject a proposal', async () => {
  answer('GET /api/mod/suspension-proposals', [PROPOSAL]);
  const { unmount } = await renderWithProviders(<Proposals />, staff);
  expect(await screen.findByText(`${RULE_TEXTS.cheating}: Scripts`)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  unmount();
  answer('POST /api/admin/suspension-proposals/{userId}/reject', failure('notFound', 'Decided already.'));
  answer('POST /api/admin/suspension-proposals/{userId}/accept', () => {
    answer('GET /api/mod/suspension-proposals', []);
    return { message: '' };
  });
  const { user } = await renderWithProviders(<Proposals />, { me: ADMIN });
  await user.click(await screen.findByRole('button', { name: MUTES_TEXTS.rejectOf('Bjorn') }));
  expect(await screen.findByText('Decided already.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: MUTES_TEXTS.acceptOf('Bjorn') }));
  await waitFor(() => expect(screen.queryByText('Cheating')).not.toBeInTheDocument());
  expect(calls('POST /api/admin/suspension-proposals/{userId}/accept')).toHaveLength(1);
});

it('keeps the entered end time when the viewer switches to permanent and back', async () => {
  const values: unknown[] = [];
  const field = (value: string | null) => (
    <UntilField value={value} error={false} onChange={(next) => values.push(next)} />
  );
  const { user, rerender } = await renderWithProviders(field('2027-01-01T10:00'), { me: ADMIN });
  await user.click(screen.getByRole('radio', { name: MUTES_TEXTS.permanent }));
  await rerender(field(null));
  expect(screen.queryByLabelText(MUTES_TEXTS.until)).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: MUTES_TEXTS.untilTime }));
  expect(values).toEqual([null, '2027-01-01T10:00']);
});

it('looks up a player by name and shows the available actions', async () => {
  answer('GET /api/mod/users/by-username/{name}', failure('notFound'));
  const { user } = await renderWithProviders(
    <PlayerLookup>{(player) => <button type="button">Mute {player.username}</button>}</PlayerLookup>,
    staff,
  );
  const field = screen.getByRole('textbox', { name: MUTES_TEXTS.username });
  await user.type(field, 'Bjorn{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription(MUTES_TEXTS.notFound));
  answer('GET /api/mod/users/by-username/{name}', found());
  await user.click(screen.getByRole('button', { name: MUTES_TEXTS.lookUp }));
  expect(await screen.findByRole('button', { name: 'Mute Bjorn' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: MUTES_TEXTS.another }));
  expect(screen.getByRole('textbox', { name: MUTES_TEXTS.username })).toHaveFocus();
});

function Note({ player }: { player: FoundPlayer }) {
  return <SanctionNote {...useActiveSanction(player, 'mute')} />;
}

it('shows that a new mute replaces an active mute', async () => {
  const muted = (minutes: number) => found({ mutedUntil: minutesAgo(minutes), mutedBy: 'Cato' });
  const { rerender } = await renderWithProviders(<Note player={muted(-60)} />, staff);
  expect(screen.getByRole('status')).toHaveTextContent(MUTES_TEXTS.active.mute.replaced);
  await rerender(<Note key="over" player={muted(60)} />);
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it('ends a sanction, and shows why ending it failed', async () => {
  let calledTimes = 0;
  const call = async () => {
    calledTimes += 1;
    if (calledTimes === 1) throw failure('forbidden', 'Only admins.');
  };
  const { user } = await renderWithProviders(
    <ul>
      <SanctionRow
        player={{ userId: 2, username: 'Bjorn', avatarUrl: null }}
        endsLabel="soon"
        reason="Spam"
        by={null}
        mayChange
        end={{ call, word: 'Unmute', label: 'Unmute Bjorn', done: 'Done.', failed: 'Failed.' }}
        queryKey={['mutes']}
      />
    </ul>,
    staff,
  );
  await user.click(screen.getByRole('button', { name: 'Unmute Bjorn' }));
  expect(await screen.findByText('Only admins.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Unmute Bjorn' }));
  expect(await screen.findByText('Done.')).toBeInTheDocument();
});

it('reports that proposals could not be loaded', async () => {
  answer('GET /api/mod/suspension-proposals', failure('forbidden'));
  const { user } = await renderWithProviders(<Proposals />, staff);
  expect(await screen.findByText(MUTES_TEXTS.proposalsFailed)).toBeInTheDocument();
  answer('GET /api/mod/suspension-proposals', []);
  await user.click(screen.getByRole('button', { name: SHELL_TEXTS.retry }));
  await waitFor(() => expect(screen.queryByText(MUTES_TEXTS.proposalsFailed)).not.toBeInTheDocument());
});
