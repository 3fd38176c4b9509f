import type { Handlers } from '#platform/server/http/endpoints.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { fail } from '#platform/shared/errors.ts';
import { ageOn } from '#domain/age.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import { canReadAnswers } from '#features/forms/shared/policy.ts';
import type { physicianEndpoints } from '#features/forms/shared/physician-contract.ts';
import { confirmClearance } from './confirm-clearance.ts';
import { acceptCorrection } from './correction.ts';
import { makePhysicianPagePdf } from '#features/forms/server/documents/evaluation-pdf.ts';
import { submitPhysicianDecision } from './physician-decision.ts';
import { assertUndecided, openPhysicianLink, sendPhysicianLink } from './physician-link.ts';
import { toPhysicianView } from './physician-view.ts';
import { logRecordReading } from '#features/forms/server/records/readings.ts';
import { requireRetained, findRecord, decryptRecordContent } from '#features/forms/server/records/record-access.ts';
import { reviewPage } from './review-page.ts';
import type { FormHooksByPacket } from '#features/forms/server/form-hooks.ts';
import { listWaitingPages } from './waiting-pages.ts';

/** A physician's decision arrives by link or as an uploaded page. */
export const physicianHandlers = (hooks: FormHooksByPacket): Handlers<typeof physicianEndpoints> => ({
  'POST Records/{id}/physician-link': (ctx, { params, body }) => sendPhysicianLink(ctx, params.id, body.email),

  'GET Records/{id}/physician-page': async (ctx, { params }) => {
    const record = requireRetained(await findRecord(ctx, params.id));
    if (!canReadAnswers(record.relation)) throw fail('not_found');
    assertUndecided(record);
    const content = decryptRecordContent(ctx.services, record);
    await logRecordReading(ctx, { record, readerId: ctx.user.affiliateId, relation: record.relation, what: 'answers' });
    const { locale, now } = ctx;
    const diver = { ...content.diver, age: ageOn(content.diver.birthdate, toIsoDate(now)) };
    const page = { recordId: record.id, diver, locale, ...toPhysicianView(content, locale) };
    const pdf = await makePhysicianPagePdf(ctx.services, page, now);
    return new FileReply(pdf, 'application/pdf', {
      'content-disposition': 'attachment; filename="physician-page.pdf"',
    });
  },

  'GET Physician/{token}': async (ctx, { params }) => {
    const { record, expiresDate } = await openPhysicianLink(ctx, params.token);
    const content = decryptRecordContent(ctx.services, record);
    await logRecordReading(ctx, { record, readerId: null, relation: 'physician', what: 'answers' });
    const { form, concerns } = toPhysicianView(content, ctx.locale);
    const { name: diverName, birthdate } = content.diver;
    const age = ageOn(birthdate, toIsoDate(ctx.now));
    const { signedAt: signedDate } = content;
    return { diverName, birthdate, age, signedDate, expiresDate, locale: ctx.locale, form: form.form, concerns };
  },

  'POST Physician/{token}': (ctx, { params, body }) => submitPhysicianDecision(ctx, hooks, params.token, body),

  'POST Records/{id}/review': (ctx, { params, body }) => reviewPage(ctx, hooks, params.id, body),

  'POST Records/{id}/confirmation': (ctx, { params, body }) => confirmClearance(ctx, hooks, params.id, body),

  'POST Records/{id}/correction': (ctx, { params, body }) => acceptCorrection(ctx, hooks, params.id, body.reason),

  'GET Pages/waiting': listWaitingPages,
});
