import { createContext } from 'react';
import type { LessonView } from '#features/learning/shared/course-contract.ts';

/** The second at which each video of the lesson was left, as the account has it. */
export const VideoPositionsContext = createContext<LessonView['videos']>([]);
