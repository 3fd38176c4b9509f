import { Download, Ellipsis, FileImage, QrCode, Rotate3d, Share2, Wallet } from '#ui/icons/icons.ts';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '#ui/buttons/button.tsx';
import { MenuPopover, type MenuEntry } from '#ui/overlays/menu.tsx';
import type { ECard } from '#features/certifications/shared/contract.ts';
import { useCardFile, useWalletPass } from './use-card-file.ts';
import { CodeDialog } from './code-dialog.tsx';
import { useCardOwner } from '#features/certifications/web/queries.ts';
import { ShareDialog } from './share-dialog.tsx';

/** The actions of a card: show the code, turn, download, share, add to a wallet. */
export function CardActions({ card, onTurn }: { card: ECard; onTurn: () => void }) {
  const [shown, setShown] = useState<'code' | 'share' | null>(null);
  const file = useCardFile(card);
  const close = () => setShown(null);
  const { verifyUrl } = card;
  const isUsable = verifyUrl !== null && !card.isRevoked;
  return (
    <div data-part="card-actions" className="grid grid-cols-[1fr_1fr] gap-3 sm:flex sm:flex-wrap">
      {isUsable && (
        <Button className="col-span-full" onClick={() => setShown('code')}>
          <QrCode size={20} aria-hidden="true" />
          <FormattedMessage id="certifications.actions.code" />
        </Button>
      )}
      <Button className={isUsable ? undefined : 'col-span-full'} kind="outlined" onClick={onTurn}>
        <Rotate3d size={20} aria-hidden="true" />
        <FormattedMessage id="certifications.card.turn" />
      </Button>
      {isUsable && (
        <>
          <Button kind="outlined" isBusy={file.isPending} onClick={() => file.mutate('pdf')}>
            <Download size={20} aria-hidden="true" />
            <FormattedMessage id="certifications.actions.pdf" />
          </Button>
          <MoreActions card={card} onShare={() => setShown('share')} onImage={() => file.mutate('png')} />
        </>
      )}
      <p className="col-span-full self-center text-(length:--t-sm) text-ink-2 empty:hidden" aria-live="polite">
        {file.isPending && <FormattedMessage id="certifications.actions.making" />}
      </p>
      {shown === 'code' && verifyUrl !== null && <CodeDialog card={{ ...card, verifyUrl }} onClose={close} />}
      {shown === 'share' && <ShareDialog card={card} onClose={close} />}
    </div>
  );
}

interface MoreActionsProps {
  card: ECard;
  onShare: () => void;
  onImage: () => void;
}

function MoreActions({ card, onShare, onImage }: MoreActionsProps) {
  const intl = useIntl();
  const { isOwn } = useCardOwner();
  const wallet = useWalletPass(card);
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const label = intl.formatMessage({ id: 'certifications.actions.more' });
  const items: MenuEntry[] = [
    {
      id: 'png',
      label: intl.formatMessage({ id: 'certifications.actions.png' }),
      icon: <FileImage size={20} aria-hidden="true" />,
      onAction: onImage,
    },
    // Only the owner can share a card.
    ...(isOwn
      ? [
          {
            id: 'share',
            label: intl.formatMessage({ id: 'certifications.actions.share' }),
            icon: <Share2 size={20} aria-hidden="true" />,
            onAction: onShare,
          },
        ]
      : []),
    ...card.wallets.map((kind) => ({
      id: kind,
      label: intl.formatMessage({ id: `certifications.actions.${kind}` }),
      icon: <Wallet size={20} aria-hidden="true" />,
      onAction: () => wallet.mutate(kind),
    })),
  ];
  return (
    <>
      <Button
        className="col-span-full"
        kind="outlined"
        ref={trigger}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        isBusy={wallet.isPending}
        onClick={() => setIsOpen(true)}
      >
        <Ellipsis size={20} aria-hidden="true" />
        {label}
      </Button>
      <MenuPopover
        label={label}
        triggerRef={trigger}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        items={items}
        placement="bottom start"
      />
    </>
  );
}
