import { createContext } from 'react';
import type { LessonView } from '#features/learning/shared/course-contract.ts';

/** Saved position of each video of the lesson. */
export const VideoPositionsContext = createContext<LessonView['videos']>([]);
