import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '#platform/server/http/context.ts';
import { fail } from '#platform/shared/errors.ts';

/** `/livez`: the process responds. `/readyz`: it can serve requests; it fails while closing so load balancers skip it. */
export function registerHealth(app: FastifyInstance, services: Services): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.get('/livez', async (_request, reply) => reply.type('text/plain').send('ok'));
  app.get('/readyz', async (_request, reply) => {
    if (isClosing) throw fail('server.overloaded', { message: 'closing', retryAfterS: 5 });
    await sql`select 1`.execute(services.database.db);
    return reply.type('text/plain').send('ok');
  });
}
