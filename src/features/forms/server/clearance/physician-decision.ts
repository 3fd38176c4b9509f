import { randomUUID } from 'node:crypto';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { getHeader } from '#platform/server/auth/access.ts';
import { defaultLocale, type Locale } from '#platform/shared/locale.ts';
import { ageOn } from '#domain/age.ts';
import { toIsoDate } from '#platform/shared/dates.ts';
import type { MedicalStatus, Strokes } from '#features/forms/shared/contract.ts';
import { fail } from '#features/forms/shared/error-contract.ts';
import { isSameName, isSignature } from '#features/forms/shared/rules.ts';
import type { EvaluationContent, RecordContent } from '#features/forms/server/records/record-content.ts';
import { storeEvaluation } from './store-evaluation.ts';
import { makeEvaluationDocument } from '#features/forms/server/documents/make-evaluation-document.ts';
import { type AnonymousContext, redeemPhysicianLink } from './physician-link.ts';
import { toPhysicianView } from './physician-view.ts';
import { decryptRecordContent } from '#features/forms/server/records/record-access.ts';
import type { FormHooksByPacket } from '#features/forms/server/form-hooks.ts';

export interface PhysicianAnswer {
  locale: Locale;
  decision: 'approved' | 'refused';
  name: string;
  clinic: string;
  license: string;
  phone: string;
  remarks: string;
  isAcknowledged: boolean;
  method: 'drawn' | 'typed';
  typedName: string | null;
  strokes: Strokes | null;
}

/** The physician has no account and is identified by the link, which can be used once. */
export async function submitPhysicianDecision(
  request: AnonymousContext,
  hooks: FormHooksByPacket,
  token: string,
  answer: PhysicianAnswer,
): Promise<{ medicalStatus: MedicalStatus }> {
  assertSigned(answer);
  // A later error rolls back the transaction, and with it the redemption of the link.
  const { ctx, record, sentTo } = await redeemPhysicianLink(request, token);
  const { services, now } = ctx;
  const sender = { sentTo, at: now, ip: ctx.request.ip, userAgent: getHeader(ctx.request, 'user-agent') ?? '' };
  const content = buildEvaluation(decryptRecordContent(services, record), answer, sender);
  const { decision } = answer;
  const decided = { way: 'link', decision, decidedBy: null, signedOn: null, content } as const;
  const medicalStatus = await storeEvaluation(ctx, hooks, record, decided);
  await enqueue(ctx.db, makeEvaluationDocument, { evaluationId: content.id }, { id: content.id });
  return { medicalStatus };
}

function assertSigned({ isAcknowledged, method, typedName, strokes, name }: PhysicianAnswer): void {
  if (!isAcknowledged) throw fail('forms.not_acknowledged', { path: 'isAcknowledged' });
  if (method === 'drawn' && !isSignature(strokes ?? [])) throw fail('forms.signature_too_small', { path: 'signature' });
  if (method === 'typed' && !isSameName(typedName ?? '', name)) throw fail('forms.name_differs', { path: 'signature' });
}

interface EvaluationSource {
  /** The address that the link was mailed to. */
  sentTo: string;
  at: Date;
  ip: string;
  userAgent: string;
}

/** The content to store for a physician's answer. */
export function buildEvaluation(
  content: RecordContent,
  answer: PhysicianAnswer,
  { sentTo, at, ip, userAgent }: EvaluationSource,
): EvaluationContent {
  const { id: recordId, diver, association } = content;
  const { locale } = answer;
  const view = toPhysicianView(content, locale);
  const { decision, name: physician, clinic, license, phone, remarks, method, strokes, typedName } = answer;
  return {
    format: 2,
    id: randomUUID(),
    recordId,
    isMailed: true,
    sentTo,
    diver: { name: diver.name, birthdate: diver.birthdate, age: ageOn(diver.birthdate, toIsoDate(at)) },
    association,
    locale,
    form: view.form,
    governing: toPhysicianView(content, defaultLocale).form.form,
    concerns: view.concerns,
    decision,
    physician,
    clinic,
    license,
    phone,
    remarks,
    isAcknowledged: true,
    method,
    strokes: method === 'drawn' ? strokes : null,
    typedName: method === 'typed' ? typedName : null,
    decidedAt: at.toISOString(),
    ip,
    userAgent,
  };
}
