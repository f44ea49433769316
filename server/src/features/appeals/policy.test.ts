import type { Role } from '@rivalhold/shared/contract/accounts.ts';
import type { Viewer } from '@rivalhold/shared/roles.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AppealParties, reviewerError, validateNewEnd } from './policy.ts';

const ROLES: readonly Role[] = ['player', 'moderator', 'admin'];
const ids = fc.integer({ min: 1, max: 4 });
const roles = fc.constantFrom(...ROLES);

/** Generate combinations of reviewer, player and decider. If two of them are the same person, they have the same role. */
const scenes = fc
  .record({
    reviewerId: ids,
    playerId: ids,
    deciderId: fc.option(ids),
    rolesById: fc.array(roles, { minLength: 5, maxLength: 5 }),
    isDeciderDeleted: fc.boolean(),
    isForAdmins: fc.boolean(),
    hasOtherAdmin: fc.boolean(),
  })
  .map(({ reviewerId, playerId, deciderId, rolesById, isDeciderDeleted, isForAdmins, hasOtherAdmin }) => {
    const roleOf = (id: number) => rolesById[id] as Role;
    const isGone = isDeciderDeleted && deciderId !== reviewerId && deciderId !== playerId;
    return {
      reviewer: { id: reviewerId, role: roleOf(reviewerId) },
      player: { id: playerId, role: roleOf(playerId) },
      decidedBy: {
        id: deciderId,
        role: deciderId === null ? ('admin' as const) : isGone ? null : roleOf(deciderId),
      },
      isForAdmins,
      hasOtherAdmin,
    };
  });

type Scene = AppealParties & { reviewer: Viewer };
const allowed = ({ reviewer, ...parties }: Scene) => reviewerError(reviewer, parties) === null;

describe('answering an appeal', () => {
  const always = (property: (scene: Scene) => boolean) =>
    fc.assert(fc.property(scenes, property), { numRuns: 2_000 });

  it('is never allowed for a player, or for the staff member who appealed', () => {
    always(
      (scene) =>
        !(allowed(scene) && (scene.reviewer.role === 'player' || scene.reviewer.id === scene.player.id)),
    );
  });

  it('is never allowed for the staff member who decided, except the only admin', () => {
    always(
      (scene) =>
        scene.reviewer.id !== scene.decidedBy.id ||
        !allowed(scene) ||
        (scene.reviewer.role === 'admin' && !scene.hasOtherAdmin),
    );
  });

  it('is never allowed for a moderator in a case that needs an admin', () => {
    always(
      (scene) =>
        scene.reviewer.role !== 'moderator' ||
        !allowed(scene) ||
        (scene.decidedBy.role !== 'admin' && !scene.isForAdmins && scene.player.role === 'player'),
    );
  });

  it('is always allowed for an uninvolved admin', () => {
    always(
      (scene) =>
        scene.reviewer.role !== 'admin' ||
        scene.reviewer.id === scene.player.id ||
        scene.reviewer.id === scene.decidedBy.id ||
        allowed(scene),
    );
  });

  it('is allowed for an uninvolved moderator in a case that needs no admin', () => {
    always(
      (scene) =>
        scene.reviewer.role !== 'moderator' ||
        scene.reviewer.id === scene.player.id ||
        scene.reviewer.id === scene.decidedBy.id ||
        scene.decidedBy.role === 'admin' ||
        scene.isForAdmins ||
        scene.player.role !== 'player' ||
        allowed(scene),
    );
  });

  it('is always allowed for the only admin, unless that admin appealed', () => {
    always(
      (scene) =>
        scene.reviewer.role !== 'admin' ||
        scene.hasOtherAdmin ||
        scene.reviewer.id === scene.player.id ||
        allowed(scene),
    );
  });
});

describe('a changed decision', () => {
  const NOW = new Date('2026-06-01T12:00:00Z');
  const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
  const ends = fc.option(fc.integer({ min: -48, max: 48 }).map(at));

  it('always ends in the future, and before its previous end', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('mute', 'suspension', 'removal'),
        ends,
        ends,
        fc.integer({ min: -96, max: 96 }).map(at),
        (kind, endsAt, endedAt, until) => {
          const decision = { kind, ends_at: endsAt, ended_at: endedAt } as const;
          const send = () =>
            validateNewEnd(decision, { outcome: 'changed', until: until.toISOString() }, NOW);
          const isValid =
            kind !== 'removal' &&
            endedAt === null &&
            until > NOW &&
            (endsAt === null || (endsAt > NOW && until < endsAt));
          if (isValid) expect(send()).toEqual(until);
          else expect(send).toThrow();
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('needs a new end time', () => {
    const decision = { kind: 'mute', ends_at: at(48), ended_at: null } as const;
    expect(() => validateNewEnd(decision, { outcome: 'changed' }, NOW)).toThrow();
    expect(validateNewEnd(decision, { outcome: 'upheld', until: at(96).toISOString() }, NOW)).toBeNull();
  });
});
