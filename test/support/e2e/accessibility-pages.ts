import { demoRequestId } from '#features/tour/shared/demo-ends.ts';

/**
 * Every screen, listed for a role that sees content on it. Values in braces are created by accessibility-data.ts. A screen
 * that is the same for all roles is listed once.
 */
export const pagesByRole = {
  diver: [
    '/training/dashboard',
    '/account',
    '/certifications/list',
    '/certifications/ecard/20471101',
    '/certifications/noecard/52',
    '/preferences/subscriber',
    '/preferences/notifications',
    '/profile',
    '/settings',
    '/training/course/open-water',
    '/training/performance',
    '/training/performance/open-water',
    '/training/eRecord',
    '/training/eRecord/open-water',
    '/training/shop',
    '/training/shop/product/4001',
    '/logbook/list',
    '/logbook/dive/77',
    '/logbook/log-dive/training/create/open_water/2',
    '/logbook/log-dive/training/update/{training}',
    '/logbook/log-dive/recreational/create',
    '/logbook/log-dive/recreational/create/77/done',
    '/logbook/log-dive/recreational/update/77',
    '/logbook/log-dive/select-course',
    '/logbook/import',
    '/logbook/import/00000000-0000-4000-8000-000000000000',
    '/dsd/welcome?store=20001',
    '/club',
  ],
  /** The person of createActiveUser. */
  activeUser: [
    '/training/dashboard',
    '/training/claim/{claim}',
    '/training/content/peak-buoyancy?{quiz}',
    '/training/forms-applications',
    '/training/forms-applications/{record}',
    '/training/medical-form?id={draft}',
    '/training/shop/basket',
    '/training/shop/checkout',
    '/training/shop/orders',
    '/training/shop/orders/{order}',
    '/dsd/confirm-affiliation',
    '/applications/{application}',
    '/training/content/demo-reading-the-water?lesson=water/waves',
  ],
  stranger: [
    '/verify',
    '/discover/20001',
    '/unsubscribed?global_uid={uid}',
    '/join/{join}',
    '/sign/{sign}',
    '/handover/{handover}',
    '/physician/{physician}',
    '/pay/{pay}',
    '/card/{card}',
    '/continue',
  ],
  guardian: ['/family', '/training/my-promos', '/training/dashboard', `/training/shop/requests/${demoRequestId}`],
  instructor: [
    '/pro',
    '/pro/class',
    '/pro/boat',
    '/pro/codes',
    '/pro/applications',
    '/applications/{review}',
    '/training/students',
    '/training/instructor/eRecord/400002/open-water?affiliateId=400002',
    '/logbook/verification',
  ],
  store: ['/pro', '/pro/class', '/training/shop/credit', '/training/shop', '/training/forms-applications?tab=guests'],
  staff: [
    '/desk/applications',
    '/desk/applications/payment',
    '/desk/photos',
    '/desk/card-photos',
    '/desk/pages',
    '/desk/requests',
    '/desk/courses',
    '/desk/orders',
    '/desk/orders/{order}',
    '/desk/people/400003?search=okafor',
    '/desk/stores/400007?search=kelder',
    '/desk/cards?search=maren',
    '/desk/flags',
    '/desk/audit',
    '/desk/security',
    '/desk/mails/account.mail.photo_rejected',
  ],
} as const;

/** Pages that are opened only by a link with a redirect, and the link. */
export const linksToPages: Readonly<Record<string, string>> = {
  '/continue': '/training/instructor/eRecord/400002/open-water?affiliateId=400002&token={token}',
};

/** Pages without the portal's shell: the account service and the unauthorized page. */
export const pagesWithoutShell = [
  '/login/sign-in',
  '/login/sign-up',
  '/sso/forgot',
  '/sso/reset/{reset}',
  '/sso/sign-out',
  '/sso/problem?error=server_error',
  '/training/unauthorized',
] as const;

/** Pages with single-use links or requests, which the journeys that create them check. */
export const pagesInJourneys = ['/sso/interaction/{uid}', '/sso/verify/{token}', '/sso/email/{token}'] as const;
