import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { findLevel } from '#domain/certification-levels.ts';
import { BoatScreen } from '#features/learning/web/board/boat-screen.tsx';
import type { LevelName } from '#features/learning/web/board/boat-sheet.tsx';

/** The diver's highest level. Specialties are ignored, because they do not determine the depth limit. */
const renderLevelName: LevelName = (levelIDs) => {
  const levels = levelIDs.flatMap((levelID) => findLevel(levelID) ?? []);
  const highest = levels.findLast(({ kind }) => kind === 'core' || kind === 'professional');
  return highest === undefined ? null : <FormattedMessage id={`certifications.level.${highest.name}` as MessageId} />;
};

export function ProBoatPage() {
  return <BoatScreen levelName={renderLevelName} />;
}
