import { createHash } from 'node:crypto';
import { formatPrice } from '@rivalhold/shared/format-decimal.ts';
import { SANDBOX_TEXTS as TEXTS } from '@rivalhold/shared/texts/checkout.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, toAppError } from '../../platform/errors.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { isLocalRequest } from '../../platform/http/local-request.ts';
import { countRequest, loadSession, verifyCsrf } from '../../platform/http/routes.ts';
import { type Http, renewCsrf } from '../../platform/http/server.ts';
import type { SandboxPage } from '../../platform/payments/sandbox.ts';
import { createOriginCheck } from '../../platform/security/origin-check.ts';
import type { Site } from '../../platform/site.ts';
import { getSandboxPage, paySandbox } from './service.ts';

const MAX_FORM_BYTES = 4_096;
const ID_PATTERN = /^sandbox_[\w-]{1,100}$/;

const STYLE = `
:root { color-scheme: dark light; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1rem; box-sizing: border-box;
  background: light-dark(#f4ecdc, #10141d); color: light-dark(#241c12, #ece7dc); }
main { width: min(26rem, calc(100vw - 4rem)); padding: 1.5rem; border-radius: 12px; border: 3px dashed light-dark(#9a4a00, #ffb454);
  background: light-dark(#fffaf0, #1a2030); }
.mark { margin: 0 0 1rem; font-weight: 700; color: light-dark(#8a3f00, #ffc26b); }
h1 { margin: 0; font-size: 1.5rem; } dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { opacity: .8; } dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
form { display: grid; gap: .75rem; }
button, a { min-height: 2.75rem; border-radius: 8px; font: inherit; cursor: pointer; color: inherit; }
button { border: 1px solid currentColor; background: transparent; }
button[value=pay] { border-color: transparent; background: light-dark(#8a3f00, #ffb454); color: light-dark(#fff, #1a1206); font-weight: 700; }
:focus-visible { outline: 3px solid light-dark(#0b5ea8, #7cc4ff); outline-offset: 2px; }
`;
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Register the payment page of the sandbox provider. Only the buyer can open it, and only from the local machine. It
 * works without scripts.
 */
export function sandboxPages(http: Http, site: Site): void {
  if (site.payments?.name !== 'sandbox') return;
  const isOwn = createOriginCheck(site.config);
  const path = '/sandbox-pay/:sessionId';
  type Named = { Params: { sessionId: string } };

  http.app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.setErrorHandler((error, _request, reply) => {
      const status = toAppError(error)?.status ?? (error as { statusCode?: number }).statusCode ?? 500;
      if (status >= 500) site.log.error({ err: error }, 'sandbox payment page failed');
      const text = status === 404 ? TEXTS.missing : status === 403 ? TEXTS.stale : TEXTS.broken;
      sendPage(reply.code(status), `<p role="alert">${text}</p><p><a href="/">${TEXTS.toSite}</a></p>`);
    });
    scope.addHook('onRequest', async (request, reply) => {
      await loadSession(http, site, request, reply);
      if (!isLocalRequest(request, site.config)) throw new AppError('notFound');
    });

    /**
     * Return the payment page of a session.
     * @throws AppError `notFound` unless the viewer is its buyer.
     */
    const pageOf = async (request: FastifyRequest<Named>) => {
      const { sessionId } = request.params;
      if (!request.session || !ID_PATTERN.test(sessionId)) throw new AppError('notFound');
      return getSandboxPage(site, { userId: request.session.user.id, sessionId });
    };

    scope.get<Named>(path, { schema: { hide: true } }, async (request, reply) => {
      const page = await pageOf(request);
      const token = renewCsrf(http.cookies, reply, request.session?.tokenHash ?? null);
      return sendPage(reply, describe(page, token));
    });

    scope.post<Named>(path, { schema: { hide: true } }, async (request, reply) => {
      const page = await pageOf(request);
      const { action, csrf } = (request.body ?? {}) as Record<string, string | undefined>;
      // Every browser sends the Origin header with a posted form, so reject requests without it.
      if (request.headers.origin === undefined || !isOwn(request.raw)) throw new AppError('origin');
      // An HTML form cannot set headers, so the CSRF token is a form field.
      request.headers['x-csrf-token'] = csrf ?? '';
      await verifyCsrf(http, request, reply);
      await countRequest(site, request, 'write');
      if (action !== 'pay' && action !== 'decline' && action !== 'back') throw new AppError('invalid');
      if (action === 'back') return reply.redirect(page.cancelPath, 303);
      const isPaid = await paySandbox(site, page.session.id, action === 'pay' ? 'paid' : 'cancelled');
      return reply.redirect(isPaid ? page.successPath : page.cancelPath, 303);
    });
  });
}

function describe({ session, title }: SandboxPage, csrf: string): string {
  const { state, cents } = session;
  const buttons = (['pay', 'decline', 'back'] as const)
    .filter((action) => action === 'back' || state === 'open')
    .map((action) => `<button name="action" value="${action}">${TEXTS[action]}</button>`)
    .join('');
  return `<p>${state === 'open' ? TEXTS.explain : state === 'paid' ? TEXTS.paid : TEXTS.cancelled}</p>
<dl><dt>${escapeHtml(title)}</dt><dd>${formatPrice(cents ?? 0)}</dd></dl>
<form method="post"><input type="hidden" name="csrf" value="${escapeHtml(csrf)}">${buttons}</form>`;
}

function sendPage(reply: FastifyReply, content: string): FastifyReply {
  return reply
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${TEXTS.mark} · Rivalhold</title><style>${STYLE}</style></head>
<body><main><p class="mark">${TEXTS.mark}</p><h1>${TEXTS.title}</h1>${content}</main></body></html>
`);
}
