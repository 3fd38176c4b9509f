import { clsx } from 'clsx';
import { lazy, Suspense, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { MaskDrawing } from '#ui/drawings/mask-drawing.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import type { ClubPage } from '#features/club/shared/contract.ts';
import { canChooseCard } from './ecard/can-choose-card.ts';
import { getCardPath, renderProfileLink } from './club-links.tsx';
import { formatDay } from '#platform/shared/format-day.ts';

const ChooseCardDialog = lazy(async () => ({
  default: (await import('./ecard/choose-card-dialog.tsx')).ChooseCardDialog,
}));
const drawingWidth = 132;

/** The two benefits of a membership year and their status. */
export function ClubBenefits({ page, isMember }: { page: ClubPage; isMember: boolean }) {
  return (
    <PageSection title={<FormattedMessage id={isMember ? 'club.gives.title' : 'club.gives.title_year'} />}>
      <div className="grid gap-4 lg:grid-cols-[1fr_1fr]">
        <FreeECardBenefit page={page} isMember={isMember} />
        <DiscountBenefit page={page} isMember={isMember} />
      </div>
    </PageSection>
  );
}

function FreeECardBenefit({ page, isMember }: { page: ClubPage; isMember: boolean }) {
  const intl = useIntl();
  const { ecard, choices, status } = page;
  const [isChoosing, setIsChoosing] = useState(false);
  const canChoose = canChooseCard(page);
  const state = getCardStateKey(page, isMember);
  return (
    <article className="card grid gap-2 content-start p-5">
      <CardDrawing className="mb-2" width={drawingWidth} />
      <h3>
        <FormattedMessage id="club.ecard.title" />
      </h3>
      <p className="text-sm text-ink-2">
        <FormattedMessage
          id={`club.ecard.${state}` as MessageId}
          values={{
            level: <bdi>{ecard?.levelName}</bdi>,
            date: ecard?.on ? formatDay(intl, ecard.on, 'long') : '',
            profile: renderProfileLink,
          }}
        />
      </p>
      {ecard?.isRedeemed && ecard.licenseID !== null && (
        <Link
          className={clsx('justify-self-start mt-2', buttonClass({ kind: 'outlined' }))}
          to={getCardPath({ licenseID: ecard.licenseID, levelID: ecard.levelID })}
        >
          <FormattedMessage id="club.ecard.open" />
        </Link>
      )}
      {ecard?.isRedeemed === false && choices.length > 0 && (
        <Button
          className="justify-self-start mt-2"
          kind={canChoose && status !== 'past_due' ? 'filled' : 'outlined'}
          onClick={() => setIsChoosing(true)}
        >
          <FormattedMessage id={canChoose ? 'club.ecard.choose' : 'club.ecard.why'} />
        </Button>
      )}
      <Suspense>{isChoosing && <ChooseCardDialog page={page} onClose={() => setIsChoosing(false)} />}</Suspense>
    </article>
  );
}

function DiscountBenefit({ page: { discount }, isMember }: { page: ClubPage; isMember: boolean }) {
  const intl = useIntl();
  const state = discount === null ? getNoBenefitKey(isMember) : getCodeStateKey(discount);
  const Code = discount?.isUsed ? 's' : 'b';
  return (
    <article className="card grid gap-2 content-start p-5">
      <MaskDrawing className="mb-2" width={drawingWidth} />
      <h3>
        <FormattedMessage id="club.code.title" />
      </h3>
      <p className="text-sm text-ink-2">
        <FormattedMessage
          id={`club.code.${state}` as MessageId}
          values={{
            date: discount?.on ? formatDay(intl, discount.on, 'long') : '',
            course: <bdi>{discount?.usedFor}</bdi>,
          }}
        />
      </p>
      {discount && (
        <div
          className={clsx(
            'mt-2 flex min-h-tap items-center justify-between gap-3 rounded-box border-[1.5px] border-dashed border-line-2 ps-4',
            discount.isUsed ? 'pe-3 text-ink-3' : 'pe-1',
          )}
        >
          <Code className="num ltr min-w-0 font-strong tracking-[0.05em] wrap-anywhere">{discount.code}</Code>
          {discount.isUsed ? (
            <Chip status="logged">
              <FormattedMessage id="club.code.is_used" />
            </Chip>
          ) : (
            <CopyButton
              text={discount.code}
              label={intl.formatMessage({ id: 'club.code.copy' })}
              copied={intl.formatMessage({ id: 'club.code.copied' })}
              notCopied={intl.formatMessage({ id: 'club.code.not_copied' })}
            />
          )}
        </div>
      )}
    </article>
  );
}

/** Trial members get the benefits with the first year; non-members see a description. */
const getNoBenefitKey = (isMember: boolean) => (isMember ? 'later' : 'about');

function getCardStateKey({ ecard, choices, photo }: ClubPage, isMember: boolean): string {
  if (ecard === null) return getNoBenefitKey(isMember);
  if (ecard.isRedeemed) return 'redeemed';
  return choices.length === 0 ? 'no_card' : `photo_${photo}`;
}

function getCodeStateKey({ isUsed, usedFor }: NonNullable<ClubPage['discount']>): string {
  if (!isUsed) return 'waiting';
  return usedFor === null ? 'used' : 'used_for';
}
