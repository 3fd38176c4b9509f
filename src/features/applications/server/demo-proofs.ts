import type { Services } from '../../../platform/server/context.ts';
import { uuidOf } from '../../../platform/server/uuid.ts';
import { makePaper } from './demo-paper.ts';
import type { Made } from './demo-steps.ts';
import { putProof } from './proof-files.ts';

const dayMs = 86_400_000;

/** The papers of one applicant, as they would have uploaded them. */
export function proofsOf(services: Services, { one, id: application, steps }: Made, now: Date) {
  const { affiliateId: affiliate, givenName, familyName } = one;
  const name = `${givenName} ${familyName}`;
  const ago = (days: number) => new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10);
  const papers = [
    { kind: 'medical', title: 'Fit to dive', days: one.medicalDays, by: 'Harbour Practice, Dr. M. Ferro' },
    { kind: 'first_aid', title: 'First aid and CPR', days: one.firstAidDays, by: 'Lifeline First Aid School' },
  ];
  return Promise.all(
    papers.map(async ({ kind, title, days, by }) => {
      const bytes = makePaper([title, name, `Issued ${ago(days)}`, by, '', 'Invented, for trying the portal.']);
      return {
        affiliate,
        application,
        id: uuidOf(`demo proof ${affiliate} ${kind}`),
        kind,
        name: `${title}.pdf`,
        ...(await putProof(services, `applications/${uuidOf(`demo file ${affiliate} ${kind}`)}`, bytes)),
        bytes: bytes.length,
        dated: kind === 'medical' ? ago(days) : null,
        at: steps[0]?.at,
      };
    }),
  );
}
