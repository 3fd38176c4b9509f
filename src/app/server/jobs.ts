import * as z from 'zod';
import {
  checkIssuer,
  deleteOldBirthdateDocuments,
  deleteOldPhoneChanges,
  deleteUnverifiedAccounts,
  deleteOldSessions,
  endSessions,
  endStaffSessions,
  eraseDueAccounts,
  exportData,
  notifyGuardiansOfReset,
  sweepBirthdateDocument,
  sweepExports,
  sweepPhoto,
  syncPhone,
} from '#features/account/server/public.ts';
import { sweepDsdPhoto } from '#features/dsd/server/public.ts';
import { purgeDrafts, sweepProof, notifyApplicationDecision } from '#features/applications/server/public.ts';
import { drawDemoPortraits } from '#demo/account/portraits.ts';
import { drawDemoOutsideCards } from '#demo/certifications/outside-cards.ts';
import { sweepPicture } from '#features/certifications/server/outside/picture-files.ts';
import { renewMemberships } from '#features/club/server/public.ts';
import { makeCardFilesJob, sweepCardFiles } from '#features/certifications/server/cards/make-card-files.ts';
import { signCardJob } from '#features/certifications/server/cards/issue-ecard.ts';
import { handOverAccounts, sendProposedInvite } from '#features/family/server/public.ts';
import { deleteOrphanedBlob } from '#features/forms/server/documents/blobs.ts';
import { makeRecordDocument } from '#features/forms/server/documents/make-record-document.ts';
import { enforceFormRetention } from '#features/forms/server/records/retention.ts';
import { makeEvaluationDocument } from '#features/forms/server/documents/make-evaluation-document.ts';
import { purgeExpiredPayloads, deleteOldPendingSignIns } from '#features/identity/server/public.ts';
import { prepareElearning } from '#features/learning/server/public.ts';
import { purgeSteps } from '#features/learning/server/progress/purge-steps.ts';
import { drawDemoPhotos } from '#demo/logbook/photos.ts';
import { sweepDivePhoto } from '#features/logbook/server/photos/photo-files.ts';
import { sweepImportFile } from '#features/logbook/server/imports/handlers.ts';
import { importDivesJob, purgeImports } from '#features/logbook/server/imports/import-job.ts';
import { notifyDecision, purgeLogs } from '#features/logbook/server/public.ts';
import { purgeNotifications } from '#features/notifications/server/public.ts';
import { applyPreferences } from '#features/preferences/server/public.ts';
import { reconcilePayments, sendRefund, sendDelayedTestWebhook } from '#features/payments/server/public.ts';
import { expireOrders } from '#features/shop/server/public.ts';
import type { Services } from '#platform/server/http/context.ts';
import { deleteOldSecurityEvents } from '#platform/server/auth/security-events.ts';
import { signCheckpoint } from '#platform/server/chains/checkpoint.ts';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import { defineJob, type Job } from '#platform/server/jobs/jobs.ts';
import { deleteOldMails, type Mailer } from '#platform/server/mail/mailer.ts';
import { analyzePartitionsJob, maintainPartitionsJob } from './partitions/partitions.ts';
import { paymentPurposes } from './payment-purposes.ts';

const purgeSignInsJob = defineJob(
  'identity.purge',
  { schema: z.object({}), cron: '17 * * * *' },
  async ({ database }) => {
    await purgeExpiredPayloads(database.db);
    await deleteOldPendingSignIns(database.db);
  },
);

const purgeMailJob = defineJob('mail.purge', { schema: z.object({}), cron: '27 3 * * *' }, async ({ database }) => {
  await deleteOldMails(database.db);
});

const purgeAccountsJob = defineJob(
  'account.purge',
  { schema: z.object({}), cron: '37 3 * * *' },
  async ({ database }) => {
    await deleteOldSessions(database.db);
    await deleteOldPhoneChanges(database.db);
    await deleteOldSecurityEvents(database.db);
  },
);

/** The jobs that this process runs. */
export function listJobs({ mail, env }: Services): Job[] {
  if (env.SERVE === 'files') return [];
  return env.SERVE === 'sso' ? listSignInJobs(mail) : listAllJobs(mail);
}

function listSignInJobs(mail: Mailer): Job[] {
  return [
    mail.job,
    purgeSignInsJob,
    purgeMailJob,
    purgeAccountsJob,
    maintainPartitionsJob,
    analyzePartitionsJob,
  ] as unknown as Job[];
}

/** The jobs that a process may enqueue: the account service enqueues jobs that the portal runs. */
export function listAllJobs(mail: Mailer): Job[] {
  return [
    ...listSignInJobs(mail),
    applyPreferences,
    makeRecordDocument,
    deleteOrphanedBlob,
    enforceFormRetention,
    makeEvaluationDocument,
    purgeNotifications,
    checkIssuer,
    endSessions,
    notifyGuardiansOfReset,
    endStaffSessions,
    deleteFilesJob,
    signCheckpoint,
    exportData,
    sweepExports,
    eraseDueAccounts,
    deleteUnverifiedAccounts,
    sweepPhoto,
    sweepDivePhoto,
    sweepDsdPhoto,
    drawDemoPhotos,
    notifyDecision,
    purgeLogs,
    importDivesJob,
    purgeImports,
    sweepImportFile,
    purgeSteps,
    syncPhone,
    prepareElearning,
    signCardJob,
    makeCardFilesJob,
    sweepCardFiles,
    renewMemberships(paymentPurposes),
    handOverAccounts,
    deleteOldBirthdateDocuments,
    sweepBirthdateDocument,
    sendProposedInvite,
    reconcilePayments(paymentPurposes),
    expireOrders(paymentPurposes),
    sendRefund(paymentPurposes),
    sendDelayedTestWebhook(paymentPurposes),
    sweepPicture,
    drawDemoPortraits,
    drawDemoOutsideCards,
    notifyApplicationDecision,
    sweepProof,
    purgeDrafts,
  ] as unknown as Job[];
}
