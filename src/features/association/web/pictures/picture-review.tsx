import { clsx } from 'clsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { FormattedDateTime, FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import type { MessageId } from '#platform/shared/message-id.ts';
import { useObjectUrl } from '#platform/web/files/use-object-url.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { Skeleton } from '#ui/feedback/skeleton.tsx';
import { fromCardDate } from '#features/certifications/shared/card-date.ts';
import { ButtonKey } from '#features/association/web/desk-layout.tsx';
import { EquivalentLevel } from '#features/association/web/equivalent-level.tsx';
import { Fact, Facts } from '#features/association/web/facts.tsx';
import type { DeskPicture, PictureKind } from './picture-kinds.ts';
import { useQueuedPicture } from './queries.ts';

const pictureWidth = 'max-w-[min(480px,50dvh)]';
const pictureFrame = clsx(
  'grid aspect-square w-full place-items-center overflow-hidden rounded-box bg-sunken',
  pictureWidth,
);

interface PictureReviewProps {
  kind: PictureKind;
  picture: DeskPicture;
  isBusy: boolean;
  /** Called when the picture is visible. */
  onShow: () => void;
  /** The message id of the last decision's error. */
  problem: MessageId | null;
  /** Outside cards only: the equivalent level. */
  equivalentLevelID: number | null;
  onEquivalent: (levelID: number | null) => void;
  onApprove: () => void;
  onReject: () => void;
}

export function PictureReview(props: PictureReviewProps) {
  const { kind, picture, isBusy, problem, equivalentLevelID, onShow, onEquivalent, onApprove, onReject } = props;
  const { id, fullName, affiliateId, isMinor, uploadedAt, card } = picture;
  return (
    <section className="grid gap-4 content-start p-4 lg:p-6" aria-labelledby="picture-name">
      <div className="flex flex-wrap items-center gap-y-1 gap-x-3">
        <h2 id="picture-name">
          <bdi>{fullName}</bdi>
        </h2>
        {isMinor && (
          <Chip>
            <FormattedMessage id="association.photos.minor" />
          </Chip>
        )}
        <p className="w-full text-sm text-ink-2">
          <FormattedMessage
            id="association.photos.facts"
            values={{
              number: <bdi className="num">{affiliateId}</bdi>,
              date: <FormattedDateTime value={uploadedAt} />,
            }}
          />
        </p>
      </div>
      {card && <ClaimedCardFacts card={card} />}
      {card && (
        <div className={pictureWidth}>
          <EquivalentLevel value={equivalentLevelID} onChange={onEquivalent} />
        </div>
      )}
      <Picture key={`${id} ${uploadedAt}`} kind={kind} picture={picture} onShow={onShow} />
      <div role="alert" className="empty:hidden">
        {problem !== null && (
          <Callout kind="alert">
            <FormattedMessage id={problem} />
          </Callout>
        )}
      </div>
      <div
        data-sticky-bar=""
        className={clsx('sticky bottom-thumb flex gap-3 bg-surface py-3 lg:static', pictureWidth)}
      >
        <Button className="flex-1" kind="outlined" isBusy={isBusy} onClick={onReject}>
          <FormattedMessage id="association.photos.reject" />
          <ButtonKey name="R" />
        </Button>
        <Button className="flex-1" isBusy={isBusy} onClick={onApprove}>
          <FormattedMessage id="association.photos.approve" />
          <ButtonKey name="A" />
        </Button>
      </div>
    </section>
  );
}

/** Shown when the open picture leaves the queue. The next one opens only on request. */
export function PictureGone({ onNext }: { onNext: () => void }) {
  return (
    <section className="grid gap-4 content-start p-4 lg:p-6">
      <div className={pictureFrame}>
        <Button kind="outlined" onClick={onNext}>
          <FormattedMessage id="association.photos.next" />
        </Button>
      </div>
    </section>
  );
}

type ClaimedCard = NonNullable<DeskPicture['card']>;

/** The details the card has to show. */
function ClaimedCardFacts({ card: { agency, level, number, certDate } }: { card: ClaimedCard }) {
  const day = certDate === null ? null : fromCardDate(certDate);
  return (
    <Facts>
      <Fact name={<FormattedMessage id="association.card_photos.said.agency" />}>
        <bdi>{agency}</bdi>
      </Fact>
      <Fact name={<FormattedMessage id="association.card_photos.said.level" />}>
        <bdi>{level}</bdi>
      </Fact>
      {number !== '' && (
        <Fact name={<FormattedMessage id="association.card_photos.said.number" />}>
          <bdi className="num">{number}</bdi>
        </Fact>
      )}
      {day !== null && (
        <Fact name={<FormattedMessage id="association.card_photos.said.date" />}>
          <FormattedDay value={day} />
        </Fact>
      )}
    </Facts>
  );
}

function Picture({ kind, picture, onShow }: Pick<PictureReviewProps, 'kind' | 'picture' | 'onShow'>) {
  const intl = useIntl();
  const { data, error, refetch } = useQueuedPicture(kind, picture);
  const src = useObjectUrl(data);
  if (error !== null)
    return (
      <div className={pictureFrame}>
        <Button kind="outlined" onClick={() => void refetch()}>
          {intl.formatMessage({ id: 'shell.refresh' })}
        </Button>
      </div>
    );
  return (
    <div className={pictureFrame}>
      {src === undefined ? (
        <Skeleton height="100%" />
      ) : (
        <img
          className="size-full object-contain"
          src={src}
          alt={intl.formatMessage({ id: kind.messageId('alt') }, { name: picture.fullName })}
          onLoad={onShow}
        />
      )}
    </div>
  );
}
