import { useIntl } from 'react-intl';
import { type TaughtLength, writeTaughtLength } from '../shared/taught-lengths.ts';
import { useUnits } from './units.ts';

/** Writes a length as its reader has learned it. */
export function useTaughtLength(): (length: TaughtLength) => string {
  const { locale } = useIntl();
  const system = useUnits();
  return (length) => writeTaughtLength(length, system, locale);
}
