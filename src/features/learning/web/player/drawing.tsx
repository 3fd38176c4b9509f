import './drawing.css';
import { clsx } from 'clsx';
import { ImageOff, type LucideIcon } from '#ui/icons/icons.ts';
import type { ReactNode } from 'react';
import type { Picture } from '#features/learning/shared/content.ts';
import { PageMessage } from './content-language.tsx';

/** Drawings are never mirrored in right-to-left languages. */
export function Drawing({ picture, className }: { picture: Picture; className?: string }) {
  if (picture.svg === null)
    return (
      <MissingMedia icon={ImageOff}>
        <PageMessage id="learning.player.no_picture" values={{ alt: picture.alt }} />
      </MissingMedia>
    );
  return (
    // The server has validated the SVG against a list of allowed elements and attributes.
    <div
      className={clsx('draw fig overflow-hidden', className)}
      dir="ltr"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={picture.alt}
      dangerouslySetInnerHTML={{ __html: picture.svg }}
    />
  );
}

export function MissingMedia({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p className="flex min-h-40 items-center justify-center gap-3 rounded-box border-[1.5px] border-dashed border-line-2 p-5 text-sm text-ink-2">
      <Icon size={20} aria-hidden="true" />
      {children}
    </p>
  );
}
