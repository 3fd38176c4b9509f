/** What was entered or recorded of a dive; null if it is unknown. */
interface DiveExtent {
  depthM: number | null;
  minutes: number | null;
}

interface RecordingComparison {
  /** Null if one of the two values is unknown. */
  isDepthClose: boolean | null;
  isTimeClose: boolean | null;
}

/** Computers round, and start and end the dive at slightly different depths. */
const depthToleranceM = 1;
const depthToleranceShare = 0.05;
const timeToleranceMin = 3;

/** Whether the entered depth and time agree with the recording. */
export function compareRecording(entered: DiveExtent, recorded: DiveExtent): RecordingComparison {
  return {
    isDepthClose: isWithin(entered.depthM, recorded.depthM, (depthM) =>
      Math.max(depthToleranceM, depthToleranceShare * depthM),
    ),
    isTimeClose: isWithin(entered.minutes, recorded.minutes, () => timeToleranceMin),
  };
}

/** A hair more than the tolerance is accepted, because 18.4 - 17.4 is more than 1 in binary numbers. */
const epsilon = 1e-9;

function isWithin(
  entered: number | null,
  recorded: number | null,
  getTolerance: (recorded: number) => number,
): boolean | null {
  if (entered === null || recorded === null) return null;
  return Math.abs(entered - recorded) <= getTolerance(recorded) + epsilon;
}
