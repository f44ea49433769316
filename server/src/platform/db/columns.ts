import Type from 'typebox';

/**
 * Schemas of columns, with the types that the drivers return. A `Type.Object` of them describes a row. It must be a
 * constant of its module, because each schema object is compiled separately.
 */
export const column = {
  /**
   * An integer of any size. A `bigint` is a number, too, but node-postgres returns the elements of a `bigint[]` as text.
   * Select such an array as JSON.
   */
  integer: Type.Integer(),
  /** A `real` or `double precision`. The drivers return a `numeric` as text. */
  number: Type.Number(),
  text: Type.String(),
  boolean: Type.Boolean(),
  /** A `timestamptz`. Inside JSON, times are text. */
  date: Type.Refine(
    Type.Unsafe<Date>({}),
    (value) => value instanceof Date,
    () => 'must be a date',
  ),
  /** A `bytea`. */
  bytes: Type.Refine(
    Type.Unsafe<Uint8Array>({}),
    (value) => value instanceof Uint8Array,
    () => 'must be bytes',
  ),
  /**
   * A text that is one of a list of codes, which later versions can extend. Only the type `text` is checked, because
   * during an upgrade, an old node reads codes that a new node has stored.
   */
  code: <Code extends string>() => Type.Unsafe<Code>(Type.String()),
  /** JSON that is not checked, because a later version can store it in another form. */
  json: <Value>() => Type.Unsafe<Value>({}),
};
