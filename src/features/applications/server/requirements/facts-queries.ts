import { statement } from '#platform/server/db/database.ts';

interface FiledFacts {
  birthdate: string | null;
  proofs: { id: string; kind: string; dated: string | null }[];
}

export const selectFiledFacts = statement<FiledFacts, [affiliateId: number, applicationId: number]>(`
  select p.birthdate, coalesce((select jsonb_agg(
      jsonb_build_object('id', f.id, 'kind', f.kind, 'dated', f.dated) order by f.id)
    from application_proof f where f.affiliate_id = p.affiliate_id and f.application_id = $2), '[]') as proofs
  from person p where p.affiliate_id = $1`);
