import { joinTransaction } from '#platform/server/db/join-transaction.ts';
import { appendAudit } from '#platform/server/observability/audit.ts';
import type { Handlers } from '#platform/server/http/endpoints.ts';
import type { Context } from '#platform/server/http/context.ts';
import { enqueueFileDeletion } from '#platform/server/files/delete-files.ts';
import { FileReply } from '#platform/server/http/file-reply.ts';
import { takeRateLimitToken } from '#platform/server/http/rate-limit.ts';
import { createUuidFromText } from '#platform/server/crypto/uuid.ts';
import { fail as failAnywhere } from '#platform/shared/errors.ts';
import { readOutsidePicture } from '#features/certifications/server/public.ts';
import { type applicationEndpoints, fail, maxProofs } from '#features/applications/shared/contract.ts';
import { canEditAsApplicant, canSeeMedical } from '#features/applications/shared/policy.ts';
import {
  findApplication,
  type ApplicationAccess,
  lockApplication,
} from '#features/applications/server/find-application.ts';
import { medicalKind } from '#features/applications/server/requirements/medical-privacy.ts';
import { prepareProof, readProof, storeProof } from './proof-files.ts';
import * as queries from './queries.ts';
import type { ApplicationRow } from '#features/applications/server/queries.ts';
import { findApplicationType } from '#features/applications/server/application-types.ts';
import { loadApplicationView } from '#features/applications/server/view/application-view.ts';

type Endpoints =
  | 'POST Applications/{id}/proofs'
  | 'GET Applications/{id}/proofs/{proofId}'
  | 'DELETE Applications/{id}/proofs/{proofId}'
  | 'GET Applications/{id}/cards/{place}/picture';

/** Uploads are limited because processing them is expensive. */
const uploadLimit = { limit: 60, windowS: 3_600 };

export const proofHandlers: Pick<Handlers<typeof applicationEndpoints>, Endpoints> = {
  'POST Applications/{id}/proofs': async (ctx, { params: { id }, body: { key, kind, name, dated = null }, file }) => {
    const { services, user, now } = ctx;
    const found = await findApplication(ctx, id);
    const proofId = createUuidFromText(`proof ${id} ${key}`);
    // Cheap checks run before the expensive processing of the file.
    assertApplicantCanEdit(found);
    if (!listProofKinds(found.row).includes(kind)) throw fail('applications.unknown_field', { path: 'kind' });
    if (await hasProof(ctx, found.row, proofId)) return loadApplicationView(ctx, found);
    await assertBelowProofLimit(ctx, found.row);
    const { allowed, retryAfterS } = await takeRateLimitToken(ctx.db, {
      key: `applications.proof:${user.affiliateId}`,
      ...uploadLimit,
    });
    if (!allowed) throw failAnywhere('rate.limited', { retryAfterS });
    const { contentType, bytes } = await prepareProof(file);
    const proof = { affiliateId: found.row.affiliateId, applicationId: id, id: proofId };
    const stored = await storeProof(services, proof, bytes);
    return services.database.inTransaction(ctx.correlationId, async (db) => {
      // Checks again after processing: the application may have been submitted, or the same proof stored by another
      // request.
      const writing = { ...ctx, db };
      const current = await lockApplication(writing, id);
      assertApplicantCanEdit(current);
      if (!(await hasProof(writing, current.row, proofId))) {
        await assertBelowProofLimit(writing, current.row);
        await queries.insertProof(db, {
          ...proof,
          ...stored,
          kind,
          name,
          contentType,
          bytes: bytes.length,
          dated,
          now,
        });
      }
      return loadApplicationView(writing, current);
    });
  },

  'GET Applications/{id}/proofs/{proofId}': async (ctx, { params: { id, proofId } }) => {
    const found = await findApplication(ctx, id);
    const { affiliateId } = found.row;
    const proof = await queries.findProof.first(ctx.db, { affiliateId, applicationId: id, id: proofId });
    if (proof?.kind === medicalKind && !canSeeMedical(found.role)) throw failAnywhere('not_found');
    const bytes = proof && (await readProof(ctx.services, proof));
    if (!proof || !bytes) throw failAnywhere('not_found');
    await auditProofRead(ctx, found, { proofId, kind: proof.kind });
    const ending = proof.contentType === 'application/pdf' ? 'pdf' : 'jpg';
    const disposition = `attachment; filename="application-${id}-${proof.kind}.${ending}"`;
    return new FileReply(bytes, proof.contentType, { 'content-disposition': disposition });
  },

  'DELETE Applications/{id}/proofs/{proofId}': async (ctx, { params: { id, proofId } }) => {
    const found = await lockApplication(ctx, id);
    assertApplicantCanEdit(found);
    const { affiliateId } = found.row;
    const { db, now } = ctx;
    const gone = await queries.deleteProof.first(db, { affiliateId, applicationId: id, id: proofId, now });
    if (gone === undefined) throw failAnywhere('not_found');
    await enqueueFileDeletion(ctx.db, [gone.fileKey]);
    return loadApplicationView(ctx, found);
  },

  'GET Applications/{id}/cards/{place}/picture': async (ctx, { params: { id, place } }) => {
    const found = await findApplication(ctx, id);
    const picked = found.row.cards[place];
    if (picked === undefined || !('outsideId' in picked)) throw failAnywhere('not_found');
    const jpeg = await readOutsidePicture(ctx.services, found.row.affiliateId, picked.outsideId);
    if (jpeg === null) throw failAnywhere('not_found');
    await auditProofRead(ctx, found, { place });
    return new FileReply(jpeg, 'image/jpeg');
  },
};

function assertApplicantCanEdit({ row, role }: ApplicationAccess): void {
  if (!canEditAsApplicant(role, row.state)) throw fail('applications.out_of_turn');
}

/** A proof supports a requirement by its kind, a card by its place, or a proof that the type requires. */
function listProofKinds({ typeId }: ApplicationRow): string[] {
  return findApplicationType(typeId).requirements.flatMap((requirement) => {
    if (requirement.kind === 'card') return [`card_${requirement.place}`];
    if (requirement.kind === 'proof') return [requirement.proof];
    return ['first_aid', 'medical', 'dives'].filter((kind) => kind === requirement.kind);
  });
}

async function hasProof({ db }: Context, { id, affiliateId }: ApplicationRow, proofId: string): Promise<boolean> {
  return (await queries.findProof.first(db, { affiliateId, applicationId: id, id: proofId })) !== undefined;
}

async function assertBelowProofLimit({ db }: Context, { id, affiliateId }: ApplicationRow): Promise<void> {
  const stored = await queries.countProofs.first(db, { affiliateId, applicationId: id });
  if (stored === undefined || stored.count >= maxProofs) throw fail('applications.too_many_proofs', { path: 'file' });
}

/** Proofs can be medical, so every read by anyone but the applicant is audited. */
async function auditProofRead(
  ctx: Context,
  { row, role }: ApplicationAccess,
  details: Record<string, string>,
): Promise<void> {
  if (role === 'applicant') return;
  await joinTransaction(ctx, (db) =>
    appendAudit(db, {
      actor: ctx.user.affiliateId,
      action: 'application.proof.read',
      subject: `person:${row.affiliateId}`,
      data: { applicationId: row.id, relation: role, ...details },
      correlationId: ctx.correlationId,
    }),
  );
}
