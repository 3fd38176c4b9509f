import * as z from 'zod';
import { locales } from './locale.ts';

/** The association that runs the portal. Its names, links and marks stand in one file and nowhere in the code. */
export const Brand = z.strictObject({
  name: z.string().min(1),
  shortName: z.string().min(1),
  tagline: z.string(),
  club: z.string().min(1),
  /** Where its certifications are issued. */
  office: z.string().default(''),
  /** The `{product}` of `{product}Communications`. */
  productKey: z.string().regex(/^[a-z][A-Za-z0-9]*$/),
  /** Two shapes in a 30 by 30 square: the first in the accent, the second in the tint of the depths. */
  logo: z.tuple([z.string(), z.string()]),
  links: z.strictObject({
    help: z.url(),
    privacy: z.url(),
    consumerProtection: z.url(),
    contact: z.url(),
    terms: z.url(),
  }),
  /** Where weaknesses are reported, for security.txt: a mailto: or https: address. Without one, `links.contact`. */
  securityContact: z.url({ protocol: /^(mailto|https)$/ }).optional(),
  mainlandChina: z.strictObject({
    hosts: z.array(z.string()),
    icpNumber: z.string(),
    icpLink: z.url(),
    eCards: z.url(),
  }),
  professionalSubdomain: z.string().min(1),
  /** Where its professionals and stores find more, by language: an address elsewhere, or a path of the portal. */
  professionalLinks: z
    .array(
      z.strictObject({
        name: z.partialRecord(z.enum(locales), z.string().min(1)).and(z.object({ 'en-US': z.string() })),
        url: z.union([z.url({ protocol: /^https?$/ }), z.string().regex(/^\/(?![/\\])/)]),
      }),
    )
    .default([]),
});
export type Brand = z.output<typeof Brand>;
/** As every page has it. */
export type PageBrand = Omit<Brand, 'professionalLinks' | 'securityContact'>;
