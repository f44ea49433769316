import Type, { type Static } from 'typebox';
import { LIMITS, STAFF_BUDGETS } from '../limits.ts';
import { type Contract, closedObject, Id, idParams, Message, Nullable, Time } from './schema.ts';

export type StaffBudget = keyof typeof STAFF_BUDGETS;
const BUDGET_NAMES = Object.keys(STAFF_BUDGETS) as StaffBudget[];

/** The stop of a staff member who has used up a budget of actions. It lasts until an admin lifts it. */
const StaffStop = Type.Object({
  actorId: Id,
  /** Null for a deleted account. */
  actorName: Nullable(Type.String()),
  budget: Type.Enum([...BUDGET_NAMES]),
  stoppedAt: Time,
  /**
   * The viewer can lift the stop in one of these ways.
   * `password`: with the viewer's password, because another staff member is stopped.
   * `passwordAndCode`: with the password and a code sent by email, because the viewer is stopped and is the only admin.
   * `none`: not at all, because the viewer is stopped and another admin can lift the stop.
   */
  confirmation: Type.Enum(['none', 'password', 'passwordAndCode']),
});
export type StaffStop = Static<typeof StaffStop>;

/**
 * The results of a request. `content`, `sanctions` and `reports` count the actions that the request has undone.
 * `failed` counts the deletions and restorations of content that it could not undo. `left` counts the actions that it
 * did not try, because there were too many for one request. The next request continues with these actions.
 */
const Undone = Type.Object({
  content: Type.Integer(),
  sanctions: Type.Integer(),
  reports: Type.Integer(),
  failed: Type.Integer(),
  left: Type.Integer(),
});
export type Undone = Static<typeof Undone>;

const stopParams = Type.Object({ actorId: Id, budget: Type.Enum([...BUDGET_NAMES]) });

export const staffActions = {
  routes: {
    'GET /api/admin/staff-stops': {
      access: 'admin',
      reply: Type.Array(StaffStop),
      summary: 'Staff members who are stopped until an admin confirms, latest first.',
    },
    'POST /api/admin/staff-stops/{actorId}/{budget}/code': {
      access: 'admin',
      params: stopParams,
      reply: Message,
      summary: 'Emails a code to the only admin of the site. With it, the admin can lift their own stop.',
    },
    'POST /api/admin/staff-stops/{actorId}/{budget}/confirm': {
      access: 'admin',
      stepUp: true,
      params: stopParams,
      body: Type.Object(
        {
          password: Type.String({ maxLength: LIMITS.password.max }),
          code: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
        },
        closedObject,
      ),
      reply: Message,
      summary: 'Lets a stopped staff member continue.',
    },
    'POST /api/admin/audit/{id}/restore': {
      access: 'admin',
      stepUp: true,
      params: idParams('id'),
      reply: Message,
      summary: 'Restores the deleted content of an audit log entry.',
    },
    'POST /api/admin/undo': {
      access: 'admin',
      stepUp: true,
      body: Type.Object(
        {
          actorId: Id,
          since: Time,
          password: Type.String({ maxLength: LIMITS.password.max }),
          /** `left` of the previous response, to continue with the actions that were not tried. */
          left: Type.Optional(Nullable(Type.Integer({ minimum: 1 }))),
        },
        closedObject,
      ),
      reply: Undone,
      summary:
        'Restores the content that a staff member has deleted since the given time, undoes their mutes and suspensions, and reopens the reports that they resolved, in batches.',
    },
  },
} as const satisfies Contract;
