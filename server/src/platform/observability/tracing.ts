/** Attributes of a span. They must not contain data of players, such as parameters, tokens or moves. */
export type SpanAttributes = Record<string, string | number>;
export type SpanKind = 'request' | 'event' | 'job';
/**
 * The name and attributes of a finished span. `isFailed` is true for a request with a server error, and for an event or
 * job with any error.
 */
export type SpanResult = { name: string; attributes: SpanAttributes; isFailed: boolean };

/** A span that has begun. */
export type OpenSpan = {
  /** Call `work`. Statements and spans inside `work` become children of this span. */
  within<T>(work: () => T): T;
  end(result: SpanResult): void;
};

/** Records traces, and sends them to a collector. */
export type Tracing = {
  start(kind: SpanKind): OpenSpan;
  /** Record an SQL statement that was executed inside a span. Ignore other statements. */
  recordStatement(text: string, seconds: number): void;
  /** Send the remaining spans. */
  close(): Promise<void>;
};

/** Run `work` and return its result. If tracing is on, record a span for it. */
export async function inSpan<T>(
  tracing: Tracing | null,
  kind: SpanKind,
  { name, attributes }: Pick<SpanResult, 'name' | 'attributes'>,
  work: () => Promise<T>,
): Promise<T> {
  if (tracing === null) return work();
  const span = tracing.start(kind);
  const end = (isFailed: boolean) => span.end({ name, attributes, isFailed });
  try {
    const result = await span.within(work);
    end(false);
    return result;
  } catch (error) {
    end(true);
    throw error;
  }
}
