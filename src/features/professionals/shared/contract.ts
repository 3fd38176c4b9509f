import * as z from 'zod';
import { defineGraphql } from '../../../platform/shared/contract.ts';
import { MailingAddress } from '../../account/shared/profile-contract.ts';

/** What everybody may know of a professional or a store: name and city. The rest only themselves. */
const ProfessionalInfo = z.object({
  number: z.int(),
  name: z.string(),
  city: z.string(),
  country: z.string(),
  affiliateId: z.int(),
  sub: z.string().nullable(),
  availableCredit: z.number().nullable(),
  address: MailingAddress.nullable(),
});
export type ProfessionalInfo = z.output<typeof ProfessionalInfo>;

const NumberQuery = z.object({ number: z.int().positive() });

export const professionalsApi = defineGraphql({
  types: { ProfessionalInfo, ProfessionalAddress: MailingAddress, NumberQuery },
  queries: {
    memberInfo: {
      summary: 'An active professional by number, or null.',
      access: 'signedIn',
      args: z.object({ query: NumberQuery }),
      output: ProfessionalInfo.nullable(),
    },
    storeInfo: {
      summary: 'A store by number, or null.',
      access: 'signedIn',
      args: z.object({ query: NumberQuery }),
      output: ProfessionalInfo.nullable(),
    },
  },
  mutations: {},
  subscriptions: {},
});
