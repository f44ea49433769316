import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { type Contract, closedObject, cursorQuery, Id, Nullable, page, Time } from './schema.ts';

/** The rules of the terms of use that a decision can name. */
export const RULES = ['harassment', 'illegal', 'impersonation', 'spam', 'cheating', 'age', 'other'] as const;
export type Rule = (typeof RULES)[number];
export const RuleField = Type.Optional(Nullable(Type.Enum([...RULES])));

/**
 * The reason why staff delete content. If this object is missing, the decision has the rule `other` and empty `reason`.
 */
export const StaffReason = Nullable(
  Type.Object(
    { rule: RuleField, reason: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))) },
    closedObject,
  ),
);
export type StaffReason = Static<typeof StaffReason>;

export const DECISION_KINDS = ['mute', 'suspension', 'removal'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];
/**
 * The scope of a decision: `publishing` for a mute, `account` for a suspension, otherwise the kind of the deleted
 * content.
 */
export const DECISION_SCOPES = [
  'publishing',
  'account',
  'post',
  'comment',
  'profileComment',
  'photo',
  'clip',
  'chatMessage',
  'message',
  'thread',
  'forumPost',
  'avatar',
  'profile',
] as const;
export type DecisionScope = (typeof DECISION_SCOPES)[number];
/** The kinds of content that staff can delete. */
export type RemovableKind = Exclude<DecisionScope, 'publishing' | 'account'>;

export const APPEAL_OUTCOMES = ['upheld', 'changed', 'lifted'] as const;
export type AppealOutcome = (typeof APPEAL_OUTCOMES)[number];

const Appeal = Type.Object({
  text: Type.String(),
  createdAt: Time,
  /** Null while the appeal is open. */
  outcome: Nullable(Type.Enum([...APPEAL_OUTCOMES])),
  answer: Nullable(Type.String()),
  answeredAt: Nullable(Time),
  /** True if the only admin of the site answered an appeal against their own decision. */
  bySoleAdmin: Type.Boolean(),
  /** For an overturned removal, true if the content was restored, and false if not; null for all other appeals. */
  restored: Nullable(Type.Boolean()),
});

/** A staff decision, as shown to the affected player. It names neither staff nor reporters. */
export const Decision = Type.Object({
  id: Id,
  kind: Type.Enum([...DECISION_KINDS]),
  scope: Type.Enum([...DECISION_SCOPES]),
  rule: Type.Enum([...RULES]),
  reason: Type.String(),
  /** The beginning of the deleted text; null if there is none. */
  excerpt: Nullable(Type.String()),
  createdAt: Time,
  /** End of a mute or suspension; null for a permanent suspension and for a removal. */
  endsAt: Nullable(Time),
  /** The time at which staff ended, replaced or reversed the decision. */
  endedAt: Nullable(Time),
  /** The player can appeal until this time. */
  appealUntil: Time,
  appeal: Nullable(Appeal),
});
export type Decision = Static<typeof Decision>;

export const decisions = {
  routes: {
    'GET /api/decisions': {
      access: 'player',
      query: Type.Object(cursorQuery(LIMITS.decisionsPage, 50)),
      reply: page(Decision),
      summary: 'The caller’s mutes, suspensions and content removals, latest first.',
    },
  },
  serverEvents: {
    /** Sent to the player whose decisions or appeals have changed. */
    'decision:changed': Type.Object({}),
  },
} as const satisfies Contract;
