import * as z from 'zod';
import {
  checkIssuer,
  deleteOldBirthdateDocuments,
  deleteOldPhoneChanges,
  deleteUnverified,
  deleteOldSecurityEvents,
  deleteOldSessions,
  endSessions,
  endStaffSessions,
  eraseDue,
  exportData,
  notifyGuardiansOfReset,
  sweepBirthdateDocument,
  sweepExports,
  sweepPhoto,
  syncPhone,
} from '../features/account/server/public.ts';
import { purgeDrafts, sweepProof, tellDecision } from '../features/applications/server/public.ts';
import { drawDemoPortraits } from '../features/certifications/server/demo.ts';
import { sweepPicture } from '../features/certifications/server/outside-files.ts';
import { tendClub } from '../features/club/server/public.ts';
import { makeCardFilesJob, sweepCardFiles } from '../features/certifications/server/card-making.ts';
import { signCardJob } from '../features/certifications/server/issuing.ts';
import { handOver, sendProposedInvite } from '../features/family/server/public.ts';
import { sweepBlob } from '../features/forms/server/blobs.ts';
import { signDemoForms } from '../features/forms/server/demo.ts';
import { makeDocument } from '../features/forms/server/make-document.ts';
import { tendForms } from '../features/forms/server/retention.ts';
import { makeEvaluation } from '../features/forms/server/make-evaluation.ts';
import { purgeExpired, purgePending } from '../features/identity/server/public.ts';
import { answerDemoQuestions } from '../features/learning/server/demo-answers.ts';
import { prepareElearning } from '../features/learning/server/public.ts';
import { purgeSteps } from '../features/learning/server/purge.ts';
import { drawDemoPhotos } from '../features/logbook/server/demo.ts';
import { sweepDivePhoto } from '../features/logbook/server/photo-files.ts';
import { notifyDecision, purgeLogs } from '../features/logbook/server/public.ts';
import { purgeNotifications } from '../features/notifications/server/public.ts';
import { applyPreferences } from '../features/preferences/server/public.ts';
import { reconcilePayments, refundPayments, tellLateNews } from '../features/payments/server/public.ts';
import { expireOrders } from '../features/shop/server/public.ts';
import type { Services } from '../platform/server/context.ts';
import { deleteFiles } from '../platform/server/delete-files.ts';
import { defineJob, type Job } from '../platform/server/jobs.ts';
import { purgeMails } from '../platform/server/mail.ts';
import { purposes } from './purposes.ts';

const purgeSignIns = defineJob('identity.purge', { schema: z.object({}), cron: '17 * * * *' }, async ({ database }) => {
  await purgeExpired(database.db);
  await purgePending(database.db);
});

const purgeMail = defineJob('mail.purge', { schema: z.object({}), cron: '27 3 * * *' }, async ({ database }) => {
  await purgeMails(database.db);
});

const purgeAccounts = defineJob('account.purge', { schema: z.object({}), cron: '37 3 * * *' }, async ({ database }) => {
  await deleteOldSessions(database.db);
  await deleteOldPhoneChanges(database.db);
  await deleteOldSecurityEvents(database.db);
});

/** Every kind of background work; each area adds its own here. What asks the account service needs a portal to ask for. */
export function jobsOf(services: Services): Job[] {
  const everywhere = [services.mail.job, purgeSignIns, purgeMail, purgeAccounts];
  return (services.env.SERVE === 'sso'
    ? everywhere
    : [
        ...everywhere,
        applyPreferences,
        makeDocument,
        sweepBlob,
        tendForms,
        makeEvaluation,
        purgeNotifications,
        checkIssuer,
        endSessions,
        notifyGuardiansOfReset,
        endStaffSessions,
        deleteFiles,
        exportData,
        sweepExports,
        eraseDue,
        deleteUnverified,
        sweepPhoto,
        sweepDivePhoto,
        drawDemoPhotos,
        signDemoForms,
        notifyDecision,
        purgeLogs,
        purgeSteps,
        syncPhone,
        prepareElearning,
        answerDemoQuestions,
        signCardJob,
        makeCardFilesJob,
        sweepCardFiles,
        tendClub(purposes),
        handOver,
        deleteOldBirthdateDocuments,
        sweepBirthdateDocument,
        sendProposedInvite,
        reconcilePayments(purposes),
        expireOrders(purposes),
        refundPayments(purposes),
        tellLateNews(purposes),
        sweepPicture,
        drawDemoPortraits,
        tellDecision,
        sweepProof,
        purgeDrafts,
      ]) as unknown as Job[];
}
