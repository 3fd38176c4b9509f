import type { PageBrand } from './brand.ts';

/** Whether the address is the one of the association's professionals: only there a page asks for their membership. */
export function isProfessionalHost({ professionalSubdomain }: PageBrand, host: string): boolean {
  return host.startsWith(`${professionalSubdomain}.`);
}
