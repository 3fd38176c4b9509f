import { useState } from 'react';
import { ECardBack, ECardFront, ECardPlaceholder, ECardSmall, ECardFlip } from '#ui/dive/ecard.tsx';
import { QrCode } from '#ui/display/qr-code.tsx';
import { GalleryBlock } from './gallery-block.tsx';

/** A sample sea floor; each real card has its own. */
const art = Array.from({ length: 9 }, (_, index) => {
  const y = 20 + index * 30;
  return `M-14 ${y}Q80 ${y - 40} 170 ${y + 8}T330 ${y - 12}T460 ${y + 6}V300H-14Z`;
});
const head = {
  mark: ['M2 15a12 12 0 0 1 24 0Z', 'M6 17.5a12 12 0 0 0 24 0Z'] as const,
  issuer: ['Bluewater', 'Divers Association'],
  drawArt: () => art,
};
const front = (
  <ECardFront
    {...head}
    tone="18"
    limit={['to 18 m', '60 ft']}
    level="Open Water"
    facts={[
      { label: 'Diver', value: 'Maren Lindqvist' },
      { label: 'Certified', value: '8 Jun 2024' },
      { label: 'Diver no.', value: '2048 11736' },
      { label: 'Instructor', value: 'Tomás Reyes' },
    ]}
  />
);
const back = (
  <ECardBack
    code={<QrCode text="https://bluewater.example/verify" label="QR code to verify this card" />}
    facts={[
      { label: 'Birthdate', value: '17 March 1994' },
      { label: 'Instructor 402817', value: 'Tomás Reyes' },
      { label: 'Dive center 18204', value: 'Kelder Bay Diving' },
      { label: 'Equivalent', value: 'ISO 24801-2' },
      { label: 'Issued by', value: 'Bluewater, Leith' },
      { label: 'Code', value: '7QK2-M4TX-9C' },
    ]}
  />
);

export function ECards() {
  const [isTurned, setIsTurned] = useState(false);
  const turning = { front, back, isTurned, onTurn: () => setIsTurned(!isTurned), turnLabel: 'Flip card' };
  return (
    <div className="demo">
      <GalleryBlock title="eCard, both sides">
        <ECardFlip {...turning} showsBoth />
      </GalleryBlock>
      <GalleryBlock title="eCard, one side up">
        <div style={{ maxInlineSize: 440 }}>
          <ECardFlip {...turning} />
        </div>
      </GalleryBlock>
      <GalleryBlock title="Small, revoked, to come">
        <div style={{ display: 'grid', gap: 24, gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))' }}>
          <ECardSmall {...head} tone="40" limit={['specialty']} level="Dry Suit" text="19 October 2025" />
          <ECardSmall {...head} tone="gas" limit={['EANx 22–40']} level="Enriched Air" text="3 May 2025" />
          <ECardSmall
            {...head}
            tone="30"
            limit={['to 30 m', '100 ft']}
            level="Rescue"
            text="2 May 2025"
            stamp="Revoked"
          />
          <ECardPlaceholder drawArt={() => art} level="Advanced" text="Two dives to go" />
        </div>
      </GalleryBlock>
    </div>
  );
}
