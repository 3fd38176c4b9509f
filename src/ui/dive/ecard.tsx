import './ecard.css';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { useIsHydrating } from '#ui/hooks/use-is-hydrating.ts';

/** Labels must be unique on each side. */
export type ECardFact = { label: string; value: ReactNode };

export type ECardLook = {
  tone: '12' | '18' | '30' | '40' | 'gas';
  /** Returns the sea floor of this card: closed SVG paths in a 440 by 277 view box. */
  drawArt: () => readonly string[];
};

export type ECardHead = {
  /** The two SVG paths of the brand, in a 30 by 30 square. */
  mark: readonly [string, string];
  /** The issuer, in one or two lines. */
  issuer: readonly string[];
  /** The depth limit or the kind, in one or two lines. */
  limit: readonly string[];
  level: ReactNode;
  /** A text across a card that is no longer valid. */
  stamp?: ReactNode;
};

export type ECardFrontProps = ECardLook &
  ECardHead & {
    facts: readonly ECardFact[];
    photo?: { src: string; alt: string } | undefined;
  };

/** The front of a card, which looks the same in both themes. */
export function ECardFront({ facts, photo, ...rest }: ECardFrontProps) {
  return (
    <ECardBackground {...rest}>
      <div className="ecard-row">
        <Facts facts={facts} />
        <span className="ecard-photo">{photo && <img src={photo.src} alt={photo.alt} width={72} height={90} />}</span>
      </div>
    </ECardBackground>
  );
}

/** A small card for lists, with the level and one line. */
export function ECardSmall({ text, ...rest }: ECardLook & ECardHead & { text: ReactNode }) {
  return (
    <ECardBackground {...rest}>
      <p className="ecard-sub num">{text}</p>
    </ECardBackground>
  );
}

function ECardBackground({
  tone,
  drawArt,
  mark,
  issuer,
  limit,
  level,
  stamp,
  children,
}: ECardLook & ECardHead & { children: ReactNode }) {
  return (
    <div className={clsx('ecard', `tone-${tone}`, stamp ? 'void' : undefined)}>
      <Art draw={drawArt} />
      <div className="ecard-in">
        <div className="ecard-org">
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <path fill="currentColor" d={mark[0]} />
            <path fill="currentColor" opacity={0.55} d={mark[1]} />
          </svg>
          <Lines lines={issuer} />
          <span className="ecard-limit num">
            <Lines lines={limit} />
          </span>
        </div>
        <p className="ecard-level">{level}</p>
        {children}
      </div>
      {stamp && <p className="ecard-stamp">{stamp}</p>}
    </div>
  );
}

/** The back of a card, with its QR code and facts. */
export function ECardBack({ code, facts }: { code: ReactNode; facts: readonly ECardFact[] }) {
  return (
    <div className="ecard rear">
      <div className="ecard-in">
        <div className="ecard-code">{code}</div>
        <Facts facts={facts} />
      </div>
    </div>
  );
}

type ECardPlaceholderProps = {
  drawArt: () => readonly string[];
  level: ReactNode;
  text: ReactNode;
  className?: string;
};

/** The outline of a card that is not earned yet. */
export function ECardPlaceholder({ drawArt, level, text, className }: ECardPlaceholderProps) {
  return (
    <div className={clsx('ecard-ghost', className)}>
      <Art draw={drawArt} />
      <b>{level}</b>
      <span className="text-sm text-ink-2">{text}</span>
    </div>
  );
}

export type ECardFlipProps = {
  front: ReactNode;
  back: ReactNode;
  isTurned: boolean;
  onTurn: () => void;
  turnLabel: string;
  /** Shows both sides, next to each other on wide screens; turning swaps them. */
  showsBoth?: boolean;
};

/**
 * Front and back of one card, turned by a tap or a key. The button overlays the sides instead of containing them, so
 * that screen readers can read both as lists.
 */
export function ECardFlip({ front, back, isTurned, onTurn, turnLabel, showsBoth = false }: ECardFlipProps) {
  // The card must not animate on its first render.
  const [hasMoved, setHasMoved] = useState(false);
  if (isTurned && !hasMoved) setHasMoved(true);
  return (
    <div className={clsx('ecard-turn', showsBoth && 'both', hasMoved && 'moves')} data-turned={isTurned}>
      <div className="ecard-side">{front}</div>
      <div className="ecard-side rear-side">{back}</div>
      <button type="button" aria-label={turnLabel} aria-pressed={isTurned} onClick={onTurn} />
    </div>
  );
}

function Facts({ facts }: { facts: readonly ECardFact[] }) {
  return (
    <dl>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <span className="grid">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

function Art({ draw }: { draw: () => readonly string[] }) {
  // The paths of one card take 25 KB and 5 ms, so the server's page is without them.
  const isHydrating = useIsHydrating();
  return (
    <svg className="ecard-art" viewBox="0 0 440 277" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {!isHydrating && draw().map((path) => <path key={path} d={path} />)}
    </svg>
  );
}
