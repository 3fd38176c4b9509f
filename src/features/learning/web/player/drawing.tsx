import { ImageOff } from 'lucide-react';
import type { Picture } from '#features/learning/shared/content.ts';
import { PageMessage } from './content-language.tsx';

/** Drawings are never mirrored in right-to-left languages. */
export function Drawing({ picture }: { picture: Picture }) {
  if (picture.svg === null)
    return (
      <p className="missing-media">
        <ImageOff size={20} aria-hidden="true" />
        <PageMessage id="learning.player.no_picture" values={{ alt: picture.alt }} />
      </p>
    );
  return (
    // The server has validated the SVG against a list of allowed elements and attributes.
    <div
      className="draw fig"
      dir="ltr"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={picture.alt}
      dangerouslySetInnerHTML={{ __html: picture.svg }}
    />
  );
}
