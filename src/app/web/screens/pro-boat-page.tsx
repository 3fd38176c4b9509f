import { FormattedMessage } from 'react-intl';
import { findLevel } from '#domain/certification-levels.ts';
import { BoatScreen } from '#features/learning/web/board/boat-screen.tsx';
import type { LevelName } from '#features/learning/web/board/boat-sheet.tsx';

/** The highest of what a diver is certified for; specialties say nothing of how deep they may go. */
const renderLevelName: LevelName = (levelIDs) => {
  const levels = levelIDs.flatMap((levelID) => findLevel(levelID) ?? []);
  const highest = levels.findLast(({ kind }) => kind === 'core' || kind === 'professional');
  return highest === undefined ? null : <FormattedMessage id={`certifications.level.${highest.name}`} />;
};

/** Where two areas meet: who comes along is learning's, what a level is called is not. */
export function ProBoatPage() {
  return <BoatScreen levelName={renderLevelName} />;
}
