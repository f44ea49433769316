import Type, { type Static, type TObject, type TOptional, type TSchema } from 'typebox';

/** Access level of a route. Higher roles include the rights of lower roles. */
export type Access = 'guest' | 'player' | 'moderator' | 'admin';

/**
 * A route of the contract. Its key in a feature's contract is `METHOD /path/{param}`, spelled as in the
 * specification. Server and browser use the same key.
 */
export type Route = {
  access: Access;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Status of a successful response; 200 by default. */
  status?: 200 | 201 | 202;
  reply: TSchema;
  /**
   * If set, a request whose `Idempotency-Key` was seen in the last 24 hours gets the stored response. With `true`, the
   * handler runs in one transaction, which also stores the response. With `steps`, and on upload routes, the handler
   * uses several transactions, and stores the response in the last one.
   */
  idempotent?: true | 'steps';
  /**
   * Path for logs, metrics, traces and stored responses, if the route's own path would reveal a sealed (secret) move.
   * Traces then also leave out the SQL statements of the request.
   */
  label?: string;
  /**
   * Set for a read whose response is the same for everyone. The route works without looking up the session, even while
   * the database is down.
   */
  impersonal?: true;
  /** Set if the route publishes content that others read. Muted players are rejected. */
  requiresUnmuted?: true;
  /**
   * Set for staff routes that the caller can use only within 10 minutes after confirming the second factor or
   * password.
   */
  stepUp?: true;
  /** Set for a write that works while the site is read-only. */
  worksReadOnly?: true;
  /** Name of the multipart/form-data field with the uploaded file. The route then has no JSON body. */
  upload?: string;
  summary: string;
};
export type Routes = Record<string, Route>;
/** Everything that one feature exchanges with browsers. */
export type Contract = {
  routes?: Routes;
  /** Socket events that a client can send, each with its reply. */
  clientEvents?: Record<
    string,
    {
      payload: TSchema;
      reply: TSchema;
      requiresUnmuted?: true;
      /** Set if the event changes something. The event is then rejected while the site is read-only. */
      isWrite?: true;
    }
  >;
  /** Socket events that the server sends. */
  serverEvents?: Record<string, TSchema>;
};

type StaticOrDefault<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;
export type Params<R extends Route> = StaticOrDefault<R['params'], undefined>;
export type Query<R extends Route> = StaticOrDefault<R['query'], undefined>;
/** The query that a handler receives, with defaults applied. */
export type QueryWithDefaults<R extends Route> =
  R['query'] extends TObject<infer P>
    ? Static<R['query']> & { [K in keyof P as P[K] extends HasDefault ? K : never]: Static<P[K]> }
    : undefined;
export type Body<R extends Route> = StaticOrDefault<R['body'], undefined>;
export type Reply<R extends Route> = StaticOrDefault<R['reply'], never>;

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const Time = Type.String({ format: 'date-time' });
/** Return a schema that also allows null. */
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** Schema option: reject unknown fields of a body. */
export const closedObject = { additionalProperties: false } as const;
export const Empty = Type.Object({}, closedObject);
/** A message to the uploader about a change to the file, for example that the sound of a video was removed. */
export const UploadNotice = Type.Optional(Type.String());
export const Message = Type.Object({ message: Type.String() });
/** Return the schema of path parameters with one id. */
export const idParams = <K extends string>(name: K) => Type.Object({ [name]: Id } as Record<K, typeof Id>);
type HasDefault = { '~filled': true };
/** Mark a query field that always has a value, because it has a default. */
export const withDefault = <T extends TSchema>(schema: T) =>
  Type.Optional(schema) as TOptional<T> & HasDefault;
/** Return the schema of a page of a list. `nextCursor` is opaque, and is null on the last page. */
export const page = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), nextCursor: Nullable(Type.String()) });
/** Return the query fields of a paginated list, with a default and a maximum page size. */
export const cursorQuery = (limit: number, max: number) => ({
  limit: withDefault(Type.Integer({ minimum: 1, maximum: max, default: limit })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
