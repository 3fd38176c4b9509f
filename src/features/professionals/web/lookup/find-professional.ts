import { graphql } from '#platform/web/client/graphql.ts';
import { currentQueryClient } from '#platform/web/client/query-client.ts';
import type { ProfessionalInfo } from '#features/professionals/shared/contract.ts';
import { documents } from '#features/professionals/web/graphql-documents.ts';

export type ProfessionalKind = 'store' | 'member';
type ProfessionalSummary = Pick<ProfessionalInfo, 'number' | 'name' | 'city' | 'country'>;
export type FoundProfessional = ProfessionalSummary & { kind: ProfessionalKind };

/** Retries after an error; a number that is not found is not an error. */
const retries: Readonly<Record<ProfessionalKind, number>> = { store: 3, member: 0 };

/** The professional or store with a number, or null. */
export async function findProfessional(kind: ProfessionalKind, number: number): Promise<FoundProfessional | null> {
  const info = await currentQueryClient().fetchQuery({
    queryKey: ['professionals', kind, number],
    queryFn: async () => {
      const variables = { query: { number } };
      return kind === 'store'
        ? (await graphql(documents.store, variables)).storeInfo
        : (await graphql(documents.member, variables)).memberInfo;
    },
    retry: retries[kind],
  });
  return info && { ...info, kind };
}
