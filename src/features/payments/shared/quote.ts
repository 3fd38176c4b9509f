import * as z from 'zod';

/** A price for a person, including tax. It is stored with the payment and becomes the line of its order. */
export const Quote = z.object({
  /** The US price it was converted from, or the original amount if the price was fixed in another currency. */
  usdMinor: z.int(),
  country: z.string(),
  currency: z.string(),
  isTaxIncluded: z.boolean(),
  taxBp: z.int(),
  taxMinor: z.int(),
  /** Excludes tax if tax is added, includes it otherwise. */
  unitMinor: z.int(),
  totalMinor: z.int(),
});
export type Quote = z.output<typeof Quote>;
