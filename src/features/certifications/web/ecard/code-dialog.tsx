import { Rotate3d, Sun, X } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { FullscreenDialog } from '#ui/overlays/fullscreen-dialog.tsx';
import { QrCode } from '#ui/display/qr-code.tsx';
import type { ECard } from '#features/certifications/shared/contract.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { listAgeLimits } from '#features/certifications/web/card-text.ts';
import { CardFront } from './card-view.tsx';
import { useWakeLock } from './use-wake-lock.ts';

interface CodeDialogProps {
  card: ECard & { verifyUrl: string };
  onClose: () => void;
}

/** The QR code in full screen. Pages can't change the brightness, so it asks the user to. */
export function CodeDialog({ card, onClose }: CodeDialogProps) {
  const intl = useIntl();
  const isAwake = useWakeLock();
  const [isTurned, setIsTurned] = useState(false);
  return (
    <FullscreenDialog
      label={intl.formatMessage({ id: 'certifications.code.title' }, { level: card.levelName })}
      onClose={onClose}
    >
      <div className="flex items-center justify-between gap-2 -mx-2">
        <IconButton label={intl.formatMessage({ id: 'shell.close' })} onClick={onClose}>
          <X size={26} aria-hidden="true" />
        </IconButton>
        <p className="flex text-sm items-center gap-2 text-ink-2 text-start" aria-live="polite">
          <Sun size={18} aria-hidden="true" />
          <FormattedMessage id={isAwake ? 'certifications.code.awake' : 'certifications.code.brightness'} />
        </p>
        <IconButton
          label={intl.formatMessage({ id: 'certifications.card.turn' })}
          aria-pressed={isTurned}
          onClick={() => setIsTurned(!isTurned)}
        >
          <Rotate3d size={24} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="self-center">
        <h2 className="text-xl">{card.levelName}</h2>
        <p className="text-ink-2">
          <bdi>{card.name}</bdi>
          {findLevel(card.levelID)?.name === 'junior_open_water'
            ? listAgeLimits(intl).map(({ text, company }) => (
                <span key={company} className="block">
                  {text}
                </span>
              ))
            : card.maxDepthM !== null && (
                <>
                  {' · '}
                  <FormattedMessage id="certifications.card.limit" values={{ depth: card.maxDepthM }} />
                </>
              )}
        </p>
        <div className="mx-auto my-4 max-w-[min(100%,62dvh)] text-start">
          {isTurned ? (
            <CardFront card={card} />
          ) : (
            <QrCode text={card.verifyUrl} label={intl.formatMessage({ id: 'certifications.card.qr' })} />
          )}
        </div>
        <p className="text-lg font-strong tracking-[0.06em] tabular-nums" dir="ltr">
          {card.code}
        </p>
      </div>
      <p className="text-sm text-ink-2">
        <FormattedMessage
          id="certifications.code.text"
          values={{ address: <bdi dir="ltr">{`${location.host}/verify`}</bdi> }}
        />
      </p>
    </FullscreenDialog>
  );
}
