import { Gift } from '#ui/icons/icons.ts';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { createClient } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { codeEndpoints, grantableCodes } from '#features/learning/shared/codes-contract.ts';
import { ReasonDialog } from '#features/association/web/reason-dialog.tsx';

const codeClient = createClient<typeof codeEndpoints>('/api/certifications');
const kinds = ['club-year', 'specialty-of-choice'] as const satisfies typeof grantableCodes;
type Kind = (typeof kinds)[number];

/** Lets staff grant a club year or a specialty of the person's choice, with a reason. */
export function GrantCode({ affiliateId, name }: { affiliateId: number; name: string }) {
  const intl = useIntl();
  const [kind, setKind] = useState<Kind | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // The key stays the same after a lost response, so a retry does not grant a second code.
  const key = useRef('');
  const open = (next: Kind) => {
    key.current = crypto.randomUUID();
    setProblem(null);
    setKind(next);
  };

  async function grant(packageId: Kind, reason: string): Promise<void> {
    setIsBusy(true);
    try {
      await codeClient('POST desk/codes', { body: { key: key.current, affiliateId, packageId, reason } });
      setKind(null);
      showToast({ text: intl.formatMessage({ id: 'association.person.code_granted' }, { name }) });
    } catch (error) {
      setProblem(formatErrorMessage(intl, error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <>
      {kinds.map((item) => (
        <Button align="start" key={item} kind="outlined" size="sm" onClick={() => open(item)}>
          <Gift size={16} aria-hidden="true" />
          <FormattedMessage id={`association.person.grant.${item}`} />
        </Button>
      ))}
      {kind !== null && (
        <ReasonDialog
          title={<FormattedMessage id={`association.person.grant.${kind}`} />}
          text={<FormattedMessage id={`association.person.grant_about.${kind}`} values={{ name: <bdi>{name}</bdi> }} />}
          hint={<FormattedMessage id="association.person.grant_hint" />}
          missing={<FormattedMessage id="association.person.grant_missing" />}
          maxLength={500}
          sendLabel={<FormattedMessage id="association.person.grant_submit" />}
          isBusy={isBusy}
          problem={problem}
          onSend={(reason) => void grant(kind, reason)}
          onClose={() => setKind(null)}
        />
      )}
    </>
  );
}
