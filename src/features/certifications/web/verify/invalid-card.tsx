import { Keyboard, Phone, QrCode } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { boot } from '#platform/web/session/boot.ts';
import { SplitCardDrawing } from '#ui/drawings/split-card-drawing.tsx';
import { Disc, Row, DividedList } from '#ui/lists/row.tsx';

/** The card splits at the waterline. */
export function SplitCard() {
  return (
    <div className="card grid place-items-center p-6 lg:p-12">
      <SplitCardDrawing width={280} className="h-auto w-[min(200px,100%)] lg:w-70" />
    </div>
  );
}

/** The reason of an invalid card and what to do. */
export function InvalidReason({ id, code }: { id: string; code?: ReactNode }) {
  return (
    <p>
      <FormattedMessage
        id={`certifications.verify.reason.${id}` as MessageId}
        values={{ association: <bdi>{boot.brand.name}</bdi>, code }}
      />
    </p>
  );
}

export function InvalidAdvice({ isTyped }: { isTyped: boolean }) {
  return (
    <DividedList className="mt-4">
      {isTyped && (
        <Row
          start={
            <Disc>
              <Keyboard size={20} strokeWidth={1.75} />
            </Disc>
          }
          title={<FormattedMessage id="certifications.verify.advice.typing" />}
          text={<FormattedMessage id="certifications.verify.advice.typing_text" />}
        />
      )}
      <Row
        start={
          <Disc>
            <QrCode size={20} strokeWidth={1.75} />
          </Disc>
        }
        title={<FormattedMessage id="certifications.verify.advice.scan" />}
        text={<FormattedMessage id="certifications.verify.advice.scan_text" />}
      />
      <Row
        start={
          <Disc>
            <Phone size={20} strokeWidth={1.75} />
          </Disc>
        }
        title={<FormattedMessage id="certifications.verify.advice.office" />}
        text={<FormattedMessage id="certifications.verify.advice.office_text" values={{ link: contactLink }} />}
      />
    </DividedList>
  );
}

const contactLink = (text: ReactNode) => <a href={boot.brand.links.contact}>{text}</a>;
