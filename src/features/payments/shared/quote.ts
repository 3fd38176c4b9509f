import * as z from 'zod';

/** A price as somebody would pay it, with its tax. It is kept with a payment, and becomes the line of its order. */
export const Quote = z.object({
  /** The price it was converted from; of one that was fixed in another currency, that. */
  usdMinor: z.int(),
  country: z.string(),
  currency: z.string(),
  isTaxIncluded: z.boolean(),
  taxBp: z.int(),
  taxMinor: z.int(),
  /** Before tax where that is added, with tax where that is contained. */
  unitMinor: z.int(),
  totalMinor: z.int(),
});
export type Quote = z.output<typeof Quote>;
