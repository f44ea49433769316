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
/** Whom something is told to that is of interest to all. */
export type BroadcastOptions = {
  /** Of whom it is told: one player, or several. */
  about?: number | readonly number[];
  topic?: string;
  /** Whom it is hidden from, where that was read already; it holds if `relationsVersion()` was then what it is now, and no null. */
  hidden?: { ids: readonly number[]; asOf: number | null };
  /** Players who are told otherwise, or not at all. */
  except?: readonly number[];
};

const validators = new Map(
  Object.entries(clientEvents).map(([name, { payload }]) => [name, compileStrict(payload)]),
);
const contentEvents = new Set(
  Object.entries(clientEvents).flatMap(([name, event]) => ('requiresUnmuted' in event ? [name] : [])),
);
/** Whether an event says something that others read. */
export const isContentEvent = (event: string): boolean => contentEvents.has(event);
type Filter = (value: unknown) => unknown;
const acknowledgementFilters = new Map(
  Object.entries(clientEvents).map(([name, { reply }]) => [name, compileFilter(reply) as Filter]),
);
const filters = new Map(
  Object.entries(serverEvents).map(([name, schema]) => [name, compileFilter(schema) as Filter]),
);

/**
 * Holds what a client sent against the event's schema.
 * @throws AppError notFound for no event of the contract, invalid.
 */
export function validatePayload(event: string, payload: unknown): void {
  const validate = validators.get(event);
  if (!validate) throw new AppError('notFound', 'Unknown event.');
  if (!validate(payload) || hasUnstorableText(payload))
    throw new AppError('invalid', undefined, { errors: fieldErrors(validate.errors) });
}

/** An answer to a client's event, without what its schema does not declare. */
export const filterAcknowledgement = (event: string, answer: unknown): object =>
  (acknowledgementFilters.get(event)?.(answer) as object | undefined) ?? {};

/** An event's payload, without what its schema does not declare. */
export const filterEvent = (event: string, payload: unknown): unknown => filters.get(event)?.(payload);
