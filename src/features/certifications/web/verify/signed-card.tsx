import { ShieldCheck } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { MessageId, MessageIdEnd } from '#platform/shared/message-id.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { toTrainingFeet, type TrainingMetres } from '#domain/training-lengths.ts';
import { boot } from '#platform/web/session/boot.ts';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { ECardFront } from '#ui/dive/ecard.tsx';
import type { CardFacts } from '#features/certifications/shared/credential-versions.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { getCardHead, listAgeLimits } from '#features/certifications/web/card-text.ts';
import { useHolderPhoto } from './queries.ts';

interface SignedCardProps {
  credential: string;
  card: CardFacts;
  isRevoked: boolean;
  /** Whether to load the photo. */
  hasPhoto: boolean;
}

/** The card as signed, with the holder's photo when online. */
export function SignedCard({ credential, card, isRevoked, hasPhoto }: SignedCardProps) {
  const { data: photo } = useHolderPhoto(credential, hasPhoto);
  const src = useObjectUrl(photo);
  return (
    <div>
      <CardFront card={card} isRevoked={isRevoked} photo={src ?? null} />
      <p className="mt-4 flex gap-2 text-sm text-ink-2">
        <ShieldCheck className="flex-none" size={20} strokeWidth={1.75} aria-hidden="true" />
        <FormattedMessage id="certifications.verify.signed" values={{ issuer: card.issuerName }} />
      </p>
    </div>
  );
}

/** The front of the card for other people. */
export function CardFront({ card, isRevoked, photo }: { card: CardFacts; isRevoked: boolean; photo: string | null }) {
  const intl = useIntl();
  const levelName = formatLevel(intl, card);
  const alt = intl.formatMessage({ id: 'certifications.card.photo' }, { name: card.name });
  return (
    <ECardFront
      {...getCardHead(intl, { levelID: card.levelID, levelName, isRevoked })}
      facts={frontFacts(intl, card)}
      photo={photo === null ? undefined : { src: photo, alt }}
    />
  );
}

function formatLevel(intl: IntlShape, { levelID, levelName }: CardFacts): string {
  const level = findLevel(levelID);
  return level === undefined
    ? levelName
    : intl.formatMessage({ id: `certifications.level.${level.name}` as MessageId });
}

function frontFacts(intl: IntlShape, card: CardFacts) {
  const format = (id: MessageIdEnd<'certifications.card.'>) => intl.formatMessage({ id: `certifications.card.${id}` });
  return [
    { label: format('diver'), value: <bdi>{card.name}</bdi> },
    { label: format('certified'), value: formatDay(intl, card.certDate, 'medium') },
    { label: format('diver_number'), value: <bdi dir="ltr">{card.diverNumber}</bdi> },
    ...(card.instructorName === '' ? [] : [{ label: format('instructor'), value: <bdi>{card.instructorName}</bdi> }]),
  ];
}

/** The limit of a junior depends on age, which the card doesn't reveal, so both ages and their company are shown. */
function TrainedDepth({ name, maxDepthM }: { name: string; maxDepthM: TrainingMetres }) {
  const intl = useIntl();
  if (name === 'junior_open_water')
    return listAgeLimits(intl).map(({ text, company }) => (
      <span key={company} className="block">
        {text}
        <span className="block text-sm font-text text-ink-2">
          <FormattedMessage id={`certifications.verify.with.${company}`} />
        </span>
      </span>
    ));
  const feet = toTrainingFeet(maxDepthM);
  return <FormattedMessage id="certifications.verify.depths" values={{ metres: maxDepthM, feet }} />;
}

/** The facts a dive center needs, and nothing else about the person. */
export function SignedFacts({ card, children }: { card: CardFacts; children?: ReactNode }) {
  const intl = useIntl();
  const level = findLevel(card.levelID);
  const issuer = card.issuerName === boot.brand.name ? boot.brand.shortName : card.issuerName;
  const depth = level && level.maxDepthM !== null && (
    <TrainedDepth key="depth" name={level.name} maxDepthM={level.maxDepthM} />
  );
  const facts: [id: string, value: ReactNode][] = [
    ['diver', card.name],
    ['level', formatLevel(intl, card)],
    ['trained_to', depth],
    ['since', formatDay(intl, card.certDate, 'long')],
    ['equivalent', level?.iso],
    ['issued_by', joinFacts(issuer, card.office)],
  ];
  return (
    <div>
      <dl data-part="facts">
        {facts.map(
          ([id, value]) =>
            value && (
              <div className="flex justify-between gap-4 py-2.75 border-b border-line" key={id}>
                <dt className="flex-none max-w-1/2 text-ink-2">
                  <FormattedMessage id={`certifications.verify.fact.${id}` as MessageId} />
                </dt>
                <dd className="font-strong text-end tabular-nums">
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      {children}
    </div>
  );
}

/** Asks people to compare the photo with the person showing the card. */
export function PhotoHint({ credential, hasPhoto }: Pick<SignedCardProps, 'credential' | 'hasPhoto'>) {
  const { data: photo, isLoading } = useHolderPhoto(credential, hasPhoto);
  const id = photo || isLoading ? 'compare' : hasPhoto ? 'no_photo' : 'photo_later';
  return (
    <p className="mt-3 text-sm text-ink-3">
      <FormattedMessage id={`certifications.verify.${id}`} />
    </p>
  );
}
