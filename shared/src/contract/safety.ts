import Type, { type Static } from 'typebox';
import { CONTACT_AUDIENCES, VISIBILITY_AUDIENCES } from '../audiences.ts';
import { type Contract, closedObject, Nullable } from './schema.ts';

/**
 * The players who are allowed to contact a player. `settled` means everybody except strangers with new
 * accounts.
 */
export const ContactAudience = Type.Enum([...CONTACT_AUDIENCES]);
export type ContactAudience = Static<typeof ContactAudience>;

/** The players who can find a player by search, or can see that the player is online. */
export const VisibilityAudience = Type.Enum([...VISIBILITY_AUDIENCES]);
export type VisibilityAudience = Static<typeof VisibilityAudience>;

export const SafetySettings = Type.Object({
  messages: ContactAudience,
  challenges: ContactAudience,
  comments: ContactAudience,
  search: VisibilityAudience,
  online: VisibilityAudience,
  /** True if strangers' pictures and videos are shown only after a click. */
  hideMedia: Type.Boolean(),
});
export type SafetySettings = Static<typeof SafetySettings>;

/** The reason why a player does not accept an action of the viewer: the player's setting, which excludes the viewer. */
export const Refusal = Type.Enum(['settled', 'friends', 'nobody']);
export type Refusal = Static<typeof Refusal>;
/** `own` means that the viewer's own settings do not allow the other player to answer. */
export const MessageRefusal = Type.Enum(['settled', 'friends', 'nobody', 'own']);
export type MessageRefusal = Static<typeof MessageRefusal>;

/**
 * For each action, the reason why a player does not accept the action from the viewer; null if the player accepts it.
 */
export const Refusals = Type.Object({
  messages: Nullable(MessageRefusal),
  challenges: Nullable(Refusal),
  comments: Nullable(Refusal),
});
export type Refusals = Static<typeof Refusals>;

export const safety = {
  routes: {
    'GET /api/safety': {
      access: 'player',
      reply: SafetySettings,
      summary: "The caller's safety settings.",
    },
    'PATCH /api/safety': {
      access: 'player',
      body: Type.Object(Type.Partial(SafetySettings).properties, closedObject),
      reply: SafetySettings,
      summary: "Changes the given safety settings. Settings that aren't given stay the same.",
    },
  },
} as const satisfies Contract;
