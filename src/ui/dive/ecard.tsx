import './ecard.css';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '#ui/styles/class-names.ts';

/** No two of a side have the same label. */
export type ECardFact = { label: string; value: ReactNode };

export type ECardLook = {
  tone: '12' | '18' | '30' | '40' | 'gas';
  /** Its own sea floor: closed paths in a field of 440 by 277. */
  art: readonly string[];
};

export type ECardHead = {
  /** The brand's two shapes, in a square of 30. */
  mark: readonly [string, string];
  /** Who issues it, in a line or two. */
  issuer: readonly string[];
  /** How deep, or what kind, in a line or two. */
  limit: readonly string[];
  level: ReactNode;
  /** A word across the card where it counts no more. */
  stamp?: ReactNode;
};

export type ECardFrontProps = ECardLook &
  ECardHead & {
    facts: readonly ECardFact[];
    photo?: { src: string; alt: string } | undefined;
  };

/** The front. It looks the same by day and by night. */
export function ECardFront({ facts, photo, ...rest }: ECardFrontProps) {
  return (
    <ECardBackground {...rest}>
      <div className="ecard-row">
        <Facts facts={facts} />
        <span className="ecard-photo">{photo && <img src={photo.src} alt={photo.alt} />}</span>
      </div>
    </ECardBackground>
  );
}

/** One of many: the level and one line. */
export function ECardSmall({ text, ...rest }: ECardLook & ECardHead & { text: ReactNode }) {
  return (
    <ECardBackground {...rest}>
      <p className="ecard-sub num">{text}</p>
    </ECardBackground>
  );
}

function ECardBackground({
  tone,
  art,
  mark,
  issuer,
  limit,
  level,
  stamp,
  children,
}: ECardLook & ECardHead & { children: ReactNode }) {
  return (
    <div className={classNames('ecard', `tone-${tone}`, stamp ? 'void' : undefined)}>
      <Art paths={art} />
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

/** The back: the code and what is said beside it. */
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

/** A card that is still to be earned. */
export function ECardPlaceholder({ art, level, text }: { art: readonly string[]; level: ReactNode; text: ReactNode }) {
  return (
    <div className="ecard-ghost">
      <Art paths={art} />
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
  /** Both sides at once, beside each other where there is room; turning changes their places. */
  showsBoth?: boolean;
};

/**
 * Front and back of one card, turned by a tap or a key. The button lies over them and holds nothing, so that a screen
 * reader finds both sides as the lists that they are, whichever is up.
 */
export function ECardFlip({ front, back, isTurned, onTurn, turnLabel, showsBoth = false }: ECardFlipProps) {
  // A card that was never turned does not move when it appears.
  const [hasMoved, setHasMoved] = useState(false);
  if (isTurned && !hasMoved) setHasMoved(true);
  return (
    <div className={classNames('ecard-turn', showsBoth && 'both', hasMoved && 'moves')} data-turned={isTurned}>
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

function Art({ paths }: { paths: readonly string[] }) {
  return (
    <svg className="ecard-art" viewBox="0 0 440 277" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
