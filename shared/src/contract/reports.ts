import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
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
export const REPORT_STATES = ['open', 'taken', 'resolved'] as const;

/** What was reported, as it was then: it stays when its author deletes the thing. */
export const ReportCopy = Type.Object({
  text: Type.String(),
  /** Pictures and videos of it that are still there, or were kept for the report. */
  media: Type.Array(Type.Object({ url: Type.String(), kind: Type.String() })),
  /** The site path of the thing, where it still has one. */
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
  /** Whose the thing is. */
  reported: PlayerRef,
  /** How many reports this thing has in all. */
  reportsOfIt: Type.Integer(),
  takenBy: Nullable(PlayerRef),
  resolvedBy: Nullable(PlayerRef),
  copy: ReportCopy,
  createdAt: Time,
  resolvedAt: Nullable(Time),
});
export type Report = Static<typeof Report>;

export const ReportNote = Type.Object({ id: Id, author: PlayerRef, text: Type.String(), createdAt: Time });

/** Who reported, or was reported; null for who has left. */
const ReportPerson = Nullable(
  Type.Object({
    joinedAt: Time,
    /** While a mute or a suspension holds; one without an end is for good. */
    mutedUntil: Nullable(Time),
    suspended: Type.Boolean(),
    suspendedUntil: Nullable(Time),
    /** Things that they reported, or that were reported of them; and those of which something came. */
    reports: Type.Integer(),
    upheld: Type.Integer(),
  }),
);

/** A report with what staff judge it by. */
export const ReportDetails = Type.Object({
  report: Report,
  /** Why it is not for the viewer to take and to judge; null where it is. */
  refusal: Nullable(Type.String()),
  /** Others of the staff who look at it just now. */
  viewers: Type.Array(Type.Object({ id: Id, username: Type.String() })),
  reportedIs: ReportPerson,
  reporterIs: ReportPerson,
  /** The other reports of the same thing, which are seen to with this one, the oldest first. */
  ofIt: Type.Array(Report),
  notes: Type.Array(ReportNote),
  /** What stood around it: lines, messages, comments before and after, the oldest first. */
  context: Type.Array(
    Type.Object({ id: Id, author: PlayerRef, text: Type.String(), createdAt: Time, isIt: Type.Boolean() }),
  ),
  /** What staff did about the reported before, the latest first. */
  history: Type.Array(
    Type.Object({
      kind: Type.String(),
      reason: Nullable(Type.String()),
      actor: Nullable(Type.String()),
      createdAt: Time,
    }),
  ),
  /** Other things that were reported of the same player, the latest first. */
  others: Type.Array(Report),
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
      summary: 'Reports a thing that one can see; the same again while it is open answers the first report.',
    },
    'GET /api/mod/reports': {
      access: 'moderator',
      query: Type.Object({
        state: Type.Optional(Type.Enum([...REPORT_STATES])),
        ...cursorQuery(LIMITS.reports.page, 50),
      }),
      reply: page(Report),
      summary:
        'Things that were reported, each by the first of its reports: those that wait the longest first; resolved ones the latest first.',
    },
    'GET /api/mod/reports/{id}': {
      access: 'moderator',
      params: idParams('id'),
      reply: ReportDetails,
      summary: 'One report with context, notes and history.',
    },
    'PATCH /api/mod/reports/{id}': {
      access: 'moderator',
      params: idParams('id'),
      body: Type.Object(
        {
          act: Type.Enum(['take', 'release', 'note', 'resolve']),
          /** Of a note; with `resolve`, what the reported is told. */
          text: Type.Optional(Nullable(Text)),
          outcome: Type.Optional(Nullable(Type.Enum([...REPORT_OUTCOMES]))),
          duration: Type.Optional(Nullable(Type.Enum([...MUTE_DURATIONS]))),
          /** Of a suspension; null for good. */
          until: Type.Optional(Nullable(Time)),
          /** With a warning, a mute or a suspension: the thing is deleted as well. */
          alsoDelete: Type.Optional(Nullable(Type.Boolean())),
        },
        closedObject,
      ),
      reply: ReportDetails,
      summary:
        'Takes, gives back, notes or resolves a report; 409 where somebody else has taken or resolved it.',
    },
  },
} as const satisfies Contract;
