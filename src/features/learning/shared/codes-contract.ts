import * as z from 'zod';
import { defineEndpoints } from '#platform/shared/contract.ts';
import { defineErrors } from '#platform/shared/errors.ts';
import { longText } from '#platform/shared/text-schemas.ts';
import { CourseCard, Culture, PackageId } from './course-contract.ts';
import { clubYear, specialtyOfChoice } from './rules.ts';

/** Codes 224 to 226 are numbers because the specification defines them. */
export const failCode = defineErrors({
  /** Unknown code. */
  '224': 404,
  /** Already redeemed by this person. */
  '225': 409,
  /** Redeemed by someone else, shared or expired. */
  '226': 409,
  'learning.code_not_yours': 404,
  /** The person already owns the course; the code stays valid. */
  'learning.code_owned': 409,
  'learning.code_other_package': 422,
  /** The course requires a certification that the person doesn't have; the code stays valid. */
  'learning.code_prerequisite': 409,
  'learning.code_has_store': 409,
  'learning.share_to_self': 422,
  'learning.link_over': 404,
  'learning.unknown_store': 422,
});

/** Accepts lower-case letters, spaces and missing dashes, because people type codes by hand. */
const CodeText = z
  .string()
  .max(40)
  .transform((typed) => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
  .pipe(z.string().min(1).max(24))
  .transform((code) => code.match(/.{1,4}/g)?.join('-') ?? code);

export const AccessCode = z.object({
  couponCode: z.string(),
  certificationName: z.string(),
  packageId: z.string(),
  expiresDate: z.string().nullable(),
});
export type AccessCode = z.output<typeof AccessCode>;

/** In the order of the list: codes that can still be given away come first. */
export const heldCodeStates = ['free', 'shared', 'redeemed', 'expired'] as const;

/** A code held by a store or a professional. */
export const HeldCode = z.object({
  ...AccessCode.shape,
  createdDate: z.string(),
  state: z.enum(heldCodeStates),
  stateDate: z.string().nullable(),
});
export type HeldCode = z.output<typeof HeldCode>;

const HeldCodes = z.object({
  /** The codes that match state and search. */
  total: z.int(),
  /** All codes by their state. */
  counts: z.object({ free: z.int(), shared: z.int(), redeemed: z.int(), expired: z.int() }),
  /** Unused codes that expire within 30 days. */
  expiringSoon: z.int(),
  items: z.array(HeldCode),
});

/** `redirect` is null until a specialty is chosen. */
export const RedeemResult = z.object({
  redirect: z.string().nullable(),
  isSpecialityProduct: z.boolean(),
  packageId: z.string(),
});
export type RedeemResult = z.output<typeof RedeemResult>;

/** Codes that staff can grant. */
export const grantableCodes = [clubYear, specialtyOfChoice] as const;

const Affiliation = z.object({
  isAffiliated: z.boolean(),
  storeNumber: z.int().nullable(),
  storeName: z.string().nullable(),
  memberNumber: z.int().nullable(),
  memberName: z.string().nullable(),
});
const CodeParams = z.object({ code: CodeText });
const PersonQuery = z.object({
  affiliateId: z.coerce.number().int().positive().optional(),
  culture: Culture.optional(),
});

export const codeEndpoints = defineEndpoints('certifications', {
  'POST journey/routing/othercourses': {
    summary: 'Lists the courses for sale that the person does not own.',
    access: 'signedIn',
    kind: 'read',
    body: z.object({ culture: Culture.optional() }).default({}),
    output: z.array(CourseCard),
  },
  'GET affiliations/affiliated/{packageId}': {
    summary: 'Returns the store and professional of a person’s enrollment.',
    access: 'signedIn',
    params: z.object({ packageId: PackageId }),
    query: PersonQuery,
    output: Affiliation,
  },
  'GET codes/unredeemed': {
    summary: 'Lists the person’s unredeemed codes.',
    access: 'signedIn',
    output: z.array(AccessCode),
  },
  'GET codes/packages/{packageId}': {
    summary: 'Lists the courses that a code of this package can be redeemed for.',
    access: 'signedIn',
    params: z.object({ packageId: PackageId }),
    query: PersonQuery,
    output: z.array(CourseCard),
  },
  'GET codes/held': {
    summary: 'Returns one page of the codes of a store or professional, unused ones first, and their number by state.',
    access: ['professional', 'store'],
    query: z.object({
      state: z.enum(heldCodeStates).optional(),
      /** Part of a code or of a course name. */
      search: z.string().max(100).default(''),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
      limit: z.coerce.number().int().min(1).max(500).default(50),
    }),
    output: HeldCodes,
  },
  'POST codes/{code}/redeem': {
    summary: 'Redeems a code for its course. A code for a specialty of choice is redeemed by choosing the specialty.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: CodeParams,
    output: RedeemResult,
  },
  'POST codes/{code}/redeem/specialty': {
    summary: 'Redeems a code for the chosen specialty.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: CodeParams,
    query: z.object({ packageid: PackageId }),
    output: RedeemResult,
  },
  'POST codes/{code}/share': {
    summary: 'Shares a code by email. The recipient claims it after signing in.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: CodeParams,
    body: z.object({ email: z.email().max(254), certificationName: z.string().max(200) }),
    output: z.null(),
  },
  'POST codes/{code}/affiliate': {
    summary: 'Sets the store where a code will be used.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: CodeParams,
    body: z.object({ storeNumber: z.int().min(1).max(999_999_999) }),
    output: z.object({ storeNumber: z.int(), name: z.string() }),
  },
  'GET {token}': {
    summary: 'Returns the shared code behind a single-use link.',
    access: 'signedIn',
    params: z.object({ token: z.string().regex(/^[\w-]{20,100}$/) }),
    output: z.object({
      kind: z.literal('code'),
      certificationName: z.string(),
      packageId: z.string(),
      from: z.string(),
    }),
  },
  'POST desk/codes': {
    summary: 'Grants a code for a club year or a specialty of choice to a person, with a reason.',
    access: ['staff'],
    body: z.object({
      key: z.uuid(),
      affiliateId: z.int().min(1).max(2_147_483_647),
      packageId: z.enum(grantableCodes),
      reason: longText(500).min(1, 'learning.grant.reason_missing'),
    }),
    output: z.object({ certificationName: z.string() }),
  },
  'POST {token}/claim': {
    summary: 'Claims the shared code behind a single-use link.',
    access: 'signedIn',
    requires: ['verifiedEmail'],
    params: z.object({ token: z.string().regex(/^[\w-]{20,100}$/) }),
    output: AccessCode,
  },
});

export const Offer = z.object({
  packageId: z.string(),
  title: z.string(),
  summary: z.string(),
  reason: z.enum(['first', 'next', 'popular']),
});
export type Offer = z.output<typeof Offer>;

export const catalogueEndpoints = defineEndpoints('catalogue', {
  'GET courses/expanded': {
    summary: 'Lists all courses with their section titles.',
    access: 'signedIn',
    query: z.object({ culture: Culture.optional() }),
    output: z.array(z.object({ ...CourseCard.shape, sections: z.array(z.string()) })),
  },
  'GET offer/recommendation': {
    summary: 'Lists recommended courses with a reason.',
    access: 'signedIn',
    query: z.object({ sub: z.string().max(200), culture: Culture.optional() }),
    output: z.array(Offer),
  },
});
