import * as z from 'zod';
import { locales } from './locale.ts';

/** The association that runs the portal. Its names, links and logo are configured in one file and not in code. */
export const Brand = z.strictObject({
  name: z.string().min(1),
  shortName: z.string().min(1),
  tagline: z.string(),
  club: z.string().min(1),
  /** The place where certifications are issued. */
  office: z.string().default(''),
  /** The `{product}` of `{product}Communications`. */
  productKey: z.string().regex(/^[a-z][A-Za-z0-9]*$/),
  /** Two SVG paths in a 30 by 30 square: the first in the accent colour, the second in a depth tint. */
  logo: z.tuple([z.string(), z.string()]),
  links: z.strictObject({
    help: z.url(),
    privacy: z.url(),
    consumerProtection: z.url(),
    contact: z.url(),
    terms: z.url(),
  }),
  /** The mailto: or https: URL for security.txt; the default is `links.contact`. */
  securityContact: z.url({ protocol: /^(mailto|https)$/ }).optional(),
  mainlandChina: z.strictObject({
    hosts: z.array(z.string()),
    icpNumber: z.string(),
    icpLink: z.url(),
    eCards: z.url(),
  }),
  professionalSubdomain: z.string().min(1),
  /** Links for professionals and stores, named by language. The URL is external or a path of the portal. */
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
/** The part of the brand that is embedded in every page. */
export type PageBrand = Omit<Brand, 'professionalLinks' | 'securityContact'>;
