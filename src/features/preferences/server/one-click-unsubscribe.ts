import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { getRequestLocale } from '#platform/server/auth/access.ts';
import type { Services } from '#platform/server/http/context.ts';
import { parseInput } from '#platform/server/http/errors.ts';
import { fail } from '#platform/shared/errors.ts';
import { isLocale } from '#platform/shared/locale.ts';
import type { MailChoices } from '#features/notifications/server/public.ts';
import { saveChoices } from './choices.ts';
import { assertWithinRateLimit } from './unsubscribe-link.ts';
import * as queries from './queries.ts';

const limits = { fields: 10, fieldSize: 200, files: 0, parts: 10 };
const uid = z.uuid().optional();
const Query = z.looseObject({
  global_uid: uid,
  id: uid,
  sfm_jobid: z.string().max(100).optional(),
  /** The kind of notification that the mail was about; without it, the newsletter. */
  kind: z.string().max(100).optional(),
});

/**
 * The unsubscribe button of mail programs (RFC 8058): a plain POST without cookie or sign-in, to the URL that a person
 * opens with GET. It ends the newsletter, or the mails of one kind of notification, and is idempotent.
 */
export function registerOneClickUnsubscribe(
  app: FastifyInstance,
  services: Services,
  flagKey: string,
  choices: MailChoices,
): void {
  // The parsers are encapsulated, so no other route accepts such forms.
  void app.register(async (scope) => {
    await scope.register(multipart);
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.post<{ Params: { lang?: string } }>('/unsubscribed/:lang?', async (request, reply) => {
      const query = parseInput(Query, request.query);
      const globalUid = query.global_uid ?? query.id;
      if (globalUid === undefined)
        throw fail('request.invalid', { message: 'global_uid or id is required', path: 'global_uid' });
      if ((await readForm(request)).get('List-Unsubscribe') !== 'One-Click')
        throw fail('request.invalid', { message: 'must be One-Click', path: 'List-Unsubscribe' });
      const person = await queries.findPersonByGlobalUid.first(services.database.db, { globalUid });
      if (person === undefined) {
        await assertWithinRateLimit(services.database.db, 'misses', request.ip);
        throw fail('not_found');
      }
      const { lang } = request.params;
      const locale = isLocale(lang) ? lang : getRequestLocale(request);
      const origin = { ...person, actor: null, how: 'one-click', locale, mailingJob: query.sfm_jobid } as const;
      await services.database.inTransaction(request.id, async (db) => {
        if (query.kind !== undefined) await choices.write(db, person.affiliateId, query.kind, false);
        else await saveChoices(db, origin, { chosen: { communications: false } }, flagKey);
      });
      return reply
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send(services.messages.translate(locale, 'preferences.one_click.done'));
    });
  });
}

/** Mail providers send either kind of form. */
async function readForm(request: FastifyRequest): Promise<URLSearchParams> {
  if (request.body instanceof URLSearchParams) return request.body;
  const form = new URLSearchParams();
  if (!request.isMultipart()) return form;
  try {
    for await (const part of request.parts({ limits }))
      if (part.type === 'field') form.append(part.fieldname, String(part.value));
  } catch (error) {
    throw fail('request.malformed', { cause: error });
  }
  return form;
}
