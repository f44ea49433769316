import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import {
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TraceConfig } from '../config.ts';
import { RepeatedLines } from './repeated-lines.ts';
import { normalizeStatement } from './slow-statements.ts';
import type { Tracing } from './tracing.ts';

/** Time limit in ms for sending spans. It is short, because a shutdown waits until the last spans are sent. */
const EXPORT_TIMEOUT_MS = 3_000;
/** Maximum length of a message from OpenTelemetry in the log. */
const MAX_PROBLEM_LENGTH = 300;
const STACK = /"stack":"(?:[^"\\]|\\.)*",?/;
const KINDS = { request: SpanKind.SERVER, event: SpanKind.SERVER, job: SpanKind.CONSUMER } as const;

/** Create the tracing with OpenTelemetry. Only `openTracing` imports this module, because it is slow to load. */
export function createTracing({ endpoint, ratio }: TraceConfig, version: string, log: Logger): Tracing {
  logProblems(log);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.href.replace(/\/$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_TIMEOUT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'rivalhold',
      'service.version': version,
      'service.instance.id': `${hostname()}/${process.pid}`,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('rivalhold');
  const current = new AsyncLocalStorage<Span>();
  /** Normalized statements by their SQL. They are cached, because normalizing costs more than the span itself. */
  const statements = new Map<string, string>();
  const textOf = (text: string): string => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    const normalized = normalizeStatement(text);
    if (statements.size < 1_000) statements.set(text, normalized);
    return normalized;
  };
  const contextOf = (parent: Span | undefined) =>
    parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT;

  return {
    start: (kind) => {
      const span = tracer.startSpan(kind, { kind: KINDS[kind] }, contextOf(current.getStore()));
      return {
        within: (work) => current.run(span, work),
        end: ({ name, attributes, isFailed }) => {
          span.updateName(name).setAttributes(attributes);
          if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    recordStatement: (text, seconds) => {
      const parent = current.getStore();
      if (!parent?.isRecording()) return;
      const end = Date.now();
      const statement = textOf(text);
      const options = {
        kind: SpanKind.CLIENT,
        startTime: end - seconds * 1_000,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': statement },
      };
      const name = statement.split(' ', 1)[0] || 'statement';
      tracer.startSpan(name, options, contextOf(parent)).end(end);
    },
    close: () => provider.shutdown(),
  };
}

/** Log OpenTelemetry's warnings and errors, for example about a wrong endpoint. By default, they are dropped. */
function logProblems(log: Logger): void {
  const lines = new RepeatedLines();
  const warn = (text: string) => {
    // Errors arrive as JSON. Remove their stack traces, which contain only functions of the library.
    const problem = text.replace(STACK, '').slice(0, MAX_PROBLEM_LENGTH);
    const message = 'tracing problem';
    const report = (repeated: number) => log.warn({ problem, repeated }, message);
    if (lines.isFirst(problem, report)) log.warn({ problem }, message);
  };
  const ignore = () => {};
  const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
