import { clientEvents, serverEvents } from '@rivalhold/shared/contract/index.ts';
import type { Static } from 'typebox';
import { AppError } from '../errors.ts';
import { compileFilter, compileStrict, fieldErrors, hasUnstorableText } from '../http/schema.ts';
import type { Session } from '../security/sessions.ts';

export type ClientEvent = keyof typeof clientEvents;
export type ServerEvent = keyof typeof serverEvents;
type ClientPayload<E extends ClientEvent> = Static<(typeof clientEvents)[E]['payload']>;
type Acknowledgement<E extends ClientEvent> = Static<(typeof clientEvents)[E]['reply']>;
export type ServerPayload<E extends ServerEvent> = Static<(typeof serverEvents)[E]>;
export type Handler<E extends ClientEvent> = (
  session: Session,
  payload: ClientPayload<E>,
  socketId: string,
) => Promise<Acknowledgement<E>>;
/** Options that limit the recipients of a broadcast. */
export type BroadcastOptions = {
  /**
   * Ids of the players that the event is about. The event is not sent to players who do not see one of
   * these players because of a block or a mute.
   */
  about?: number | readonly number[];
  topic?: string;
  /**
   * Ids of the players who must not receive the event because of blocks or mutes, if the caller already knows them.
   * `asOf` is the value of `relationsVersion()` when they were read. If that value has changed or is null, the ids are
   * read again.
   */
  hidden?: { ids: readonly number[]; asOf: number | null };
  /** Ids of players who must not receive the event for reasons other than blocks and mutes. */
  except?: readonly number[];
};

const validators = new Map(
  Object.entries(clientEvents).map(([name, { payload }]) => [name, compileStrict(payload)]),
);
const contentEvents = new Set(
  Object.entries(clientEvents).flatMap(([name, event]) => ('requiresUnmuted' in event ? [name] : [])),
);
/** Report whether this event has content that other players read. Muted players are not allowed to send it. */
export const isContentEvent = (event: string): boolean => contentEvents.has(event);
const writeEvents = new Set(
  Object.entries(clientEvents).flatMap(([name, event]) => ('isWrite' in event ? [name] : [])),
);
/** Report whether this event changes something. Such an event is rejected while the site is read-only. */
export const isWriteEvent = (event: string): boolean => writeEvents.has(event);
type Filter = (value: unknown) => unknown;
const acknowledgementFilters = new Map(
  Object.entries(clientEvents).map(([name, { reply }]) => [name, compileFilter(reply) as Filter]),
);
const filters = new Map(
  Object.entries(serverEvents).map(([name, schema]) => [name, compileFilter(schema) as Filter]),
);

/**
 * Throw if a client event is unknown, or if its payload is invalid.
 * @throws AppError `notFound` for an unknown event, `invalid` for an invalid payload
 */
export function validatePayload(event: string, payload: unknown): void {
  const validate = validators.get(event);
  if (!validate) throw new AppError('notFound', 'Unknown event.');
  if (!validate(payload) || hasUnstorableText(payload))
    throw new AppError('invalid', undefined, { errors: fieldErrors(validate.errors) });
}

/** Return an acknowledgement without undeclared properties. */
export const filterAcknowledgement = (event: string, answer: unknown): object =>
  (acknowledgementFilters.get(event)?.(answer) as object | undefined) ?? {};

/** Return an event's payload without undeclared properties. */
export const filterEvent = (event: string, payload: unknown): unknown => filters.get(event)?.(payload);
