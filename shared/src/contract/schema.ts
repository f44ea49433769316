import Type, { type Static, type TObject, type TOptional, type TSchema } from 'typebox';

/** Who may call a route. A higher role may call whatever a lower one may. */
export type Access = 'guest' | 'player' | 'moderator' | 'admin';

/**
 * One route of the contract. Its key in a feature's contract is `METHOD /path/{param}`, spelled as in the
 * specification; the server registers it by that key and the browser calls it by that key.
 */
export type Route = {
  access: Access;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Status of the answer when all went well; 200 unless told. */
  status?: 200 | 201 | 202;
  reply: TSchema;
  /**
   * Repeats the stored answer for an `Idempotency-Key` seen in the last 24 hours. A call in `steps` is more than one
   * transaction, and its handler keeps the answer with the last of them.
   */
  idempotent?: true | 'steps';
  /** The same for everybody, and a read: who asks is not looked up, so that it is answered while the database is away. */
  impersonal?: true;
  /** Says something that others read: refused to who is muted. */
  requiresUnmuted?: true;
  /** Takes a file as multipart/form-data in this field, in place of a JSON body. */
  upload?: string;
  summary: string;
};
export type Routes = Record<string, Route>;
/** All that one feature exchanges with browsers. */
export type Contract = {
  routes?: Routes;
  /** Socket events that a client may send, each with the answer it gets. */
  clientEvents?: Record<string, { payload: TSchema; reply: TSchema; requiresUnmuted?: true }>;
  /** Socket events that the server sends. */
  serverEvents?: Record<string, TSchema>;
};

type StaticOrDefault<S, Otherwise> = S extends TSchema ? Static<S> : Otherwise;
export type Params<R extends Route> = StaticOrDefault<R['params'], undefined>;
export type Query<R extends Route> = StaticOrDefault<R['query'], undefined>;
/** A query as it comes to its handler: with what is `filled`. */
export type QueryWithDefaults<R extends Route> =
  R['query'] extends TObject<infer P>
    ? Static<R['query']> & { [K in keyof P as P[K] extends HasDefault ? K : never]: Static<P[K]> }
    : undefined;
export type Body<R extends Route> = StaticOrDefault<R['body'], undefined>;
export type Reply<R extends Route> = StaticOrDefault<R['reply'], never>;

export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const Time = Type.String({ format: 'date-time' });
export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
/** A body: unknown fields are refused. */
export const closedObject = { additionalProperties: false } as const;
export const Empty = Type.Object({}, closedObject);
export const Message = Type.Object({ message: Type.String() });
export const idParams = <K extends string>(name: K) => Type.Object({ [name]: Id } as Record<K, typeof Id>);
type HasDefault = { '~filled': true };
/** In a query, something with a default, which is there where nothing was sent. */
export const withDefault = <T extends TSchema>(schema: T) =>
  Type.Optional(schema) as TOptional<T> & HasDefault;
/** A page that grows: `nextCursor` is opaque, and null at the end. */
export const page = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), nextCursor: Nullable(Type.String()) });
export const cursorQuery = (limit: number, max: number) => ({
  limit: withDefault(Type.Integer({ minimum: 1, maximum: max, default: limit })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
