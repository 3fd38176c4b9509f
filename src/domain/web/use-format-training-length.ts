import { useIntl } from 'react-intl';
import { type TrainingLength, formatTrainingLength } from '#domain/training-lengths.ts';
import { useUnits } from './use-units.ts';

/** Returns a formatter for training lengths in the reader's units and locale. */
export function useFormatTrainingLength(): (length: TrainingLength) => string {
  const { locale } = useIntl();
  const system = useUnits();
  return (length) => formatTrainingLength(length, system, locale);
}
