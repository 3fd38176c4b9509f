import { createHash } from 'node:crypto';
import { header } from '../../../platform/server/access.ts';
import { canonicalJson } from '../../../platform/server/canonical-json.ts';
import type { Context, Services } from '../../../platform/server/context.ts';
import { decrypt, encrypt } from '../../../platform/server/secrets.ts';
import { demandSubject, fullNameOf, openAddress } from '../../account/server/public.ts';
import { isOwnName, isSignature } from '../../forms/shared/rules.ts';
import type { Application, GivenSignature } from '../shared/application.ts';
import { fail } from '../shared/contract.ts';
import type { Known } from './facts.ts';
import { type ApplicationRow, insertSignature } from './sql.ts';

const purpose = 'application-signature';

type Shown = Pick<Application['signatures'][number], 'name' | 'method' | 'strokes' | 'typedName'>;

/** What is kept of it. */
interface StoredSignature extends Shown {
  locale: string;
  ip: string;
  userAgent: string;
}

type Signed = Pick<Known, 'facts' | 'proofIds'>;

/** Without where it was given from: that is for who has to prove it. */
export function openSignature({ env }: Services, sealed: string): Shown {
  const stored = JSON.parse(decrypt(env.SECRET_KEYS, purpose, sealed)) as StoredSignature;
  const { name, method, strokes, typedName } = stored;
  return { name, method, strokes, typedName };
}

export function sealSignature({ env }: Services, signature: StoredSignature): string {
  return encrypt(env.SECRET_KEYS, purpose, JSON.stringify(signature));
}

/** By the person who asks, of the application as it stands, for the step with that key. */
export async function signApplication(
  ctx: Context,
  row: ApplicationRow,
  role: 'applicant' | 'instructor',
  { key, given, known }: { key: string; given: GivenSignature; known: Signed },
): Promise<void> {
  const { db, services, now, user } = ctx;
  const signature = await readSignature(ctx, given);
  const sealed = sealSignature(services, signature);
  const digest = digestOf(services, row, known);
  await insertSignature(db, row.affiliateId, row.id, key, role, user.affiliateId, sealed, digest, now);
}

async function readSignature(ctx: Context, given: GivenSignature): Promise<StoredSignature> {
  const { method, typedName = '', strokes = [], isAcknowledged } = given;
  if (!isAcknowledged) throw fail('applications.not_acknowledged', { path: 'signature.isAcknowledged' });
  const person = await demandSubject(ctx, ctx.user.affiliateId);
  if (method === 'drawn' && !isSignature(strokes))
    throw fail('applications.signature_too_small', { path: 'signature.strokes' });
  if (method === 'typed' && !isOwnName(typedName, person))
    throw fail('applications.name_differs', { path: 'signature.typedName' });
  return {
    name: fullNameOf(person),
    method,
    strokes: method === 'drawn' ? strokes : null,
    typedName: method === 'typed' ? typedName : null,
    locale: ctx.locale,
    ip: ctx.request.ip,
    userAgent: (header(ctx.request, 'user-agent') ?? '').slice(0, 500),
  };
}

/** Of all that was signed: what was filled in, which copies were there, and what the portal knew. */
function digestOf({ env }: Services, row: ApplicationRow, { facts, proofIds }: Signed): string {
  const { sealedTeachingAddress: sealed } = row;
  const signed = {
    id: row.id,
    affiliateId: row.affiliateId,
    typeId: row.typeId,
    instructorId: row.instructorId,
    storeId: row.storeId,
    cards: row.cards,
    firstAid: row.firstAid,
    exercises: row.exercises,
    teachingAddress: sealed === null ? null : openAddress(env.SECRET_KEYS, sealed),
    statement: row.statement,
    recommendation: row.recommendation,
    proofIds,
    facts,
  };
  return createHash('sha256').update(canonicalJson(signed)).digest('base64url');
}
