import type { Handlers } from '../../../platform/server/calls.ts';
import { FileReply } from '../../../platform/server/file-reply.ts';
import { fail } from '../../../platform/shared/errors.ts';
import { ageOn, dayOf } from '../../account/shared/rules.ts';
import type { physicianCalls } from '../shared/physician-contract.ts';
import { confirmClearance } from './clearance/confirm.ts';
import { acceptCorrection } from './clearance/correction.ts';
import { makePhysicianPage } from './evaluation-document.ts';
import { decideByLink } from './physician-decision.ts';
import { demandUndecided, openPhysicianLink, sendPhysicianLink } from './physician-link.ts';
import { viewForPhysician } from './physician-view.ts';
import { noteReading } from './readings.ts';
import { demandOpen, findRecord, openContent } from './records.ts';
import { reviewPage } from './review.ts';
import type { FormUses } from './uses.ts';
import { listWaitingPages } from './waiting-pages.ts';

/** A physician's opinion: by a link, on a printed page, or on a page that comes back as a file. */
export const physicianHandlers = (uses: FormUses): Handlers<typeof physicianCalls> => ({
  'POST Records/{id}/physician-link': (ctx, { params, body }) => sendPhysicianLink(ctx, params.id, body.email),

  'GET Records/{id}/physician-page': async (ctx, { params }) => {
    const record = demandOpen(await findRecord(ctx, params.id));
    // It has the answers on it, which are not staff's to read.
    if (record.relation === 'staff') throw fail('not_found');
    demandUndecided(record);
    const content = openContent(ctx.services, record);
    await noteReading(ctx, { record, readerId: ctx.user.affiliateId, relation: record.relation, what: 'answers' });
    const { locale, now } = ctx;
    const diver = { ...content.diver, age: ageOn(content.diver.birthdate, dayOf(now)) };
    const page = { recordId: record.id, diver, locale, ...viewForPhysician(content, locale) };
    const pdf = await makePhysicianPage(ctx.services, page, now);
    return new FileReply(pdf, 'application/pdf', {
      'content-disposition': 'attachment; filename="physician-page.pdf"',
    });
  },

  'GET Physician/{token}': async (ctx, { params }) => {
    const { record, expiresDate } = await openPhysicianLink(ctx, params.token);
    const content = openContent(ctx.services, record);
    await noteReading(ctx, { record, readerId: null, relation: 'physician', what: 'answers' });
    const { form, concerns } = viewForPhysician(content, ctx.locale);
    const { name: diverName, birthdate } = content.diver;
    const age = ageOn(birthdate, dayOf(ctx.now));
    const { signedAt: signedDate } = content;
    return { diverName, birthdate, age, signedDate, expiresDate, locale: ctx.locale, form: form.form, concerns };
  },

  'POST Physician/{token}': (ctx, { params, body }) => decideByLink(ctx, uses, params.token, body),

  'POST Records/{id}/review': (ctx, { params, body }) => reviewPage(ctx, uses, params.id, body),

  'POST Records/{id}/confirmation': (ctx, { params, body }) => confirmClearance(ctx, uses, params.id, body),

  'POST Records/{id}/correction': (ctx, { params, body }) => acceptCorrection(ctx, uses, params.id, body.reason),

  'GET Pages/waiting': listWaitingPages,
});
