import { lazy, Suspense, useState } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { setHasCourses } from '#platform/web/session/has-courses.ts';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { RedeemResult } from '#features/learning/shared/codes-contract.ts';
import { type MissingPrerequisite, readMissingPrerequisite } from './missing-prerequisite.ts';
import { codeClient } from '#features/learning/web/client.ts';
import { coursePath } from '#features/learning/shared/player-paths.ts';
import { refreshLearning } from '#features/learning/web/queries.ts';

const PrerequisiteDialog = lazy(async () => ({
  default: (await import('./prerequisite-dialog.tsx')).PrerequisiteDialog,
}));
const SpecialtyDialog = lazy(async () => ({ default: (await import('./specialty-dialog.tsx')).SpecialtyDialog }));

/** Redeems a code and opens its course; a code for a specialty of choice asks for the specialty first. */
export function useRedeem() {
  const intl = useIntl();
  const navigate = useNavigate();
  const [choice, setChoice] = useState<{ code: string; packageId: string } | null>(null);

  const [missing, setMissing] = useState<MissingPrerequisite | null>(null);

  const goTo = ({ redirect, packageId }: RedeemResult) => {
    setHasCourses(true);
    refreshLearning();
    showToast({ text: intl.formatMessage({ id: 'learning.code.redeemed' }) });
    void navigate(redirect ?? coursePath(packageId));
  };

  return {
    async redeem(code: string): Promise<void> {
      try {
        const answer = await codeClient('POST codes/{code}/redeem', { params: { code } });
        if (answer.isSpecialityProduct && answer.redirect === null) setChoice({ code, packageId: answer.packageId });
        else goTo(answer);
      } catch (error) {
        const prerequisite = readMissingPrerequisite(error);
        if (prerequisite === null) throw error;
        setMissing(prerequisite);
      }
    },
    /** Must be rendered by the caller. */
    dialog: (
      <Suspense>
        {missing !== null && <PrerequisiteDialog {...missing} onClose={() => setMissing(null)} />}
        {choice !== null && missing === null && (
          <SpecialtyDialog {...choice} onChosen={goTo} onBlocked={setMissing} onClose={() => setChoice(null)} />
        )}
      </Suspense>
    ),
  };
}
