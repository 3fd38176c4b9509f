import { FormattedMessage, useIntl } from 'react-intl';
import { boot } from '#platform/web/session/boot.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import type { ClubPage, ClubStatus } from '#features/club/shared/contract.ts';
import { addYear } from '#features/club/shared/membership-rules.ts';
import { formatDay, toTotal } from './club-format.ts';

const chips: Record<ClubStatus, ChipStatus | null> = {
  trial: 'verified',
  active: 'verified',
  past_due: 'returned',
  expired: 'pending',
  eligible: null,
  none: null,
};

export function ClubHeader({ page }: { page: ClubPage }) {
  const intl = useIntl();
  const { status, endsOn, paymentHint, offers, renewal } = page;
  const headline = getHeadlineKey(page);
  const back = offers.find(({ kind }) => kind === 'reactivation');
  const values = {
    club: boot.brand.club,
    date: endsOn === null ? '' : formatDay(intl, endsOn),
    digits: paymentHint ?? '',
    price: back ? formatMoney(intl, toTotal(back.price)) : '',
    // After a year without membership the reactivation price no longer applies.
    until: endsOn === null ? '' : formatDay(intl, addYear(endsOn)),
    retry: renewal === null ? '' : formatDay(intl, renewal.on),
  };
  const chip = chips[status];
  return (
    <PageHead
      eyebrow={boot.brand.club}
      title={<FormattedMessage id={`club.stand.${headline}`} values={values} />}
      text={headline !== 'active' && <FormattedMessage id={`club.stand.${headline}_text`} values={values} />}
      end={
        chip && (
          <span className="club-chip only-wide">
            <Chip status={chip}>
              <FormattedMessage id={`club.status.${status}`} />
            </Chip>
          </span>
        )
      }
    />
  );
}

function getHeadlineKey({ status, offers, history, endsOn }: ClubPage): string {
  const isOffered = (kind: string) => offers.some((offer) => offer.kind === kind);
  if (status === 'eligible') return isOffered('trial') ? 'try' : 'eligible';
  if (status === 'expired') {
    const last = history.find((period) => period.endsOn === endsOn);
    return last?.kind === 'trial' ? 'trial_over' : isOffered('reactivation') ? 'expired' : 'over';
  }
  return status;
}
