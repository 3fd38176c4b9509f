import { useIntl } from 'react-intl';
import { type TrainingLength, formatTrainingLength } from '#domain/training-lengths.ts';
import { useUnits } from './use-units.ts';

/** Writes a length as its reader has learned it. */
export function useFormatTrainingLength(): (length: TrainingLength) => string {
  const { locale } = useIntl();
  const system = useUnits();
  return (length) => formatTrainingLength(length, system, locale);
}
