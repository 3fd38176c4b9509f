import * as z from 'zod';
import { defineGraphql } from '#platform/shared/contract.ts';
import { MailingAddress } from '#features/account/shared/profile-contract.ts';

/** Everyone may know the name and place of a professional or store; the rest is for themselves and staff. */
const ProfessionalInfo = z.object({
  number: z.int(),
  name: z.string(),
  city: z.string(),
  country: z.string(),
  affiliateId: z.int(),
  sub: z.string().nullable(),
  availableCredit: z.number().nullable(),
  /** The currency of the credit. */
  availableCreditCurrency: z.string().nullable(),
  address: MailingAddress.nullable(),
});
export type ProfessionalInfo = z.output<typeof ProfessionalInfo>;

/** A path of the portal or an external URL. */
const ProfessionalLink = z.object({ name: z.string(), url: z.string(), isExternal: z.boolean() });
export type ProfessionalLink = z.output<typeof ProfessionalLink>;

/** A signed form in the list of those it names, without answers. */
const ProfessionalForm = z.object({
  id: z.string(),
  diverName: z.string(),
  affiliateId: z.int(),
  name: z.string(),
  status: z.string(),
  statusId: z.int(),
  medicalRequired: z.boolean(),
  isMinor: z.boolean(),
  isValid: z.boolean(),
  createdDate: z.string(),
  url: z.string(),
});
const ProfessionalForms = z.object({ total: z.int(), items: z.array(ProfessionalForm) });
export type ProfessionalForms = z.output<typeof ProfessionalForms>;
const FormsQuery = z.object({ page: z.int().min(1).max(10_000).default(1), search: z.string().max(100).default('') });
export type FormsQuery = z.output<typeof FormsQuery>;

const Member = z.object({ memberNumber: z.int().nullable(), memberStatus: z.string().nullable() });

const NumberQuery = z.object({ number: z.int().positive() });

export const professionalsApi = defineGraphql({
  types: {
    ProfessionalInfo,
    ProfessionalAddress: MailingAddress,
    NumberQuery,
    ProfessionalLink,
    ProfessionalForm,
    ProfessionalForms,
    FormsQuery,
    Member,
  },
  queries: {
    memberInfo: {
      summary: 'Returns the active instructor with this number, or null. Divemasters’ numbers match no one.',
      access: 'signedIn',
      args: z.object({ query: NumberQuery }),
      output: ProfessionalInfo.nullable(),
    },
    storeInfo: {
      summary: 'Returns the store with this number, or null.',
      access: 'signedIn',
      args: z.object({ query: NumberQuery }),
      output: ProfessionalInfo.nullable(),
    },
    links: {
      summary: 'Lists the association’s links for professionals and stores.',
      access: ['professional', 'store'],
      args: z.object({}),
      output: z.array(ProfessionalLink),
    },
    forms: {
      summary: 'Returns one page of the signed forms that name the calling professional or store, and their total.',
      access: ['professional', 'store'],
      args: z.object({ query: FormsQuery.optional() }),
      output: ProfessionalForms,
    },
    member: {
      summary: 'Returns the caller’s professional membership. Requested on professional hosts only.',
      access: ['professional'],
      args: z.object({}),
      output: Member,
    },
  },
  mutations: {},
  subscriptions: {},
});
