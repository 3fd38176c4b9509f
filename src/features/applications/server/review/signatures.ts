import { createHash } from 'node:crypto';
import { getHeader } from '#platform/server/auth/access.ts';
import { canonicalJson } from '#platform/server/crypto/canonical-json.ts';
import type { Context, Services } from '#platform/server/http/context.ts';
import { EncryptionContext } from '#platform/server/crypto/encryption-context.ts';
import { decryptTeachingAddress } from '#features/applications/server/teaching-address.ts';
import { decrypt, encrypt } from '#platform/server/crypto/secrets.ts';
import { requireSubject, formatFullName } from '#features/account/server/public.ts';
import { isOwnName, isSignature } from '#features/forms/shared/rules.ts';
import type { Application, SignatureInput } from '#features/applications/shared/application.ts';
import { fail } from '#features/applications/shared/contract.ts';
import type { ApplicantRecord } from '#features/applications/server/requirements/facts.ts';
import { type ApplicationRow, insertSignature } from '#features/applications/server/queries.ts';

const purpose = 'application-signature';

type VisibleSignature = Pick<Application['signatures'][number], 'name' | 'method' | 'strokes' | 'typedName'>;

interface StoredSignature extends VisibleSignature {
  locale: string;
  ip: string;
  userAgent: string;
}

interface SignatureId {
  affiliateId: number;
  applicationId: number;
  id: string;
}

const contextOf = ({ affiliateId, applicationId, id }: SignatureId) =>
  EncryptionContext.ofRow(purpose, 'application_signature', 'sealed_signature', {
    affiliate_id: affiliateId,
    application_id: applicationId,
    id,
  });

type SignedFacts = Pick<ApplicantRecord, 'facts' | 'proofIds'>;

/** Omits IP address and user agent, which are stored only as evidence. */
export function decryptSignature({ env }: Services, id: SignatureId, encrypted: string): VisibleSignature {
  const stored = JSON.parse(decrypt(env.SECRET_KEYS, contextOf(id), encrypted)) as StoredSignature;
  const { name, method, strokes, typedName } = stored;
  return { name, method, strokes, typedName };
}

export function encryptSignature({ env }: Services, id: SignatureId, signature: StoredSignature): string {
  return encrypt(env.SECRET_KEYS, contextOf(id), JSON.stringify(signature));
}

/** Signs the current content of the application as the current user, for the step with that key. */
export async function signApplication(
  ctx: Context,
  row: ApplicationRow,
  role: 'applicant' | 'instructor',
  { key, signature: input, known }: { key: string; signature: SignatureInput; known: SignedFacts },
): Promise<void> {
  const { db, services, now, user } = ctx;
  const signature = await validateSignature(ctx, input);
  const id = { affiliateId: row.affiliateId, applicationId: row.id, id: key };
  await insertSignature(db, {
    ...id,
    role,
    signerId: user.affiliateId,
    encrypted: encryptSignature(services, id, signature),
    digest: computeDigest(services, row, known),
    now,
  });
}

async function validateSignature(ctx: Context, input: SignatureInput): Promise<StoredSignature> {
  const { method, typedName = '', strokes = [], isAcknowledged } = input;
  if (!isAcknowledged) throw fail('applications.not_acknowledged', { path: 'signature.isAcknowledged' });
  const person = await requireSubject(ctx, ctx.user.affiliateId);
  if (method === 'drawn' && !isSignature(strokes))
    throw fail('applications.signature_too_small', { path: 'signature.strokes' });
  if (method === 'typed' && !isOwnName(typedName, person))
    throw fail('applications.name_differs', { path: 'signature.typedName' });
  return {
    name: formatFullName(person),
    method,
    strokes: method === 'drawn' ? strokes : null,
    typedName: method === 'typed' ? typedName : null,
    locale: ctx.locale,
    ip: ctx.request.ip,
    userAgent: (getHeader(ctx.request, 'user-agent') ?? '').slice(0, 500),
  };
}

/** Covers everything that was signed: the content, the proofs and the facts. */
function computeDigest({ env }: Services, row: ApplicationRow, { facts, proofIds }: SignedFacts): string {
  const signed = {
    id: row.id,
    affiliateId: row.affiliateId,
    typeId: row.typeId,
    instructorId: row.instructorId,
    storeId: row.storeId,
    cards: row.cards,
    firstAid: row.firstAid,
    exercises: row.exercises,
    teachingAddress: decryptTeachingAddress(env, row),
    statement: row.statement,
    recommendation: row.recommendation,
    proofIds,
    facts,
  };
  return createHash('sha256').update(canonicalJson(signed)).digest('base64url');
}
