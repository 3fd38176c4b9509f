import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { boot } from '#platform/web/session/boot.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Chip, type ChipStatus } from '#ui/display/chip.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import type { ClubPage, ClubStatus } from '#features/club/shared/contract.ts';
import { addYear } from '#platform/shared/dates.ts';
import { toTotal } from './club-format.ts';

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
    date: endsOn === null ? '' : formatDay(intl, endsOn, 'long'),
    digits: paymentHint ?? '',
    price: back ? formatMoney(intl, toTotal(back.price)) : '',
    // After a year without membership the reactivation price no longer applies.
    until: endsOn === null ? '' : formatDay(intl, addYear(endsOn), 'long'),
    retry: renewal === null ? '' : formatDay(intl, renewal.on, 'long'),
  };
  const chip = chips[status];
  return (
    <PageHead
      className="*:first:max-w-180 *:first:flex-[1_1_320px]"
      eyebrow={boot.brand.club}
      title={<FormattedMessage id={`club.stand.${headline}` as MessageId} values={values} />}
      text={
        headline !== 'active' && <FormattedMessage id={`club.stand.${headline}_text` as MessageId} values={values} />
      }
      end={
        chip && (
          <span className="only-wide">
            <Chip size="lg" status={chip}>
              <FormattedMessage id={`club.status.${status}` as MessageId} />
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
