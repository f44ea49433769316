import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Tracing } from './tracing.ts';

/**
 * Start tracing if `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Otherwise, return null, and do not load the OpenTelemetry
 * packages.
 */
export async function openTracing(config: Config, log: Logger): Promise<Tracing | null> {
  if (config.traces === null) return null;
  return (await import('./open-telemetry.ts')).createTracing(config.traces, config.version, log);
}
