import { writeFileSync } from 'node:fs';

/**
 * Makes this process the first that Linux ends when the service has used up its memory. The largest one would be ended
 * otherwise, which is the portal. For processes that read files of strangers.
 */
export function becomeFirstOomVictim(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // Only Linux has it.
  }
}
