import type { DraftSummary, FormRecord } from '../shared/contract.ts';

export type Need =
  | { kind: 'sign' | 'ready' | 'guardian'; draft: DraftSummary }
  | { kind: 'physician'; record: FormRecord };

interface Whose {
  affiliateId: number;
  isOwn: boolean;
}

/** What needs whoever looks comes first, and is not said twice. A guardian's own page has what waits in any child's. */
export function sortForms(
  drafts: readonly DraftSummary[],
  records: readonly FormRecord[],
  { affiliateId, isOwn }: Whose,
) {
  const theirs = drafts.filter((draft) => draft.affiliateId === affiliateId);
  const others = isOwn ? drafts.filter((draft) => draft.affiliateId !== affiliateId) : [];
  const needs: Need[] = [
    ...[...theirs, ...others.filter(({ state }) => state === 'signing')].flatMap((draft): Need[] => {
      const kind = needOf(draft);
      return kind === null ? [] : [{ kind, draft }];
    }),
    ...records.filter(needsPhysician).map((record): Need => ({ kind: 'physician', record })),
  ];
  return { needs, drafts: theirs.filter((draft) => needOf(draft) === null), signed: records };
}

function needOf({ state, waitsFor, answered, questions }: DraftSummary): 'sign' | 'ready' | 'guardian' | null {
  if (waitsFor === 'guardian_unknown') return 'guardian';
  if (waitsFor !== 'you') return null;
  return state === 'signing' ? 'sign' : answered >= questions ? 'ready' : null;
}

/** A page that somebody looks at, and a refusal, ask for nothing. */
function needsPhysician({ medicalStatus, isValid, isRemoved, replacedBy }: FormRecord): boolean {
  return medicalStatus === 'physician' && isValid && !isRemoved && replacedBy === null;
}
