import type { DraftSummary, FormRecord } from '#features/forms/shared/contract.ts';

export type FormTask =
  | { kind: 'sign' | 'ready' | 'guardian'; draft: DraftSummary }
  | { kind: 'physician'; record: FormRecord };

interface ListOwner {
  affiliateId: number;
  isOwn: boolean;
}

/** Tasks come first and are not listed twice. A guardian's own page includes the tasks of all children. */
export function groupForms(
  drafts: readonly DraftSummary[],
  records: readonly FormRecord[],
  { affiliateId, isOwn }: ListOwner,
) {
  const own = drafts.filter((draft) => draft.affiliateId === affiliateId);
  const others = isOwn ? drafts.filter((draft) => draft.affiliateId !== affiliateId) : [];
  const tasks: FormTask[] = [
    ...[...own, ...others.filter(({ state }) => state === 'signing')].flatMap((draft): FormTask[] => {
      const kind = findTaskKind(draft);
      return kind === null ? [] : [{ kind, draft }];
    }),
    ...records.filter(needsPhysician).map((record): FormTask => ({ kind: 'physician', record })),
  ];
  return { tasks, drafts: own.filter((draft) => findTaskKind(draft) === null), signed: records };
}

function findTaskKind({ state, waitsFor, answered, questions }: DraftSummary): 'sign' | 'ready' | 'guardian' | null {
  if (waitsFor === 'guardian_unknown') return 'guardian';
  if (waitsFor !== 'you') return null;
  return state === 'signing' ? 'sign' : answered >= questions ? 'ready' : null;
}

/** A page under review and a refusal need no action. */
function needsPhysician({ medicalStatus, isValid, isRemoved, replacedBy }: FormRecord): boolean {
  return medicalStatus === 'physician' && isValid && !isRemoved && replacedBy === null;
}
