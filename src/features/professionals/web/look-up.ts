import { graphql } from '../../../platform/web/graphql.ts';
import { queries } from '../../../platform/web/query.ts';
import type { ProfessionalInfo } from '../shared/contract.ts';
import { documents } from './documents.ts';

export type Kind = 'store' | 'member';
type Known = Pick<ProfessionalInfo, 'number' | 'name' | 'city' | 'country'>;
export type Found = Known & { kind: Kind };

/** What failed is asked for again; that there is nobody is an answer. */
const retries: Readonly<Record<Kind, number>> = { store: 3, member: 0 };

/** Who stands behind a number, or null. */
export async function lookUp(kind: Kind, number: number): Promise<Found | null> {
  const info = await queries.fetchQuery({
    queryKey: ['professionals', kind, number],
    queryFn: async () => {
      const data = await graphql<Record<string, Known | null>>(documents[kind], { query: { number } });
      return data[`${kind}Info`] ?? null;
    },
    retry: retries[kind],
  });
  return info && { ...info, kind };
}
