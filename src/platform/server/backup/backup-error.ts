/** A backup or restore that failed for a reason the operator can act on. Its message is printed without a stack. */
export class BackupError extends Error {
  override name = 'BackupError';
}
