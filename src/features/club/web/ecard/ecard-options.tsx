import { useMutation } from '@tanstack/react-query';
import { Gift, LifeBuoy } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { Link, useNavigate } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { boot } from '#platform/web/session/boot.ts';
import { formatMoney } from '#platform/web/i18n/format-money.ts';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { OptionRow } from '#ui/lists/option-row.tsx';
import type { ClubPage } from '#features/club/shared/contract.ts';
import { refreshClub, useClub } from '#features/club/web/club-queries.ts';
import { toTotal } from '#features/club/web/club-format.ts';
import { redeemCard } from './redeem-card.ts';
import { getRedeemError } from './redeem-error.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';

/** A certification without an eCard. */
type CertificationChoice = Pick<ClubPage['choices'][number], 'licenseID' | 'levelID' | 'levelName'>;

/** Redeems the year's free eCard for this certification. */
export function RedeemECardOption({ card }: { card: CertificationChoice }) {
  const intl = useIntl();
  const { data: club } = useClub();
  const redeem = useRedeemCard(card);
  const error = club && getRedeemError(club, card.licenseID);
  return (
    <OptionRow
      icon={<Gift size={20} />}
      title={<FormattedMessage id="club.way.redeem" values={{ club: boot.brand.club }} />}
      text={
        error === undefined ? null : error === null ? (
          <FormattedMessage id="club.way.redeem_text" />
        ) : (
          <RedeemErrorText intl={intl} error={error} club={club} />
        )
      }
      action={
        error === null ? (
          <Button isBusy={redeem.isPending} onClick={() => redeem.mutate()}>
            <FormattedMessage id="club.way.redeem_action" />
          </Button>
        ) : (
          error === 'club.no_photo' && (
            <Link className={buttonClass({ kind: 'outlined' })} to="/profile">
              <FormattedMessage id="club.way.photo" />
            </Link>
          )
        )
      }
    />
  );
}

function RedeemErrorText({ intl, error, club }: { intl: IntlShape; error: string; club: ClubPage | undefined }) {
  const { levelName = null, on = null } = club?.ecard ?? {};
  if (error === 'club.already_redeemed' && levelName !== null && on !== null)
    return (
      <FormattedMessage id="club.way.redeemed_for" values={{ level: levelName, date: formatDay(intl, on, 'long') }} />
    );
  return <FormattedMessage id={`club.way.${error}` as MessageId} values={{ club: boot.brand.club }} />;
}

function useRedeemCard({ licenseID, levelID, levelName }: CertificationChoice) {
  const intl = useIntl();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => redeemCard({ licenseID, levelID, levelName }),
    onSuccess: async () => {
      showToast({ text: intl.formatMessage({ id: 'club.way.redeemed' }, { level: levelName }) });
      await navigate(`/certifications/ecard/${licenseID}`, { replace: true });
    },
    onError: (error) => {
      showToast({ text: formatErrorMessage(intl, error) });
      void refreshClub();
    },
  });
}

/** Joining the club, which includes one free eCard per year. */
export function JoinClubOption() {
  const intl = useIntl();
  const { data: club } = useClub();
  if (club === undefined) return null;
  const [cheapest] = club.offers.toSorted((a, b) => a.price.minor - b.price.minor);
  const isMember = ['trial', 'active', 'past_due'].includes(club.status);
  const text = isMember
    ? 'member'
    : cheapest === undefined
      ? 'closed'
      : cheapest.price.minor === 0
        ? 'trial'
        : 'join_text';
  return (
    <OptionRow
      icon={<LifeBuoy size={20} />}
      title={<FormattedMessage id="club.way.join" values={{ club: boot.brand.club }} />}
      text={
        <FormattedMessage
          id={`club.way.${text}`}
          values={{ club: boot.brand.club, price: cheapest && formatMoney(intl, toTotal(cheapest.price)) }}
        />
      }
      action={
        <Link className={buttonClass({ kind: 'outlined' })} to="/club">
          <FormattedMessage id="club.way.join_action" values={{ club: boot.brand.club }} />
        </Link>
      }
    />
  );
}
