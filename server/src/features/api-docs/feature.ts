import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import { AppError } from '../../platform/errors.ts';
import { isLocalRequest } from '../../platform/http/local-request.ts';
import { assertStaffOpen } from '../../platform/security/step-up.ts';
import type { Feature } from '../../platform/site.ts';

export const apiDocs: Feature = {
  name: 'api-docs',
  /**
   * Serve the API contract as OpenAPI at /api/docs, to staff and to requests from this machine. Register this
   * feature before the others, so that their routes are included.
   */
  async routes({ app, cookies }, site) {
    await app.register(fastifySwagger, {
      openapi: {
        openapi: '3.1.0',
        info: { title: 'Rivalhold', version: site.config.version },
        components: {
          securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookies.session } },
        },
      },
    });
    await app.register(fastifySwaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      uiHooks: {
        onRequest: async (request) => {
          if (isLocalRequest(request, site.config)) return;
          const session = await site.sessions.find(request.cookies[cookies.session]);
          if (!session) throw new AppError('unauthenticated');
          if (session.user.role === 'player') throw new AppError('forbidden');
          assertStaffOpen(site, session.user);
        },
      },
    });
  },
};
