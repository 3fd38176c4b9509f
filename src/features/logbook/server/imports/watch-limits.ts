/**
 * Kills the reading process when it needs too much memory or CPU time. A thread of its own, because a reader blocks the
 * event loop until it has finished. Elapsed time would refuse good files whenever the server is busy.
 */
const maxMemoryBytes = 300 * 1024 ** 2;
/** A logbook of 1,000 dives takes a few seconds. */
const maxCpuMicros = 120 * 1_000_000;
const watchIntervalMs = 20;

setInterval(() => {
  const { user, system } = process.cpuUsage();
  if (process.memoryUsage.rss() > maxMemoryBytes || user + system > maxCpuMicros) process.kill(process.pid, 'SIGKILL');
}, watchIntervalMs);
