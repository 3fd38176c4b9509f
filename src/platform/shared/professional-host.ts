import type { PageBrand } from './brand.ts';

/** Whether the host is the professionals' subdomain, the only one where a page requires their membership. */
export function isProfessionalHost({ professionalSubdomain }: PageBrand, host: string): boolean {
  return host.startsWith(`${professionalSubdomain}.`);
}
