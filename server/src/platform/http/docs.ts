import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { createCookie, sessionCookieName } from './cookies.ts';
import { fileRoute, jsonContent, type Route } from './route.ts';

export async function addDocs(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Upaj',
        version: '1',
        description: 'Produce from India’s farmers to the merchants who buy it.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: createCookie(sessionCookieName, publicUrl).name },
          admin: { type: 'http', scheme: 'bearer' },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: '/docs', uiConfig: { validatorUrl: null } });
}

export function openApiRoute(app: FastifyInstance): Route {
  return fileRoute('/docs/openapi.json', { access: 'public' }, () => ({
    ...jsonContent(app.swagger()),
    headers: { 'cache-control': 'no-cache' },
  }));
}
