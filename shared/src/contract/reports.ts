import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { RuleField } from './decisions.ts';
import { MUTE_DURATIONS } from './moderation.ts';
import { PlayerRef } from './profiles.ts';
import { type Contract, closedObject, cursorQuery, Id, idParams, Nullable, page, Time } from './schema.ts';

export const REPORT_KINDS = [
  'post',
  'comment',
  'profileComment',
  'clip',
  'photo',
  'message',
  'profile',
  'forumPost',
  'chatMessage',
  'fight',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];
export const REPORT_OUTCOMES = ['dismiss', 'delete', 'warn', 'mute', 'suspend'] as const;
export type ReportOutcome = (typeof REPORT_OUTCOMES)[number];
export const REPORT_STATES = ['open', 'assigned', 'resolved'] as const;

/** A copy of the reported content at the time of the report. The copy stays if the content is deleted. */
export const ReportCopy = Type.Object({
  text: Type.String(),
  /** Images and videos of the content: copies of files, or the URLs of external media that were not copied. */
  media: Type.Array(Type.Object({ url: Type.String(), kind: Type.String() })),
  /** Path of the page that shows the content. Null if there is no such page, or after the copied text is deleted. */
  link: Nullable(Type.String()),
  createdAt: Nullable(Time),
});

export const Report = Type.Object({
  id: Id,
  kind: Type.Enum([...REPORT_KINDS]),
  subjectId: Id,
  reason: Type.String(),
  state: Type.Enum([...REPORT_STATES]),
  outcome: Nullable(Type.Enum([...REPORT_OUTCOMES])),
  reporter: PlayerRef,
  /** The author of the content. */
  reported: PlayerRef,
  /** Number of reports about the same content, including this report. */
  reportCount: Type.Integer(),
  /** True if the reports have hidden the content until staff decide. */
  hidden: Type.Boolean(),
  assignee: Nullable(PlayerRef),
  resolvedBy: Nullable(PlayerRef),
  copy: ReportCopy,
  createdAt: Time,
  resolvedAt: Nullable(Time),
});
export type Report = Static<typeof Report>;

export const ReportNote = Type.Object({ id: Id, author: PlayerRef, text: Type.String(), createdAt: Time });

/** Moderation facts about a player; null for a deleted account. */
const ReportPerson = Nullable(
  Type.Object({
    joinedAt: Time,
    /** End of the active mute; null if the player is not muted. */
    mutedUntil: Nullable(Time),
    suspended: Type.Boolean(),
    /** Null if the player is not suspended, or is suspended permanently. */
    suspendedUntil: Nullable(Time),
    /**
     * For the reported player, the number of their content items that were reported. For the reporter, the number of
     * content items that they reported.
     */
    reports: Type.Integer(),
    /** Number of these content items for which staff acted on at least one of these reports. */
    upheld: Type.Integer(),
  }),
);

/** A report with the information that staff need to resolve it. */
export const ReportDetails = Type.Object({
  report: Report,
  /**
   * The reason why the viewer is not allowed to claim or resolve the report. Null if the viewer is allowed to
   * do this.
   */
  refusal: Nullable(Type.String()),
  /** Other staff who have the report open now. */
  viewers: Type.Array(Type.Object({ id: Id, username: Type.String() })),
  reportedAccount: ReportPerson,
  reporterAccount: ReportPerson,
  /** Other reports about the same content, oldest first. They are resolved together with this report. */
  duplicates: Type.Array(Report),
  notes: Type.Array(ReportNote),
  /** Messages or comments around the reported content, oldest first. */
  context: Type.Array(
    Type.Object({
      id: Id,
      author: PlayerRef,
      text: Type.String(),
      createdAt: Time,
      isReported: Type.Boolean(),
    }),
  ),
  /** Earlier staff actions against the reported player, latest first. */
  history: Type.Array(
    Type.Object({
      kind: Type.String(),
      reason: Nullable(Type.String()),
      actor: Nullable(Type.String()),
      createdAt: Time,
    }),
  ),
  /** Reports about other content of the reported player, one for each content item, latest first. */
  otherReports: Type.Array(Report),
});
export type ReportDetails = Static<typeof ReportDetails>;

const Text = Type.String({ maxLength: 4_000 });

export const reports = {
  routes: {
    'POST /api/reports': {
      access: 'player',
      status: 201,
      idempotent: 'steps',
      body: Type.Object({ kind: Type.Enum([...REPORT_KINDS]), id: Id, reason: Text }, closedObject),
      reply: Type.Object({ report: Type.Object({ id: Id }) }),
      summary: 'Reports content that the caller can see. A repeated report returns the open report.',
    },
    'GET /api/mod/reports': {
      access: 'moderator',
      query: Type.Object({
        state: Type.Optional(Type.Enum([...REPORT_STATES])),
        ...cursorQuery(LIMITS.reports.page, 50),
      }),
      reply: page(Report),
      summary:
        'Reports, one for each reported piece of content: open reports oldest first, resolved reports latest first.',
    },
    'GET /api/mod/reports/{id}': {
      access: 'moderator',
      params: idParams('id'),
      reply: ReportDetails,
      summary: 'A report with context, notes and history.',
    },
    'PATCH /api/mod/reports/{id}': {
      access: 'moderator',
      params: idParams('id'),
      body: Type.Object(
        {
          action: Type.Enum(['claim', 'release', 'note', 'resolve']),
          /** Text of a note; with `resolve`, the message to the reported player. */
          text: Type.Optional(Nullable(Text)),
          outcome: Type.Optional(Nullable(Type.Enum([...REPORT_OUTCOMES]))),
          /** The rule that the player has violated, for a deletion, mute or suspension. */
          rule: RuleField,
          duration: Type.Optional(Nullable(Type.Enum([...MUTE_DURATIONS]))),
          /** End of a suspension; null if permanent. */
          until: Type.Optional(Nullable(Time)),
          /** True to also delete the content. Used with a warning, mute or suspension. */
          alsoDelete: Type.Optional(Nullable(Type.Boolean())),
        },
        closedObject,
      ),
      reply: ReportDetails,
      summary:
        'Claims, releases, annotates or resolves a report. 409 if another moderator has claimed or resolved it.',
    },
  },
} as const satisfies Contract;
