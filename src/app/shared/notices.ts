import { accountNotices } from '#features/account/shared/notices.ts';
import { applicationNotices } from '#features/applications/shared/notices.ts';
import { certificationNotices } from '#features/certifications/shared/notices.ts';
import { clubNotices } from '#features/club/shared/notices.ts';
import { familyNotices } from '#features/family/shared/notices.ts';
import { dsdNotices } from '#features/dsd/shared/notices.ts';
import { formNotices } from '#features/forms/shared/notices.ts';
import { learningNotices } from '#features/learning/shared/notices.ts';
import { logbookNotices } from '#features/logbook/shared/notices.ts';
import type { Notice } from '#features/notifications/shared/notice.ts';
import { paymentNotices } from '#features/payments/shared/notices.ts';
import { shopNotices } from '#features/shop/shared/notices.ts';

/** The notices of all features. */
export const notices: readonly Notice[] = [
  ...Object.values(accountNotices),
  ...Object.values(logbookNotices),
  ...Object.values(learningNotices),
  ...Object.values(certificationNotices),
  ...Object.values(clubNotices),
  ...Object.values(familyNotices),
  ...Object.values(shopNotices),
  ...Object.values(paymentNotices),
  ...Object.values(formNotices),
  ...Object.values(dsdNotices),
  ...Object.values(applicationNotices),
];

export const noticesByKind: ReadonlyMap<string, Notice> = new Map(notices.map((notice) => [notice.kind, notice]));
