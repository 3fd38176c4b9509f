import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { Disc, Row } from '#ui/lists/row.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { CorrectionInQueue } from '#features/account/shared/birthdate-contract.ts';
import { birthdateClient } from '#features/association/web/client.ts';
import { DecideDialog } from './decide-dialog.tsx';

/** A birthdate correction: the stored date, the requested one and the document. */
export function BirthdateCorrectionRow({ correction }: { correction: CorrectionInQueue }) {
  const intl = useIntl();
  const [decision, setDecision] = useState<'approved' | 'declined' | null>(null);
  const { id, affiliateId, fullName, birthDate, former, makesAdult, guardians } = correction;
  const { isMinor, requestedBy, requestedDate } = correction;
  const day = (value: string) => <FormattedDate value={value} dateStyle="long" timeZone="UTC" />;
  const name = <bdi>{fullName}</bdi>;
  async function openDocument(): Promise<void> {
    try {
      const file = await birthdateClient('GET birthdate-corrections/{id}/document', { params: { id } });
      const url = URL.createObjectURL(file);
      window.open(url, '_blank', 'noopener');
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    }
  }
  return (
    <>
      <Row
        wrapsOnPhone
        start={
          <Disc {...(makesAdult && { tone: 'coral' as const })}>
            <CalendarDays size={20} />
          </Disc>
        }
        title={
          <span className="flex flex-wrap items-center gap-2">
            <Link to={`/desk/people/${affiliateId}`}>{name}</Link>
            {makesAdult && (
              <Chip status="returned" hasIcon={false}>
                <FormattedMessage id="association.request.makes_adult" />
              </Chip>
            )}
          </span>
        }
        text={
          <>
            <FormattedMessage
              id="association.request.birthdate"
              values={{ former: day(former), birthdate: day(birthDate) }}
            />
            <span className="block">
              <FormattedMessage
                id="association.request.by"
                values={{
                  name: <bdi>{requestedBy}</bdi>,
                  date: <FormattedDate value={requestedDate} dateStyle="medium" />,
                }}
              />
            </span>
            {isMinor && (
              <span className="block">
                <FormattedMessage
                  id="association.request.guardians"
                  values={{ count: guardians.length, names: <bdi>{intl.formatList(guardians)}</bdi> }}
                />
              </span>
            )}
          </>
        }
        end={
          <span className="flex flex-wrap justify-end gap-2">
            <Button kind="quiet" size="sm" onClick={() => void openDocument()}>
              <FormattedMessage id="association.request.document" />
            </Button>
            <Button kind="outlined" size="sm" onClick={() => setDecision('declined')}>
              <FormattedMessage id="association.request.decline" />
            </Button>
            <Button size="sm" onClick={() => setDecision('approved')}>
              <FormattedMessage id="association.request.approve" />
            </Button>
          </span>
        }
      />
      {decision !== null && (
        <DecideDialog
          title={<FormattedMessage id={`association.request.${decision}_title`} values={{ name }} />}
          text={<FormattedMessage id={`association.request.${decision}_text`} />}
          sendLabel={<FormattedMessage id={`association.request.${decision === 'approved' ? 'approve' : 'decline'}`} />}
          decide={(reason) =>
            birthdateClient('POST birthdate-corrections/{id}/decision', { params: { id }, body: { decision, reason } })
          }
          onClose={() => setDecision(null)}
        />
      )}
    </>
  );
}
