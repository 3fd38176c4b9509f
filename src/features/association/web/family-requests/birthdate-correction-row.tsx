import { CalendarDays } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { Disc, Row } from '#ui/lists/row.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { CorrectionInQueue } from '#features/account/shared/birthdate-contract.ts';
import { birthdateClient } from '#features/association/web/client.ts';

export type CorrectionDecision = 'approved' | 'declined';

interface BirthdateCorrectionRowProps {
  correction: CorrectionInQueue;
  onDecide: (decision: CorrectionDecision) => void;
}

/** A birthdate correction: the stored date, the requested one and the document. */
export function BirthdateCorrectionRow({ correction, onDecide }: BirthdateCorrectionRowProps) {
  const intl = useIntl();
  const { id, affiliateId, fullName, birthDate, former, makesAdult, guardians } = correction;
  const { isMinor, requestedBy, requestedDate } = correction;
  const day = (value: string) => <FormattedDay value={value} format="long" />;
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
                date: <FormattedDay value={requestedDate} />,
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
          <Button kind="outlined" size="sm" onClick={() => onDecide('declined')}>
            <FormattedMessage id="association.request.decline" />
          </Button>
          <Button size="sm" onClick={() => onDecide('approved')}>
            <FormattedMessage id="association.request.approve" />
          </Button>
        </span>
      }
    />
  );
}
