import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenSpan, Tracing } from '../observability/tracing.ts';
import { routeOf } from './server.ts';

/** Record a span for each request of the routes that are registered after this call. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  const spans = new WeakMap<object, OpenSpan>();
  // For a route with a label, do not enter the context of the span, so that SQL statements are not recorded. Several
  // routes share a label to hide which of them was called, and their statements could reveal this.
  const enter = (request: FastifyRequest, done: () => void) => {
    const span = spans.get(request);
    if (span && request.routeOptions.config?.label === undefined) span.within(done);
    else done();
  };
  app.addHook('onRequest', (request, _, done) => {
    spans.set(request, tracing.start('request'));
    enter(request, done);
  });
  // Reading the body of a request leaves the asynchronous context of the span, so enter it again.
  app.addHook('preValidation', (request, _, done) => enter(request, done));
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const { method } = request;
    spans.get(request)?.end({
      name: `${method} ${route}`,
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
        'rivalhold.request_id': request.id,
      },
      isFailed: reply.statusCode >= 500,
    });
    done();
  });
}
