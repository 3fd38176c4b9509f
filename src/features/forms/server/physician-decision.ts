import { randomUUID } from 'node:crypto';
import { enqueue } from '../../../platform/server/jobs.ts';
import { header } from '../../../platform/server/access.ts';
import { defaultLocale, type Locale } from '../../../platform/shared/locale.ts';
import { ageOn, dayOf } from '../../account/shared/rules.ts';
import type { MedicalStatus, Strokes } from '../shared/contract.ts';
import { fail } from '../shared/error-contract.ts';
import { isSameName, isSignature } from '../shared/rules.ts';
import type { EvaluationContent, RecordContent } from './content-shape.ts';
import { storeEvaluation } from './evaluations.ts';
import { makeEvaluation } from './make-evaluation.ts';
import { type Anyone, spendPhysicianLink } from './physician-link.ts';
import { viewForPhysician } from './physician-view.ts';
import { openContent } from './records.ts';
import type { FormUses } from './uses.ts';

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

/** By the physician, who has no account: the link is what they are known by, and it is used up. */
export async function decideByLink(
  ctx: Anyone,
  uses: FormUses,
  token: string,
  answer: PhysicianAnswer,
): Promise<{ medicalStatus: MedicalStatus }> {
  demandSigned(answer);
  // Whatever is refused from here on takes it back as well.
  const { record, sentTo } = await spendPhysicianLink(ctx, token);
  const { services, now, request } = ctx;
  const sender = { sentTo, at: now, ip: request.ip, userAgent: header(request, 'user-agent') ?? '' };
  const content = evaluationOf(openContent(services, record), answer, sender);
  const { decision } = answer;
  const decided = { way: 'link', decision, decidedBy: null, signedOn: null, content } as const;
  const medicalStatus = await storeEvaluation(ctx, uses, record, decided);
  await enqueue(ctx.db, makeEvaluation, { evaluationId: content.id }, { id: content.id });
  return { medicalStatus };
}

function demandSigned({ isAcknowledged, method, typedName, strokes, name }: PhysicianAnswer): void {
  if (!isAcknowledged) throw fail('forms.not_acknowledged', { path: 'isAcknowledged' });
  if (method === 'drawn' && !isSignature(strokes ?? [])) throw fail('forms.signature_too_small', { path: 'signature' });
  if (method === 'typed' && !isSameName(typedName ?? '', name)) throw fail('forms.name_differs', { path: 'signature' });
}

interface Sender {
  /** Where the link was mailed to. */
  sentTo: string;
  at: Date;
  ip: string;
  userAgent: string;
}

/** What is stored of a physician's answer to a signed form. */
export function evaluationOf(
  content: RecordContent,
  answer: PhysicianAnswer,
  { sentTo, at, ip, userAgent }: Sender,
): EvaluationContent {
  const { id: recordId, diver, association } = content;
  const { locale } = answer;
  const view = viewForPhysician(content, locale);
  const { decision, name: physician, clinic, license, phone, remarks, method, strokes, typedName } = answer;
  return {
    format: 2,
    id: randomUUID(),
    recordId,
    isMailed: true,
    sentTo,
    diver: { name: diver.name, birthdate: diver.birthdate, age: ageOn(diver.birthdate, dayOf(at)) },
    association,
    locale,
    form: view.form,
    governing: viewForPhysician(content, defaultLocale).form.form,
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
