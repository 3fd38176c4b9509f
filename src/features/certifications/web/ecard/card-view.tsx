import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { MessageId, MessageIdEnd } from '#platform/shared/message-id.ts';
import { formatDay } from '#platform/shared/format-day.ts';
import { boot } from '#platform/web/session/boot.ts';
import { joinFacts } from '#platform/web/i18n/join-facts.ts';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { ECardBack, ECardFront, ECardFlip, type ECardFact } from '#ui/dive/ecard.tsx';
import { QrCode } from '#ui/display/qr-code.tsx';
import type { ECard } from '#features/certifications/shared/contract.ts';
import { formatCardDate, getCardHead } from '#features/certifications/web/card-text.ts';
import { useCardPhoto } from '#features/certifications/web/queries.ts';

export interface CardViewProps {
  card: ECard;
  isTurned: boolean;
  onTurn: () => void;
  showsBoth?: boolean;
}

/** A complete card that turns on tap or key press. */
export function CardView({ card, isTurned, onTurn, showsBoth = false }: CardViewProps) {
  const intl = useIntl();
  return (
    <ECardFlip
      front={<CardFront card={card} />}
      back={<CardBack card={card} />}
      isTurned={isTurned}
      onTurn={onTurn}
      turnLabel={intl.formatMessage({ id: 'certifications.card.turn' })}
      showsBoth={showsBoth}
    />
  );
}

export function CardFront({ card }: { card: ECard }) {
  const intl = useIntl();
  const { data: photo } = useCardPhoto(card.hasPhoto);
  const src = useObjectUrl(photo);
  const alt = intl.formatMessage({ id: 'certifications.card.photo' }, { name: card.name });
  return (
    <ECardFront {...getCardHead(intl, card)} facts={frontFacts(intl, card)} photo={src ? { src, alt } : undefined} />
  );
}

function CardBack({ card }: { card: ECard }) {
  const intl = useIntl();
  const code = card.isRevoked ? (
    <FormattedMessage id="certifications.card.revoked" />
  ) : card.verifyUrl === null ? (
    <FormattedMessage id="certifications.card.signing" />
  ) : (
    <QrCode text={card.verifyUrl} label={intl.formatMessage({ id: 'certifications.card.qr' })} />
  );
  return <ECardBack code={code} facts={backFacts(intl, card)} />;
}

function frontFacts(intl: IntlShape, card: ECard): ECardFact[] {
  const format = (id: MessageIdEnd<'certifications.card.'>) => intl.formatMessage({ id: `certifications.card.${id}` });
  return [
    { label: format('diver'), value: <bdi>{card.name}</bdi> },
    { label: format('certified'), value: formatCardDate(intl, card.certDate, 'medium') },
    { label: format('diver_number'), value: <bdi dir="ltr">{card.diverNumber}</bdi> },
    ...(card.instructorName === '' ? [] : [{ label: format('instructor'), value: <bdi>{card.instructorName}</bdi> }]),
  ];
}

function backFacts(intl: IntlShape, card: ECard): ECardFact[] {
  const format = (id: string, number?: number | null) =>
    number === undefined || number === null
      ? intl.formatMessage({ id: `certifications.card.${id}` as MessageId })
      : intl.formatMessage({ id: `certifications.card.${id}_number` as MessageId }, { number: String(number) });
  const facts: [label: string, value: string | null][] = [
    [format('born'), card.birthdate && formatDay(intl, card.birthdate, 'long')],
    [format('instructor', card.instructorNumber), card.instructorName],
    [format('store', card.storeNumber), card.storeName],
    [format('equivalent'), card.iso],
    [format('issued_by'), joinFacts(boot.brand.shortName, card.office)],
    [format('code'), card.code],
  ];
  return facts.flatMap(([label, value]) => (value ? [{ label, value: <bdi>{value}</bdi> }] : []));
}
