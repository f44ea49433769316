import Type, { type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { APPEAL_OUTCOMES, Decision } from './decisions.ts';
import { PlayerRef } from './profiles.ts';
import { type Contract, closedObject, cursorQuery, Id, idParams, Nullable, page, Time } from './schema.ts';

export const APPEAL_STATES = ['open', 'answered'] as const;
export type AppealState = (typeof APPEAL_STATES)[number];

/** An appeal with the contested decision, as staff see it. `id` is the id of the decision. */
export const AppealCase = Type.Object({
  id: Id,
  decision: Decision,
  player: PlayerRef,
  /** Name of the staff member who made the decision; null for the operator and for deleted accounts. */
  decidedBy: Nullable(Type.String()),
  /** Name of the staff member who answered the appeal; null while it is open, and for deleted accounts. */
  answeredBy: Nullable(Type.String()),
  /** The reason why the viewer is not allowed to answer the appeal; null if the viewer is allowed to answer it. */
  refusal: Nullable(Type.String()),
  /** True if the viewer made the decision, and can answer the appeal only because there is no other admin. */
  asSoleAdmin: Type.Boolean(),
});
export type AppealCase = Static<typeof AppealCase>;

const Text = Type.String({ maxLength: 8_000 });
const tokenParams = Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) });

export const appeals = {
  routes: {
    'POST /api/decisions/{id}/appeal': {
      access: 'player',
      status: 201,
      idempotent: true,
      params: idParams('id'),
      body: Type.Object({ text: Text }, closedObject),
      reply: Type.Object({ decision: Decision }),
      summary: 'Appeals against a decision. Possible once, within six months.',
    },
    'GET /api/appeals/{token}': {
      access: 'guest',
      params: tokenParams,
      reply: Type.Object({ username: Type.String(), decisions: Type.Array(Decision) }),
      summary: 'The latest decisions about a suspended player, with the token from the rejected sign-in.',
    },
    'POST /api/appeals/{token}': {
      access: 'guest',
      status: 201,
      params: tokenParams,
      body: Type.Object({ decisionId: Id, text: Text }, closedObject),
      reply: Type.Object({ decision: Decision }),
      summary: 'Appeals as a suspended player. This uses up the token.',
    },
    'GET /api/mod/appeals': {
      access: 'moderator',
      query: Type.Object({
        state: Type.Optional(Type.Enum([...APPEAL_STATES])),
        ...cursorQuery(LIMITS.decisionsPage, 50),
      }),
      reply: page(AppealCase),
      summary: 'Appeals: open appeals oldest first, answered appeals latest first.',
    },
    'GET /api/mod/appeals/{id}': {
      access: 'moderator',
      params: idParams('id'),
      reply: AppealCase,
      summary: 'An appeal.',
    },
    'POST /api/mod/appeals/{id}': {
      access: 'moderator',
      params: idParams('id'),
      body: Type.Object(
        {
          outcome: Type.Enum([...APPEAL_OUTCOMES]),
          /** The answer to the player. */
          answer: Text,
          /** With the outcome `changed`: the new, earlier end of the mute or suspension. */
          until: Type.Optional(Nullable(Time)),
        },
        closedObject,
      ),
      reply: AppealCase,
      summary: 'Answers an appeal. 409 if it is already answered.',
    },
  },
} as const satisfies Contract;
