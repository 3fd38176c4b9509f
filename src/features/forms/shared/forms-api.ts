import * as z from 'zod';
import { defineGraphql } from '#platform/shared/contract.ts';

/** Only the id, so a reader has to pass the access checks of the draft. */
const FormChange = z.object({ id: z.string() });
export type FormChange = z.output<typeof FormChange>;

export const formsApi = defineGraphql({
  types: { FormChange },
  queries: {},
  mutations: {},
  subscriptions: {
    onFormChange: {
      summary:
        'Sends an event when another person signs, withdraws, deletes or restores a form that the signed-in person fills in.',
      access: 'signedIn',
      output: FormChange,
    },
  },
});
